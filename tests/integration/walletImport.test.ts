import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { BadRequestError } from '$lib/api/http/errors';
import type { WalletServer } from '$lib/api/wallet-server/client';
import { VOID_ADDRESS } from '$lib/chain/address';
import { hastings } from '$lib/chain/currency/currency';
import type { ChainIndex, CoinElement } from '$lib/chain/element/elements';
import type { BlockId, Hash256 } from '$lib/chain/ids';
import { policyAddress } from '$lib/chain/policy/policyAddress';
import { DEV_ADDRESSES } from '$lib/server/node/network/presets';
import type { OtherServer } from '$lib/services/otherServers';
import type { ImportResult, ImportStep } from '$lib/services/wallet/sync/importOutputs';
import type { WalletState } from '$lib/state/wallet/wallet.svelte';
import { addressOfKey } from '$lib/wallet/keys/account';
import { deriveKeyPair } from '$lib/wallet/keys/keyring';
import { seedFromPhrase } from '$lib/wallet/keys/seed';
import { limitMs } from '../support/limits';
import { openNode, type OpenNode } from '../support/node';
import {
  DEV_PHRASE,
  mineTo,
  openBrowser,
  PASSWORD,
  send,
  stubPage,
  until,
  World,
  type Browser
} from '../support/walletWorld';

const COIN = 10n ** 24n;
/** Genesis pays both addresses of the phrase's first key half a million each. */
const GENESIS = 1_000_000n * COIN;
const REWARD = (300_000n - 2n) * COIN;
const FAR_KEY = 25n;
const CHECKPOINT = 30;
/** Of another owner. */
const PAYEE = policyAddress({ type: 'above', height: 1n });

/** A node with the whole chain, and a world on one that started from a checkpoint. */
let full: OpenNode;
let world: World;

beforeAll(stubPage);
beforeEach(async () => {
  full = await openNode({ peers: { listen: '127.0.0.1:0', peers: [], discover: false } });
  await mineTo(full, VOID_ADDRESS);
  await mineTo(full, farAddress());
  await mineTo(full, VOID_ADDRESS, CHECKPOINT + 10);
  const peers = { listen: '127.0.0.1:0', peers: [full.node.peers!.address!], discover: false };
  world = await World.open({ checkpoint: await full.wallet.indexAt({ params: { height: CHECKPOINT } }), peers });
  await synced();
});
afterEach(async () => {
  await world.end();
  await full.node.close();
});

/** The address of a key beyond those that a restored wallet watches. */
const farAddress = () => addressOfKey(deriveKeyPair(seedFromPhrase(DEV_PHRASE), FAR_KEY).publicKey, 'uc');

const synced = () => expect.poll(() => world.node.node.tip, { timeout: limitMs(60_000) }).toEqual(full.node.tip);

const other = (server: WalletServer = full.wallet, id = 'full'): OtherServer => ({
  id,
  name: `the ${id} node`,
  server
});

async function importFrom(wallet: WalletState, from: OtherServer = other()) {
  const importing = wallet.importFrom(from, new AbortController().signal);
  const steps: ImportStep['type'][] = [];
  for (;;) {
    const { done, value } = await importing.next();
    if (done) return { steps, result: value as ImportResult };
    steps.push((value as ImportStep).type);
  }
}

