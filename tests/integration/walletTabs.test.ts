import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { VOID_ADDRESS } from '$lib/chain/address';
import { hastings } from '$lib/chain/currency/currency';
import type { TransactionId } from '$lib/chain/ids';
import { StorageBlockedError, StorageUnreadableError } from '$lib/storage/errors';
import type { ReviewedPayment } from '$lib/state/wallet/send.svelte';
import { SendDraft } from '$lib/state/wallet/sendDraft.svelte';
import type { WalletState } from '$lib/state/wallet/wallet.svelte';
import { Wallets } from '$lib/state/wallet/wallets.svelte';
import type { Engine } from '$lib/storage/database';
import { openChannel } from '$lib/storage/channel';
import { createMemoryEngine } from '$lib/storage/memoryEngine';
import { FallbackDatabase, openMemoryDatabase } from '$lib/storage/openDatabase';
import { WalletStore } from '$lib/storage/walletStore';
import { openWalletTabs } from '$lib/storage/walletTabs';
import { spentIds, transferId } from '$lib/wallet/transfer/transfer';
import type { OpenWalletTabs } from '$lib/services/wallet/ports';
import { DEV_ADDRESSES } from '$lib/server/node/network/presets';
import { openTestKeystore } from '../support/inProcessKeys';
import {
  DEV_PHRASE,
  openBrowser,
  openTestWallets,
  PASSWORD,
  send,
  stubPage,
  until,
  viewOf,
  World,
  type Browser
} from '../support/walletWorld';

const WATCHED = { name: 'w', entries: [{ address: DEV_ADDRESSES.policy }] };
const COIN = 10n ** 24n;

let world: World;
beforeAll(stubPage);
beforeEach(async () => {
  world = await World.open();
  await world.mine(VOID_ADDRESS, 3);
});
afterEach(() => world.end());

/** Another tab of a browser: the same database and locks, its own keys. */
const tabOf = ({ database }: Pick<Browser, 'database'>): Browser => {
  const wallets = openTestWallets(world.node.wallet, database, 10, openWalletTabs);
  return { wallets, database };
};

test('one tab follows the chain, the other shows its updates and takes over when it ends', async () => {
  const first = tabOf({ database: openMemoryDatabase() });
  const one = await world.restored(DEV_PHRASE, first);
  const two = await tabOf(first).wallets.open(one.id);
  world.follow(two);
  await until('elsewhere', () => two.status.step === 'other-tab');
  await world.mine(DEV_ADDRESSES.policy);
  await world.inStep(one);
  await until('followed', () => two.index?.id === one.index?.id);
  expect(two.balance).toEqual(one.balance);

  await send(one, VOID_ADDRESS, 10n ** 24n);
  await until('received the pool', () => two.unconfirmed.length === 1);
  expect(two.balance).toEqual(one.balance);
  await two.setLabel(DEV_ADDRESSES.policy, 'savings');
  await until('received the label', () => one.labelOf(DEV_ADDRESSES.policy) === 'savings');
  expect(two.keys.locked).toBe(true);

  one.close();
  await until('taken over', () => two.status.step === 'following');
  await world.mine(VOID_ADDRESS);
  await world.inStep(two);
  expect((await viewOf(two)).events).toEqual((await viewOf(await world.restored())).events);
});

