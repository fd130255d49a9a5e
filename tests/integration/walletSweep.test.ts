import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { VOID_ADDRESS, type Address } from '$lib/chain/address';
import type { WalletServer } from '$lib/api/wallet-server/client';
import { encodeHex } from '$lib/codec/bytes';
import type { WalletState } from '$lib/state/wallet/wallet.svelte';
import { addressOfKey } from '$lib/wallet/keys/account';
import { foreignKeys } from '$lib/wallet/keys/foreignKeys';
import { stubPage, until, World } from '../support/walletWorld';

// A well-known phrase of other wallets; on this chain it owns nothing before the tests pay it.
const PHRASE = `${'zoo '.repeat(11)}wrong`;
const keys = foreignKeys({ secret: PHRASE, passphrase: '', isText: false });
const keyAt = (origin: string, path: string) => keys.find((key) => key.origin === origin && key.path === path)!;
const HARDWARE = addressOfKey(keyAt('hardware', "m/44'/93'/2'/0'/0'").publicKey, 'uc');
const MULTI_COIN = addressOfKey(keyAt('multi-coin', "m/44'/1991'/1'/0'/3'").publicKey, 'pk');
const words = { secret: PHRASE, passphrase: '', isText: false };
const never = new AbortController().signal;

let world: World;
let wallet: WalletState;
let own: Address;
beforeAll(stubPage);
beforeEach(async () => {
  world = await World.open();
  ({ wallet } = await world.created());
  own = (await wallet.newAddress()).address;
});
afterEach(() => world.end());

/** Mines blocks that pay the addresses, and enough after them to make the payouts spendable. */
async function paid(...addresses: Address[]) {
  for (const address of addresses) await world.mine(address);
  const { maturityDelay } = await world.node.wallet.network();
  await world.mine(VOID_ADDRESS, maturityDelay + 1);
  await world.inStep(wallet);
}

test('words of another wallet: found by both rules, swept into this wallet', async () => {
  await paid(HARDWARE, MULTI_COIN, HARDWARE);
  const sweep = await wallet.sweep(words, never);
  expect(sweep.found.map(({ key, address }) => [key.origin, key.path, address])).toEqual([
    ['hardware', "m/44'/93'/2'/0'/0'", HARDWARE],
    ['multi-coin', "m/44'/1991'/1'/0'/3'", MULTI_COIN]
  ]);
  const total = sweep.found.reduce((sum, { coins }) => sum + coins, 0n);
  const flow = wallet.sendFrom(sweep);
  await flow.compose(sweep.request(own));
  expect(flow.status).toMatchObject({ step: 'reviewing', canSign: true });
  await flow.confirm();
  expect(flow.status).toMatchObject({ step: 'following' });
  const fee = flow.status.step === 'following' ? flow.status.summary.fee : 0n;
  await world.mine(VOID_ADDRESS);
  await world.inStep(wallet);
  await until('the coins have arrived', () => wallet.balance?.spendable === total - fee);
  await sweep.close();
  const again = await wallet.sweep(words, never);
  expect(again.found).toEqual([]);
  await again.close();
});

/** Sends a sweep through a server that forgets it, until `recover`. */
async function forgottenSweep() {
  let isForgetful = true;
  const server: WalletServer = {
    ...world.node.wallet,
    broadcast: async (...[call]) => (isForgetful ? call.body : world.node.wallet.broadcast(call))
  };
  ({ wallet } = await world.created(world.browser(server)));
  own = (await wallet.newAddress()).address;
  await paid(HARDWARE);
  const sweep = await wallet.sweep(words, never);
  const flow = wallet.sendFrom(sweep);
  await flow.compose(sweep.request(own));
  await flow.confirm();
  await sweep.close();
  return { flow, recover: () => void (isForgetful = false) };
}

test('a sweep that the server drops can be sent again blocks later, while its page is open', async () => {
  const { flow, recover } = await forgottenSweep();
  await until('dropped', () => flow.follow?.state === 'dropped');
  await world.mine(VOID_ADDRESS, 2);
  await world.inStep(wallet);
  recover();
  await flow.rebroadcast();
  expect(flow.status).toMatchObject({ step: 'following', problem: undefined });
  await world.mine(VOID_ADDRESS);
  await until('the coins have arrived', () => (wallet.balance?.spendable ?? 0n) > 0n);
});