describe('a wallet older than the checkpoint of its node', () => {
  test('has nothing, imports its outputs including those of distant keys, and spends them', async () => {
    const wallet = await world.restored();
    expect(wallet.balance).toMatchObject({ spendable: 0n, funds: 0n });
    expect(wallet.imports).toEqual([]);

    const { result, steps } = await importFrom(wallet);
    expect(result).toEqual({
      basis: full.node.tip,
      coins: 3,
      value: GENESIS + REWARD,
      funds: 2,
      known: 0,
      spent: 0
    });
    expect(steps).toContain('rescanning');
    await world.inStep(wallet);
    expect(wallet.balance).toMatchObject({ spendable: GENESIS + REWARD, funds: 10_000n });
    expect(wallet.imports).toMatchObject([{ connection: 'full', basis: full.node.tip, outputs: 5 }]);
    expect(wallet.addresses.map(({ address }) => address)).toContain(farAddress());

    await send(wallet, PAYEE, 1_200_000n * COIN);
    await world.mine(VOID_ADDRESS);
    await world.inStep(wallet);
    expect(wallet.balance!.spendable).toBeLessThan(100_000n * COIN);
    await expect.poll(() => full.node.tip, { timeout: limitMs(60_000) }).toEqual(world.node.node.tip);
    const paid = await full.wallet.balance({ params: { address: PAYEE } });
    expect(paid.coins).toBe(1_200_000n * COIN);
  });

  test('asks a server once whether it has all addresses', async () => {
    const wallet = await world.restored();
    let asked = 0;
    await importFrom(wallet, other({ ...full.wallet, state: (...call) => (asked++, full.wallet.state(...call)) }));
    expect(asked).toBe(1);
  });

  test('has the same balance after a second import, including from another server, and after it is read again', async () => {
    const wallet = await world.restored();
    await importFrom(wallet);
    const again = await importFrom(wallet);
    expect(again.result).toMatchObject({ coins: 0, funds: 0, known: 5, spent: 0 });
    await importFrom(wallet, other(full.wallet, 'second'));
    expect(wallet.imports.map(({ connection, outputs }) => [connection, outputs])).toEqual([
      ['full', 5],
      ['second', 0]
    ]);

    await world.mine(VOID_ADDRESS);
    await wallet.scanMore();
    await until(
      'read again',
      async () => wallet.status.step === 'following' && wallet.index!.id === world.node.node.tip.id
    );
    await world.inStep(wallet);
    expect(wallet.balance).toMatchObject({ spendable: GENESIS + REWARD, funds: 10_000n });
    expect(wallet.imports).toHaveLength(2);
    await send(wallet, PAYEE, 'max');
  });

  test('keeps its outputs if it is read again while a proxy limits requests', async () => {
    /** Updates since this block are refused. */
    let limited: BlockId | undefined;
    let refused = 0;
    const updates: WalletServer['updates'] = async (...call) => {
      if (call[0].params.index.id !== limited) return world.node.wallet.updates(...call);
      refused++;
      throw new BadRequestError({ method: 'GET', path: '/consensus/updates/:index' }, 429, '');
    };
    const wallet = await world.restored(DEV_PHRASE, openBrowser({ ...world.node.wallet, updates }));
    await importFrom(wallet);
    await world.inStep(wallet);
    limited = wallet.index!.id;
    await world.mine(VOID_ADDRESS);
    await wallet.rescan();
    refused = 0;
    await until('refused', () => refused > 0);
    limited = undefined;
    await world.inStep(wallet);
    expect(wallet.balance).toMatchObject({ spendable: GENESIS + REWARD, funds: 10_000n });
    expect(wallet.imports).toHaveLength(1);
  });

  test('drops what was spent between the server’s block and ours', async () => {
    const stale = await snapshotOf(full.wallet);
    const owner = openBrowser(full.wallet);
    const id = await owner.wallets.restore({ name: 'w', phrase: DEV_PHRASE, password: 'correct horse' });
    const elsewhere = await owner.wallets.open(id);
    world.follow(elsewhere);
    await until('read', () => elsewhere.status.step === 'following');
    await send(elsewhere, PAYEE, GENESIS - COIN * 100n);
    await mineTo(full, VOID_ADDRESS);
    await synced();

    const wallet = await world.restored();
    const { result, steps } = await importFrom(wallet, other(stale));
    expect(steps).toContain('carrying');
    expect(result.spent).toBeGreaterThan(0);
    await until('read', () => elsewhere.status.step === 'following' && elsewhere.index!.id === full.node.tip.id);
    await world.inStep(wallet);
    expect(wallet.balance!.spendable).toBe(elsewhere.balance!.spendable);
  });

  test('shows the import in other tabs', async () => {
    const browser = world.browser();
    const wallet = await world.restored(DEV_PHRASE, browser);
    await importFrom(wallet);
    await world.inStep(wallet);
    const reopened = openBrowser(world.node.wallet, browser.database);
    await reopened.wallets.refresh();
    const copy = await reopened.wallets.open(wallet.id);
    expect(copy.balance!.spendable).toBe(GENESIS + REWARD);
    expect((await copy.holdings()).coins).toHaveLength(3);
  });
});

