import type { Handlers, RequestOf, ResultOf, Route, RouteTable } from '$lib/api/http/route';
import { findRoute, type Found } from '$lib/api/http/findRoute';

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
  (Extract<Found, { found: 'route' }> & { readonly handler: Handler }) | Exclude<Found, { found: 'route' }>;

/** The handler of a method and path, or the methods that some module has for the path. */
export function findHandler(modules: readonly Module[], method: string, pathname: string): Destination {
  const found = findRoute(
    modules.map(({ routes }) => routes),
    method,
    pathname
  );
  if (found.found !== 'route') return found;
  const { handlers } = modules.find(({ routes }) => routes === found.table)!;
  return { ...found, handler: handlers[found.name]! };
}

/** `GET, OPTIONS, POST`: every known path also answers OPTIONS. */
export function allowHeader(modules: readonly Module[], pathname: string): string | undefined {
  // No table has a route of this method, so the answer is the list of those it has.
  const match = findHandler(modules, 'OPTIONS', pathname);
  return match.found === 'path' ? [...match.allow, 'OPTIONS'].sort().join(', ') : undefined;
}
