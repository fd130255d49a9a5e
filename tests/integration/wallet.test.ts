import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { hastings } from '$lib/chain/currency/currency';
import { VOID_ADDRESS, type Address } from '$lib/chain/address';
import type { CoinOutputId, Hash256 } from '$lib/chain/ids';
import type { SpendPolicy } from '$lib/chain/policy/policy';
import { policyAddress } from '$lib/chain/policy/policyAddress';
import { Keystore } from '$lib/keystore/keystore';
import { openMemoryDatabase } from '$lib/storage/openDatabase';
import { DEV_ADDRESSES } from '$lib/server/node/network/presets';
import { unixSeconds } from '$lib/chain/time';
import { balancesAfter } from '$lib/wallet/formats/exportLists';
import { mergeLabels, parseLabels, undoMerge } from '$lib/wallet/formats/labels';
import { databaseWith } from '../support/databaseWith';
import { solveBlock } from '../support/solve';
import type { OpenNode } from '../support/node';
import {
  branchFrom,
  DEV_PHRASE,
  inStep,
  mineTo,
  openBrowser,
  PASSWORD,
  send,
  stubPage,
  until,
  viewOf,
  World
} from '../support/walletWorld';

const COIN = 10n ** 24n;
const DAY_MS = 24 * 60 * 60 * 1000;
const REWARD_HEIGHT = (height: number) => (300_000n - BigInt(height)) * COIN;

let world: World;
let open: OpenNode;
beforeAll(stubPage);
beforeEach(async () => {
  world = await World.open();
  open = world.node;
});
afterEach(() => world.end());

test('a new wallet is mined to, matures, pays two recipients, and a restored copy shows exactly the same', async () => {
  const { wallet, phrase } = await world.created();
  expect(wallet.balance).toMatchObject({ spendable: 0n, immature: 0n, unconfirmed: 0n });
  const { address } = await wallet.newAddress('mining');
  await mineTo(open, address, 2);
  await inStep(wallet, open);
  expect(wallet.balance).toMatchObject({ spendable: 0n, immature: REWARD_HEIGHT(1) + REWARD_HEIGHT(2) });
  expect(wallet.nextMaturity).toMatchObject({ coins: REWARD_HEIGHT(1) });

  const delay = (await open.wallet.network()).maturityDelay;
  await mineTo(open, DEV_ADDRESSES.policy, delay);
  await inStep(wallet, open);
  expect(wallet.balance!.spendable).toBe(REWARD_HEIGHT(1) + REWARD_HEIGHT(2));

  const flow = wallet.send();
  const to = [DEV_ADDRESSES.policy, DEV_ADDRESSES.unlockConditions];
  await flow.compose({ recipients: to.map((one) => ({ address: one, unit: 'coins', coins: hastings(1000n * COIN) })) });
  expect(flow.status).toMatchObject({ step: 'reviewing', canSign: true });
  if (flow.status.step !== 'reviewing') return;
  expect(flow.status.summary.recipients.map(({ warnings }) => warnings)).toEqual([['new'], ['new']]);
  expect(flow.status.summary.change).toHaveLength(1);
  await flow.confirm();
  expect(flow.status).toMatchObject({ step: 'following', withoutPeers: false });
  await until('unconfirmed', () => wallet.unconfirmed.length === 1);
  await until('polled', () => wallet.status.step === 'following' && wallet.status.atMs > (wallet.atMs ?? Infinity));
  expect(wallet.balance!.unconfirmed).toBeLessThan(-2000n * COIN);
  expect(flow.follow).toEqual({ state: 'pool' });

  await mineTo(open, VOID_ADDRESS);
  await inStep(wallet, open);
  await until('confirmed', () => flow.follow?.state === 'confirmed');
  expect(flow.follow).toMatchObject({ confirmations: 1 });
  expect(wallet.balance!.unconfirmed).toBe(0n);

  const copy = await world.restored(phrase);
  expect(await viewOf(copy)).toEqual(await viewOf(wallet));

  await send(copy, DEV_ADDRESSES.policy, 'max');
  await mineTo(open, VOID_ADDRESS);
  await Promise.all([inStep(copy, open), inStep(wallet, open)]);
  expect(copy.balance).toMatchObject({ spendable: 0n, immature: 0n, unconfirmed: 0n });
  expect(await viewOf(copy)).toEqual(await viewOf(wallet));
});