describe('a wallet that was synced by a node with the whole chain', () => {
  /** A server that passes every call on to the node that is selected. */
  const switched = () => {
    const selected = { server: full.wallet };
    const server = new Proxy(full.wallet, { get: (_, name: keyof WalletServer) => selected.server[name] });
    return { selected, browser: openBrowser(server) };
  };
  async function restoredBy(browser: Browser): Promise<WalletState> {
    const id = await browser.wallets.restore({ name: 'w', phrase: DEV_PHRASE, password: PASSWORD });
    const wallet = await browser.wallets.open(id);
    world.follow(wallet);
    await until('read', () => wallet.status.step === 'following');
    expect(wallet.balance).toMatchObject({ spendable: GENESIS + REWARD, funds: 10_000n });
    return wallet;
  }
  test('keeps its outputs if it is read again by one that started from a later checkpoint', async () => {
    const { selected, browser } = switched();
    const wallet = await restoredBy(browser);
    selected.server = world.node.wallet;
    await world.mine(VOID_ADDRESS);
    await wallet.rescan();
    await world.inStep(wallet);
    expect(wallet.balance).toMatchObject({ spendable: GENESIS + REWARD, funds: 10_000n });
    expect([wallet.imports, wallet.importDue]).toEqual([[], false]);
    await send(wallet, PAYEE, 'max');
  });

  test('is to import them if its own last block is from before that checkpoint', async () => {
    const { selected, browser } = switched();
    const wallet = await restoredBy(browser);
    const { id } = wallet.index!;
    selected.server = {
      ...world.node.wallet,
      updates: async (...call) => {
        if (call[0].params.index.id !== id) return world.node.wallet.updates(...call);
        throw new BadRequestError({ method: 'GET', path: '/consensus/updates/:index' }, 400, '');
      }
    };
    await world.mine(VOID_ADDRESS);
    await wallet.rescan();
    await until('read again', () => wallet.importDue);
    expect(wallet.balance).toMatchObject({ spendable: 0n, funds: 0n });
    await synced();
    await importFrom(wallet);
    expect(wallet.balance).toMatchObject({ spendable: GENESIS + REWARD, funds: 10_000n });
    expect(wallet.importDue).toBe(false);
  });
});

/** A server that keeps returning its current responses. */
async function snapshotOf(server: WalletServer): Promise<WalletServer> {
  const addresses = [...Object.values(DEV_ADDRESSES), farAddress()];
  const coins = await server.batchCoinOutputs({ body: { addresses }, query: {} });
  const funds = await server.batchFundOutputs({ body: { addresses }, query: {} });
  const empty = { outputs: [] };
  return {
    ...server,
    batchCoinOutputs: async ({ query }) => (query?.offset ? { ...coins, ...empty } : coins),
    batchFundOutputs: async ({ query }) => (query?.offset ? { ...funds, ...empty } : funds)
  };
}

