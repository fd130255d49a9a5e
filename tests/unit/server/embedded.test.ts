import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDaemon } from '$lib/api/daemon/client';
import { CONNECTION_HEADER } from '$lib/api/quarry/connectionHeader';
import { createSigningServer } from '$lib/api/signing-server/client';
import { createWalletServer } from '$lib/api/wallet-server/client';
import { readConfig } from '$lib/server/config';
import { createContainer, type Container } from '$lib/server/container';
import { DEV_ADDRESSES } from '$lib/server/node/network/presets';
import { beginSession } from '$lib/server/connections/handlers';
import type { Session } from '$lib/server/auth/session';
import { fetchFrom } from '$lib/server/http/fetchMessages';
import { EMPTY_V2_TRANSACTION } from '$lib/chain/transaction/v2Transaction';
import { solveUnit } from '../../support/solve';
import { temporaryFolder } from '../../support/temporary';

const ORIGIN = 'http://127.0.0.1:4180';
const dataDir = temporaryFolder('embedded');
let quarry: Container;
let session: Session | undefined;

const through = (service: 'daemon' | 'wallet' | 'signing') =>
  fetchFrom((request) => quarry.pass(service, request, session));
const daemon = createDaemon({ fetch: through('daemon'), baseUrl: ORIGIN });
const wallet = createWalletServer({ fetch: through('wallet'), baseUrl: ORIGIN });
const signing = createSigningServer({ fetch: through('signing'), baseUrl: ORIGIN });

beforeAll(async () => {
  quarry = await createContainer(readConfig({ QUARRY_NETWORK: 'test', QUARRY_DATA_DIR: dataDir }));
});
afterAll(() => quarry.close());

test('the printed link signs in, and both APIs of the node respond', async () => {
  const link = new URL(quarry.signInLink ?? '');
  expect(link.origin).toBe(ORIGIN);
  const token = new URLSearchParams(link.hash.slice(1)).get('token') ?? '';
  session = beginSession(quarry, await quarry.signIn.signIn({ token }, '127.0.0.1'));
  const { currentBlock, height } = await daemon.consensus.status();
  expect(await wallet.tip()).toEqual({ height, id: currentBlock });
  expect(await daemon.miner.header()).toHaveLength(112);
  expect((await wallet.network()).name).toBe('test');
});

describe('the newest blocks', () => {
  const read = (headers: Record<string, string> = {}) =>
    quarry.newestBlocks(new Request(`${ORIGIN}/api/newest-blocks`, { headers }), session!);

  test('are the node’s', async () => {
    const { currentBlock } = await daemon.consensus.status();
    const blocks = await read();
    expect(blocks[0]!.id).toBe(currentBlock);
    expect(blocks.at(-1)).toMatchObject({ height: 0 });
  });

  test('are refused for a removed connection', async () => {
    await expect(read({ [CONNECTION_HEADER]: 'removed' })).rejects.toMatchObject({ code: 'connection/unknown' });
  });
});

test('reports no rewards for the node’s own key yet', () => {
  expect(quarry.rewards?.balance).toMatchObject({ spendable: 0n, maturing: 0n });
});

test('the password in the owner-only file signs in as well', async () => {
  const path = join(dataDir, 'apipassword');
  expect(statSync(path).mode & 0o777).toBe(0o600);
  const password = readFileSync(path, 'utf8');
  const { passwords } = beginSession(quarry, await quarry.signIn.signIn({ password }, '127.0.0.1'));
  expect(passwords).toEqual(session?.passwords);
  await expect(quarry.signIn.signIn({ password: `${password.trim()}x` }, '127.0.0.1')).rejects.toMatchObject({
    code: 'session/wrong-password'
  });
});

test('every file in the data folder is accessible to its owner only', () => {
  const modes = readdirSync(dataDir, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(dataDir, name)).isFile())
    .map((name) => [name, statSync(join(dataDir, name)).mode & 0o077]);
  expect(modes.length).toBeGreaterThan(5);
  expect(modes.filter(([, others]) => others !== 0)).toEqual([]);
});

test('wallets are created and removed, by any method', async () => {
  const { id } = await wallet.createWallet({ body: { name: 'w', description: '', metadata: null } });
  const address = DEV_ADDRESSES.policy;
  await wallet.putAddress({ params: { id }, body: { address, description: 'mine', metadata: null } });
  expect(await wallet.walletBalance({ params: { id } })).toMatchObject({ funds: 5_000n });
  await wallet.removeAddress({ params: { id, address } });
  await wallet.deleteWallet({ params: { id } });
  expect(await wallet.wallets()).toEqual([]);
});

