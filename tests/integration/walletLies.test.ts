import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { NotFoundError } from '$lib/api/http/errors';
import type { WalletEvent } from '$lib/api/wallet-server/events';
import type { WalletServer } from '$lib/api/wallet-server/client';
import { VOID_ADDRESS } from '$lib/chain/address';
import { hastings } from '$lib/chain/currency/currency';
import type { CoinElement } from '$lib/chain/element/elements';
import { UNASSIGNED_LEAF_INDEX } from '$lib/chain/element/elements';
import type { Address } from '$lib/chain/address';
import type { BlockId, CoinOutputId, Hash256 } from '$lib/chain/ids';
import type { Signature } from '$lib/chain/keys/keys';
import { sign as signBytes } from '$lib/chain/keys/sign';
import type { SpendPolicy } from '$lib/chain/policy/policy';
import { coinLeafHash } from '$lib/chain/proof/elementLeaf';
import { applyLeaves } from '$lib/consensus/accumulator/accumulator';
import { policyAddress } from '$lib/chain/policy/policyAddress';
import { inputSigHash } from '$lib/chain/transaction/sigHash';
import { EMPTY_V2_TRANSACTION, type V2Transaction } from '$lib/chain/transaction/v2Transaction';
import { v2CoinOutputId, v2TransactionId } from '$lib/chain/transaction/v2TransactionIds';
import { deriveKeyPair } from '$lib/wallet/keys/keyring';
import { seedFromPhrase } from '$lib/wallet/keys/seed';
import { unixSeconds } from '$lib/chain/time';
import { openMemoryDatabase } from '$lib/storage/openDatabase';
import { WalletStore } from '$lib/storage/walletStore';
import { openWalletTabs } from '$lib/storage/walletTabs';
import { DEV_ADDRESSES } from '$lib/server/node/network/presets';
import type { WalletState } from '$lib/state/wallet/wallet.svelte';
import {
  branchFrom,
  DEV_PHRASE,
  openBrowser,
  openTestWallets,
  PASSWORD,
  send,
  stubPage,
  until,
  viewOf,
  World
} from '../support/walletWorld';

const COIN = 10n ** 24n;

let world: World;
beforeAll(stubPage);
beforeEach(async () => {
  world = await World.open();
  await world.mine(VOID_ADDRESS, 3);
});
afterEach(() => world.end());

type Outputs = Awaited<ReturnType<WalletServer['batchCoinOutputs']>>;
const problem = (wallet: WalletState, code: string) => until(code, () => wallet.problem?.code === code);

/** A server that lies about the unspent outputs at the first sync. */
function outputsLie(lie: (output: CoinElement) => CoinElement): WalletServer {
  const batchCoinOutputs: WalletServer['batchCoinOutputs'] = async (...call) => {
    const page: Outputs = await world.node.wallet.batchCoinOutputs(...call);
    return { ...page, outputs: page.outputs.map(lie) };
  };
  return { ...world.node.wallet, batchCoinOutputs };
}

test('a server that reports every address as used: the scan ends with a warning, and no address is marked', async () => {
  let isLying = true;
  const [newest] = await world.node.wallet.events({ params: { address: VOID_ADDRESS }, query: { limit: 1 } });
  const server: WalletServer = {
    ...world.node.wallet,
    checkAddresses: (...call) =>
      isLying ? Promise.resolve({ known: true }) : world.node.wallet.checkAddresses(...call),
    events: (...call) => (isLying ? Promise.resolve([newest!]) : world.node.wallet.events(...call))
  };
  const wallet = await world.restored(DEV_PHRASE, openBrowser(server));
  expect(wallet.discoveryCut).toBe(true);
  expect(wallet.counts.coins).toBeGreaterThan(0);
  const used = wallet.addresses.map(({ key }) => key!.index);
  expect((await wallet.newAddress()).key!.index).toBe(Math.max(...used) + 1);
  expect(Math.max(...used)).toBeLessThan(20);
  isLying = false;
  await wallet.scanMore();
  expect(wallet.discoveryCut).toBe(false);
});

/** The same payout, to another address. */
function paidTo(address: Address, { data, ...payout }: WalletEvent, maturityHeight = 1): WalletEvent {
  if (data.type !== 'miner') throw new Error('not a payout');
  const { output, stateElement } = data.coinElement;
  const id = address.slice(0, 64);
  const coinElement = {
    id: id as CoinOutputId,
    stateElement,
    output: { ...output, address },
    maturityHeight: BigInt(maturityHeight)
  };
  return { ...payout, id: id as Hash256, maturityHeight, data: { ...data, coinElement } };
}

