import { DAEMON_BOUNDS, WALLET_SERVER_BOUNDS, type Bounds } from '$lib/api/parameterBounds';
import type { Route, Schema } from '$lib/api/http/route';
import { pathHeight, queryCount, queryFlag } from '$lib/api/wallet-server/query';
import { WIRE_FORMS, type JsonSchema } from './wireForms.ts';

const ROWS: Readonly<Record<string, Readonly<Record<string, Bounds>>>> = DAEMON_BOUNDS;

/** The bounds of a daemon route's parameters. */
export const boundsOf = ({ method, path }: Route): Readonly<Record<string, Bounds>> => ROWS[`${method} ${path}`] ?? {};

/** Wallet server parameters with tighter bounds than their codec, by route. */
const CLOSER: Readonly<Record<string, { readonly name: string; readonly bounds: Bounds }>> = {
  'GET /consensus/updates/:index': { name: 'limit', bounds: WALLET_SERVER_BOUNDS.updates },
  'POST /batch/addresses/balance': { name: 'addresses', bounds: WALLET_SERVER_BOUNDS.addressesAsked },
  'POST /batch/addresses/events': { name: 'addresses', bounds: WALLET_SERVER_BOUNDS.addressesAsked },
  'POST /batch/addresses/outputs/svccoin': { name: 'addresses', bounds: WALLET_SERVER_BOUNDS.addressesAsked },
  'POST /batch/addresses/outputs/svcfund': { name: 'addresses', bounds: WALLET_SERVER_BOUNDS.addressesAsked },
  'POST /check/addresses': { name: 'addresses', bounds: WALLET_SERVER_BOUNDS.addressesAsked },
  'PUT /wallets/:id/batch/addresses': { name: '', bounds: WALLET_SERVER_BOUNDS.addressesAdded },
  'POST /seeds/:id/keys': { name: 'count', bounds: WALLET_SERVER_BOUNDS.keys }
};

const BODY_LISTS = new Set<Bounds>([WALLET_SERVER_BOUNDS.addressesAsked, WALLET_SERVER_BOUNDS.addressesAdded]);

/** Limits of a JSON body from the tables of bounds: for its fields, or for the list it consists of. */
export function bodyLimits(route: Route): JsonSchema | undefined {
  const closer = CLOSER[`${route.method} ${route.path}`];
  if (closer && route.body.kind === 'json') {
    const { name, bounds } = closer;
    const limit = BODY_LISTS.has(bounds)
      ? { maxItems: bounds.largest }
      : { minimum: bounds.smallest, maximum: bounds.largest };
    return name === '' ? limit : { properties: { [name]: limit } };
  }
  const lists = Object.entries(boundsOf(route)).filter(([, { kind }]) => kind === 'texts');
  if (lists.length === 0) return undefined;
  const limits = lists.map(([name, { largest, longest }]) => [
    name,
    { maxItems: largest, items: { maxLength: longest } }
  ]);
  return { properties: Object.fromEntries(limits) };
}

/** Schema of a path, query or form parameter. */
export function boundedSchema({ kind, unit, smallest, largest, missing }: Bounds): JsonSchema {
  const description = unit === 'flag' ? undefined : unit;
  const described = (schema: JsonSchema): JsonSchema => (description ? { ...schema, description } : schema);
  switch (kind) {
    case 'int':
    case 'uint':
    case 'count':
    case 'decimal':
      return described({ type: 'integer', minimum: smallest, maximum: largest });
    case 'number':
      return described({ type: 'number', minimum: smallest, maximum: largest });
    case 'amount':
    case 'wholeAmount':
      return described({ type: 'string', pattern: '^[0-9]{1,39}$' });
    case 'hash':
    case 'hex':
      return described({
        type: 'string',
        pattern: `^[0-9a-fA-F]{${smallest === largest ? largest : `${smallest},${largest}`}}$`
      });
    case 'text':
      return described({ type: 'string', maxLength: largest, ...(missing !== undefined && { minLength: 1 }) });
    case 'flag':
    case 'strictFlag':
    case 'anyFlag':
    case 'exactFlag':
      return described({ type: 'boolean' });
    case 'texts':
      return described({ type: 'array', items: { type: 'string' }, maxItems: largest });
  }
}

const byCodec = new Map<Schema, JsonSchema>([
  [queryCount, boundedSchema(WALLET_SERVER_BOUNDS.count)],
  [pathHeight, boundedSchema(WALLET_SERVER_BOUNDS.height)],
  [queryFlag, { type: 'boolean' }]
]);

/** Schema of a parameter by name and codec; the wallet server's wallet and seed numbers are called `id`. */
export function parameterSchema(route: Route, name: string, codec: Schema | undefined): JsonSchema {
  const bounds = boundsOf(route)[name];
  if (bounds) return boundedSchema(bounds);
  const closer = CLOSER[`${route.method} ${route.path}`];
  if (closer?.name === name) return boundedSchema(closer.bounds);
  if (!codec) return { type: 'string' };
  const known = byCodec.get(codec);
  if (known) return known;
  const form = Object.values(WIRE_FORMS).find(({ schema }) => schema === codec);
  if (form) return form.json;
  return /^\/(?:wallets|seeds)\/:id/.test(route.path) && name === 'id'
    ? boundedSchema(WALLET_SERVER_BOUNDS.id)
    : { type: 'string' };
}