test('and from the Send page after a reload, which knows neither its words nor its outputs', async () => {
  const { recover } = await forgottenSweep();
  await world.mine(VOID_ADDRESS, 2);
  await world.inStep(wallet);
  const [sent] = wallet.sends.list;
  await until('dropped', () => wallet.sends.follow(sent!.id)?.state === 'dropped');
  recover();
  const flow = wallet.send();
  await flow.followEarlier(sent!.id);
  expect(flow.status).toMatchObject({ step: 'following', id: sent!.id });
  await flow.rebroadcast();
  expect(flow.status).toMatchObject({ step: 'following', problem: undefined });
  await world.mine(VOID_ADDRESS);
  await until('the coins have arrived', () => (wallet.balance?.spendable ?? 0n) > 0n);
});

test('a single key', async () => {
  const key = keyAt('native', '5');
  await paid(addressOfKey(key.publicKey, 'pk'));
  const sweep = await wallet.sweep({ ...words, secret: encodeHex(key.privateKey) }, never);
  expect(sweep.found).toMatchObject([{ key: { origin: 'key' } }]);
  const flow = wallet.sendFrom(sweep);
  await flow.compose(sweep.request(own));
  await flow.confirm();
  expect(flow.status.step).toBe('following');
});

test('a wallet with more keys in use than the first hundred is found whole', async () => {
  const far = foreignKeys(words, 4).filter(({ origin, path }) => origin === 'native' && ['95', '110'].includes(path));
  expect(far).toHaveLength(2);
  await paid(...far.map(({ publicKey }) => addressOfKey(publicKey, 'uc')));
  const sweep = await wallet.sweep(words, never);
  expect(sweep.found.map(({ key }) => key.path)).toEqual(['95', '110']);
  const flow = wallet.sendFrom(sweep);
  await flow.compose(sweep.request(own));
  await flow.confirm();
  expect(flow.status.step).toBe('following');
  expect(sweep.isCut).toBe(false);
  await sweep.close();
});

test('immature coins are reported and left', async () => {
  await world.mine(HARDWARE);
  const sweep = await wallet.sweep(words, never);
  expect(sweep.found).toHaveLength(1);
  expect(sweep.found[0]!.immature).toBe(sweep.found[0]!.coins);
  const flow = wallet.sendFrom(sweep);
  await flow.compose(sweep.request(own));
  expect(flow.status).toMatchObject({ step: 'composing', problem: { code: 'wallet/insufficient-funds' } });
});

test('a locked wallet receives nothing at an address that was not compared with its keys', async () => {
  expect(await wallet.sweepAddress()).toBe(own);
  await wallet.keys.lock();
  await expect(wallet.sweepAddress()).rejects.toMatchObject({ code: 'keystore/locked' });
});

test('nothing is signed once the keys are wiped', async () => {
  await paid(HARDWARE);
  const sweep = await wallet.sweep(words, never);
  const flow = wallet.sendFrom(sweep);
  await flow.compose(sweep.request(own));
  await wallet.keys.lock();
  await sweep.close();
  await flow.confirm();
  expect(flow.status).toMatchObject({ step: 'reviewing', problem: { code: 'keystore/locked' } });
});

test('invalid words are rejected', async () => {
  await expect(wallet.sweep({ ...words, secret: 'abandon '.repeat(12) }, never)).rejects.toMatchObject({
    code: 'wallet/phrase-checksum'
  });
});

test('nothing is swept to a server that is known to be on another chain', async () => {
  const other = await World.open();
  await other.mine(VOID_ADDRESS, 5);
  let server: WalletServer = world.node.wallet;
  const switching = new Proxy(server, { get: (_, name) => Reflect.get(server, name) });
  ({ wallet } = await world.created(world.browser(switching)));
  await paid(HARDWARE);
  const sweep = await wallet.sweep(words, never);
  const flow = wallet.sendFrom(sweep);
  const request = sweep.request((await wallet.newAddress()).address);
  await flow.compose(request);
  server = other.node.wallet;
  wallet.refresh();
  await until('noticed', () => wallet.problem?.code === 'wallet/unknown-block');
  await flow.confirm();
  const problem = { code: 'send/other-chain' };
  expect(flow.status).toMatchObject({ step: 'reviewing', transfer: { signatures: [] }, problem });
  flow.back();
  await flow.compose(request);
  expect(flow.status).toMatchObject({ step: 'composing', problem });
  await sweep.close();
  await other.end();
});