describe('a tab whose server is on another chain than that of the tab that syncs', () => {
  let other: World;
  beforeEach(async () => {
    other = await World.open();
    await other.mine(VOID_ADDRESS, 5);
  });
  afterEach(() => other.end());
  const isRefused = { problem: { code: 'send/other-chain' } };

  test('composes, signs and sends nothing to it', async () => {
    const first = tabOf({ database: openMemoryDatabase() });
    const one = await world.restored(DEV_PHRASE, first);
    let server = world.node.wallet;
    const switching = new Proxy(server, { get: (_, name) => Reflect.get(server, name) });
    const two = await openTestWallets(switching, first.database, 10, openWalletTabs).open(one.id);
    world.follow(two);
    await until('elsewhere', () => two.status.step === 'other-tab');
    await two.keys.unlock(PASSWORD);
    const [reviewed, signed, refused] = [two.send(), two.send(), two.send()];
    const payment = (coins: bigint) => ({
      recipients: [{ address: VOID_ADDRESS, unit: 'coins' as const, coins: hastings(coins) }]
    });
    await reviewed.compose(payment(COIN));
    await signed.compose(payment(2n * COIN));
    await signed.sign();
    expect(signed.status).toMatchObject({ step: 'reviewing', missing: [] });

    server = other.node.wallet;
    await signed.broadcast();
    expect(signed.status).toMatchObject({ step: 'reviewing', ...isRefused });
    server = world.node.wallet;
    await two.checkServer();
    server = other.node.wallet;
    await reviewed.confirm();
    expect(reviewed.status).toMatchObject({ step: 'reviewing', transfer: { signatures: [] }, ...isRefused });
    server = world.node.wallet;
    await two.checkServer();
    server = other.node.wallet;
    await refused.compose(payment(COIN));
    expect(refused.status).toMatchObject({ step: 'composing', ...isRefused });
    expect((await other.node.wallet.poolTransactions()).v2Transactions).toEqual([]);

    server = world.node.wallet;
    await reviewed.confirm();
    expect(reviewed.status).toMatchObject({ step: 'following' });
  });
});

test('tabs that sync at the same time reload for what another has stored, and not because it has reloaded', async () => {
  const database = openMemoryDatabase();
  let posted = 0;
  const noLocks = { request: () => Promise.reject(new DOMException('no locks', 'SecurityError')) } as never;
  const countingTabs: OpenWalletTabs = (id, onnews) => {
    const tabs = openWalletTabs(id, onnews, noLocks);
    return { ...tabs, post: (news) => ((posted += Number(news.type === 'chain')), tabs.post(news)) };
  };
  const browsers = [1, 2].map(() => openTestWallets(world.node.wallet, database, 10, countingTabs));
  const id = await browsers[0]!.watch(WATCHED);
  const wallets = await Promise.all(browsers.map((browser) => browser.open(id)));
  for (const wallet of wallets) world.follow(wallet);
  for (const wallet of wallets) await world.inStep(wallet);
  await world.mine(DEV_ADDRESSES.policy);
  for (const wallet of wallets) await world.inStep(wallet);
  posted = 0;
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(posted).toBe(0);
});

test('addresses that two tabs issue at the same time differ', async () => {
  const first = tabOf({ database: openMemoryDatabase() });
  const one = await world.restored(DEV_PHRASE, first);
  const two = await tabOf(first).wallets.open(one.id);
  const [rent, shop] = await Promise.all([one.newAddress('rent'), two.newAddress('shop')]);
  expect([rent.label, shop.label]).toEqual(['rent', 'shop']);
  expect(rent.address).not.toBe(shop.address);
});

describe('while the tab that syncs is locked, another tab with the keys', () => {
  async function lockedAndUnlocked(phrase: string, ready: (wallet: WalletState) => Promise<void>) {
    const first = tabOf({ database: openMemoryDatabase() });
    const id = await first.wallets.restore({ name: 'w', phrase, password: PASSWORD });
    const locked = await first.wallets.open(id);
    world.follow(locked);
    await ready(locked);
    const unlocked = await tabOf(first).wallets.open(id);
    world.follow(unlocked);
    await until('elsewhere', () => unlocked.status.step === 'other-tab');
    await unlocked.keys.unlock(PASSWORD);
    return { locked, unlocked };
  }

  test('discovers the addresses of a restored wallet', async () => {
    const { locked, unlocked } = await lockedAndUnlocked(DEV_PHRASE, async (wallet) => {
      await wallet.keys.lock();
      await until('waiting', () => wallet.status.step === 'waiting-for-unlock');
    });
    await world.inStep(locked);
    await until('found', () => (unlocked.balance?.spendable ?? 0n) > 0n);
    expect([locked.keys.locked, unlocked.status.step]).toEqual([true, 'other-tab']);
    expect(unlocked.balance).toEqual(locked.balance);
  });

  test('finds what is paid to another copy of the wallet, far beyond the keys watched at first', async () => {
    const { wallet: copy, phrase } = await world.created();
    const payer = await world.restored();
    const { locked } = await lockedAndUnlocked(phrase, async (wallet) => {
      await world.inStep(wallet);
      await wallet.keys.lock();
    });
    for (let paid = 1; paid <= 3; paid++) {
      for (let i = 1; i < 15; i++) await copy.newAddress();
      await send(payer, (await copy.newAddress()).address, COIN);
      await world.mine(VOID_ADDRESS);
      await until('found', () => locked.balance?.total === BigInt(paid) * COIN);
      await world.inStep(locked, copy, payer);
    }
    expect(locked.keys.locked).toBe(true);
  });
});

