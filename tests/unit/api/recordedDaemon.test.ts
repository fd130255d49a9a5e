import { describe, expect, test } from 'vitest';
import { decodeAnswer, encodeAnswer } from '$lib/api/http/response';
import { loadDaemonErrors } from '$lib/api/daemon/loadErrors';
import { boundedRoute } from '$lib/api/daemon/boundedRoutes';
import { daemonApi } from '$lib/api/daemon/modules';
import type { HostStatus } from '$lib/api/daemon/host';
import type { HostdbEntry, HostFilter, ScoreBreakdown } from '$lib/api/daemon/hostdb';
import type { RenterStatus } from '$lib/api/daemon/renter';
import { decodeRequest, encodeRequest } from '$lib/api/http/request';
import { get, text, type Route } from '$lib/api/http/route';
import { matchRoute } from '$lib/api/http/findRoute';
import {
  recordedAnswer,
  recordedAreas,
  recordedExchanges,
  recordedPathname,
  recordedRequest,
  type Exchange
} from '../../support/recordedDaemon';
import { fromRequest, toResponse } from '$lib/server/http/fetchMessages';

const LIMITS = { maxBytes: 10_000_000, timeoutMs: 60_000 };
const exchanges = recordedAreas()
  .flatMap(recordedExchanges)
  .filter(({ response }) => response.status !== 0);
const rows = exchanges.map((exchange) => [exchange.name, exchange] as const);

function routeOf({ request, ...rest }: Exchange): { route: Route; params: Record<string, string> } | undefined {
  for (const table of Object.values(daemonApi)) {
    const match = matchRoute(table, request.method, recordedPathname({ request, ...rest }));
    if (match.found === 'route') return match;
  }
  return undefined;
}

/** Responses that real daemons give in a form other than documented: both are read, the documented one is written. */
const REARRANGED = new Set(['/daemon/stack', '/host', '/hostdb/active', '/hostdb/all', '/hostdb/hosts/:pubkey', '/hostdb/filtermode', '/renter', '/renter/contracts', '/renter/backups']); // prettier-ignore

/** Undocumented daemon calls that no page uses, and browser preflights. */
const OUTSIDE =
  /^(?:OPTIONS|\w+ \/(?:wallet|tpool|explorer|skynet|feemanager|accounting|debug|gateway\/blacklist|daemon\/(?:start|stop)profile|renter\/(?:upload|stream|download|file|files|dir|rename|delete|prices|workers))\b)/;
const isOutside = ({ request }: Exchange): boolean => OUTSIDE.test(`${request.method} ${request.path}`);

/** Paths and methods in no table: only the failure matters. */
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

const refusesAgent = ({ response }: Exchange): boolean =>
  typeof response.body === 'string' && response.body.includes('"Browser access disabled');