describe('a lying server is rejected:', () => {
  type Coins = Awaited<ReturnType<WalletServer['batchCoinOutputs']>>;
  const lying = (lie: (page: Coins) => Coins): OtherServer =>
    other({ ...full.wallet, batchCoinOutputs: async (...call) => lie(await full.wallet.batchCoinOutputs(...call)) });
  const eachCoin =
    (lie: (coin: CoinElement) => CoinElement) =>
    (page: Coins): Coins => ({ ...page, outputs: page.outputs.map(lie) });
  const withBasis =
    (basis: (tip: ChainIndex) => ChainIndex) =>
    (page: Coins): Coins => ({ basis: basis(page.basis), outputs: [] });

  const rows: [string, (page: Coins) => Coins, string][] = [
    [
      'a corrupted proof',
      eachCoin(({ stateElement, ...coin }) => ({
        ...coin,
        stateElement: { ...stateElement, merkleProof: stateElement.merkleProof.map(() => '00'.repeat(32) as Hash256) }
      })),
      'wallet/wrong-proof'
    ],
    [
      'another value',
      eachCoin((coin) => ({ ...coin, output: { ...coin.output, value: hastings(coin.output.value + 1n) } })),
      'wallet/wrong-proof'
    ],
    [
      'a foreign output',
      eachCoin((coin) => ({ ...coin, output: { ...coin.output, address: VOID_ADDRESS } })),
      'wallet/foreign-output'
    ]
  ];

  test.each(rows)('%s', async (_, lie, code) => {
    const wallet = await world.restored();
    await expect(importFrom(wallet, lying(lie))).rejects.toMatchObject({ code });
    expect(wallet.balance!.spendable).toBe(0n);
    expect(wallet.imports).toEqual([]);
    // An honest one is asked next.
    await importFrom(wallet);
    expect(wallet.balance!.spendable).toBe(GENESIS + REWARD);
  });

  test('a spent output, with its earlier proof', async () => {
    const before = (await snapshotOf(full.wallet)).batchCoinOutputs;
    const owner = openBrowser(full.wallet);
    const id = await owner.wallets.restore({ name: 'w', phrase: DEV_PHRASE, password: 'correct horse' });
    const elsewhere = await owner.wallets.open(id);
    world.follow(elsewhere);
    await until('read', () => elsewhere.status.step === 'following');
    await send(elsewhere, PAYEE, 'max');
    await mineTo(full, VOID_ADDRESS);
    await synced();
    const wallet = await world.restored();
    const relabeled: WalletServer = {
      ...full.wallet,
      batchCoinOutputs: async (...call) => ({ ...(await before(...call)), basis: full.node.tip })
    };
    await expect(importFrom(wallet, other(relabeled))).rejects.toMatchObject({ code: 'wallet/wrong-proof' });
    expect(wallet.balance!.spendable).toBe(0n);
  });

  const unknown = '11'.repeat(32) as BlockId;
  const bases: [string, (tip: ChainIndex) => ChainIndex, string][] = [
    ['a block far ahead of our tip', ({ height }) => ({ height: height + 100, id: unknown }), 'wallet/import-ahead'],
    ['another branch, deep', ({ height }) => ({ height: height - 8, id: unknown }), 'wallet/import-other-chain'],
    ['another branch at the tip', ({ height }) => ({ height, id: unknown }), 'wallet/import-other-chain']
  ];
  test.each(bases)('outputs proven at %s', async (_, basis, code) => {
    const wallet = await world.restored();
    const from = lying(withBasis(basis));
    const funds: WalletServer['batchFundOutputs'] = async (...call) => {
      const page = await full.wallet.batchFundOutputs(...call);
      return { basis: basis(page.basis), outputs: [] };
    };
    const lies = { ...from, server: { ...from.server, batchFundOutputs: funds } };
    await expect(importFrom(wallet, lies)).rejects.toMatchObject({ code, tip: world.node.node.tip });
    expect(wallet.imports).toEqual([]);
  });

  test('outputs proven at a block before our checkpoint', async () => {
    const wallet = await world.restored();
    const old = await full.wallet.indexAt({ params: { height: CHECKPOINT - 5 } });
    const server: WalletServer = {
      ...full.wallet,
      batchCoinOutputs: async () => ({ basis: old, outputs: [] }),
      batchFundOutputs: async () => ({ basis: old, outputs: [] })
    };
    // Our node either does not know the block at all, or knows that it is before its first one.
    await expect(importFrom(wallet, other(server))).rejects.toMatchObject({ code: 'wallet/import-before-checkpoint' });
  });
});

test('a server of another network, or one that only indexes some addresses, is rejected', async () => {
  const wallet = await world.restored();
  const stranger: WalletServer = {
    ...full.wallet,
    indexAt: async () => ({ height: 0, id: '22'.repeat(32) as BlockId })
  };
  await expect(importFrom(wallet, other(stranger))).rejects.toMatchObject({ code: 'wallet/other-genesis' });
  const partial: WalletServer = {
    ...full.wallet,
    state: async (...call) => ({ ...(await full.wallet.state(...call)), indexMode: 'personal' })
  };
  await expect(importFrom(wallet, other(partial))).rejects.toMatchObject({ code: 'wallet/partial-index' });
});

test('importing into a locked wallet requires its keys, and a canceled import stores nothing', async () => {
  const browser = world.browser();
  const wallet = await world.restored(DEV_PHRASE, browser);
  const abort = new AbortController();
  abort.abort();
  await expect(wallet.importFrom(other(), abort.signal).next()).rejects.toMatchObject({ name: 'AbortError' });
  await browser.wallets.lockAll();
  await expect(importFrom(wallet)).rejects.toMatchObject({ code: 'keystore/locked' });
  expect(wallet.imports).toEqual([]);
});