test('coins of a shared wallet are time-locked until its policy allows payments', async () => {
  const browser = world.browser();
  const delay = (await open.wallet.network()).maturityDelay;
  // A transaction in the next block is validated at the height of the tip.
  const policy: SpendPolicy = { type: 'thresh', n: 1, of: [{ type: 'above', height: BigInt(delay + 2) }] };
  const address = policyAddress(policy);
  const id = await browser.wallets.watch({ name: 'shared', entries: [{ address, policy }], policy });
  const wallet = await world.followed(browser, id);
  await mineTo(open, address);
  await mineTo(open, VOID_ADDRESS, delay);
  await inStep(wallet, open);
  const reward = REWARD_HEIGHT(1);
  expect(wallet.balance).toMatchObject({ total: reward, spendable: 0n, timeLocked: reward });
  expect(await wallet.balanceAt(new Set([address]))).toMatchObject({ spendable: 0n, timeLocked: reward });
  await mineTo(open, VOID_ADDRESS);
  await inStep(wallet, open);
  expect(wallet.balance).toMatchObject({ total: reward, spendable: reward, timeLocked: 0n });
});

test('of several watched addresses, only those with a closed time lock are time-locked', async () => {
  const browser = world.browser();
  const delay = (await open.wallet.network()).maturityDelay;
  const above = (height: number): SpendPolicy => ({
    type: 'thresh',
    n: 1,
    of: [{ type: 'above', height: BigInt(height) }]
  });
  const entries = [above(delay + 3), above(0)].map((policy) => ({ address: policyAddress(policy), policy }));
  const [locked, free] = entries.map(({ address }) => address) as [Address, Address];
  const wallet = await world.followed(browser, await browser.wallets.watch({ name: 'savings', entries }));
  await mineTo(open, locked);
  await mineTo(open, free);
  await mineTo(open, VOID_ADDRESS, delay);
  await inStep(wallet, open);
  const [first, second] = [REWARD_HEIGHT(1), REWARD_HEIGHT(2)];
  expect(wallet.balance).toMatchObject({ total: first + second, spendable: second, timeLocked: first });
  expect(wallet.timeLocked).toEqual(new Set([locked]));
  expect(await wallet.balanceAt(new Set([locked]))).toMatchObject({ spendable: 0n, timeLocked: first });
  expect(await wallet.balanceAt(new Set([free]))).toMatchObject({ spendable: second, timeLocked: 0n });
  await mineTo(open, VOID_ADDRESS);
  await inStep(wallet, open);
  expect(wallet.balance).toMatchObject({ spendable: first + second, timeLocked: 0n });
});

test('of several watched addresses, coins count as spendable only where a policy is known', async () => {
  const browser = world.browser();
  const delay = (await open.wallet.network()).maturityDelay;
  const policy: SpendPolicy = { type: 'thresh', n: 1, of: [{ type: 'above', height: 0n }] };
  const [known, bare] = [policyAddress(policy), VOID_ADDRESS];
  const id = await browser.wallets.watch({ name: 'mixed', entries: [{ address: known, policy }, { address: bare }] });
  const wallet = await world.followed(browser, id);
  await mineTo(open, known);
  await mineTo(open, bare);
  await mineTo(open, DEV_ADDRESSES.policy, delay);
  await inStep(wallet, open);
  const [first, second] = [REWARD_HEIGHT(1), REWARD_HEIGHT(2)];
  expect(wallet.balance).toMatchObject({ total: first + second, spendable: first, watched: second });
  expect(await wallet.balanceAt(new Set([bare]))).toMatchObject({ spendable: 0n, watched: second });
  await wallet.freeze([...(await wallet.cache()).coins.keys()], true);
  expect(wallet.balance).toMatchObject({ spendable: 0n, watched: 0n, frozen: first + second });

  const copy = await browser.wallets.watch({ name: 'bare', entries: [{ address: bare }] });
  expect((await world.followed(browser, copy)).balance).toMatchObject({
    total: second,
    spendable: 0n,
    watched: second
  });
});