test.each([
  ['every address', Infinity, 0],
  ['some addresses of each scan', 50, 1]
])('a server that reports %s as used: a tab that scans for a locked one ends, too', async (_, most, scansPerBlock) => {
  const [newest] = await world.node.wallet.events({ params: { address: VOID_ADDRESS }, query: { limit: 1 } });
  let scans = 0;
  let reported = 0;
  let askedAtMs = 0;
  const server: WalletServer = {
    ...world.node.wallet,
    checkAddresses: async () => ({ known: true }),
    // Queried by a scan.
    events: async ({ params: { address } }) => {
      askedAtMs = Date.now();
      if (reported === 0) scans++;
      return ++reported <= most ? [paidTo(address, newest!)] : [];
    },
    // Queried by a first sync.
    batchEvents: async ({ body: { addresses }, query }) => {
      askedAtMs = Date.now();
      reported = 0;
      return query?.offset ? [] : addresses.map((address) => paidTo(address, newest!));
    }
  };
  const database = openMemoryDatabase();
  const openTab = () => openTestWallets(server, database, 10, openWalletTabs);
  const first = openTab();
  const id = await first.restore({ name: 'w', phrase: DEV_PHRASE, password: PASSWORD });
  const locked = await first.open(id);
  world.follow(locked);
  await locked.keys.lock();
  await until('waiting', () => locked.status.step === 'waiting-for-unlock');
  const unlocked = await openTab().open(id);
  world.follow(unlocked);
  await until('elsewhere', () => unlocked.status.step === 'other-tab');
  const settled = async () => {
    await until('synced', () => unlocked.index?.height === world.node.node.tip.height);
    askedAtMs = Date.now();
    await until('no longer asked', () => Date.now() - askedAtMs > 1_000);
  };

  await unlocked.keys.unlock(PASSWORD);
  await settled();
  // Up to two before the first sync is stored, and one at its block.
  expect(scans).toBeLessThanOrEqual(3);
  const before = scans;
  await world.mine(VOID_ADDRESS);
  await settled();
  expect(scans - before).toBeLessThanOrEqual(scansPerBlock);
});

test.each([3, 15])(
  'a server whose index is behind its chain for %i responses is retried until it catches up',
  async (answers) => {
    const before = await world.node.wallet.indexAt({ params: { height: world.node.node.tip.height - 1 } });
    let left = answers;
    const batchCoinOutputs: WalletServer['batchCoinOutputs'] = async (...call) => {
      const page: Outputs = await world.node.wallet.batchCoinOutputs(...call);
      return left-- > 0 ? { basis: before, outputs: [] } : page;
    };
    const wallet = await world.restored(DEV_PHRASE, openBrowser({ ...world.node.wallet, batchCoinOutputs }));
    expect(left).toBeLessThan(0);
    expect(wallet.balance?.spendable).toBe(1_000_000n * COIN);
    expect(wallet.problem).toBeUndefined();
  }
);

describe('a server that only indexes some addresses', () => {
  const inMode = (indexMode: string | undefined): WalletServer => {
    const state: WalletServer['state'] = async (...call) => ({
      ...(await world.node.wallet.state(...call)),
      indexMode
    });
    const nothing = async () => ({ basis: world.node.node.tip, outputs: [] });
    return indexMode === undefined
      ? { ...world.node.wallet, state }
      : { ...world.node.wallet, state, batchCoinOutputs: nothing, batchEvents: async () => [] };
  };

  test.each(['personal', 'none'])('cannot show that a wallet is empty: index mode %s', async (indexMode) => {
    const browser = openBrowser(inMode(indexMode));
    const id = await browser.wallets.restore({ name: 'w', phrase: DEV_PHRASE, password: PASSWORD });
    const wallet = await browser.wallets.open(id);
    world.follow(wallet);
    await problem(wallet, 'wallet/partial-index');
    expect(wallet.balance).toBeUndefined();
  });

  test('one that does not report its index mode is accepted', async () => {
    const wallet = await world.restored(DEV_PHRASE, openBrowser(inMode(undefined)));
    expect(wallet.balance?.spendable).toBe(1_000_000n * COIN);
  });

  test('one without such a report is accepted, too', async () => {
    const about = { method: 'GET', path: '/state' };
    const state = () => Promise.reject(new NotFoundError(about, 404, '404 page not found'));
    const wallet = await world.restored(DEV_PHRASE, openBrowser({ ...world.node.wallet, state }));
    expect(wallet.balance?.spendable).toBe(1_000_000n * COIN);
  });
});

