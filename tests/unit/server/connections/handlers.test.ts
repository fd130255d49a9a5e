import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CONNECTION_HEADER } from '$lib/api/quarry/connectionHeader';
import { connectionRoutes, createConnections, type ConnectionDraft } from '$lib/api/quarry/connections';
import { POOL_PATH } from '$lib/api/quarry/pool';
import type { Fetch } from '$lib/api/http/transport';
import type { ServiceId } from '$lib/api/services/ids';
import { createWalletServer } from '$lib/api/wallet-server/client';
import { readConfig } from '$lib/server/config';
import { beginSession, connectionHandlers } from '$lib/server/connections/handlers';
import { createContainer, type Container } from '$lib/server/container';
import { connectionOf, START_ID } from '$lib/server/connections/connection';
import { openConnections } from '$lib/server/connections/store';
import { serveSignedIn } from '$lib/server/auth/serve';
import type { Session } from '$lib/server/auth/session';
import { fetchFrom } from '$lib/server/http/fetchMessages';
import { temporaryFolder } from '../../../support/temporary';

/** Two wallet servers that report only their identity and the password they received. */
const passwords: Record<string, string[]> = { one: [], two: [] };
const servers = Object.keys(passwords).map((name, height) =>
  createServer((request, response) => {
    const given = Buffer.from(request.headers.authorization?.slice('Basic '.length) ?? '', 'base64').toString();
    passwords[name]!.push(given.slice(1));
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(request.url === '/api/wallets' ? [] : { height, id: `${height}`.repeat(64) }));
  })
);
const addresses: string[] = [];
const dataDir = temporaryFolder('connections');
const file = join(dataDir, 'connections.json');
let quarry: Container;
let session: Session | undefined;

