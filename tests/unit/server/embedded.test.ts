import { mkdtempSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDaemon } from '../../../src/lib/api/daemon/client';
import type { Fetch } from '../../../src/lib/api/transport';
import { createWalletServer } from '../../../src/lib/api/wallet-server/client';
import { readConfig } from '../../../src/lib/server/config';
import { createContainer, type Container } from '../../../src/lib/server/container';
import type { Credentials } from '../../../src/lib/server/session';

const ORIGIN = 'http://127.0.0.1:4180';
const dataDir = mkdtempSync(join(tmpdir(), 'quarry-embedded-'));
let quarry: Container;
let credentials: Credentials | undefined;

const through =
  (service: 'daemon' | 'wallet'): Fetch =>
  (request) =>
    quarry.pass(service, request, new URL(request.url).pathname, credentials);
const daemon = createDaemon({ fetch: through('daemon'), baseUrl: ORIGIN });
const wallet = createWalletServer({ fetch: through('wallet'), baseUrl: ORIGIN });

beforeAll(async () => {
  quarry = await createContainer(readConfig({ QUARRY_NETWORK: 'test', QUARRY_DATA_DIR: dataDir }));
});
afterAll(() => quarry.close());

test('the printed link signs in, and both APIs of the node answer', async () => {
  const link = new URL(quarry.signInLink ?? '');
  expect(link.origin).toBe(ORIGIN);
  const token = new URLSearchParams(link.hash.slice(1)).get('token') ?? '';
  credentials = await quarry.signIn.signIn({ token }, '127.0.0.1');
  const { currentBlock, height } = await daemon.consensus.status();
  expect(await wallet.tip()).toEqual({ height, id: currentBlock });
  expect(await daemon.miner.header()).toHaveLength(112);
  expect((await wallet.network()).name).toBe('test');
});

test('so does the password of the file that only its owner may read', async () => {
  const path = join(dataDir, 'apipassword');
  expect(statSync(path).mode & 0o777).toBe(0o600);
  const password = readFileSync(path, 'utf8');
  expect(await quarry.signIn.signIn({ password }, '127.0.0.1')).toEqual(credentials);
  await expect(quarry.signIn.signIn({ password: `${password.trim()}x` }, '127.0.0.1')).rejects.toMatchObject({
    code: 'session/wrong-password'
  });
});

test('a node stopped through its API is not there any more', async () => {
  await daemon.daemon.stop();
  await expect
    .poll(() => daemon.consensus.status().catch((error: { code: string }) => error.code))
    .toBe('api/unreachable');
});