describe('a server that lies about unspent outputs', () => {
  const rows: [string, (output: CoinElement) => CoinElement, string][] = [
    [
      'their value',
      (output) => ({ ...output, output: { ...output.output, value: hastings(9n * COIN) } }),
      'wallet/wrong-proof'
    ],
    ['their maturity', (output) => ({ ...output, maturityHeight: 5n }), 'wallet/wrong-proof'],
    [
      'their place',
      ({ stateElement, ...output }) => ({
        ...output,
        stateElement: { ...stateElement, leafIndex: stateElement.leafIndex ^ 1n }
      }),
      'wallet/wrong-proof'
    ],
    [
      'their proof',
      ({ stateElement, ...output }) => ({
        ...output,
        stateElement: { ...stateElement, merkleProof: stateElement.merkleProof.map(() => '00'.repeat(32) as Hash256) }
      }),
      'wallet/wrong-proof'
    ],
    [
      'their owner',
      (output) => ({ ...output, output: { ...output.output, address: VOID_ADDRESS } }),
      'wallet/foreign-output'
    ]
  ];

  test.each(rows)('%s is rejected', async (_, lie, code) => {
    const browser = openBrowser(outputsLie(lie));
    const id = await browser.wallets.restore({ name: 'w', phrase: DEV_PHRASE, password: PASSWORD });
    const wallet = await browser.wallets.open(id);
    world.follow(wallet);
    await problem(wallet, code);
    expect(wallet.balance).toBeUndefined();
    const flow = wallet.send();
    await flow.compose({ recipients: [{ address: VOID_ADDRESS, unit: 'max' }] });
    expect(flow.status).toMatchObject({ step: 'composing', problem: { code: 'wallet/not-synced' } });
  });

  test('about the block they are at is rejected as well', async () => {
    const batchCoinOutputs: WalletServer['batchCoinOutputs'] = async (...call) => {
      const page = await world.node.wallet.batchCoinOutputs(...call);
      return { ...page, basis: { height: 3, id: '22'.repeat(32) as BlockId } };
    };
    const browser = openBrowser({ ...world.node.wallet, batchCoinOutputs });
    const id = await browser.wallets.restore({ name: 'w', phrase: DEV_PHRASE, password: PASSWORD });
    const wallet = await browser.wallets.open(id);
    world.follow(wallet);
    await problem(wallet, 'wallet/restless-chain');
    expect(wallet.balance).toBeUndefined();
  });

  test('by listing a spent one is rejected', async () => {
    const honest = await world.restored();
    const [spent] = (await world.node.wallet.coinOutputs({ params: { address: DEV_ADDRESSES.policy } })).outputs;
    const flow = await send(honest, VOID_ADDRESS, 'max');
    await world.mine(VOID_ADDRESS);
    await until('confirmed', () => flow.follow?.state === 'confirmed');
    const batchCoinOutputs: WalletServer['batchCoinOutputs'] = async (call, options) => {
      const page = await world.node.wallet.batchCoinOutputs(call, options);
      return call.query?.offset ? page : { ...page, outputs: [spent!] };
    };
    const browser = openBrowser({ ...world.node.wallet, batchCoinOutputs });
    const id = await browser.wallets.restore({ name: 'w', phrase: DEV_PHRASE, password: PASSWORD });
    const wallet = await browser.wallets.open(id);
    world.follow(wallet);
    await problem(wallet, 'wallet/wrong-proof');
    expect(wallet.balance).toBeUndefined();
  });
});