test('a page of another site cannot change wallets', async () => {
  const request = new Request(`${ORIGIN}/wallets/1`, { method: 'DELETE' });
  expect((await through('wallet')(request)).status).toBe(403);
});

test('the signing server is available to signed-in users', async () => {
  const { id } = await signing.importSeed({ body: { phrase: `${'abandon '.repeat(11)}about` } });
  const { keys } = await signing.deriveKeys({ params: { id }, body: { count: 1 } });
  expect(keys[0]!.address).toBe(DEV_ADDRESSES.unlockConditions);
  expect(quarry.status(session)).toMatchObject({ services: ['daemon', 'wallet', 'signing', 'mining'], elsewhere: [] });
  const before = session;
  session = undefined;
  await expect(signing.seeds()).rejects.toMatchObject({ code: 'api/unauthorized' });
  session = before;
});

describe('the node’s tips', () => {
  const tips = (of: Session | undefined, headers: Record<string, string> = {}) =>
    quarry.followTips(new Request(`${ORIGIN}/api/tips/daemon`, { headers }), 'follow', 'daemon', of);

  test('are pushed to a page until it signs out', async () => {
    const leaving = beginSession(
      quarry,
      await quarry.signIn.signIn({ password: readFileSync(join(dataDir, 'apipassword'), 'utf8') }, '127.0.0.1')
    );
    const stream = tips(leaving).body!.getReader();
    const { height } = await daemon.consensus.status();
    expect(JSON.parse(new TextDecoder().decode((await stream.read()).value))).toMatchObject({ height });
    quarry.sealer.end(leaving);
    expect((await stream.read()).done).toBe(true);
  });

  test('are not pushed by a service without any', () => {
    const request = new Request(`${ORIGIN}/api/tips/signing`);
    expect(quarry.followTips(request, 'follow', 'signing', session).status).toBe(503);
  });

  test('are sent again with better work to pages that mine, once a large pool is selected from', async () => {
    await daemon.miner.submitHeader({ body: solveUnit(await daemon.miner.header()) });
    const { index: basis } = await wallet.tipState();
    const v2Transactions = Array.from({ length: 1_100 }, (_, i) => ({
      ...EMPTY_V2_TRANSACTION,
      arbitraryData: new Uint8Array(Uint32Array.of(i).buffer)
    }));
    await wallet.broadcast({ body: { basis, transactions: [], v2Transactions } });
    const request = new Request(`${ORIGIN}/api/tips/daemon/work`);
    const stream = quarry.followTips(request, 'followWithWork', 'daemon', session).body!.getReader();
    type Line = { readonly height: number; readonly work?: string };
    const line = async (): Promise<Line> => {
      const text = new TextDecoder().decode((await stream.read()).value).trim();
      // A heartbeat.
      return text === '' ? line() : (JSON.parse(text) as Line);
    };
    let first = await line();
    // The follower of an earlier stream may have known the tip before.
    if (first.height !== basis.height) first = await line();
    await daemon.miner.header();
    const better = await line();
    expect(better).toEqual({ ...first, work: expect.any(String) });
    expect(better.work).not.toBe(first.work);
    await stream.cancel();
  });

  test('are not sent to others', async () => {
    expect(tips(undefined).status).toBe(401);
    expect(tips(session, { [CONNECTION_HEADER]: 'removed' }).status).toBe(404);
  });
});

test('a node stopped through its API is reported as stopped', async () => {
  await daemon.daemon.stop();
  await expect.poll(() => daemon.consensus.status().catch((error: { code: string }) => error.code)).toBe('api/stopped');
  // Pages continue to poll these.
  const stopped = expect.objectContaining({ code: 'api/stopped' }) as Error;
  expect(() => quarry.rewards?.balance).toThrow(stopped);
  expect(() => quarry.sync).toThrow(stopped);
});

test('a new password in the file ends existing sessions', async () => {
  const env = { QUARRY_NETWORK: 'test', QUARRY_DATA_DIR: temporaryFolder('newPassword') };
  const file = join(env.QUARRY_DATA_DIR, 'apipassword');
  const start = () => createContainer(readConfig(env));
  const opensAfter = async (change: () => void): Promise<boolean> => {
    const before = await start();
    const password = readFileSync(file, 'utf8');
    const begun = beginSession(before, await before.signIn.signIn({ password }, '127.0.0.1'));
    const [cookie, pageToken] = [before.sealer.seal(begun), before.sealer.pageTokenOf(begun)];
    await before.close();
    change();
    const after = await start();
    const opened = after.sealer.open(cookie, pageToken);
    await after.close();
    return opened !== undefined;
  };
  expect(await opensAfter(() => undefined)).toBe(true);
  expect(await opensAfter(() => writeFileSync(file, 'another-one\n'))).toBe(false);
});
