import { CodecError } from '$lib/codec/errors';
import { asText, form, json, type Route, type RouteTable, type Schema, type TextShape } from '../http/route';
import { DAEMON_BOUNDS, type Bounds } from '../parameterBounds';
import { converted, type JsonCodec } from '../schemas/codec';
import { parameterCodecs, requirePlainText, type ReadBounds } from './shapes/readParameters';

const ROWS: Readonly<Record<string, Readonly<Record<string, Bounds>>>> = DAEMON_BOUNDS;

/** A module's routes as decoded by the embedded node, with parameters limited to the table of bounds. */
export const boundedRoutes = <T extends RouteTable>(table: T): T =>
  Object.fromEntries(Object.entries(table).map(([name, route]) => [name, boundedRoute(route)])) as T;

/** A single route of {@link boundedRoutes}. */
export function boundedRoute<R extends Route>(route: R): R {
  const rows = ROWS[`${route.method} ${route.path}`] ?? {};
  const codecs = parameterCodecs(Object.fromEntries(Object.entries(rows).filter(isText)));
  const within = (shape: TextShape): TextShape => (shape === asText ? codecs : shape);
  const clearable = new Set(Object.keys(rows).filter((name) => rows[name]!.clearable));
  const { body } = route;
  return {
    ...route,
    params: { ...route.params, ...codecs },
    query: within(route.query),
    body:
      body.kind === 'form'
        ? { ...form(within(body.fields)), clearable }
        : body.kind === 'json' && Object.keys(rows).length > 0
          ? json(withShortLists(body.schema, rows))
          : body
  };
}

const isText = (row: [string, Bounds]): row is [string, ReadBounds] =>
  row[1].kind !== 'texts' && row[1].kind !== 'decimal';

/** Rejects a JSON body if a list in it, or a text in a list, exceeds the bounds of its row. */
const withShortLists = (schema: Schema, rows: Readonly<Record<string, Bounds>>): Schema =>
  converted(
    schema as JsonCodec<object>,
    (body) => {
      for (const [field, items] of Object.entries(body)) {
        const name = field.toLowerCase();
        const bounds = rows[name];
        if (bounds?.kind !== 'texts') continue;
        if (items.length > bounds.largest) throw new CodecError(`more than ${bounds.largest} ${bounds.unit}`, name);
        for (const item of items) requirePlainText(item, bounds.longest!, name);
      }
      return body;
    },
    (body) => body
  );