describe('a lying feed', () => {
  type Feed = Awaited<ReturnType<WalletServer['updates']>>;

  async function lyingAbout(lie: (feed: Feed) => Feed) {
    let lies = false;
    const updates: WalletServer['updates'] = async (...call) => {
      const feed = await world.node.wallet.updates(...call);
      return lies && feed.applied.length > 0 ? lie(feed) : feed;
    };
    const browser = openBrowser({ ...world.node.wallet, updates });
    const wallet = await world.restored(DEV_PHRASE, browser);
    const before = await viewOf(wallet);
    lies = true;
    await send(await world.restored(), DEV_ADDRESSES.policy, 7n * COIN);
    await world.mine(DEV_ADDRESSES.policy);
    return { wallet, before, stop: () => (lies = false) };
  }

  const rows: [string, (feed: Feed) => Feed][] = [
    [
      'values of new coins',
      ({ applied, reverted }) => ({
        reverted,
        applied: applied.map(({ update, ...entry }) => ({
          ...entry,
          update: {
            ...update,
            coinElements: update.coinElements.map(({ coinElement, ...diff }) => ({
              ...diff,
              coinElement: { ...coinElement, output: { ...coinElement.output, value: hastings(10n ** 30n) } }
            }))
          }
        }))
      })
    ],
    [
      'a block that does not follow the known one',
      ({ applied, reverted }) => ({
        reverted,
        applied: applied.map((entry) => ({ ...entry, block: { ...entry.block, parentId: '11'.repeat(32) as BlockId } }))
      })
    ],
    [
      'the accumulator after it',
      ({ applied, reverted }) => ({
        reverted,
        applied: applied.map(({ state, ...entry }) => ({
          ...entry,
          state: { ...state, elements: { ...state.elements, numLeaves: state.elements.numLeaves + 1n } }
        }))
      })
    ],
    [
      'the revenue of the fund units',
      ({ applied, reverted }) => ({
        reverted,
        applied: applied.map(({ state, ...entry }) => ({
          ...entry,
          state: { ...state, fundTaxRevenue: hastings(10n ** 34n) }
        }))
      })
    ],
    [
      'the transactions of a block',
      ({ applied, reverted }) => ({
        reverted,
        applied: applied.map(({ block, ...entry }) => ({
          ...entry,
          block: { ...block, v2: { ...block.v2!, transactions: [] } }
        }))
      })
    ],
    [
      'outputs that were not spent',
      ({ applied, reverted }) => ({
        reverted,
        applied: applied.map(({ update, ...entry }) => ({
          ...entry,
          update: { ...update, coinElements: update.coinElements.map((diff) => ({ ...diff, spent: true })) }
        }))
      })
    ],
    [
      'new outputs by omitting them',
      ({ applied, reverted }) => ({
        reverted,
        applied: applied.map(({ update, ...entry }) => ({
          ...entry,
          update: { ...update, coinElements: update.coinElements.filter(({ spent }) => spent) }
        }))
      })
    ],
    [
      'spent outputs by omitting them',
      ({ applied, reverted }) => ({
        reverted,
        applied: applied.map(({ update, ...entry }) => ({
          ...entry,
          update: { ...update, coinElements: update.coinElements.filter(({ spent }) => !spent) }
        }))
      })
    ],
    ['a nonexistent block to be reverted', ({ applied }) => ({ applied: [], reverted: applied as never })]
  ];

  test.each(rows)('about %s is rejected, and the wallet stays unchanged until the truth arrives', async (_, lie) => {
    const { wallet, before, stop } = await lyingAbout(lie);
    await problem(wallet, 'wallet/feed');
    expect(wallet.status.step).toBe('offline');
    expect({ ...(await viewOf(wallet)), balance: undefined }).toEqual({ ...before, balance: undefined });
    stop();
    await world.inStep(wallet);
    expect(wallet.problem).toBeUndefined();
    const copy = await world.restored();
    expect((await viewOf(wallet)).events).toEqual((await viewOf(copy)).events);
    expect((await viewOf(wallet)).proofs).toEqual((await viewOf(copy)).proofs);
  });

  test('about a payout in the newest block, which no header confirms yet, is rejected until the truth follows', async () => {
    let lies = false;
    const updates: WalletServer['updates'] = async (...call) => {
      const feed = await world.node.wallet.updates(...call);
      return lies ? inventing(address, feed) : feed;
    };
    const { wallet } = await world.created(openBrowser({ ...world.node.wallet, updates }));
    const { address } = await wallet.newAddress();
    lies = true;
    await world.mine(VOID_ADDRESS);
    await problem(wallet, 'wallet/feed');
    expect((await wallet.holdings()).coins).toEqual([]);
    lies = false;
    await world.inStep(wallet);
  });

  /** The feed with a payout to an address in the newest block, contained in the state that it claims. */
  function inventing(address: Address, { applied, reverted }: Feed): Feed {
    const last = applied.at(-1);
    if (last === undefined) return { applied, reverted };
    const payout: CoinElement = {
      id: '5a'.repeat(32) as CoinOutputId,
      output: { address, value: hastings(1_000_000n * COIN) },
      maturityHeight: 0n,
      stateElement: { leafIndex: UNASSIGNED_LEAF_INDEX, merkleProof: [] }
    };
    const leafHash = (leafIndex: bigint) => coinLeafHash(payout, false, leafIndex);
    const grown = applyLeaves(last.state.elements, [{ ...payout, leafHash }]);
    const coinElement = { ...payout, stateElement: grown.stateElements[0]! };
    const coinElements = [...last.update.coinElements, { coinElement, created: true, spent: false }];
    const invented = {
      ...last,
      update: { ...last.update, coinElements, numLeaves: grown.numLeaves },
      state: { ...last.state, elements: grown.accumulator }
    };
    return { reverted, applied: [...applied.slice(0, -1), invented] };
  }

  test('a server with a new chain is distinguished from an unreachable one; reading again helps', async () => {
    const other = await World.open();
    await other.mine(DEV_ADDRESSES.policy, 5);
    let server = world.node.wallet;
    const switching = new Proxy(server, { get: (_, name) => Reflect.get(server, name) });
    const wallet = await world.restored(DEV_PHRASE, openBrowser(switching));
    server = other.node.wallet;
    await problem(wallet, 'wallet/unknown-block');
    expect(wallet.balance!.spendable).toBe(1_000_000n * COIN);
    await wallet.rescan();
    await until('synced', () => wallet.status.step === 'following' && wallet.index?.id === other.node.node.tip.id);
    expect(wallet.balance!.immature).toBeGreaterThan(0n);
    await other.end();
  });

  test('a server of another network receives no requests about the wallet', async () => {
    let name = 'test';
    const network: WalletServer['network'] = async (...call) => ({
      ...(await world.node.wallet.network(...call)),
      name
    });
    const updates = vi.fn(world.node.wallet.updates);
    const server = { ...world.node.wallet, network, updates };
    const browser = openBrowser(server);
    const wallet = await world.restored(DEV_PHRASE, browser);
    name = 'main';
    updates.mockClear();
    const again = await openBrowser(server, browser.database).wallets.open(wallet.id);
    wallet.close();
    await until('stopped', () => true);
    world.follow(again);
    await problem(again, 'wallet/other-network');
  });
});

