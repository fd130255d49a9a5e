import { describe, expect, test } from 'vitest';
import { readConfig } from '$lib/server/config';
import { configuredDialect } from '$lib/server/connections/remoteUpstreams';

const HOME = { XDG_DATA_HOME: '/data' };

test('without settings: the embedded node, for this machine only', () => {
  expect(readConfig(HOME, 'linux')).toEqual({
    host: '127.0.0.1',
    port: 4180,
    origin: 'http://127.0.0.1:4180',
    allowedHosts: ['127.0.0.1:4180', 'localhost:4180', '[::1]:4180'],
    trustedProxies: expect.objectContaining({ rules: [] }),
    replica: { sessionKeys: [] },
    dataDir: '/data/quarry',
    node: { network: 'dev', reset: false, repair: false, checkAllSignatures: false },
    services: {},
    passwords: {}
  });
});

test('remote upstreams disable the embedded node', () => {
  const env = { ...HOME, DAEMON_URL: 'http://10.0.0.1:9980/', DAEMON_DIALECT: 'sia' };
  const { node, services } = readConfig(env, 'linux');
  expect(node).toBeUndefined();
  expect(services).toEqual({ daemon: { url: 'http://10.0.0.1:9980', dialect: 'sia', agent: undefined } });
});

test.each(['http://w:9980', 'http://w:9980/', 'http://w:9980/api', 'http://w:9980/api/'])(
  'adds /api to a wallet server URL without it: %s',
  (url) => {
    expect(readConfig({ ...HOME, WALLET_URL: url }).services).toMatchObject({ wallet: { url: 'http://w:9980/api' } });
  }
);

test.each([
  [{ SIGNING_URL: 'http://s:9970/' }, 'sia'],
  [{ SIGNING_URL: 'http://s:9970', WALLET_URL: 'http://w', WALLET_DIALECT: 'svc' }, 'svc'],
  [{ SIGNING_URL: 'http://s:9970', DAEMON_URL: 'http://d', DAEMON_DIALECT: 'svc' }, 'svc'],
  [{ SIGNING_URL: 'http://s:9970', SIGNING_DIALECT: 'svc', WALLET_URL: 'http://w', WALLET_DIALECT: 'sia' }, 'svc']
])('a signing server gets the dialect of the other services: %o', (env, dialect) => {
  const { services } = readConfig({ ...HOME, ...env });
  expect(services.signing?.url).toBe('http://s:9970');
  expect(configuredDialect('signing', services)).toBe(dialect);
});

test('a remote signing server leaves the embedded node enabled', () => {
  expect(readConfig({ ...HOME, SIGNING_URL: 'http://s:9970' }).node).toBeDefined();
});

test('mining server and pool leave the embedded node enabled', () => {
  const env = { MINING_URL: 'http://m:9990', POOL_URL: 'stratum+tcp://pool.example:3333', POOL_USER: 'me.rig' };
  const { node, services } = readConfig({ ...HOME, ...env });
  expect(node).toBeDefined();
  expect(services.mining).toMatchObject({ url: 'http://m:9990/api' });
  expect(services.pool).toEqual({ url: 'stratum+tcp://pool.example:3333', user: 'me.rig' });
});

test.each(['pool.example:3333', 'http://pool.example:3333', 'stratum+tcp://pool.example', 'stratum+tcp://a:b@pool:1'])(
  '%s is not a pool address',
  (POOL_URL) => {
    expect(() => readConfig({ ...HOME, POOL_URL, POOL_USER: 'me' })).toThrow(
      expect.objectContaining({ code: 'server/config', variable: 'POOL_URL' })
    );
  }
);

test('a pool requires an account', () => {
  expect(() => readConfig({ ...HOME, POOL_URL: 'stratum+tcp://p:1' })).toThrow(
    expect.objectContaining({ variable: 'POOL_USER' })
  );
});

