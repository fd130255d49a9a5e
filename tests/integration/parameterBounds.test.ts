import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nearestRegistrySize } from '$lib/api/daemon/hostLimits';
import { createHostdbClient } from '$lib/api/daemon/hostdb';
import { createRenterClient, type RenterClient } from '$lib/api/daemon/renter';
import { DAEMON_BOUNDS, WALLET_SERVER_BOUNDS, type Bounds } from '$lib/api/parameterBounds';
import { SERVICES } from '$lib/api/services/services';
import { signingServerRoutes } from '$lib/api/signing-server/routes';
import type { Route } from '$lib/api/http/route';
import { walletServerRoutes } from '$lib/api/wallet-server/routes';
import { VOID_ADDRESS } from '$lib/chain/address';
import { MAX_HASTINGS } from '$lib/chain/currency/currency';
import { beginHosting, openHostNode, type HostNode } from '../support/hostNode';
import { ask, mine } from '../support/node';
import { temporaryFolder } from '../support/temporary';

// Every row of the table at and beyond its bounds, against a node whose host and renter have contracts.

let open: HostNode & { readonly renter: RenterClient };
let directory: string;

const FUNDS = 10n ** 28n;
const PLAIN_ALLOWANCE = { funds: FUNDS, period: 200n, renewwindow: 50n, hosts: 3n };

beforeAll(async () => {
  directory = temporaryFolder('bounds');
  const node = await openHostNode();
  open = { ...node, renter: createRenterClient(node.transport) };
  await beginHosting(open, directory, 1n << 30n);
  await open.renter.configure({ body: { ...PLAIN_ALLOWANCE, expectedstorage: 10n ** 10n } as never });
  await mine(open, 20);
  expect((await open.renter.contracts()).active.length).toBeGreaterThan(0);
});
afterAll(() => open.node.close());

type Fields = Readonly<Record<string, string>>;

async function send(route: string, fields: Fields, pathFields: Fields = {}): Promise<Response> {
  const [method = '', path = ''] = route.split(' ');
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(pathFields[name] ?? ''));
  const form = new URLSearchParams(fields);
  if (method === 'GET') return ask(open, `${filled}${form.size > 0 ? `?${form}` : ''}`);
  return ask(open, filled, { method, body: form });
}

/** All settings, by parameter name, as read by our own client. */
async function settings(): Promise<Record<string, Record<string, unknown>>> {
  const lower = (value: object) => Object.fromEntries(Object.entries(value).map(([k, v]) => [k.toLowerCase(), v]));
  const { allowance, ...renter } = (await open.renter.status()).settings;
  const { maxDownloadSpeed, maxUploadSpeed } = await open.daemon.daemon.settings();
  const gateway = await open.daemon.gateway.status();
  return {
    'POST /host': lower((await open.host.status()).internalSettings),
    'POST /renter': { ...lower(renter), ...lower(allowance), checkforipviolation: renter.ipViolationCheck },
    'POST /daemon/settings': { maxdownloadspeed: maxDownloadSpeed, maxuploadspeed: maxUploadSpeed },
    'POST /gateway': { maxdownloadspeed: gateway.maxDownloadSpeed, maxuploadspeed: gateway.maxUploadSpeed }
  };
}

/** Read-only GETs without path parameters. */
const plainGets = (routes: Route[], prefix = ''): string[] =>
  routes
    .filter(({ method, effect, path }) => method === 'GET' && effect === 'read' && !path.includes(':'))
    .map(({ path }) => `${prefix}${path}`);

async function expectAnswered(paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    const { status } = await ask(open, path);
    expect(`${status} ${path}`).toMatch(/^20[04] /);
  }
}

/** Lists of all hosts, which would take three quarters of the time. Their entries are all made alike. */
const HOSTS = ['/hostdb/active', '/hostdb/all'];