/** A server that lies until it turns honest. */
function turning(lie: (honest: WalletServer) => Partial<WalletServer>) {
  let lies = true;
  const honest = world.node.wallet;
  const lying: WalletServer = { ...honest, ...lie(honest) };
  const server = new Proxy(honest, { get: (_, name) => Reflect.get(lies ? lying : honest, name) });
  return { server, turnHonest: () => (lies = false), lieAgain: () => (lies = true) };
}

/** The phrase's wallet, which cannot follow yet. */
async function openedOn(server: WalletServer, browser = openBrowser(server)): Promise<WalletState> {
  const id = await browser.wallets.restore({ name: 'w', phrase: DEV_PHRASE, password: PASSWORD });
  const wallet = await browser.wallets.open(id);
  world.follow(wallet);
  return wallet;
}

describe('a server on another chain', () => {
  const GENESIS = 'ab'.repeat(32) as BlockId;
  const withGenesis = ({ indexAt }: WalletServer): Partial<WalletServer> => ({
    indexAt: async (request, options) => {
      const index = await indexAt(request, options);
      return request.params.height === 0 ? { ...index, id: GENESIS } : index;
    }
  });

  test('with a public network’s name but another first block is not used at all', async () => {
    const { server } = turning(({ network }) => ({
      network: async (...call) => ({ ...(await network(...call)), name: 'mainnet' })
    }));
    const wallet = await openedOn(server);
    await problem(wallet, 'wallet/other-genesis');
    expect(wallet.problem).toMatchObject({ network: 'mainnet', isPublic: true });
    expect(wallet.balance).toBeUndefined();
    await wallet.rescan();
    await world.mine(VOID_ADDRESS);
    await problem(wallet, 'wallet/other-genesis');
    expect(wallet.balance).toBeUndefined();
  });

  test('under the name of a private one is detected by its first block, and nothing is mixed', async () => {
    const { server, turnHonest, lieAgain } = turning(withGenesis);
    turnHonest();
    const browser = openBrowser(server);
    const wallet = await world.restored(DEV_PHRASE, browser);
    const before = await viewOf(wallet);
    wallet.close();
    lieAgain();
    const again = await openBrowser(server, browser.database).wallets.open(wallet.id);
    world.follow(again);
    await world.mine(DEV_ADDRESSES.policy);
    await problem(again, 'wallet/other-genesis');
    expect(await viewOf(again)).toEqual(before);
    turnHonest();
    again.refresh();
    await world.inStep(again);
    expect(again.problem).toBeUndefined();
  });

  test('is followed only at the user’s request, without the payments of the old one', async () => {
    const { server, turnHonest, lieAgain } = turning(withGenesis);
    turnHonest();
    const browser = openBrowser(server);
    const wallet = await world.restored(DEV_PHRASE, browser);
    await send(wallet, VOID_ADDRESS, COIN);
    expect(wallet.sends.list).toHaveLength(1);
    wallet.close();
    lieAgain();
    const again = await openBrowser(server, browser.database).wallets.open(wallet.id);
    world.follow(again);
    await problem(again, 'wallet/other-genesis');
    await again.rescan();
    await world.inStep(again);
    await until('forgotten', () => again.sends.list.length === 0);
  });

  test('other parameters for the same chain are rejected; the wallet continues when the old ones are back', async () => {
    const { server, turnHonest, lieAgain } = turning(({ network }) => ({
      network: async (...call) => ({ ...(await network(...call)), maturityDelay: 1 })
    }));
    turnHonest();
    const browser = openBrowser(server);
    const wallet = await world.restored(DEV_PHRASE, browser);
    wallet.close();
    lieAgain();
    const again = await openBrowser(server, browser.database).wallets.open(wallet.id);
    world.follow(again);
    await problem(again, 'wallet/other-rules');
    turnHonest();
    again.refresh();
    await world.inStep(again);
  });
});

