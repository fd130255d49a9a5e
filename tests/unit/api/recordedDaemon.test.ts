import { describe, expect, test } from 'vitest';
import { decodeAnswer, encodeAnswer } from '../../../src/lib/api/answer';
import { daemonApi } from '../../../src/lib/api/daemon/modules';
import { decodeRequest, encodeRequest } from '../../../src/lib/api/request';
import { get, matchRoute, text, type Route } from '../../../src/lib/api/route';
import {
  recordedAnswer,
  recordedExchanges,
  recordedPathname,
  recordedRequest,
  type Exchange
} from '../../support/recordedDaemon';

const AREAS = [
  'consensus', 'miner', 'auth', 'ua', 'cors', 'method', 'encoding', 'disabled', 'loading', 'daemon', 'gateway',
  'subscribe', 'validate', 'host', 'hostdb', 'renter', 'renterb', 'fresh', 'std', 'testing', 'testnet', 'reorg', 'tpool',
  'noauth'
]; // prettier-ignore

const LIMITS = { maxBytes: 10_000_000, timeoutMs: 1000 };
const exchanges = AREAS.flatMap(recordedExchanges).filter(({ response }) => response.status !== 0);
const rows = exchanges.map((exchange) => [exchange.name, exchange] as const);

function routeOf({ request, ...rest }: Exchange): { route: Route; params: Record<string, string> } | undefined {
  for (const table of Object.values(daemonApi)) {
    const match = matchRoute(table, request.method, recordedPathname({ request, ...rest }));
    if (match.found === 'route') return match;
  }
  return undefined;
}

/** Answers that real daemons give in another form than the document: what is read is one thing, what is written is the document's. */
const REARRANGED = new Set(['/host', '/hostdb/active', '/hostdb/all', '/hostdb/hosts/:pubkey', '/hostdb/filtermode', '/renter', '/renter/contracts', '/renter/backups']); // prettier-ignore

/** Calls of the daemon that no document knows and that pages have no use for. */
const UNDOCUMENTED = ['renter.upload', 'renterb.upload', 'testing.unlock'];

/** Paths and methods that are in no table: only the failure is of interest. */
const anyRoute = get('/somewhere', text);

const CODE_OF_STATUS: Record<number, string> = {
  301: 'api/redirected',
  400: 'api/bad-request',
  401: 'api/unauthorized',
  404: 'api/not-found',
  405: 'api/method-not-allowed',
  490: 'api/module-loading',
  491: 'api/module-disabled',
  500: 'api/server-error'
};

const refusedAgents = ['ua.empty', 'ua.mozilla', 'ua.unknown_path', 'cors.browser_get', 'cors.preflight_header', 'miner.header_get_noua']; // prettier-ignore

describe('the client reads every recorded answer', () => {
  const failures = rows.filter(([, { response }]) => response.status < 200 || response.status >= 300);
  test.each(failures)('%s fails with its code', async (name, exchange) => {
    const code = refusedAgents.includes(name) ? 'api/user-agent-refused' : CODE_OF_STATUS[exchange.response.status];
    expect(code).toBeDefined();
    const route = routeOf(exchange)?.route ?? anyRoute;
    await expect(decodeAnswer(route, recordedAnswer(exchange), LIMITS)).rejects.toMatchObject({
      code,
      status: exchange.response.status
    });
  });

  const known = rows.filter(([, exchange]) => exchange.response.status === 200 && routeOf(exchange));
  test.each(known)('%s decodes, and encodes to what was received', async (_, exchange) => {
    const { route } = routeOf(exchange)!;
    const decoded = await decodeAnswer(route, recordedAnswer(exchange), LIMITS);
    const again = encodeAnswer(route, decoded);
    if (route.result.kind !== 'json') {
      expect(await again.bytes()).toEqual(await recordedAnswer(exchange).bytes());
      return;
    }
    expect(await decodeAnswer(route, again.clone(), LIMITS)).toEqual(decoded);
    if (REARRANGED.has(route.path)) return;
    // The daemon adds keys that no document knows; those we know must come back unchanged.
    expect(await recordedAnswer(exchange).json()).toMatchObject(withDaemonBytes(withoutNulls(await again.json())));
  });

  const empty = rows.filter(([name, { response }]) => response.status === 204 && !UNDOCUMENTED.includes(name));
  test.each(empty)('%s is a success without content', async (_, exchange) => {
    const route = routeOf(exchange)?.route;
    expect(route).toBeDefined();
    expect(await decodeAnswer(route!, recordedAnswer(exchange), LIMITS)).toBeUndefined();
  });

  test('nothing is left unread', () => {
    const unread = rows.filter(([, exchange]) => exchange.response.status === 200 && !routeOf(exchange));
    expect(unread.map(([name]) => name)).toEqual([
      'method.OPTIONS_consensus',
      'method.OPTIONSstar',
      'gateway.blacklist_alias',
      'tpool.transactions',
      'tpool.transactions2',
      'noauth.options'
    ]);
  });
});

/** Where the document has arrays of bytes, daemons write base64. */
function withDaemonBytes(value: object): object {
  const base64 = (bytes: number[]) => Buffer.from(bytes).toString('base64');
  return JSON.parse(JSON.stringify(value), (key, inner: unknown) =>
    key === 'arbitrarydata' && Array.isArray(inner) && Array.isArray(inner[0]) ? inner.map(base64) : inner
  ) as object;
}

/** An empty list may have been null. */
const withoutNulls = (value: object): object =>
  Object.fromEntries(Object.entries(value).filter(([, inner]) => !(Array.isArray(inner) && inner.length === 0)));

describe('parameters are read as the daemon reads them', () => {
  const encodings = recordedExchanges('encoding').map((exchange) => [exchange.name, exchange] as const);
  test.each(encodings)('%s', async (_, exchange) => {
    const { route, params } = routeOf(exchange)!;
    const { body } = await decodeRequest(route, params, recordedRequest(exchange));
    expect({ maxdownloadspeed: 0, maxuploadspeed: 0, ...(body as object) }).toEqual(exchange.effect);
  });
});

describe('what a person asked for reaches the daemon', () => {
  const forms = recordedExchanges('encoding').filter(({ name }) => name === 'encoding.urlencoded');
  const blocks = recordedExchanges('miner').filter(
    ({ request, response }) => request.method === 'POST' && response.status === 204
  );
  test.each([...forms, ...blocks].map((exchange) => [exchange.name, exchange] as const))('%s', async (_, exchange) => {
    const { route, params } = routeOf(exchange)!;
    const call = await decodeRequest(route, params, recordedRequest(exchange));
    const { body, headers, pathname } = encodeRequest(route, call);
    expect(pathname).toBe(exchange.request.path);
    expect(new Uint8Array(await new Response(body).arrayBuffer())).toEqual(await recordedRequest(exchange).bytes());
    expect(headers['content-type']).toBe(
      route.body.kind === 'form' ? 'application/x-www-form-urlencoded' : 'application/octet-stream'
    );
  });
});
