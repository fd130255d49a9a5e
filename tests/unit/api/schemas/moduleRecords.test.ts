import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { decodeAnswer, encodeAnswer } from '$lib/api/http/response';
import { boundedRoute } from '$lib/api/daemon/boundedRoutes';
import { hostRoutes } from '$lib/api/daemon/host';
import { hostdbRoutes } from '$lib/api/daemon/hostdb';
import { renterRoutes } from '$lib/api/daemon/renter';
import { bignum, currency, int, seconds, u64, wrappedHeight } from '$lib/api/daemon/shapes/values';
import { decodeRequest, encodeRequest } from '$lib/api/http/request';
import type { Route } from '$lib/api/http/route';
import { recordedAnswer, recordedAreas, recordedExchanges } from '../../../support/recordedDaemon';
import { fromRequest, toResponse } from '$lib/server/http/fetchMessages';

const LIMITS = { maxBytes: 10_000_000, timeoutMs: 60_000 };
const MAX_U64 = (1n << 64n) - 1n;
const recorded = new Map(
  recordedAreas()
    .flatMap(recordedExchanges)
    .map((exchange) => [exchange.name, exchange])
);

/** Bounds narrower than those of the type: 31 years in seconds would be read as nanoseconds. */
const BOUNDED: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  ephemeralAccountExpiry: fc.bigInt({ min: 0n, max: 999_999_999n }),
  pauseEndTime: fc.nat(),
  expectedRedundancy: fc.double({ min: 0, max: 1e6, noNaN: true }),
  // Parameters.
  expectedredundancy: fc.double({ min: 0.001, max: 1e6, noNaN: true }),
  registrysize: fc.bigInt({ min: 0n, max: MAX_U64 - 16_383n })
};

/** Values in the form of a sample, with arbitrary numbers and flags, and unchanged text. */
function like(sample: unknown, key = ''): fc.Arbitrary<unknown> {
  if (BOUNDED[key]) return BOUNDED[key];
  if (typeof sample === 'bigint') return fc.oneof(fc.bigInt({ min: 0n, max: MAX_U64 }), fc.constantFrom(0n, MAX_U64));
  if (typeof sample === 'number') return fc.nat();
  if (typeof sample === 'boolean') return fc.boolean();
  if (sample instanceof Uint8Array) return fc.constant(sample);
  if (Array.isArray(sample)) {
    return sample.length === 0 ? fc.constant([]) : fc.array(like(sample[0]), { maxLength: 3 });
  }
  if (typeof sample !== 'object' || sample === null) return fc.constant(sample);
  return fc.record(Object.fromEntries(Object.entries(sample).map(([name, value]) => [name, like(value, name)])));
}

interface Scans {
  scanHistory?: { timestamp: number }[];
}

/** Scans must be in order, including generated ones. */
function inOrder(value: unknown): unknown {
  const entries = ((value as { hosts?: Scans[] }).hosts ?? [(value as { entry?: Scans }).entry]) as (
    | Scans
    | undefined
  )[];
  for (const entry of entries) entry?.scanHistory?.sort((a, b) => b.timestamp - a.timestamp);
  return value;
}

const answers: [name: string, route: Route][] = [
  ['host.get', hostRoutes.status],
  ['host.bandwidth', hostRoutes.bandwidth],
  ['host.contracts_two', hostRoutes.contracts],
  ['host.contract_by_id', hostRoutes.contract],
  ['host.storage', hostRoutes.folders],
  ['host.estimatescore', hostRoutes.estimateScore],
  ['hostdb.all', hostdbRoutes.all],
  ['hostdb.host', hostdbRoutes.host],
  ['hostdb.filtermode_whitelist', hostdbRoutes.filterMode],
  ['renter.get', renterRoutes.status],
  ['renter.contracts_data', renterRoutes.contracts],
  ['renterb.contracts_expired', renterRoutes.contracts],
  ['renter.backups_get', renterRoutes.backups]
];

describe('an encoded response decodes to the same value', () => {
  test.each(answers)('%s', async (name, route) => {
    const sample: unknown = await decodeAnswer(route, recordedAnswer(recorded.get(name)!), LIMITS);
    await fc.assert(
      fc.asyncProperty(like(sample).map(inOrder), async (value) => {
        expect(await decodeAnswer(route, toResponse(encodeAnswer(route, value as never)), LIMITS)).toEqual(value);
      }),
      { numRuns: 50 }
    );
  });

  test('backups, in the documented form and in that of daemons', async () => {
    const backup = { name: 'sunday', uid: '', creationDate: 1_700_000_000, size: MAX_U64, uploadProgress: 12.5 };
    const { uploadedBackups } = renterRoutes;
    const written = toResponse(encodeAnswer(uploadedBackups, [backup] as never));
    expect(await written.clone().json()).toBeInstanceOf(Array);
    expect(await decodeAnswer(uploadedBackups, written, LIMITS)).toEqual([backup]);
    const daemons = new Response('{"backups":[{"name":"sunday","creationdate":1,"size":2,"uploadprogress":100}]}');
    expect(await decodeAnswer(uploadedBackups, daemons, LIMITS)).toMatchObject([{ name: 'sunday', size: 2n }]);
  });
});