test('a payment without change that one tab signs, sends or dismisses is known to another that cannot sync', async () => {
  const tab = tabOf({ database: openMemoryDatabase() });
  const id = await tab.wallets.restore({ name: 'w', phrase: DEV_PHRASE, password: PASSWORD });
  const one = await tab.wallets.open(id);
  const leave = one.follow();
  await world.inStep(one);
  leave();
  const two = await tabOf(tab).wallets.open(id);
  const flow = one.send();
  await flow.compose({ recipients: [{ address: VOID_ADDRESS, unit: 'max' }] });
  await flow.sign();
  await until('signed', () => two.sends.outstanding.length === 1);
  const { transfer } = flow.status as ReviewedPayment;
  const sent = { id: transferId(transfer), transfer, atMs: Date.now(), isUnclear: true };
  await one.recordSend(sent, []);
  await until('sent', () => two.sends.list.length === 1);
  await one.sends.forget(sent.id);
  await until('dismissed', () => two.sends.list.length === 0);
  expect(two.sends.outstanding).toHaveLength(1);
});

test('wallets that are locked by hand in one tab are locked in all, those that lock themselves are not', async () => {
  const first = tabOf({ database: openMemoryDatabase() });
  const other = tabOf(first);
  const ids = [DEV_PHRASE, await first.wallets.newPhrase()].map((phrase) =>
    first.wallets.restore({ name: 'w', phrase, password: PASSWORD })
  );
  const [one, two] = await Promise.all(ids);
  await other.wallets.refresh();
  const tabs = [first, other];
  const openIn = (id: string) => Promise.all(tabs.map(({ wallets }) => wallets.open(id)));
  const [wallet, second] = [await openIn(one!), await openIn(two!)];
  const locked = () => [...wallet, ...second].map(({ keys }) => keys.locked);
  const unlock = () => Promise.all([...wallet, ...second].map(({ keys }) => keys.unlock(PASSWORD)));
  await unlock();
  await first.wallets.lockEverywhere(one);
  await until('one is locked', () => wallet[1]!.keys.locked);
  expect(locked()).toEqual([true, true, false, false]);
  await unlock();
  await first.wallets.lockEverywhere();
  await until('all are locked', () => !locked().includes(false));
  await unlock();
  await first.wallets.lockAll();
  expect(locked()).toEqual([true, false, true, false]);
});

test('wallets are locked once no page watches for idle time, as behind the sign-in page', async () => {
  const tab = tabOf({ database: openMemoryDatabase() });
  const wallet = await world.restored(DEV_PHRASE, tab);
  const leave = tab.wallets.watchIdle();
  expect(wallet.keys.locked).toBe(false);
  leave();
  await until('locked', () => wallet.keys.locked);
});

test('storage that cannot be opened prevents neither locking nor signing out, which locks first', async () => {
  const openHome = () => Promise.reject(new StorageUnreadableError());
  const openChannel = () => ({ post: () => undefined, close: () => undefined });
  const wallets = new Wallets({ openHome, openChannel } as never);
  await wallets.lockEverywhere();
  expect(wallets.locks).toBe(1);
});

test('parts of a page that open the wallets at the same time ask once which chain the server is on', async () => {
  const indexAt = vi.fn(() => Promise.reject<{ id: string }>(new Error('away')));
  const openHome = () => Promise.reject(new StorageUnreadableError());
  const openChannel = () => ({ post: () => undefined, close: () => undefined });
  const wallets = new Wallets({ server: { indexAt }, openHome, openChannel } as never);
  await Promise.all([wallets.refresh(), wallets.refresh()]);
  expect([indexAt.mock.calls.length, wallets.genesis]).toEqual([1, undefined]);
  indexAt.mockImplementation(async () => ({ id: 'genesis' }));
  await Promise.all([wallets.refresh(), wallets.refresh()]);
  await until('genesis', () => wallets.genesis !== undefined);
  expect(indexAt).toHaveBeenCalledTimes(2);
});

