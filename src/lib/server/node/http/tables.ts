import {
  matchRoute,
  type Handlers,
  type RequestOf,
  type ResultOf,
  type Route,
  type RouteTable
} from '$lib/api/http/route';

/** A module's routes with the functions that answer them. */
export interface Module {
  readonly routes: RouteTable;
  readonly handlers: Readonly<Record<string, Handler>>;
}

type Handler = (
  request: RequestOf<Route>,
  context: { readonly signal: AbortSignal }
) => ResultOf<Route> | Promise<ResultOf<Route>>;

/** Pairs a route table with its handlers; that none is missing is checked by the compiler. */
export const moduleOf = <T extends RouteTable>(routes: T, handlers: Handlers<T>): Module => ({
  routes,
  handlers: handlers as unknown as Module['handlers']
});

/** What a method and path lead to. */
export type Destination =
  | {
      readonly found: 'route';
      /** The route's name in its table. */
      readonly name: string;
      readonly route: Route;
      readonly params: Record<string, string>;
      readonly handler: Handler;
    }
  | { readonly found: 'path'; readonly allow: readonly string[] }
  | { readonly found: 'nothing' };

/** Looks through all modules for the path; the methods of several modules add up. */
export function findRoute(modules: readonly Module[], method: string, pathname: string): Destination {
  const allow = new Set<string>();
  for (const { routes, handlers } of modules) {
    const match = matchRoute(routes, method, pathname);
    if (match.found === 'route') return { ...match, handler: handlers[match.name]! };
    if (match.found === 'path') for (const other of match.allow) allow.add(other);
  }
  return allow.size > 0 ? { found: 'path', allow: [...allow].sort() } : { found: 'nothing' };
}

/** `GET, OPTIONS, POST`: every known path also answers OPTIONS. */
export function allowHeader(modules: readonly Module[], pathname: string): string | undefined {
  // No table has a route of this method, so the answer is the list of those it has.
  const match = findRoute(modules, 'OPTIONS', pathname);
  return match.found === 'path' ? [...match.allow, 'OPTIONS'].sort().join(', ') : undefined;
}