describe('a tip that no block leads to', () => {
  type TipState = Awaited<ReturnType<WalletServer['tipState']>>;
  const claiming = (lie: (state: TipState) => Partial<TipState>) => (honest: WalletServer) => ({
    tipState: async () => {
      const state = await honest.tipState();
      return { ...state, ...lie(state) };
    }
  });
  const rows: [string, (state: TipState) => Partial<TipState>][] = [
    ['a height', ({ index }) => ({ index: { ...index, height: 1_000_000 } })],
    ['a height that is off by one', ({ index }) => ({ index: { ...index, height: index.height + 1 } })],
    ['revenue of fund units', ({ fundTaxRevenue }) => ({ fundTaxRevenue: hastings(fundTaxRevenue + 10n ** 38n) })],
    ['timestamps', ({ prevTimestamps }) => ({ prevTimestamps: prevTimestamps.map(() => unixSeconds(4e9)) })],
    ['an accumulator', ({ elements }) => ({ elements: { ...elements, numLeaves: elements.numLeaves + 2n } })],
    ['a block id', ({ index }) => ({ index: { ...index, id: '77'.repeat(32) as BlockId } })]
  ];

  test.each(rows)(
    '%s that no miner produced is rejected, and the wallet continues when the server turns honest',
    async (_, lie) => {
      const { server, turnHonest } = turning(claiming(lie));
      const wallet = await openedOn(server);
      // A missing block may have been replaced meanwhile: it is requested several times, then reported as such.
      const codes = ['wallet/unbacked-tip', 'wallet/restless-chain'];
      await until('refused', () => codes.includes(wallet.problem?.code ?? ''));
      expect([wallet.balance, wallet.index]).toEqual([undefined, undefined]);
      turnHonest();
      wallet.refresh();
      await world.inStep(wallet);
      expect(wallet.balance!.spendable).toBe(1_000_000n * COIN);
    }
  );

  test.each(rows)('a new wallet does not start at %s either', async (_, lie) => {
    const { server, turnHonest } = turning(claiming(lie));
    const browser = openBrowser(server);
    const phrase = await browser.wallets.newPhrase();
    const id = await browser.wallets.create({ name: 'new', phrase, password: PASSWORD });
    const wallet = await browser.wallets.open(id);
    expect(wallet.index).toBeUndefined();
    turnHonest();
    world.follow(wallet);
    await world.inStep(wallet);
  });

  test('accepted by an earlier version is corrected automatically once the server is honest', async () => {
    const browser = world.browser();
    const wallet = await world.restored(DEV_PHRASE, browser);
    const honest = await viewOf(wallet);
    wallet.close();
    const store = new WalletStore(browser.database);
    const { cache, state } = (await store.loadCache(wallet.id))!;
    const { elements, prevTimestamps, index } = state;
    const stuck = {
      index: { ...index, height: 900_000 },
      fundTaxRevenue: hastings(10n ** 38n),
      elements,
      prevTimestamps
    };
    const events = await Array.fromAsync(wallet.lists.allEvents());
    const snapshot = { cache: { ...cache, index: stuck.index }, state: stuck, events, atMs: 1 };
    await store.saveSnapshot(wallet.id, snapshot, { firstSync: false });
    const again = await openBrowser(world.node.wallet, browser.database).wallets.open(wallet.id);
    expect(again.tipHeight).toBe(900_000);
    world.follow(again);
    await world.mine(VOID_ADDRESS);
    await world.inStep(again);
    expect({ ...(await viewOf(again)), index: honest.index, proofs: honest.proofs }).toEqual(honest);
  });
});