test('a wallet that is gone when another tab reports a change of it is locked', async () => {
  const first = tabOf({ database: openMemoryDatabase() });
  const id = await first.wallets.restore({ name: 'w', phrase: DEV_PHRASE, password: PASSWORD });
  const wallet = await first.wallets.open(id);
  expect(wallet.keys.locked).toBe(false);
  await new WalletStore(first.database).removeWallet(id);
  const other = openWalletTabs(id, () => undefined);
  other.post({ type: 'wallet' });
  await until('locked', () => wallet.keys.locked);
  expect(wallet.problem).toMatchObject({ code: 'storage/unknown-wallet' });
  other.close();
});

test('a wallet that another tab removes is locked in this one, and sends nothing', async () => {
  const first = tabOf({ database: openMemoryDatabase() });
  const id = await first.wallets.restore({ name: 'w', phrase: DEV_PHRASE, password: PASSWORD });
  const wallet = await world.followed(first, id);
  const flow = wallet.send();
  await flow.compose({ recipients: [{ address: VOID_ADDRESS, unit: 'max' }] });
  await flow.sign();
  await tabOf(first).wallets.remove(id);
  await flow.broadcast();
  expect(flow.status).toMatchObject({ step: 'reviewing', problem: { code: 'storage/unknown-wallet' } });
  expect((await world.node.wallet.poolTransactions()).v2Transactions).toEqual([]);
  await until('locked', () => wallet.keys.locked);
});

test('a wallet that another tab removes is not shown as synced, and its actions say that it is gone', async () => {
  const listeners: ((event: { key: string }) => void)[] = [];
  vi.stubGlobal('addEventListener', (_: string, listener: (typeof listeners)[number]) => listeners.push(listener));
  const tab = tabOf({ database: openMemoryDatabase() });
  const wallet = await world.restored(DEV_PHRASE, tab);
  await tabOf(tab).wallets.remove(wallet.id);
  for (const listener of listeners) listener({ key: 'quarry:wallet-count' });
  await until('locked', () => wallet.keys.locked);
  const gone = { code: 'storage/unknown-wallet' };
  expect(wallet.problem).toMatchObject(gone);
  expect(wallet.status.step).toBe('offline');
  await expect(wallet.setLabel(DEV_ADDRESSES.policy, 'savings')).rejects.toMatchObject(gone);
  await expect(wallet.newAddress()).rejects.toMatchObject(gone);
  stubPage();
});

test('a wallet that another tab removes is gone, although this tab has moved a full disk’s data to memory', async () => {
  const disk = createMemoryEngine();
  let isFull = false;
  const noRoom = () => Promise.reject(new DOMException('no room', 'QuotaExceededError'));
  const write: Engine['write'] = (...call) => (isFull ? noRoom() : disk.write(...call));
  const tab = tabOf({ database: new FallbackDatabase({ ...disk, write }) });
  const other = tabOf({ database: new FallbackDatabase(disk) });
  const [removed, kept] = [await other.wallets.watch(WATCHED), await other.wallets.watch(WATCHED)];
  await tab.wallets.refresh();
  isFull = true;
  const wallet = await tab.wallets.open(removed);
  await wallet.rename('in memory');
  expect(tab.database.warning).toMatchObject({ code: 'storage/full' });
  await other.wallets.remove(removed);
  await until('gone', () => tab.wallets.list.length === 1);
  expect(tab.wallets.list).toMatchObject([{ id: kept }]);
  expect(wallet.problem).toMatchObject({ code: 'storage/unknown-wallet' });
  expect(other.wallets.list).toMatchObject([{ id: kept }]);
});