describe('the documented form of a response is read too', () => {
  const read = async (name: string, route: Route, change: (text: string) => string): Promise<unknown> => {
    const exchange = recorded.get(name)!;
    const text = change(await recordedAnswer(exchange).text());
    return decodeAnswer(route, new Response(text), LIMITS);
  };

  test('paused uploads at the top level, with a Unix time', async () => {
    const moved = (text: string) =>
      text
        .replace(/,"uploadsstatus":\{[^}]*\}/, '')
        .replace('"currentperiod"', '"uploadsstatus":{"pause":true,"pauseendtime":1700000000},"currentperiod"');
    expect(await read('renter.get', renterRoutes.status, moved)).toMatchObject({
      uploadsStatus: { paused: true, pauseEndTime: 1_700_000_000 }
    });
  });

  test('a period that began before the first block, wrapped around', async () => {
    const young = (text: string) => text.replace(/"currentperiod":\d+/, '"currentperiod":18446744073709547578');
    expect(await read('renter.get', renterRoutes.status, young)).toMatchObject({ currentPeriod: -4038 });
    expect(z.encode(wrappedHeight, -4038)).toBe(18_446_744_073_709_547_578n);
  });

  test('registry settings among the external ones, and seconds of expiry', async () => {
    const moved = (text: string) =>
      text
        .replace(',"customregistrypath":"","registrysize":49152', '')
        .replaceAll('"ephemeralaccountexpiry":600000000000', '"ephemeralaccountexpiry":604800')
        .replace('"externalsettings":{', '"externalsettings":{"registrysize":16384,"customregistrypath":"/r",');
    expect(await read('host.get', hostRoutes.status, moved)).toMatchObject({
      internalSettings: { registrySize: 16_384n, customRegistryPath: '/r', ephemeralAccountExpiry: 604_800n }
    });
  });

  test('the price factor, and the other spellings of costs', async () => {
    const named = (text: string) => text.replace('pricesmultiplier', 'priceadjustment');
    expect(await read('hostdb.host', hostdbRoutes.host, named)).toMatchObject({
      scoreBreakdown: { priceAdjustment: 9.037534154589758e-24 }
    });
    const spelled = (text: string) => text.replaceAll('dropsectors', 'dropsector').replace('"validity"', '"expiry"');
    expect(await read('host.get', hostRoutes.status, spelled)).toMatchObject({
      priceTable: { dropSectorsBaseCost: 1n, dropSectorsUnitCost: 1n, validity: 300_000_000_000n }
    });
  });

  test('scans with the newest first', async () => {
    const turned = (text: string) => text.replace(/"scanhistory":\[(\{[^}]*\}),(\{[^}]*\})\]/, '"scanhistory":[$2,$1]');
    expect(await read('hostdb.host', hostdbRoutes.host, turned)).toEqual(
      await read('hostdb.host', hostdbRoutes.host, (text) => text)
    );
  });

  test('numbers instead of text, and text instead of numbers', async () => {
    const other = (text: string) =>
      text.replaceAll(/"(\d+)"/g, '$1').replaceAll(/:(\d+)(?=[,}])/g, (found, digits: string) => `:"${digits}"`);
    for (const [name, route] of [
      ['host.contracts_two', hostRoutes.contracts],
      ['renter.contracts_data', renterRoutes.contracts]
    ] as const) {
      expect(await read(name, route, other)).toEqual(await read(name, route, (text) => text));
    }
  });

  test('records without the fields of newer daemons', async () => {
    const older = (text: string) =>
      text
        .replaceAll(/,?"(?:baserpcprice|sectoraccessprice|maxephemeralaccountbalance|siamuxport)":"\d*"/g, '')
        .replaceAll(/,"ephemeralaccountexpiry":\d+/g, '');
    expect(await read('hostdb.host', hostdbRoutes.host, older)).toMatchObject({ entry: { acceptingContracts: true } });
  });
});

