import { pathPattern, type PathPattern } from './path';
import type { Route, RouteTable } from './route';

/** Result of routing in a single table: the route, or the methods allowed for the path. */
export type Match<T extends RouteTable> =
  | {
      readonly found: 'route';
      readonly name: keyof T & string;
      readonly route: Route;
      readonly params: Record<string, string>;
    }
  | { readonly found: 'path'; readonly allow: readonly string[] }
  | { readonly found: 'nothing' };

/** Finds the route for a request path (without query, escapes as sent). */
export function matchRoute<T extends RouteTable>(routes: T, method: string, pathname: string): Match<T> {
  const allow = new Set<string>();
  return matchSegments(routes, method, pathname.split('/'), allow) ?? allowing(allow);
}

/** @param allow receives the methods that the path does have */
function matchSegments<T extends RouteTable>(
  routes: T,
  method: string,
  segments: readonly string[],
  allow: Set<string>
): Extract<Match<T>, { found: 'route' }> | undefined {
  for (const { name, route, pattern } of ordered(routes)[segments.length] ?? []) {
    const params = pattern.matchSegments(segments);
    if (!params) continue;
    if (route.method === method) return { found: 'route', name, route, params };
    allow.add(route.method);
  }
  return undefined;
}

/** Result of routing in several tables; `table` is the one with the route. */
export type Found =
  | {
      readonly found: 'route';
      readonly table: RouteTable;
      readonly name: string;
      readonly route: Route;
      readonly params: Record<string, string>;
    }
  | Exclude<Match<RouteTable>, { found: 'route' }>;

/** Looks up a request path in several tables, in order; the allowed methods of all tables are merged. */
export function findRoute(tables: readonly RouteTable[], method: string, pathname: string): Found {
  const allow = new Set<string>();
  const segments = pathname.split('/');
  for (const table of tables) {
    const match = matchSegments(table, method, segments, allow);
    if (match) return { ...match, table };
  }
  return allowing(allow);
}

const allowing = (methods: ReadonlySet<string>): Exclude<Found, { found: 'route' }> =>
  methods.size > 0 ? { found: 'path', allow: [...methods].sort() } : { found: 'nothing' };

interface Listed {
  readonly name: string;
  readonly route: Route;
  readonly pattern: PathPattern;
}

const orders = new WeakMap<RouteTable, readonly (readonly Listed[] | undefined)[]>();

/** The table's routes by number of segments, literal paths before parameters, regardless of the table's order. */
function ordered(routes: RouteTable): readonly (readonly Listed[] | undefined)[] {
  let order = orders.get(routes);
  if (order === undefined) {
    const byLength: Listed[][] = [];
    for (const [name, route] of Object.entries(routes)) {
      (byLength[route.path.split('/').length] ??= []).push({ name, route, pattern: pathPattern(route.path) });
    }
    byLength.forEach((listed) => listed.sort((a, b) => parameterCount(a.route) - parameterCount(b.route)));
    order = byLength;
    orders.set(routes, order);
  }
  return order;
}

const parameterCount = (route: Route): number => route.path.split('/:').length - 1;