describe('while the browser’s storage is full', () => {
  /** Tabs of a browser whose disk can be full. */
  function fullBrowser() {
    const disk = createMemoryEngine();
    const state = { isFull: false };
    const noRoom = () => Promise.reject(new DOMException('no room', 'QuotaExceededError'));
    const write: Engine['write'] = (tables, run) =>
      disk.write(tables, (at) => run({ ...at, ...(state.isFull && { put: noRoom }) }));
    return { disk, state, open: () => tabOf({ database: new FallbackDatabase({ ...disk, write }) }) };
  }

  /** A wallet with two coins, in two tabs. */
  async function inTwoTabs() {
    const browser = fullBrowser();
    const tab = browser.open();
    const id = await tab.wallets.restore({ name: 'w', phrase: DEV_PHRASE, password: PASSWORD });
    const one = await world.followed(tab, id);
    await world.mine(one.addresses[0]!.address);
    await world.mine(VOID_ADDRESS, 150);
    await world.inStep(one);
    const other = browser.open();
    const two = await other.wallets.open(id);
    await two.keys.unlock(PASSWORD);
    return { browser, tab, one, other, two, id };
  }

  test('a payment by a tab that stores nothing is known to all others, also to those opened later', async () => {
    const { browser, tab, one, other, two, id } = await inTwoTabs();
    browser.state.isFull = true;
    const sent = await send(one, VOID_ADDRESS, COIN);
    expect(tab.database.warning).toMatchObject({ code: 'storage/full' });
    await until('known', () => two.sends.list[0]?.follow.state === 'pool');
    expect(two.sends.spent).toEqual(one.sends.spent);
    const again = two.send();
    await again.compose({ recipients: [{ address: VOID_ADDRESS, unit: 'coins', coins: hastings(COIN) }] });
    expect(again.status).toMatchObject({ step: 'reviewing', summary: { warnings: ['sent-before'] } });
    expect(other.database.warning).toBeUndefined();

    one.close();
    const later = await browser.open().wallets.open(id);
    await until('known later', () => later.sends.list.length === 1);
    const { id: sentId } = sent.status as { id: TransactionId };
    expect(later.sends.row(sentId)?.transfer).toEqual(one.sends.row(sentId)?.transfer);

    browser.state.isFull = false;
    await two.setLabel(two.addresses[0]!.address, 'written');
    await until('stored', async () => (await new WalletStore(new FallbackDatabase(browser.disk)).sends(id)).length > 0);
  });

  test('a payment whose record was lost with all tabs is known from the pool and from blocks', async () => {
    const { browser, one, other, two, id } = await inTwoTabs();
    browser.state.isFull = true;
    await send(one, VOID_ADDRESS, COIN);
    [one, two].forEach((wallet) => wallet.close());
    const later = browser.open();
    expect(await new WalletStore(later.database).sends(id)).toEqual([]);
    const wallet = await world.followed(later, id);
    await wallet.keys.unlock(PASSWORD);
    await until('in the pool', () => wallet.unconfirmed.length === 1);
    const spent = wallet.unconfirmed[0]!.inputs.map((input) => input.id as string);
    const again = async () => {
      const flow = wallet.send();
      await flow.compose({ recipients: [{ address: VOID_ADDRESS, unit: 'coins', coins: hastings(COIN) }] });
      return flow;
    };
    const flow = await again();
    const { transfer } = flow.status as ReviewedPayment;
    expect(spentIds(transfer).isDisjointFrom(new Set(spent))).toBe(true);
    expect(flow.status).toMatchObject({ summary: { warnings: ['sent-before'] } });
    await world.mine(VOID_ADDRESS);
    await world.inStep(wallet);
    expect((await again()).status).toMatchObject({ summary: { warnings: ['sent-before'] } });
    await world.mine(VOID_ADDRESS, 10);
    await world.inStep(wallet);
    expect((await again()).status).toMatchObject({ summary: { warnings: [] } });
    expect(other.database.warning).toBeUndefined();
  });

  test('no two tabs issue the same address', async () => {
    const { browser, one, two } = await inTwoTabs();
    browser.state.isFull = true;
    const { address } = await one.newAddress('rent');
    await until('known', () => two.addresses.some((row) => row.address === address && row.label === 'rent'));
    expect((await two.newAddress()).address).not.toBe(address);
  });
});

test('messages of another version, which this one does not know, change nothing', async () => {
  const tab = tabOf({ database: openMemoryDatabase() });
  const id = await tab.wallets.restore({ name: 'w', phrase: DEV_PHRASE, password: PASSWORD });
  const wallet = await tab.wallets.open(id);
  const leave = wallet.follow();
  await world.inStep(wallet);
  leave();
  const { balance } = wallet;
  const received: unknown[] = [];
  const listening = openWalletTabs(id, (news) => received.push(news));
  const other = openWalletTabs(id, () => undefined);
  for (const news of [
    { type: 'pool' },
    { type: 'pool', events: [], askedAtMs: 1 },
    { type: 'wallet', unshared: { sends: [{ atMs: 1, transfer: Uint8Array.of(7) }] } },
    { type: 'later' }
  ])
    other.post(news as never);
  await until('received', () => received.length === 4);
  expect([wallet.balance, wallet.problem]).toEqual([balance, undefined]);
  listening.close();
  other.close();
});

