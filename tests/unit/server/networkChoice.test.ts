import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createDaemon } from '$lib/api/daemon/client';
import { createWalletServer } from '$lib/api/wallet-server/client';
import { readConfig } from '$lib/server/config';
import { beginSession } from '$lib/server/connections/handlers';
import { createContainer, type Container } from '$lib/server/container';
import { openNetworkChoice } from '$lib/server/networkChoice';
import { fetchFrom } from '$lib/server/http/fetchMessages';
import { temporaryFolder } from '../../support/temporary';

let dataDir: string;
let env: Record<string, string>;
const open: Container[] = [];
beforeEach(() => {
  dataDir = temporaryFolder('choice');
  env = { QUARRY_DATA_DIR: dataDir, QUARRY_NO_BOOTSTRAP: '1' };
});
afterEach(() => Promise.all(open.splice(0).map((quarry) => quarry.close())));

async function start(more: Record<string, string> = {}): Promise<Container> {
  const all = { ...env, ...more };
  const quarry = await createContainer(readConfig(all), all);
  open.push(quarry);
  return quarry;
}

async function signIn(quarry: Container) {
  const password = readFileSync(join(dataDir, 'apipassword'), 'utf8');
  return beginSession(quarry, await quarry.signIn.signIn({ password }, '127.0.0.1'));
}

/** A page's transport to a service. */
async function wayTo(quarry: Container, service: 'daemon' | 'wallet') {
  const session = await signIn(quarry);
  const fetch = fetchFrom((request) => quarry.pass(service, request, session));
  return { fetch, baseUrl: 'http://127.0.0.1:4180' };
}

/** The genesis block's id, as read by a page. */
async function genesisOf(quarry: Container): Promise<string> {
  return (await createDaemon(await wayTo(quarry, 'daemon')).consensus.block({ query: { height: 0 } })).id;
}
const ZEN = '172fb3d508c86ac628f93c3362ba60312251466c77d63a8c99ea87717e4112c3';

test('no network is chosen at first; the chain is the development one', async () => {
  expect((await start()).status(undefined)).toMatchObject({
    network: 'dev',
    market: 'simulated',
    networkChoice: 'open'
  });
});

test('a choice ends the tip streams of the previous node, and new ones follow the next node', async () => {
  const quarry = await start();
  const session = await signIn(quarry);
  const follow = () => {
    const request = new Request('http://127.0.0.1:4180/api/tips/daemon');
    return quarry.followTips(request, 'follow', 'daemon', session).body!.getReader();
  };
  const idOf = async (tips: ReturnType<typeof follow>) => new TextDecoder().decode((await tips.read()).value);
  const before = follow();
  expect(await idOf(before)).not.toContain(ZEN);
  const ended = expect(before.read()).rejects.toThrow();
  await quarry.chooseNetwork('zen', 'genesis');
  await ended;
  const after = follow();
  expect(await idOf(after)).toContain(ZEN);
  await after.cancel();
});

test('a choice opens the other network immediately, and at the next start', async () => {
  const quarry = await start();
  const before = await genesisOf(quarry);
  await quarry.chooseNetwork('zen');
  expect(quarry.status(undefined)).toMatchObject({ network: 'zen', market: 'none', networkChoice: 'made' });
  expect(await genesisOf(quarry)).toBe(ZEN);
  await quarry.close();

  const again = await start();
  expect(await genesisOf(again)).toBe(ZEN);
  // Each network has its own folder: the first one's chain is unchanged.
  await again.chooseNetwork('dev');
  expect(await genesisOf(again)).toBe(before);
  expect(existsSync(join(dataDir, 'zen', 'chain.sqlite'))).toBe(true);
});

test('a new chain may start at the published checkpoint, which a peer must provide', async () => {
  const quarry = await start();
  // There are no peers, so the checkpoint is unavailable.
  await expect(quarry.chooseNetwork('zen', 'checkpoint')).rejects.toMatchObject({
    code: 'network/no-checkpoint',
    data: { reason: expect.stringMatching(/\S/) as string }
  });
  expect(quarry.status(undefined)).toMatchObject({ network: 'dev', networkChoice: 'open' });
  await quarry.chooseNetwork('zen', 'genesis');
  expect(await genesisOf(quarry)).toBe(ZEN);
});

test('an existing chain is continued, wherever a new one would start', async () => {
  const quarry = await start();
  await quarry.chooseNetwork('zen', 'genesis');
  await quarry.chooseNetwork('dev');
  await quarry.chooseNetwork('zen', 'checkpoint');
  expect(await genesisOf(quarry)).toBe(ZEN);
});

test('concurrent choices are processed one after another, and shutdown waits for them', async () => {
  const quarry = await start();
  const before = await genesisOf(quarry);
  await quarry.chooseNetwork('zen', 'genesis');
  await Promise.all([1, 2, 3].map(() => quarry.chooseNetwork('dev')));
  expect(await genesisOf(quarry)).toBe(before);
  const choosing = quarry.chooseNetwork('zen');
  await quarry.close();
  await choosing;
  // The folder is no longer locked.
  expect(await genesisOf(await start())).toBe(ZEN);
});