describe('an encoded request decodes to the same call', () => {
  const requests: [name: string, route: Route, call: Record<string, unknown>][] = [
    ['host settings', hostRoutes.configure, { minstorageprice: 1n, registrysize: 1n, acceptingcontracts: true, netaddress: 'a b&c=d:1', windowsize: 1n }],
    ['a folder', hostRoutes.addFolder, { path: '/srv/ä b+c', size: 1n }],
    ['a new size', hostRoutes.resizeFolder, { path: '/srv', newsize: 1n }],
    ['a folder to remove', hostRoutes.removeFolder, { path: '/srv', force: true }],
    ['an allowance', renterRoutes.configure, { funds: 1n, period: 1n, hosts: 1n, expectedstorage: 1n, expectedredundancy: 2.5, checkforipviolation: false }],
    ['a directory', renterRoutes.bubble, { rootsiapath: true, force: false, recursive: true }]
  ]; // prettier-ignore

  test.each(requests)('%s', async (_, route, sample) => {
    await fc.assert(
      fc.asyncProperty(like(sample), async (body) => {
        const { pathname, headers, body: text } = encodeRequest(route, { body });
        const sent = new Request(`http://daemon${pathname}`, { method: 'POST', headers, body: text });
        expect((await decodeRequest(boundedRoute(route), {}, fromRequest(sent))).body).toEqual(body);
      }),
      { numRuns: 50 }
    );
  });

  test('a currency far beyond 64 bits is exact', async () => {
    const funds = (1n << 127n) + 12_345_678_901_234_567_891n;
    const { body } = encodeRequest(renterRoutes.configure, { body: { funds } });
    expect(body).toBe(`funds=${funds}`);
  });

  const form = (route: Route, text: string) =>
    decodeRequest(boundedRoute(route), {}, fromRequest(new Request(`http://daemon${route.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: text
    }))); // prettier-ignore

  test.each<[string, Route, string, string]>([
    ['a size beyond 64 bits', hostRoutes.configure, 'windowsize=18446744073709551616', 'strconv.ParseUint: parsing "18446744073709551616": value out of range'],
    ['a negative size', hostRoutes.configure, 'windowsize=-1', 'expected integer'],
    ['a negative amount', hostRoutes.configure, 'minstorageprice=-1', 'negative currency not allowed'],
    ['an invalid amount', hostRoutes.configure, 'minstorageprice=x', 'expected integer'],
    ['a missing size', hostRoutes.addFolder, 'path=/a', 'EOF'],
    ['a missing path', hostRoutes.addFolder, 'size=1', 'storage folder paths must be absolute'],
    ['an invalid flag', renterRoutes.bubble, 'force=1', 'could not decode boolean: value was not true or false'],
    ['a prefix without digits', hostRoutes.configure, 'windowsize=0x', 'expected integer'],
    ['an underscore after a number', hostRoutes.configure, 'windowsize=1__0', 'expected integer'],
    ['a flag of spaces', hostRoutes.configure, 'acceptingcontracts=+', 'EOF'],
    ['a misspelled setting', hostRoutes.configure, 'acceptingcontracts=tru', 'syntax error scanning boolean'],
    ['an invalid lenient flag', renterRoutes.bubble, 'recursive=yes', 'strconv.ParseBool: parsing "yes": invalid syntax'],
    ['an invalid number', renterRoutes.configure, 'expectedredundancy=x', 'strconv.ParseFloat: parsing "": invalid syntax'],
    ['an id of the wrong length', renterRoutes.cancelContract, 'id=ab', 'encoded value has the wrong length to be a hash'],
    ['a non-hexadecimal id', renterRoutes.cancelContract, `id=${'z'.repeat(64)}`, "could not unmarshal hash: encoding/hex: invalid byte: U+007A 'z'"]
  ])('%s is rejected with the daemon’s message', async (_, route, text, reason) => {
    await expect(form(route, text)).rejects.toMatchObject({ code: 'api/decode', part: 'body', reason });
  }); // prettier-ignore

  test.each<[string, Route, string, object]>([
    ['any other text for a flag', hostRoutes.configure, 'acceptingcontracts=yes', { acceptingcontracts: false }],
    ['the start of a flag', hostRoutes.configure, 'acceptingcontracts=+TrueX', { acceptingcontracts: true }],
    ['a unit after an amount', hostRoutes.configure, 'minstorageprice=1SC', { minstorageprice: 1n }],
    ['a letter after a number', hostRoutes.configure, 'windowsize=10x5', { windowsize: 10n }],
    ['hexadecimal digits', hostRoutes.configure, 'windowsize=0x10', { windowsize: 16n }],
    ['force, in another spelling', hostRoutes.removeFolder, 'path=/a&force=True', { path: '/a', force: false }],
    ['abbreviated booleans', renterRoutes.bubble, 'recursive=t', { recursive: true }]
  ])('%s is parsed like daemons do', async (_, route, text, body) => {
    expect((await form(route, text)).body).toEqual(body);
  });
});

test('an integer in text has at most 100 digits: converting millions would take seconds', () => {
  const nines = (digits: number) => '9'.repeat(digits);
  expect(z.parse(currency, nines(100))).toBe(BigInt(nines(100)));
  for (const schema of [currency, u64, bignum, int, seconds])
    expect(z.safeParse(schema, nines(101)).success).toBe(false);
});