test('wallets that only watch addresses are told from those that can create payments', async () => {
  const { wallets } = world.browser();
  const address = DEV_ADDRESSES.policy;
  const policy: SpendPolicy = { type: 'thresh', n: 1, of: [{ type: 'above', height: 0n }] };
  const bare = await wallets.watch({ name: 'addresses', entries: [{ address }] });
  await wallets.watch({ name: 'policies', entries: [{ address }, { address: policyAddress(policy), policy }] });
  await wallets.restore({ name: 'keys', phrase: DEV_PHRASE, password: PASSWORD });
  await wallets.refresh();
  expect(wallets.bare).toEqual(new Set([bare]));
});

test('the result of a first sync is shown before it is stored', async () => {
  const database = openMemoryDatabase();
  const { promise: gate, resolve: openGate } = Promise.withResolvers<void>();
  const slow = databaseWith(database, {
    write: async (tables, run) => {
      if (tables.includes('coins')) await gate;
      return database.write(tables, run);
    }
  });
  const browser = openBrowser(open.wallet, slow);
  await world.mine(VOID_ADDRESS, 3);
  const id = await browser.wallets.restore({ name: 'slow', phrase: DEV_PHRASE, password: PASSWORD });
  const wallet = await browser.wallets.open(id);
  const stop = wallet.follow();
  await until('shown', () => wallet.balance !== undefined && wallet.balance.total > 0n);
  expect(wallet.status.step).not.toBe('following');
  const flow = wallet.send();
  await flow.compose({ recipients: [{ address: VOID_ADDRESS, unit: 'coins', coins: hastings(COIN) }] });
  expect(flow.status).toMatchObject({ step: 'reviewing', canSign: true });
  openGate();
  await inStep(wallet, open);
  stop();
});

test('all wallets are locked although one cannot be opened', async () => {
  const database = openMemoryDatabase();
  const { promise: gate, reject: fail } = Promise.withResolvers<never>();
  let isBroken = false;
  const broken = databaseWith(database, {
    read: (tables, run) => (isBroken ? gate : database.read(tables, run))
  });
  const { browser, wallet } = await world.created(openBrowser(open.wallet, broken));
  expect(wallet.keys.locked).toBe(false);
  isBroken = true;
  const failing = browser.wallets.open('other').catch(() => 'not opened');
  const locking = browser.wallets.lockAll();
  setTimeout(() => fail(new Error('no disk')), 50);
  await locking;
  expect([wallet.keys.locked, await failing]).toEqual([true, 'not opened']);
});

test('an address issued while the stored wallet is read stays issued', async () => {
  const database = openMemoryDatabase();
  const { promise: gate, resolve: openGate } = Promise.withResolvers<void>();
  let isSlow = false;
  const slow = databaseWith(database, {
    read: async (tables, run) => {
      const rows = await database.read(tables, run);
      if (isSlow && tables.includes('frozen')) await gate;
      return rows;
    }
  });
  const { wallet } = await world.created(openBrowser(open.wallet, slow));
  isSlow = true;
  const reading = wallet.freeze([], true);
  await new Promise((resolve) => setTimeout(resolve));
  const { address } = await wallet.newAddress();
  openGate();
  await reading;
  expect(wallet.addresses.map((row) => row.address)).toEqual([address]);
  expect((await wallet.newAddress()).address).not.toBe(address);
});

test('an import of labels, and undoing it, keeps coins frozen that were frozen since its preview', async () => {
  const wallet = await world.restored();
  const [first, second] = ['ab', 'cd'].map((byte) => byte.repeat(32) as CoinOutputId) as [CoinOutputId, CoinOutputId];
  const noted = 'ef'.repeat(32) as Hash256;
  const file = parseLabels(JSON.stringify({ type: 'tx', ref: noted, label: 'rent' }));
  expect(mergeLabels(await wallet.readLabels(), file, 'replace')).toMatchObject({ added: 1 });
  await wallet.freeze([first], true);
  const { before, after } = await wallet.changeLabels((current) => mergeLabels(current, file, 'replace'));
  expect([wallet.frozen, await wallet.noteOf(noted)]).toEqual([new Set([first]), 'rent']);
  await wallet.freeze([second], true);
  await wallet.changeLabels((current) => undoMerge(current, before, after));
  expect([wallet.frozen, await wallet.noteOf(noted)]).toEqual([new Set([first, second]), '']);
});