beforeAll(async () => {
  for (const server of servers) {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    addresses.push(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  }
  quarry = await createContainer(
    readConfig({ WALLET_URL: addresses[0]!, WALLET_DIALECT: 'svc', QUARRY_DATA_DIR: dataDir })
  );
  session = beginSession(quarry, await quarry.signIn.signIn({ password: 'first' }, '127.0.0.1'));
});
afterAll(async () => {
  await quarry.close();
  servers.forEach((server) => server.close());
});

const ownFetch: Fetch = (request) => {
  const headers = new Headers(request.headers);
  headers.set('host', 'quarry');
  const sent = new Request(request, { headers });
  return serveSignedIn(connectionRoutes, sent, new URL(request.url).pathname, session, (current) =>
    connectionHandlers(quarry, current, (changed) => (session = changed))
  );
};
const connections = createConnections({ fetch: ownFetch, baseUrl: 'http://quarry' });
const walletOf = (id?: string) =>
  createWalletServer({
    fetch: fetchFrom((request) => quarry.pass('wallet', request, session)),
    baseUrl: 'http://quarry',
    ...(id && { headers: { [CONNECTION_HEADER]: id } })
  });
const second = () => ({ name: 'Second', wallet: { url: `${addresses[1]!}/`, dialect: 'svc' as const } });

test('the first connection comes from the startup settings and cannot be removed', async () => {
  const { selected, connections: list } = await connections.list();
  expect({ selected, list }).toMatchObject({
    selected: START_ID,
    list: [{ id: START_ID, fixed: true, embedded: false }]
  });
  expect(list[0]!.unlocked).toEqual(['wallet']);
  for (const refused of [
    connections.remove({ params: { id: START_ID } }),
    connections.change({ params: { id: START_ID }, body: second() })
  ])
    await expect(refused).rejects.toMatchObject({ code: 'connection/fixed' });
});

test('a new connection is added with its password and works immediately; switching needs no sign-in', async () => {
  const added = await connections.add({ body: { ...second(), passwords: { wallet: 'second' } } });
  expect(added).toMatchObject({ name: 'Second', fixed: false, unlocked: ['wallet'] });
  expect(added.wallet?.url).toBe(`${addresses[1]!}/api`);
  expect((await walletOf().tip()).height).toBe(0);
  expect((await walletOf(added.id).tip()).height).toBe(1);
  await connections.select({ params: { id: added.id } });
  expect((await walletOf().tip()).height).toBe(1);
  // A tab opened with the first one stays with it.
  expect((await walletOf(START_ID).tip()).height).toBe(0);
  expect(quarry.status(session)).toMatchObject({
    connection: { id: added.id, name: 'Second' },
    services: ['wallet']
  });
});

test('a server is never sent another server’s password', async () => {
  const { connections: list } = await connections.list();
  const { id } = list[1]!;
  await connections.change({
    params: { id },
    body: { name: 'Second', wallet: { url: addresses[0]!, dialect: 'svc' } }
  });
  expect((await walletOf(id).tip()).height).toBe(0);
  expect(new Set(passwords.one)).toEqual(new Set(['first']));
  expect(new Set(passwords.two)).toEqual(new Set(['second']));
  await connections.change({
    params: { id },
    body: { ...second(), wallet: { url: 'http://127.0.0.1:1', dialect: 'svc' } }
  });
  await expect(walletOf(id).tip()).rejects.toMatchObject({ code: 'api/unauthorized' });
});

test('the address of a stored connection is checked again whenever it is used', async () => {
  // As if its name had resolved to another address when the connection was added.
  const draft = { name: 'Metadata', wallet: { url: 'http://169.254.169.254', dialect: 'svc' as const } };
  const { id } = quarry.connections.add(draft);
  await connections.unlock({ params: { id }, body: { wallet: 'guess' } });
  await expect(walletOf(id).tip()).rejects.toMatchObject({ code: 'connection/forbidden-address' });
  quarry.connections.remove(id);
});

test('the pool account’s password is never shown to a page or used for another account', async () => {
  const pool = { url: 'stratum+tcp://pool.example:3333', user: 'me.rig' };
  const draft = { name: 'Pooled', pool };
  const { id } = await connections.add({ body: draft });
  expect(quarry.poolOf(session, id)).toMatchObject({ ...pool, password: 'x' });
  const unlocked = await connections.unlock({ params: { id }, body: { pool: 'open sesame' } });
  expect(unlocked.unlocked).toEqual(['pool']);
  expect(JSON.stringify([unlocked, await connections.list(), quarry.status(session)])).not.toContain('sesame');
  expect(quarry.poolOf(session, id)).toMatchObject({ ...pool, password: 'open sesame' });
  expect(readFileSync(file, 'utf8')).not.toContain('sesame');

  const others = [
    { ...pool, user: 'somebody.else' },
    { ...pool, url: 'stratum+tcp://other.example:3333' }
  ];
  for (const other of others) {
    await connections.change({ params: { id }, body: { ...draft, pool: other } });
    expect(quarry.poolOf(session, id).password).toBe('x');
  }
  await connections.remove({ params: { id } });
  expect(JSON.stringify(session)).not.toContain('sesame');
});

test('the startup pool’s password stays with the startup connection, and no page sees it', async () => {
  const env = { POOL_URL: 'stratum+tcp://pool.example:3333', POOL_USER: 'me.rig', POOL_PASSWORD: 'open sesame' };
  const dataDir = temporaryFolder('pool');
  const other = await createContainer(readConfig({ ...env, WALLET_URL: addresses[0]!, QUARRY_DATA_DIR: dataDir }));
  const begun = beginSession(other, { wallet: 'first' });
  expect(other.poolOf(begun, undefined).password).toBe('open sesame');
  const shown = connectionOf(other.connections.get(START_ID), begun);
  expect(shown.unlocked).toEqual(['wallet', 'pool']);
  expect(JSON.stringify([shown, other.status(begun)])).not.toContain('sesame');
  await other.close();
});

test('a pool requires a session and an account, and what is missing is reported with the request', async () => {
  const about = { exchange: { method: 'GET', path: POOL_PATH } };
  for (const [of, code] of [
    [undefined, 'api/unauthorized'],
    [session, 'api/not-configured']
  ] as const) {
    expect(() => quarry.poolOf(of, undefined)).toThrow(expect.objectContaining({ code, ...about }));
  }
  const daemon = fetchFrom((request) => quarry.pass('daemon', request, session));
  const response = await daemon(new Request('http://quarry/consensus'));
  expect(await response.json()).toMatchObject({ message: expect.stringContaining('(GET /consensus, status 503)') });
});

test('connections are stored without passwords, readable by their owner only, and survive a restart', async () => {
  const { connections: before } = await connections.list();
  const kept = readFileSync(file, 'utf8');
  expect(kept).not.toMatch(/first|second/);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const [start] = quarry.connections.all();
  expect(openConnections(file, start!).all()).toMatchObject(before.map(({ id, name }) => ({ id, name })));
});

test('a removed connection is unknown to its pages, and the first one is selected', async () => {
  const { connections: list } = await connections.list();
  const { id } = list[1]!;
  await connections.remove({ params: { id } });
  expect((await connections.list()).selected).toBe(START_ID);
  expect(Object.keys(session!.passwords)).toEqual([`${addresses[0]!}/api`]);
  await expect(walletOf(id).tip()).rejects.toMatchObject({ code: 'connection/unknown' });
  expect((await walletOf().tip()).height).toBe(0);
});

describe('invalid connections are rejected and not stored', () => {
  test.each<[string, Partial<ConnectionDraft>, string, ServiceId?]>([
    ['no name', { name: ' ' }, 'connection/name-length'],
    ['no service', { wallet: undefined }, 'connection/no-address'],
    ['no address', { wallet: { url: 'no address' } }, 'connection/url-not-http', 'wallet'],
    ['another scheme', { wallet: { url: 'ftp://127.0.0.1' } }, 'connection/url-not-http', 'wallet'],
    [
      'a password in the address',
      { wallet: { url: 'http://:secret@127.0.0.1' } },
      'connection/url-with-password',
      'wallet'
    ],
    [
      'a two-line agent',
      { wallet: { url: 'http://127.0.0.1', agent: 'a\r\nb: c' } },
      'connection/agent-characters',
      'wallet'
    ],
    ['a cloud metadata address', { wallet: { url: 'http://169.254.169.254' } }, 'connection/forbidden-address'],
    [
      'a pool without its scheme',
      { pool: { url: 'pool.example:3333', user: 'me' } },
      'connection/url-not-stratum',
      'pool'
    ],
    [
      'a pool without a user',
      { pool: { url: 'stratum+tcp://pool.example:3333', user: ' ' } },
      'connection/user-missing',
      'pool'
    ]
  ])('%s', async (_, part, code, service) => {
    await expect(connections.add({ body: { ...second(), ...part } })).rejects.toMatchObject({
      code,
      ...(service && { data: { service } })
    });
    expect((await connections.list()).connections).toHaveLength(1);
  });

  test('a duplicate name, here the longest allowed one', async () => {
    const longest = { ...second(), name: 'a'.repeat(60) };
    const tooLong = { code: 'connection/name-length', data: { most: 60n } };
    await expect(connections.add({ body: { ...longest, name: `${longest.name}a` } })).rejects.toMatchObject(tooLong);
    const { id } = await connections.add({ body: longest });
    const refused = { code: 'connection/name-taken', data: { name: longest.name } };
    await expect(connections.add({ body: longest })).rejects.toMatchObject(refused);
    await connections.remove({ params: { id } });
  });

  test('more than a cookie can hold', async () => {
    const ids: string[] = [];
    const add = async (i: number) => ids.push((await connections.add({ body: { ...second(), name: `${i}` } })).id);
    for (let i = 0; i < 20; i++) await add(i);
    await expect(add(20)).rejects.toMatchObject({ code: 'connection/too-many', data: { most: 20n } });
    for (const id of ids) await connections.remove({ params: { id } });
  });
});

test('nothing is revealed or changed without a session', async () => {
  const before = session;
  session = undefined;
  await expect(connections.list()).rejects.toMatchObject({ code: 'api/unauthorized' });
  await expect(connections.add({ body: second() })).rejects.toMatchObject({ code: 'api/unauthorized' });
  session = before;
  expect((await connections.list()).connections).toHaveLength(1);
});

test.each([
  ['of another shape', '[{"id": 1}]'],
  ['of connections without an address', '[{"id": "a", "name": "A"}]']
])('a file %s stops the start, naming the file', (_, content) => {
  const broken = join(temporaryFolder('broken'), 'connections.json');
  writeFileSync(broken, content);
  expect(() => openConnections(broken, { id: START_ID, name: 'x' })).toThrow(broken);
});