describe('a lying pool', () => {
  type Pool = Awaited<ReturnType<WalletServer['poolTransactions']>>;
  type Coin = V2Transaction['coinInputs'][number]['parent'];

  const withPool = (lie: (pool: Pool) => Pool | Promise<Pool>) => (honest: WalletServer) => ({
    poolTransactions: async () => lie(await honest.poolTransactions())
  });
  const stranger = deriveKeyPair(
    seedFromPhrase('legal winner thank year wave sausage worth useful legal winner thank yellow'),
    0n
  );
  const strangers = { type: 'pk', publicKey: stranger.publicKey } as const;
  const NO_SIGNATURE = '00'.repeat(64) as Signature;

  /** Pays all of a coin to an address. */
  const paying = (parent: Coin, address: Address, policy: SpendPolicy, sign?: (hash: Uint8Array) => Signature) => {
    const unsigned: V2Transaction = {
      ...EMPTY_V2_TRANSACTION,
      coinInputs: [{ parent, satisfiedPolicy: { policy, signatures: [NO_SIGNATURE], preimages: [] } }],
      coinOutputs: [{ value: parent.output.value, address }]
    };
    if (!sign) return unsigned;
    const signatures = [sign(inputSigHash(unsigned))];
    return { ...unsigned, coinInputs: [{ parent, satisfiedPolicy: { policy, signatures, preimages: [] } }] };
  };
  const withStranger = (hash: Uint8Array) => signBytes(stranger.privateKey, hash);
  const ownPolicy = { type: 'pk', publicKey: deriveKeyPair(seedFromPhrase(DEV_PHRASE), 0n).publicKey } as const;
  const ownCoin = async () =>
    (await world.node.wallet.coinOutputs({ params: { address: DEV_ADDRESSES.policy } })).outputs[0]!;
  const strangersCoin = async () => {
    await world.mine(policyAddress(strangers));
    await world.mine(VOID_ADDRESS, 11);
    return (await world.node.wallet.coinOutputs({ params: { address: policyAddress(strangers) } })).outputs[0]!;
  };
  const rich = (coin: Coin): Coin => ({ ...coin, output: { ...coin.output, value: hastings(4_000_000n * COIN) } });

  const rows: [string, () => Promise<V2Transaction[]>][] = [
    [
      'a payment out of nowhere',
      async () => [
        paying(
          rich({ ...(await ownCoin()), id: '55'.repeat(32) as CoinOutputId }),
          DEV_ADDRESSES.policy,
          strangers,
          withStranger
        )
      ]
    ],
    [
      'a payment of a coin worth less',
      async () => [paying(rich(await strangersCoin()), DEV_ADDRESSES.policy, strangers, withStranger)]
    ],
    [
      'a payment without its owner’s signature',
      async () => [paying(await strangersCoin(), DEV_ADDRESSES.policy, strangers)]
    ],
    [
      'a payment signed by another key',
      async () => [paying(await ownCoin(), DEV_ADDRESSES.unlockConditions, strangers, withStranger)]
    ],
    ['an unsigned spend of our coins', async () => [paying(await ownCoin(), VOID_ADDRESS, ownPolicy)]],
    [
      'a payment that creates coins',
      async () => {
        const txn = paying(await strangersCoin(), DEV_ADDRESSES.policy, strangers);
        return [{ ...txn, coinOutputs: [{ value: hastings(4_000_000n * COIN), address: DEV_ADDRESSES.policy }] }];
      }
    ],
    [
      'a payment on top of another that pays less',
      async () => {
        const first = paying(await strangersCoin(), policyAddress(strangers), strangers, withStranger);
        const id = v2CoinOutputId(v2TransactionId(first), 0);
        const stateElement = { leafIndex: UNASSIGNED_LEAF_INDEX, merkleProof: [] };
        const parent = rich({ id, output: first.coinOutputs[0]!, maturityHeight: 0n, stateElement });
        return [first, paying(parent, DEV_ADDRESSES.policy, strangers, withStranger)];
      }
    ]
  ];

  test.each(rows)('about %s is listed separately, changes no balance and blocks no coin', async (_, make) => {
    let added: V2Transaction[] = [];
    const { server, turnHonest } = turning(
      withPool((pool) => ({ ...pool, v2Transactions: [...pool.v2Transactions, ...added] }))
    );
    const wallet = await world.restored(DEV_PHRASE, openBrowser(server));
    added = await make();
    await world.inStep(wallet);
    const before = wallet.balance!;
    await until('listed separately', () => {
      wallet.refresh();
      return wallet.unverified.length === 1;
    });
    expect(wallet.unconfirmed).toEqual([]);
    expect(wallet.balance).toEqual({ ...before, unconfirmed: 0n });
    await send(wallet, VOID_ADDRESS, 999_000n * COIN);
    turnHonest();
    await until('forgotten', () => {
      wallet.refresh();
      return wallet.unverified.length === 0;
    });
  });

  test('a real payment by someone else counts, even if the server returns it twice, once with a higher amount', async () => {
    let lie: V2Transaction[] = [];
    const doubled = {
      ...world.node.wallet,
      poolTransactions: async () => {
        const pool = await world.node.wallet.poolTransactions();
        return { ...pool, v2Transactions: [...lie, ...pool.v2Transactions] };
      }
    };
    const wallet = await world.restored(DEV_PHRASE, openBrowser(doubled));
    const coin = await strangersCoin();
    const txn = paying(coin, DEV_ADDRESSES.policy, strangers, withStranger);
    lie = [{ ...txn, coinInputs: txn.coinInputs.map((input) => ({ ...input, parent: rich(input.parent) })) }];
    const basis = (await world.node.wallet.coinOutputs({ params: { address: DEV_ADDRESSES.policy } })).basis;
    await world.node.wallet.broadcast({ body: { basis, transactions: [], v2Transactions: [txn] } });
    await until('counted', () => {
      wallet.refresh();
      return wallet.unconfirmed.length === 1;
    });
    expect(wallet.balance!.unconfirmed).toBe(coin.output.value);
    expect(wallet.unverified).toEqual([]);
    expect(wallet.unconfirmed[0]!.inputs[0]!.coins).toBe(coin.output.value);
  });
});