test('an address issued while an unlock checks the others stays issued', async () => {
  const { wallet } = await world.created();
  await wallet.keys.lock();
  const { promise: gate, resolve: openGate } = Promise.withResolvers<void>();
  const derive = Keystore.prototype.deriveAddresses;
  const slow = vi.spyOn(Keystore.prototype, 'deriveAddresses').mockImplementationOnce(async function (
    this: Keystore,
    ...call
  ) {
    await gate;
    return derive.apply(this, call);
  });
  const unlocking = wallet.keys.unlock(PASSWORD);
  await until('unlocked', () => slow.mock.calls.length > 0);
  const { address } = await wallet.newAddress();
  openGate();
  await unlocking;
  expect(wallet.addresses.map((row) => row.address)).toEqual([address]);
  expect((await wallet.newAddress()).address).not.toBe(address);
  slow.mockRestore();
});

test('addresses added while the history of others is read are read as well', async () => {
  await world.mine(VOID_ADDRESS, 3);
  const { promise: gate, resolve: openGate } = Promise.withResolvers<void>();
  let isReading = false;
  const batchEvents: typeof open.wallet.batchEvents = async (...call) => {
    isReading = true;
    await gate;
    return open.wallet.batchEvents(...call);
  };
  const { wallets } = openBrowser({ ...open.wallet, batchEvents });
  const id = await wallets.watch({ name: 'watched', entries: [{ address: VOID_ADDRESS }] });
  const wallet = await wallets.open(id);
  world.follow(wallet);
  await until('reading', () => isReading);
  await wallet.watchMore([{ address: DEV_ADDRESSES.policy }]);
  openGate();
  await until('read', () => wallet.balance !== undefined && wallet.balance.watched > 0n);
  expect(wallet.balance!.watched).toBe(500_000n * COIN);
});

test('restoring finds coins locked by both forms of a key, and fund units', async () => {
  await mineTo(open, VOID_ADDRESS, 3);
  const wallet = await world.restored();
  expect(wallet.addresses.map(({ address }) => address)).toEqual([
    DEV_ADDRESSES.policy,
    DEV_ADDRESSES.unlockConditions
  ]);
  expect(wallet.balance).toMatchObject({ spendable: 1_000_000n * COIN, funds: 10_000n, unclaimed: 0n });
  expect(wallet.funds).toHaveLength(2);
  for (const address of [DEV_ADDRESSES.policy, DEV_ADDRESSES.unlockConditions]) {
    expect(wallet.funds).toContainEqual(expect.objectContaining({ address, units: 5_000n, claim: 0n }));
  }
});

test('payouts still immature at the first sync are found, with their proofs', async () => {
  await mineTo(open, DEV_ADDRESSES.policy, 3);
  const wallet = await world.restored();
  expect(wallet.balance!.immature).toBe(REWARD_HEIGHT(1) + REWARD_HEIGHT(2) + REWARD_HEIGHT(3));
  await mineTo(open, VOID_ADDRESS, (await open.wallet.network()).maturityDelay);
  await inStep(wallet, open);
  expect(wallet.balance).toMatchObject({ immature: 0n });
  const flow = await send(wallet, VOID_ADDRESS, 'max');
  await mineTo(open, VOID_ADDRESS);
  await until('confirmed', () => flow.follow?.state === 'confirmed');
});