describe('the client reads every recorded response', () => {
  const failures = rows.filter(([, { response }]) => response.status < 200 || response.status >= 300);
  test('including those to browsers', () =>
    expect(failures.filter(([, each]) => refusesAgent(each)).length).toBeGreaterThan(4));

  test.each(failures)('%s fails with its code', async (_, exchange) => {
    const code = refusesAgent(exchange) ? 'api/user-agent-refused' : CODE_OF_STATUS[exchange.response.status];
    expect(code).toBeDefined();
    const route = routeOf(exchange)?.route ?? anyRoute;
    // Only the text in the service's table shows that a browser is refused.
    const loadErrors = refusesAgent(exchange) ? loadDaemonErrors : undefined;
    await expect(decodeAnswer(route, recordedAnswer(exchange), LIMITS, loadErrors)).rejects.toMatchObject({
      code,
      status: exchange.response.status
    });
  });

  const known = rows.filter(([, exchange]) => exchange.response.status === 200 && routeOf(exchange));
  test.each(known)('%s decodes, and encodes to what was received', async (_, exchange) => {
    const { route } = routeOf(exchange)!;
    const decoded = await decodeAnswer(route, recordedAnswer(exchange), LIMITS);
    const again = toResponse(encodeAnswer(route, decoded));
    if (route.result.kind !== 'json') {
      expect(await again.bytes()).toEqual(await recordedAnswer(exchange).bytes());
      return;
    }
    expect(await decodeAnswer(route, again.clone(), LIMITS)).toEqual(decoded);
    if (REARRANGED.has(route.path)) return;
    // The daemon adds undocumented keys; the known ones must be unchanged.
    expect(await recordedAnswer(exchange).json()).toMatchObject(withDaemonBytes(withoutNulls(await again.json())));
  });

  const empty = rows.filter(([, exchange]) => exchange.response.status === 204 && !isOutside(exchange));
  test.each(empty)('%s is a success without content', async (_, exchange) => {
    const route = routeOf(exchange)?.route;
    expect(route).toBeDefined();
    expect(await decodeAnswer(route!, recordedAnswer(exchange), LIMITS)).toBeUndefined();
  });

  test('every success is covered', () => {
    const unread = rows.filter(
      ([, exchange]) => exchange.response.status === 200 && !routeOf(exchange) && !isOutside(exchange)
    );
    expect(unread.map(([name]) => name)).toEqual([]);
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

describe('parameters are decoded like the daemon decodes them', () => {
  const encodings = recordedExchanges('encoding').map((exchange) => [exchange.name, exchange] as const);
  test.each(encodings)('%s', async (_, exchange) => {
    const { route, params } = routeOf(exchange)!;
    const decoding = decodeRequest(boundedRoute(route), params, fromRequest(recordedRequest(exchange)));
    if (exchange.response.status >= 400) return expect(decoding).rejects.toMatchObject({ code: 'api/decode' });
    const { body } = await decoding;
    const speeds = Object.entries(body as object).map(([name, speed]) => [name, Number(speed)]);
    expect({ maxdownloadspeed: 0, maxuploadspeed: 0, ...Object.fromEntries(speeds) }).toEqual(exchange.effect);
  });
});

describe('user actions reach the daemon', () => {
  const taken = rows.filter(([, exchange]) => {
    const { request, response } = exchange;
    return (
      [200, 204].includes(response.status) && routeOf(exchange) && (request.body !== null || /\?/.test(request.path))
    );
  });
  // Parameters that no client sends, or sends in an equivalent form.
  const READ_AS: Readonly<Record<string, object>> = {
    'encoding.both': { maxdownloadspeed: 111n },
    'encoding.json': {},
    'host.post_json': {},
    'host.post_unknown_param': {},
    'host.post_bad_bool': { acceptingcontracts: false },
    'renter.post_bad_ipcheck': { checkforipviolation: false }
  };

  test.each(taken.filter(([name]) => !/surplus|trailing|111_extra/.test(name)))('%s', async (name, exchange) => {
    const { route, params } = routeOf(exchange)!;
    const call = await decodeRequest(boundedRoute(route), params, fromRequest(recordedRequest(exchange)));
    if (READ_AS[name]) expect(call.body).toEqual(READ_AS[name]);
    const { body, headers, pathname, search } = encodeRequest(route, call);
    expect(pathname).toBe(recordedPathname(exchange));
    expect(headers['content-type']).toBe(CONTENT_TYPES[route.body.kind]);

    const sent = new Request(`http://daemon${pathname}${search}`, { method: route.method, headers, body });
    expect(await decodeRequest(boundedRoute(route), params, fromRequest(sent.clone()))).toEqual(call);
    if (route.body.kind === 'bytes') expect(await sent.bytes()).toEqual(await recordedRequest(exchange).bytes());
    // A daemon must not have to guess: integers are digits, flags are words.
    if (route.body.kind === 'form') {
      const given = new URLSearchParams(await sent.text());
      for (const [field, value] of given) {
        if (typeof (call.body as Record<string, unknown>)[field] === 'boolean')
          expect(value).toMatch(/^(?:true|false)$/);
        if (typeof (call.body as Record<string, unknown>)[field] === 'bigint') expect(value).toMatch(/^\d+$/);
      }
    }
  });
});

const CONTENT_TYPES: Record<Route['body']['kind'], string | undefined> = {
  empty: undefined,
  form: 'application/x-www-form-urlencoded',
  json: 'application/json',
  bytes: 'application/octet-stream'
};

describe('differences between document and daemons are normalized', () => {
  const decoded = async <T>(name: string): Promise<T> => {
    const exchange = exchanges.find((candidate) => candidate.name === name)!;
    return (await decodeAnswer(routeOf(exchange)!.route, recordedAnswer(exchange), LIMITS)) as T;
  };

  test('registry settings, and the account expiry in seconds', async () => {
    const { internalSettings, externalSettings } = await decoded<HostStatus>('host.get');
    expect(internalSettings).toMatchObject({
      registrySize: 49_152n,
      customRegistryPath: '',
      ephemeralAccountExpiry: 600n
    });
    expect(externalSettings.ephemeralAccountExpiry).toBe(600n);
  });

  test('scans, newest first', async () => {
    const { entry } = await decoded<{ entry: HostdbEntry }>('hostdb.host');
    expect(entry.scanHistory.map(({ timestamp }) => new Date(timestamp * 1000).toISOString())).toEqual([
      '2026-11-20T05:22:48.000Z',
      '2026-11-20T05:12:48.000Z'
    ]);
    expect(entry.publicKey).toBe('ed25519:8e59c22db32fea18dbfde172693485498cca4324eea0ab4289b1e6b0150ebb6f');
  });

  test('the price factor', async () => {
    const { scoreBreakdown } = await decoded<{ scoreBreakdown: ScoreBreakdown }>('hostdb.host');
    expect(scoreBreakdown.priceAdjustment).toBe(9.037534154589758e-24);
    expect(scoreBreakdown.score).toBe(6146608526463470649210184154527270642003501876043049781530497908736n);
  });

  test('the mode of a filter that was never set', async () => {
    expect(await decoded<HostFilter>('std_hostdb_filtermode')).toEqual({
      filterMode: 'disable',
      hosts: [],
      netAddresses: []
    });
  });

  test('the state of uploads', async () => {
    const { uploadsStatus, memoryStatus } = await decoded<RenterStatus>('renter.get');
    expect(uploadsStatus).toEqual({ paused: false, pauseEndTime: 0 });
    const { registry, userUpload, userDownload, system, ...total } = memoryStatus!;
    expect(total.priorityReserve).toBe(2n ** 26n);
    expect(total.base).toBe([registry, userUpload, userDownload, system].reduce((sum, { base }) => sum + base, 0n));
  });

  test('null lists', async () => {
    expect(await decoded('host.contracts')).toEqual({ contracts: [] });
    expect(await decoded('fresh.hostdb_active')).toEqual({ hosts: [] });
    expect(await decoded('renterb.contracts_expired')).toMatchObject({ contracts: [], active: [], recoverable: [] });
  });
});