test('allowed hosts', () => {
  const env = { ...HOME, QUARRY_HOST: '0.0.0.0', QUARRY_PORT: '80', QUARRY_ALLOWED_HOSTS: 'Rig.local:80, rig' };
  const config = readConfig({ ...env, QUARRY_ORIGIN: 'https://quarry.example/' });
  expect(config.origin).toBe('https://quarry.example');
  expect(config.allowedHosts).toEqual(['127.0.0.1', 'localhost', '[::1]', 'quarry.example', 'rig.local:80', 'rig']);
  expect(readConfig(env).origin).toBe('http://127.0.0.1');
});

test.each(['::1', '[::1]'])('IPv6 addresses may have brackets: %s', (text) => {
  const { host, origin, allowedHosts } = readConfig({ ...HOME, QUARRY_HOST: text });
  expect({ host, origin }).toEqual({ host: '::1', origin: 'http://[::1]:4180' });
  expect(allowedHosts).toEqual(['127.0.0.1:4180', 'localhost:4180', '[::1]:4180']);
});

test.each<[string, Record<string, string>, object]>([
  ['the lowest port', { QUARRY_PORT: '1' }, { port: 1 }],
  ['the highest port', { QUARRY_PORT: '65535' }, { port: 65_535 }],
  ['every address', { QUARRY_HOST: '::' }, { host: '::', origin: 'http://127.0.0.1:4180' }],
  ['every address, spelled differently', { QUARRY_HOST: '::0' }, { host: '::0', origin: 'http://127.0.0.1:4180' }],
  ['a token of 16 characters', { QUARRY_METRICS_TOKEN: 'a.b-c_d~e/f+0123' }, { metricsToken: 'a.b-c_d~e/f+0123' }],
  ['no token', { QUARRY_METRICS_TOKEN: '' }, { metricsToken: undefined }],
  ['a folder', { QUARRY_DATA_DIR: '/elsewhere' }, { dataDir: '/elsewhere' }]
])('%s', (_, env, expected) => expect(readConfig({ ...HOME, ...env }, 'linux')).toMatchObject(expected));

test('of all passwords, only the pool’s is read from the environment', () => {
  const env = { ...HOME, POOL_PASSWORD: 'p', DAEMON_PASSWORD: 'd', WALLET_PASSWORD: 'w' };
  expect(readConfig(env, 'linux').passwords).toEqual({ pool: 'p' });
});

test.each<[NodeJS.Platform, Record<string, string>, RegExp]>([
  ['win32', { LOCALAPPDATA: '/local' }, /^\/local\/Quarry$/],
  ['win32', {}, /\/AppData\/Local\/Quarry$/],
  ['darwin', HOME, /\/Library\/Application Support\/Quarry$/],
  ['linux', {}, /\/\.local\/share\/quarry$/]
])('the data folder on %s with %o is %s', (platform, env, folder) => {
  expect(readConfig(env, platform).dataDir).toMatch(folder);
});

test.each<[string, Record<string, string>, object | undefined]>([
  ['none by default', {}, undefined],
  ['explicit ones', { QUARRY_PEERS: 'a:1, b:2,' }, { peers: ['a:1', 'b:2'], discover: true }],
  ['incoming ones only', { QUARRY_LISTEN: 'localhost:0' }, { listen: 'localhost:0', peers: [], discover: true }],
  ['those of a public network', { QUARRY_NETWORK: 'zen' }, { peers: [], discover: true }],
  ['no bootstrap nodes', { QUARRY_NETWORK: 'zen', QUARRY_NO_BOOTSTRAP: '1' }, { peers: [], discover: false }],
  ['none at all', { QUARRY_NETWORK: 'zen', QUARRY_NO_PEERS: '1', QUARRY_PEERS: 'a:1' }, undefined]
])('peers: %s', (_, env, peers) => expect(readConfig({ ...HOME, ...env }).node?.peers).toEqual(peers));

test.each([
  ['QUARRY_RESET', 'reset'],
  ['QUARRY_REPAIR', 'repair'],
  ['QUARRY_CHECK_SIGNATURES', 'checkAllSignatures']
] as const)('%s is enabled by 1 only', (variable, field) => {
  const set = (value: string) => readConfig({ ...HOME, [variable]: value }).node?.[field];
  expect(['1', '0', ''].map(set)).toEqual([true, false, false]);
});

