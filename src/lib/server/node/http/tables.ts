import type { Handlers, RequestOf, ResultOf, Route, RouteTable } from '$lib/api/http/route';
import { findRoute, type Found } from '$lib/api/http/findRoute';
import type { Steps } from '$lib/async/stepQueue';

/**
 * Handlers of long results, which are computed and printed in steps: other requests are answered in between. Those for
 * the same route are handled one after the other, and hold only their parameters while they wait.
 */
export type StepHandlers<T> = {
  readonly [Name in keyof T]: (request: RequestOf<T[Name]>) => Steps<ResultOf<T[Name]>>;
};

/** Step handlers that wait for something else before their turn, such as a new block. */
export type WaitingStepHandlers<T> = {
  readonly [Name in keyof T]: (
    request: RequestOf<T[Name]>,
    context: { readonly signal: AbortSignal }
  ) => Promise<Steps<ResultOf<T[Name]>>>;
};

/** A long result that takes no time to compute, only to print. */
export function* inSteps<T>(result: T): Steps<T> {
  return result;
}

/** One handler per route, of any kind. */
export type NodeHandlers<T> = {
  readonly [Name in keyof T]: Handlers<T>[Name] | StepHandlers<T>[Name] | WaitingStepHandlers<T>[Name];
};

/** A module's routes with their handlers. */
export interface Module {
  readonly routes: RouteTable;
  readonly handlers: Readonly<Record<string, Handler>>;
}

type Handler = (
  request: RequestOf<Route>,
  context: { readonly signal: AbortSignal }
) => ResultOf<Route> | Steps<ResultOf<Route>> | Promise<ResultOf<Route> | Steps<ResultOf<Route>>>;

/** Pairs a route table with its handlers; the compiler checks that none is missing. */
export const moduleOf = <T extends RouteTable>(routes: T, handlers: NodeHandlers<T>): Module => ({
  routes,
  handlers: handlers as unknown as Module['handlers']
});

/** Result of routing. */
export type Destination =
  | (Extract<Found, { found: 'route' }> & { readonly handler: Handler })
  | Exclude<Found, { found: 'route' }>;

/** Finds the handler for method and path, or the methods allowed for the path. */
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

/** `GET, OPTIONS, POST`: every known path also supports OPTIONS. */
export function allowHeader(modules: readonly Module[], pathname: string): string | undefined {
  // No table has an OPTIONS route, so the result lists the allowed methods.
  const match = findHandler(modules, 'OPTIONS', pathname);
  return match.found === 'path' ? [...match.allow, 'OPTIONS'].sort().join(', ') : undefined;
}