test('if a network cannot be opened, the previous one keeps running and no choice is stored', async () => {
  const quarry = await start();
  const before = await genesisOf(quarry);
  writeFileSync(join(dataDir, 'zen'), 'a file where the folder should be');
  await expect(quarry.chooseNetwork('zen')).rejects.toThrow();
  expect(await genesisOf(quarry)).toBe(before);
  expect(quarry.status(undefined)).toMatchObject({ network: 'dev', networkChoice: 'open' });
});

test('a network of which a later file cannot be read leaves its chain file closed', async () => {
  const quarry = await start();
  const before = await genesisOf(quarry);
  mkdirSync(join(dataDir, 'zen'));
  writeFileSync(join(dataDir, 'zen', 'miner-phrase'), 'no phrase');
  await expect(quarry.chooseNetwork('zen')).rejects.toMatchObject({ code: 'node/damaged-file' });
  // SQLite removes the log with the last connection.
  expect(readdirSync(join(dataDir, 'zen')).toSorted()).toEqual(['chain.sqlite', 'miner-phrase']);
  expect(await genesisOf(quarry)).toBe(before);
});

test('a choice that cannot be stored does not close the running node: it might not open again', async () => {
  const quarry = await start();
  const before = await genesisOf(quarry);
  const session = await signIn(quarry);
  const request = new Request('http://127.0.0.1:4180/api/tips/daemon');
  const tips = quarry.followTips(request, 'follow', 'daemon', session).body!.getReader();
  await tips.read();
  const ended = tips.read().then(
    () => 'ended',
    () => 'ended'
  );
  mkdirSync(join(dataDir, 'network.json'));
  await expect(quarry.chooseNetwork('zen')).rejects.toThrow();
  expect(quarry.status(undefined)).toMatchObject({ network: 'dev', networkChoice: 'open' });
  expect(await genesisOf(quarry)).toBe(before);
  expect(await Promise.race([ended, 'open'])).toBe('open');
  await tips.cancel();
});

test('a network that cannot be opened is not opened at the next start either', async () => {
  const quarry = await start();
  await quarry.chooseNetwork('zen', 'genesis');
  writeFileSync(join(dataDir, 'dev', 'miner-phrase'), 'no phrase');
  await expect(quarry.chooseNetwork('dev')).rejects.toMatchObject({ code: 'node/damaged-file' });
  expect(openNetworkChoice(join(dataDir, 'network.json')).network).toBe('zen');
  expect(await genesisOf(quarry)).toBe(ZEN);
});

test('a folder whose lock cannot be described is locked, and unlocked again', async () => {
  mkdirSync(join(dataDir, 'lock.pid'));
  const quarry = await start();
  const before = await genesisOf(quarry);
  await quarry.chooseNetwork('zen', 'genesis');
  await quarry.chooseNetwork('dev');
  expect(await genesisOf(quarry)).toBe(before);
});

test('a link in place of the file that names the lock’s holder is replaced, not followed', async () => {
  const other = join(dataDir, 'other');
  writeFileSync(other, 'precious');
  symlinkSync(other, join(dataDir, 'lock.pid'));
  await start();
  expect(readFileSync(other, 'utf8')).toBe('precious');
  expect(readFileSync(join(dataDir, 'lock.pid'), 'utf8')).toBe(`${process.pid}\n`);
});

test.each(['QUARRY_RESET', 'QUARRY_REPAIR'])('%s at startup does not apply to later choices', async (variable) => {
  const quarry = await start({ [variable]: '1' });
  const wallets = createWalletServer(await wayTo(quarry, 'wallet'));
  await wallets.createWallet({ body: { name: 'kept', description: '', metadata: null } });
  const isUntouched = async () => {
    expect(await wallets.wallets()).toMatchObject([{ name: 'kept' }]);
    // A repair keeps the file that it replaced under this name.
    expect(existsSync(join(dataDir, 'dev', 'chain.sqlite.damaged'))).toBe(false);
  };
  await expect(quarry.chooseNetwork('zen', 'checkpoint')).rejects.toMatchObject({ code: 'network/no-checkpoint' });
  await isUntouched();
  await quarry.chooseNetwork('zen', 'genesis');
  await quarry.chooseNetwork('dev');
  await isUntouched();
});

test('a start with an explicit network offers no choice', async () => {
  openNetworkChoice(join(dataDir, 'network.json')).choose('zen');
  const quarry = await start({ QUARRY_NETWORK: 'test' });
  const status = quarry.status(undefined);
  expect(status.network).toBe('test');
  expect(status.networkChoice).toBeUndefined();
  await expect(quarry.chooseNetwork('zen')).rejects.toMatchObject({ code: 'network/fixed' });
});

test('an unreadable file counts as no choice', () => {
  const path = join(dataDir, 'network.json');
  for (const text of ['', '{', '{"network":"moon"}']) {
    writeFileSync(path, text);
    expect(openNetworkChoice(path).network).toBeUndefined();
  }
  openNetworkChoice(path).choose('main');
  expect(openNetworkChoice(path).network).toBe('main');
});