test('a tab whose wallets are in its own memory and the others do not reload for each other’s chain data', async () => {
  const alone = new AbortController();
  const received: string[] = [];
  const tab = openWalletTabs(
    'w',
    ({ type }) => received.push(`${type} in memory`),
    undefined,
    openChannel,
    alone.signal
  );
  const other = openWalletTabs('w', ({ type }) => received.push(`${type} on the disk`));
  for (const isAlone of [false, true]) {
    if (isAlone) alone.abort();
    for (const type of ['chain', 'wallet'] as const) for (const tabs of [tab, other]) tabs.post({ type });
    await until('received', () => received.filter((news) => news.startsWith('wallet')).length === 2);
    expect(received.splice(0).toSorted()).toEqual([
      ...(isAlone ? [] : ['chain in memory', 'chain on the disk']),
      'wallet in memory',
      'wallet on the disk'
    ]);
  }
  tab.close();
  other.close();
});

test('wallets that two tabs remove at the same time do not count as lost', async () => {
  const local = new Map<string, string>();
  const setItem = (key: string, text: string) => void local.set(key, text);
  vi.stubGlobal('localStorage', { getItem: (key: string) => local.get(key) ?? null, setItem, removeItem: () => {} });
  const one = tabOf({ database: openMemoryDatabase() });
  const ids = [await one.wallets.watch(WATCHED), await one.wallets.watch(WATCHED)];
  const two = tabOf(one);
  await two.wallets.refresh();
  await Promise.all([one.wallets.remove(ids[0]!), two.wallets.remove(ids[1]!)]);
  await until('both gone', () => one.wallets.list.length + two.wallets.list.length === 0);
  const next = tabOf(one);
  await next.wallets.refresh();
  await until('counted', () => local.get('quarry:wallet-count') === '0');
  vi.unstubAllGlobals();
  stubPage();
});

test('a wallet whose removal fails stays open, and its actions take effect', async () => {
  const tab = tabOf({ database: openMemoryDatabase() });
  const wallet = await world.restored(DEV_PHRASE, tab);
  vi.spyOn(tab.database, 'remove').mockRejectedValueOnce(new StorageBlockedError());
  await expect(tab.wallets.remove(wallet.id)).rejects.toMatchObject({ code: 'storage/blocked' });
  await wallet.setLabel(DEV_ADDRESSES.policy, 'savings');
  expect([wallet.labelOf(DEV_ADDRESSES.policy), wallet.keys.locked]).toEqual(['savings', false]);
  expect(await tab.wallets.open(wallet.id)).toBe(wallet);
  await world.mine(VOID_ADDRESS);
  await world.inStep(wallet);
});

test.each([
  ['this tab', false],
  ['another tab', true]
])('a wallet that %s removes is no longer paid by mining', async (_, isElsewhere) => {
  const listeners: ((event: { key: string }) => void)[] = [];
  vi.stubGlobal('addEventListener', (_: string, listener: (typeof listeners)[number]) => listeners.push(listener));
  const tab = tabOf({ database: openMemoryDatabase() });
  const id = await tab.wallets.restore({ name: 'w', phrase: DEV_PHRASE, password: PASSWORD });
  const other = await tab.wallets.restore({ name: 'other', phrase: DEV_PHRASE, password: PASSWORD });
  const { payees } = tab.wallets;
  const pay = async (wallet: string, ended = new AbortController().signal) => {
    const onrefuse = vi.fn();
    await payees.issue(wallet, 'Mining', { ended, onrefuse });
    return onrefuse;
  };
  const [ofRemoved, ofOther, ofEnded] = [await pay(id), await pay(other), await pay(id, AbortSignal.abort())];
  await (isElsewhere ? tabOf(tab).wallets : tab.wallets).remove(id);
  if (isElsewhere) for (const listener of listeners) listener({ key: 'quarry:wallet-count' });
  await until('refused', () => ofRemoved.mock.calls.length > 0);
  expect([ofRemoved.mock.calls.length, ofOther.mock.calls.length, ofEnded.mock.calls.length]).toEqual([1, 0, 0]);
  await expect(pay(id)).rejects.toMatchObject({ code: 'storage/unknown-wallet' });
  stubPage();
});