/** The daemon's GETs: its settings concern no other API. */
async function expectDaemonAnswered(): Promise<void> {
  const tables = await SERVICES.daemon.loadTables();
  const paths = plainGets(tables.flatMap((table) => Object.values<Route>(table)));
  const without = ['/consensus/blocks', ...HOSTS];
  const instead = ['/consensus/blocks?height=1', '/hostdb/active?numhosts=3'];
  await expectAnswered([...paths.filter((path) => !without.includes(path)), ...instead]);
  const hostdb = createHostdbClient(open.transport);
  const few = { query: { numhosts: 3 } };
  await Promise.all([hostdb.active(few), open.renter.contracts(), open.host.contracts(), settings()]);
}

/** Prices depend on one another, and an allowance requires two parameters. */
function companions(route: string, name: string): Fields {
  if (route === 'POST /renter') {
    return Object.fromEntries(Object.entries(PLAIN_ALLOWANCE).map(([key, value]) => [key, String(value)]));
  }
  if (route !== 'POST /host') return {};
  return name === 'mindownloadbandwidthprice'
    ? { minbaserpcprice: '0', minsectoraccessprice: '0' }
    : { mindownloadbandwidthprice: String(MAX_HASTINGS) };
}

const settable = ['POST /daemon/settings', 'POST /gateway', 'POST /host', 'POST /renter'] as const;
const rows = Object.entries(DAEMON_BOUNDS).flatMap(([route, parameters]) =>
  Object.entries(parameters as Record<string, Bounds>).map(([name, bounds]) => ({ route, name, bounds }))
);
const numbers = rows.filter(
  ({ route, bounds }) =>
    (settable as readonly string[]).includes(route) &&
    ['int', 'uint', 'amount', 'wholeAmount', 'number'].includes(bounds.kind)
);
const edgesOf = ({ kind, smallest, largest }: Bounds) =>
  kind === 'number'
    ? { inside: [smallest, largest], outside: [0, -Number.MIN_VALUE, Number(largest) * (1 + 2 ** -52), 1e308] }
    : { inside: [smallest, largest], outside: [BigInt(smallest) - 1n, BigInt(largest) + 1n] };

describe.each(settable)('%s', (route) => {
  const own = numbers.filter((row) => row.route === route);

  test.each(own)('$name is stored at its minimum and maximum', async ({ name, bounds }) => {
    for (const value of edgesOf(bounds).inside) {
      const answer = await send(route, { ...companions(route, name), [name]: String(value) });
      expect(answer.status, await answer.text()).toBe(204);
      const expected = name === 'registrysize' ? nearestRegistrySize(value as bigint) : value;
      expect((await settings())[route]?.[name]).toBe(expected);
      await mine(open);
      await expectDaemonAnswered();
    }
    await send(route, { ...companions(route, name), [name]: String(bounds.smallest) });
  });

  test.each(own)('$name is rejected beyond either, by name, and nothing changes', async ({ name, bounds }) => {
    const before = await settings();
    for (const value of edgesOf(bounds).outside) {
      // Only zero funds with a zero period cancel the allowance.
      const answer = await send(route, { ...companions(route, name), [name]: String(value) });
      expect({ value, status: answer.status }).toEqual({ value, status: 400 });
      expect(await answer.json()).toMatchObject({ parameter: name });
    }
    expect(await settings()).toEqual(before);
  });
});

const ODD = [
  ...['NaN', 'nan', 'Infinity', '-Infinity', 'inf', '1e400', '-1e400', '1e308', '-0', '+0', '-1', '', ' ', '\t', '0x'],
  ...['9'.repeat(400), `-${'9'.repeat(400)}`, `0x${'f'.repeat(400)}`, '９', '٣', '१', '1_', '1\0', '\0', '😀', 'true'],
  ...['\ud800', '%00', '../..', `${'9'.repeat(99)}e${'9'.repeat(99)}`, '.', '..', '-', '+', 'null', '{}', '[]']
];