describe('a reorganization while the wallet is open', () => {
  test('removes a deposit and brings it back on the other branch', async () => {
    const { wallet, phrase } = await world.created();
    const dev = await world.restored();
    await mineTo(open, VOID_ADDRESS, 3);
    await inStep(dev, open);
    const { address } = await wallet.newAddress('');
    const fork = await open.wallet.tipState();
    await send(dev, address, 500n * COIN);
    await mineTo(open, address);
    await inStep(wallet, open);
    expect(wallet.balance).toMatchObject({ spendable: 500n * COIN });
    expect(wallet.balance!.immature).toBeGreaterThan(REWARD_HEIGHT(4));

    for (const block of await branchFrom(open, fork, VOID_ADDRESS, 2))
      await open.wallet.broadcastBlock({ body: block });
    await inStep(wallet, open);
    await until('in the pool again', () => wallet.unconfirmed.length === 1);
    expect(wallet.balance).toMatchObject({ spendable: 0n, immature: 0n, unconfirmed: 500n * COIN });
    expect((await viewOf(wallet)).events).toEqual([]);
    expect(wallet.history.at(-1)?.coins ?? 0n).toBe(0n);

    await mineTo(open, VOID_ADDRESS);
    await Promise.all([inStep(wallet, open), inStep(dev, open)]);
    expect(wallet.balance).toMatchObject({ spendable: 500n * COIN, immature: 0n, unconfirmed: 0n });
    expect(await viewOf(await world.restored(phrase))).toEqual(await viewOf(wallet));
    expect(await viewOf(await world.restored())).toEqual(await viewOf(dev));
  });
});

test('block times that go back over midnight: the balance after each event is exact', async () => {
  const { wallet } = await world.created();
  const { address } = await wallet.newAddress();
  const midnight = Math.floor(Date.now() / DAY_MS) * (DAY_MS / 1000);
  const mineAt = async (seconds: number, to: Address) => {
    const [network, state] = await Promise.all([open.wallet.network(), open.wallet.tipState()]);
    const [block] = await branchFrom(open, state, to, 1);
    await open.wallet.broadcastBlock({
      body: solveBlock(network, state, { ...block!, timestamp: unixSeconds(seconds) })
    });
    await inStep(wallet, open);
  };
  // No block may have a time before the median of those before it.
  for (let i = 0; i < 5; i++) await mineAt(midnight - 120, VOID_ADDRESS);
  await mineAt(midnight + 60, address);
  await mineAt(midnight - 60, address);
  const events = await Array.fromAsync(wallet.lists.allEvents());
  expect(events.map(({ timestamp }) => timestamp)).toEqual([midnight - 60, midnight + 60]);
  const rewards = events.map(({ coins }) => coins);
  expect(wallet.confirmedCoins).toBe(rewards[0]! + rewards[1]!);
  expect(balancesAfter(events, wallet.confirmedCoins!)).toEqual([rewards[0]! + rewards[1]!, rewards[1]]);
  await until('drawn', () => wallet.history.at(-1)?.coins === wallet.confirmedCoins);
});

describe('reopened', () => {
  test('immediately shows what it knew, without the server, and catches up when it is back', async () => {
    await mineTo(open, VOID_ADDRESS, 2);
    let isDown = false;
    const server = new Proxy(open.wallet, {
      get: (target, name) => (isDown ? () => Promise.reject(new TypeError('down')) : Reflect.get(target, name))
    });
    const browser = openBrowser(server);
    const id = await browser.wallets.restore({ name: 'w', phrase: DEV_PHRASE, password: PASSWORD });
    const wallet = await world.followed(browser, id);
    const before = wallet.balance;
    isDown = true;

    const reopened = openBrowser(server, browser.database);
    const again = await reopened.wallets.open(id);
    expect(again.balance).toEqual(before);
    expect(again.atMs).toBeGreaterThan(0);
    expect(again.keys.locked).toBe(true);
    world.follow(again);
    await until('offline', () => again.status.step === 'offline');
    expect(again.problem?.code).toBe('app/unexpected');

    await mineTo(open, DEV_ADDRESSES.policy);
    isDown = false;
    await inStep(again, open);
    expect(again.problem).toBeUndefined();
    expect(again.balance!.immature).toBe(REWARD_HEIGHT(3));
  });

  test('the list shows the last balance of each wallet and its time', async () => {
    await mineTo(open, VOID_ADDRESS);
    const browser = openBrowser(open.wallet);
    await world.restored(DEV_PHRASE, browser);
    // With its first sync, though the list was not requested.
    await until('listed', () => browser.wallets.list[0]?.held !== undefined);
    expect(browser.wallets.list).toMatchObject([
      { name: 'restored', network: 'test', held: { coins: 1_000_000n * COIN, funds: 10_000n, index: open.node.tip } }
    ]);
  });
});