test('followed, stopped and followed again, it continues', async () => {
  const browser = tabOf({ database: openMemoryDatabase() });
  const id = await browser.wallets.restore({ name: 'w', phrase: DEV_PHRASE, password: PASSWORD });
  const wallet = await browser.wallets.open(id);
  const leave = wallet.follow();
  await world.inStep(wallet);
  leave();
  leave();
  await world.mine(DEV_ADDRESSES.policy);
  world.follow(wallet);
  await world.inStep(wallet);
  expect(wallet.balance!.immature).toBeGreaterThan(0n);
});

test('a recipient that one tab corrects in the address book is offered with the new address in the other', async () => {
  const first = tabOf({ database: openMemoryDatabase() });
  const [one, two] = [await first.wallets.openContacts(), await tabOf(first).wallets.openContacts()];
  const shop = { name: 'Shop', note: '' };
  await one.save({ ...shop, address: VOID_ADDRESS });
  await until('added', () => two.nameOf(VOID_ADDRESS) === 'Shop');
  await one.save({ ...shop, address: DEV_ADDRESSES.policy });
  await one.remove(VOID_ADDRESS);
  await until('corrected', () => two.list.length === 1 && two.list[0]!.address === DEV_ADDRESSES.policy);
});

test('if the browser stores nothing, wallets still work, with a warning', async () => {
  const browser = openBrowser(world.node.wallet, openMemoryDatabase(new StorageBlockedError()));
  const wallet = await world.restored(DEV_PHRASE, browser);
  expect(browser.wallets.warning?.code).toBe('storage/blocked');
  expect(wallet.balance!.spendable).toBeGreaterThan(0n);
});

test('a removed wallet leaves nothing behind, and cannot be opened', async () => {
  const [local, session] = [new Map<string, string>(), new Map<string, string>()];
  const storageOf = (items: Map<string, string>) => ({
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, text: string) => void items.set(key, text),
    removeItem: (key: string) => void items.delete(key)
  });
  vi.stubGlobal('localStorage', storageOf(local));
  vi.stubGlobal('sessionStorage', storageOf(session));
  const browser = openBrowser(world.node.wallet);
  const wallet = await world.restored(DEV_PHRASE, browser);
  const address = await browser.wallets.payees.issue(wallet.id, 'Mining');
  const draft = new SendDraft(wallet.id);
  draft.change = address;
  draft.save();
  const stored = () => [...local.values(), ...session.values()].join();
  expect(stored()).toMatch(new RegExp(`${address}.*${address}`));
  await browser.wallets.remove(wallet.id);
  expect(stored()).not.toContain(address);
  expect(browser.wallets.list).toEqual([]);
  // For a page of it that was opened meanwhile.
  expect(wallet).toMatchObject({ status: { step: 'offline' }, problem: { code: 'storage/unknown-wallet' } });
  await expect(browser.wallets.open(wallet.id)).rejects.toMatchObject({ code: 'storage/unknown-wallet' });
  vi.unstubAllGlobals();
  stubPage();
});

test('a scan beyond the gap finds what a restore did not', async () => {
  const { wallet, phrase } = await world.created();
  // Key 130 is far beyond the gap; another program used it.
  const { keystore } = openTestKeystore();
  await keystore.create('x', phrase, PASSWORD);
  const [far] = await keystore.deriveAddresses('x', 130, 1);
  await send(await world.restored(), far!.pk, 5n * 10n ** 24n);
  await world.mine(VOID_ADDRESS);
  await world.inStep(wallet);
  const copy = await world.restored(phrase);
  expect([wallet.balance!.spendable, copy.balance!.spendable]).toEqual([0n, 0n]);
  await copy.scanMore();
  await until('found', () => copy.balance!.spendable === 5n * 10n ** 24n);
  await send(copy, VOID_ADDRESS, 'max');
});