test.each(rows)('$route accepts or rejects anything for $name, and stays readable', async ({ route, name, bounds }) => {
  const inPath = route.includes(`:${name}`);
  const lengths = bounds.kind === 'text' ? ['x'.repeat(Number(bounds.largest) + 1)] : [];
  let before = await settings();
  for (const text of [...ODD, ...lengths]) {
    if (inPath && ['', '.', '..', '\ud800'].includes(text)) continue;
    const others = inPath ? {} : companions(route, name);
    const answer = await send(route, inPath ? {} : { ...others, [name]: text }, { [name]: text });
    expect({ text, status: answer.status }).toEqual({ text, status: expect.toSatisfy((status) => status < 500) });
    // Messages of the runtime mean nothing to users, and reveal something about us to others.
    expect(await answer.text()).not.toMatch(/null bytes|Received|ERR_|FormData|at .*:\d+:\d+/);
    if (answer.status < 400) before = await settings();
  }
  expect(await settings()).toEqual(before);
  await mine(open);
  await settings();
});

describe('the wallet server and the signing server', () => {
  const prefixed = [
    ...Object.values<Route>(walletServerRoutes).map((route) => ({ route, prefix: '/api' })),
    ...Object.values<Route>(signingServerRoutes).map((route) => ({ route, prefix: '/signing' }))
  ];
  const asked = prefixed.flatMap(({ route, prefix }) => [
    ...Object.keys(route.query).map((name) => ({ route, prefix, name, part: 'query' })),
    ...[...route.path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({ route, prefix, name, part: 'path' }))
  ]);
  const { largest } = WALLET_SERVER_BOUNDS.count;
  const texts = [...ODD, '0', '1', String(largest), String(largest + 1n), '-5', `${2n ** 64n - 1n}::${'0'.repeat(64)}`];
  beforeAll(() => open.wallet.createWallet({ body: { name: 'first', description: '', metadata: null } }));
  const SAMPLE: Fields = {
    address: VOID_ADDRESS,
    id: '1',
    height: '1',
    idOrHeight: '1',
    index: `0::${'0'.repeat(64)}`
  };

  test.each(asked)('$route.method $route.path survives any $name', async ({ route, prefix, name, part }) => {
    for (const text of texts) {
      if (part === 'path' && ['', '.', '..', '\ud800'].includes(text)) continue;
      const fields = part === 'path' ? { ...SAMPLE, [name]: text } : SAMPLE;
      const path = route.path.replace(/:(\w+)/g, (_, each: string) => encodeURIComponent(fields[each] ?? ''));
      const search = part === 'query' ? `?${new URLSearchParams({ [name]: text })}` : '';
      const body = route.method === 'GET' || route.method === 'DELETE' ? undefined : '{}';
      const answer = await ask(open, `${prefix}${path}${search}`, { method: route.method, body });
      const shown = { text, status: answer.status, says: (await answer.text()).slice(0, 200) };
      // For an unknown wallet, the server responds with 500 (recorded).
      const isUnknownWallet = /^couldn't load [a-z ]+: not found\n$/.test(shown.says);
      expect(shown).toEqual({ ...shown, status: expect.toSatisfy((status) => status < 500 || isUnknownWallet) });
    }
  });

  test('a number beyond its bounds is rejected by name', async () => {
    const beyond = String(largest + 1n);
    for (const name of ['offset', 'limit']) {
      const answer = await ask(open, `/api/addresses/${VOID_ADDRESS}/events?${name}=${beyond}`);
      expect({ status: answer.status, text: await answer.text() }).toEqual({
        status: 400,
        text: expect.stringContaining(name)
      });
    }
  });

  test('everything still responds after all of that', async () => {
    await expectDaemonAnswered();
    await expectAnswered([
      ...HOSTS,
      ...plainGets(Object.values(walletServerRoutes), '/api'),
      ...plainGets(Object.values(signingServerRoutes), '/signing'),
      `/api/addresses/${VOID_ADDRESS}/balance`
    ]);
  });

  test.each(['a\0b', '\0', ' ', '９', '\ud800', '😀', 'x'.repeat(5_000)])('stores %j as a name', async (name) => {
    const { id } = await open.wallet.createWallet({ body: { name, description: name, metadata: name } });
    const kept = (await open.wallet.wallets()).find((wallet) => wallet.id === id);
    const wellFormed = name.toWellFormed();
    expect(kept).toMatchObject({ name: wellFormed, description: wellFormed });
  });
});