describe('invalid settings stop the start', () => {
  test.each([
    ['QUARRY_PORT', 'http'],
    ['QUARRY_PORT', '0'],
    ['QUARRY_PORT', '65536'],
    ['QUARRY_PORT', '4180 '],
    ['QUARRY_PORT', '0x50'],
    ['QUARRY_METRICS_TOKEN', 'a'.repeat(15)],
    ['QUARRY_METRICS_TOKEN', `${'a'.repeat(16)} b`],
    ['QUARRY_PEERS', 'a:1, b'],
    ['QUARRY_LISTEN', 'localhost'],
    ['QUARRY_NO_PEERS', 'true'],
    ['QUARRY_RESET', 'yes'],
    ['QUARRY_KEEP_BLOCKS', '3e3'],
    ['QUARRY_HOST', 'two words'],
    ['QUARRY_HOST', 'a/b'],
    ['QUARRY_HOST', '99999999999999999999'],
    ['QUARRY_HOST', '1::00000'],
    ['QUARRY_ALLOWED_HOSTS', 'http://rig.local'],
    ['QUARRY_ALLOWED_HOSTS', '*'],
    ['QUARRY_ALLOWED_HOSTS', 'rig.local/'],
    ['QUARRY_NETWORK', 'mainnet'],
    ['QUARRY_CHECKPOINT', '530000'],
    ['QUARRY_CHECKPOINT', `530000::${'0'.repeat(63)}`],
    ['QUARRY_KEEP_BLOCKS', '299'],
    ['QUARRY_ORIGIN', 'quarry.example'],
    ['QUARRY_ORIGIN', 'https://quarry.example/sub'],
    ['QUARRY_ORIGIN', 'https://user@quarry.example'],
    ['QUARRY_TRUSTED_PROXIES', 'proxy.example'],
    ['DAEMON_URL', 'local host:9980'],
    ['DAEMON_URL', 'file:///etc/passwd'],
    ['WALLET_URL', 'http://:secret@localhost']
  ])('%s=%s', (variable, value) => {
    expect(() => readConfig({ ...HOME, [variable]: value })).toThrow(
      expect.objectContaining({ code: 'server/config', variable })
    );
  });

  test('a reset and a repair at the same time', () => {
    expect(() => readConfig({ ...HOME, QUARRY_RESET: '1', QUARRY_REPAIR: '1' })).toThrow(
      expect.objectContaining({ code: 'server/config', variable: 'QUARRY_RESET' })
    );
  });

  test('an unknown dialect', () => {
    expect(() => readConfig({ ...HOME, DAEMON_URL: 'http://d', DAEMON_DIALECT: 'xyz' })).toThrow(/DAEMON_DIALECT/);
  });
});

test('a checkpoint is an index, or the published one', () => {
  const id = 'AB'.repeat(32);
  expect(readConfig({ ...HOME, QUARRY_CHECKPOINT: `530000::${id}` }).node?.checkpoint).toEqual({
    height: 530_000,
    id: id.toLowerCase()
  });
  expect(readConfig({ ...HOME, QUARRY_CHECKPOINT: 'published' }).node?.checkpoint).toBe('published');
  expect(readConfig(HOME).node?.checkpoint).toBeUndefined();
});

test('block retention follows the network’s default or the setting', () => {
  const kept = (env: Record<string, string>) => readConfig({ ...HOME, ...env }).node?.keepBlocks;
  expect(kept({ QUARRY_NETWORK: 'main' })).toBe(2000);
  expect(kept({ QUARRY_NETWORK: 'main', QUARRY_KEEP_BLOCKS: 'all' })).toBeUndefined();
  expect(kept({})).toBeUndefined();
  expect(kept({ QUARRY_KEEP_BLOCKS: '300' })).toBe(300);
});