describe('what the server learns', () => {
  test('after the first sync, nothing about addresses or outputs of the wallet', async () => {
    const told: string[] = [];
    const server = new Proxy(world.node.wallet, {
      get: (target, name: keyof WalletServer) => {
        told.push(name);
        return target[name];
      }
    });
    const wallet = await world.restored(DEV_PHRASE, openBrowser(server));
    told.length = 0;
    await wallet.newAddress('');
    await world.mine(DEV_ADDRESSES.policy, 12);
    await world.inStep(wallet);
    const fork = await world.node.wallet.tipState();
    await world.mine(DEV_ADDRESSES.policy, 1);
    await world.inStep(wallet);
    for (const body of await branchFrom(world.node, fork, VOID_ADDRESS, 2))
      await world.node.wallet.broadcastBlock({ body });
    await world.inStep(wallet);
    expect([...new Set(told)].sort()).toEqual(
      ['poolTransactions', 'tip', 'updates'].filter((name) => told.includes(name))
    );
    expect(told).toContain('updates');
  });

  test('nothing at all about a new wallet, not even at first', async () => {
    const told = new Set<string>();
    const server = new Proxy(world.node.wallet, {
      get: (target, name: keyof WalletServer) => {
        told.add(name);
        return target[name];
      }
    });
    const { wallet } = await world.created(openBrowser(server));
    await world.mine((await wallet.newAddress('')).address);
    await world.inStep(wallet);
    expect(wallet.balance!.immature).toBeGreaterThan(0n);
    expect([...told].filter((name) => /addresses|outputs|events|balance/i.test(name))).toEqual([]);
  });
});

describe('a payout that a server invents before the first sync, and does not prove', () => {
  const withInvented = async (maturityHeight: number) => {
    const [newest] = await world.node.wallet.events({ params: { address: VOID_ADDRESS }, query: { limit: 1 } });
    const payout = paidTo(DEV_ADDRESSES.policy, newest!, maturityHeight);
    let isLying = true;
    const server: WalletServer = {
      ...world.node.wallet,
      batchEvents: async (...call) => [
        ...(await world.node.wallet.batchEvents(...call)),
        ...(isLying && call[0].query?.offset === 0 ? [payout] : [])
      ],
      coinOutput: async ({ params: { id }, ...request }, options) => {
        if (isLying && id === (payout.id as string))
          throw new NotFoundError({ method: 'GET', path: '/outputs' }, 404, 'not found');
        return world.node.wallet.coinOutput({ params: { id }, ...request }, options);
      }
    };
    const wallet = await world.restored(DEV_PHRASE, openBrowser(server));
    isLying = false;
    return wallet;
  };
  const real = 1_000_000n * COIN;

  test('is removed once it should have matured and the server does not list it', async () => {
    const wallet = await withInvented(10);
    expect(wallet.balance).toMatchObject({ spendable: real });
    expect(wallet.balance!.total).toBeGreaterThan(real);
    await world.mine(VOID_ADDRESS, 8);
    await until('removed', () => wallet.balance!.total === real);
    expect(wallet.balance).toMatchObject({ spendable: real, immature: 0n });
  });

  test('is not counted if it matures later than any payout', async () => {
    const wallet = await withInvented(1_000_000);
    expect(wallet.balance).toMatchObject({ total: real, immature: 0n });
  });
});

test('a server without batches receives single queries, with the same result', async () => {
  const missing = () =>
    Promise.reject(new NotFoundError({ method: 'POST', path: '/batch' }, 404, '404 page not found'));
  const server = {
    ...world.node.wallet,
    batchEvents: missing,
    batchCoinOutputs: missing,
    batchFundOutputs: missing,
    checkAddresses: missing,
    coinOutput: missing
  };
  await world.mine(DEV_ADDRESSES.policy, 2);
  const plain = await world.restored(DEV_PHRASE, openBrowser(server));
  const batched = await world.restored();
  expect((await viewOf(plain)).events).toEqual((await viewOf(batched)).events);
  expect(plain.balance).toEqual(batched.balance);
  // It does not prove immature coins; their proofs come with the list later.
  await world.mine(VOID_ADDRESS, 12);
  await world.inStep(plain, batched);
  await until('proven', async () => (await plain.holdings()).coins.every(({ leafIndex }) => leafIndex !== undefined));
  expect(await viewOf(plain)).toEqual(await viewOf(batched));
});

describe('two tabs on one wallet', () => {
  test('two syncing tabs without locks keep one consistent state', async () => {
    const browser = world.browser();
    const one = await world.restored(DEV_PHRASE, browser);
    const two = await world.followed(openBrowser(world.node.wallet, browser.database), one.id);
    for (let i = 0; i < 5; i++) {
      await world.mine(DEV_ADDRESSES.policy, 3);
      await Promise.all([one.newAddress(`one ${i}`), two.setLabel(DEV_ADDRESSES.policy, `two ${i}`)]);
    }
    await world.inStep(one, two);
    expect(await viewOf(two)).toEqual(await viewOf(one));
    expect(await viewOf(one)).toEqual(await viewOf(await world.restored()));
  });
});
