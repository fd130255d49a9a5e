import { beforeEach, describe, expect, test } from 'vitest';
import type { WalletServer } from '$lib/api/wallet-server/client';
import type { UnspentCoin } from '$lib/api/wallet-server/schemas';
import { AppError } from '$lib/errors';
import { hastings } from '$lib/chain/currency/currency';
import type { BlockId, CoinOutputId } from '$lib/chain/ids';
import { EMPTY_V2_TRANSACTION } from '$lib/chain/transaction/v2Transaction';
import { StaleWriteError } from '$lib/services/errors';
import { nextAddress, rowsByAddress } from '$lib/services/wallet/addresses';
import type { WalletRow } from '$lib/services/wallet/records';
import { isBeyondRestore } from '$lib/services/wallet/restoreReach';
import { watchedRow } from '$lib/services/wallet/summary';
import { importOutputs, type ImportDeps, type ImportStep } from '$lib/services/wallet/sync/importOutputs';
import { openMemoryDatabase } from '$lib/storage/openDatabase';
import { WalletStore } from '$lib/storage/walletStore';
import { emptyCache, stateElementOf } from '$lib/wallet/sync/cache';
import {
  ALICE,
  BOB,
  coins,
  signV2Transaction,
  testNetwork,
  v1AddressOf,
  v2AddressOf,
  v2InputOf
} from '../../../consensus/testChain';
import { seedWallet } from '../../../wallet/support';
import { ChainServer, notFound } from '../../chainServer';

const OURS = [v1AddressOf(ALICE), v2AddressOf(ALICE)];
const GENESIS_COINS = coins(2_000n);

class BeforeFirst extends AppError {
  readonly code = 'wallet-server/before-first-block';
}

let chain: ChainServer;
let store: WalletStore;
let row: WalletRow;

/** A wallet at a block of our node, which does not know its outputs. */
async function holding(changes: Partial<WalletRow> = {}, state = chain.state) {
  store = new WalletStore(openMemoryDatabase());
  row = {
    id: 'w', name: '', kind: 'watch', createdAtMs: 0, checkedUpTo: 0, discover: false, firstSync: false,
    network: chain.chain.network, genesis: chain.stateAt(0).index.id, ...changes
  }; // prettier-ignore
  const rows = row.kind === 'seed' ? [] : OURS.map((address) => watchedRow('w', { address }, 0));
  await store.addWallet(row, rows);
  await store.saveSnapshot('w', { cache: emptyCache(state), events: [], state, atMs: 0 }, {});
}
beforeEach(async () => {
  chain = new ChainServer(5);
  await holding();
});

interface Servers {
  readonly own?: Partial<WalletServer>;
  readonly other?: WalletServer;
}

async function run({ own = {}, other = chain.server() }: Servers = {}, changes: Partial<ImportDeps> = {}) {
  const deps: ImportDeps = {
    walletId: 'w',
    server: chain.server(own),
    store,
    keystore: { deriveAddresses: () => Promise.reject(new Error('no keys')) },
    nowMs: () => 99,
    pollMs: 1,
    onAddresses: () => undefined,
    ...changes
  };
  const steps: ImportStep[] = [];
  const importing = importOutputs(deps, { id: 'c2', name: 'second', server: other }, new AbortController().signal);
  for (;;) {
    const { done, value } = await importing.next();
    if (done) return { steps, result: value };
    steps.push(value);
  }
}
/** A server that lists the chain's current outputs, whatever follows. */
function listingNow(changes: Partial<WalletServer> = {}): WalletServer {
  const basis = chain.tip;
  const own = <E extends { readonly output: { readonly address: (typeof OURS)[number] } }>(all: readonly E[]) =>
    all.filter(({ output }) => OURS.includes(output.address));
  const [coinList, fundList] = [own(chain.chain.chain.coins).slice(0, 2), own(chain.chain.chain.funds)];
  return chain.server({
    batchCoinOutputs: async ({ query }) => ({ basis, outputs: coinList.slice(query?.offset) }),
    batchFundOutputs: async ({ query }) => ({ basis, outputs: fundList.slice(query?.offset) }),
    ...changes
  });
}
const cacheOf = async () => (await store.loadCache('w'))!.cache;

describe('outputs that another server lists', () => {
  test('are added with their proofs and origin', async () => {
    const other = listingNow();
    const { steps, result } = await run({ other });
    expect(steps).toEqual([
      { type: 'reading', outputs: 2 },
      { type: 'reading', outputs: 4 }
    ]);
    expect(result).toEqual({ basis: chain.tip, coins: 2, value: GENESIS_COINS, funds: 2, known: 0, spent: 0 });
    const { cache, imports } = (await store.loadCache('w'))!;
    for (const { id, stateElement } of [
      ...chain.chain.chain.coins.slice(0, 2),
      ...chain.chain.chain.funds.slice(0, 2)
    ]) {
      const held = cache.coins.get(id as never) ?? cache.funds.get(id as never);
      expect(stateElementOf(cache, held!.leafIndex!)).toEqual(stateElement);
    }
    expect(imports).toEqual([{ connection: 'c2', name: 'second', atMs: 99, basis: chain.tip, outputs: 4 }]);
    expect((await store.addresses('w')).map(({ used }) => used)).toEqual([true, true]);
  });

  test('are verified page by page: of invented ones only the first pages are read', async () => {
    const [coin] = chain.chain.chain.coins.filter(({ output }) => OURS.includes(output.address));
    let pages = 0;
    const inventing: WalletServer['batchCoinOutputs'] = async ({ query }) => {
      pages++;
      const id = (query?.offset ?? 0).toString(16).padStart(64, 'f') as CoinOutputId;
      return { basis: chain.tip, outputs: pages < 500 ? [{ ...coin!, id, confirmations: 1 }] : [] };
    };
    const other = listingNow({ batchCoinOutputs: inventing });
    await expect(run({ other })).rejects.toMatchObject({ code: 'wallet/wrong-proof' });
    expect(pages).toBeLessThan(10);
  });

  test('are advanced to the wallet’s block', async () => {
    const other = listingNow();
    const basis = chain.tip;
    chain.grow(25);
    await holding();
    const { steps, result } = await run({ other });
    expect(steps).toEqual([
      { type: 'reading', outputs: 2 },
      { type: 'reading', outputs: 4 },
      { type: 'carrying', height: 25, target: 30 },
      { type: 'carrying', height: 30, target: 30 }
    ]);
    expect(result).toMatchObject({ basis, coins: 2, funds: 2 });
    // The blocks in between paid these addresses nothing that our node does not know.
    expect((await cacheOf()).coins.size).toBe(2);
  });

  test('are added except those spent meanwhile', async () => {
    const other = listingNow();
    const coin = chain.chain.chain.coinOf(v2AddressOf(ALICE));
    const spend = { ...EMPTY_V2_TRANSACTION, coinInputs: [v2InputOf(coin, ALICE)], coinOutputs: [coin.output] };
    chain.add({ v2transactions: [signV2Transaction(spend, ALICE)] });
    await holding();
    expect((await run({ other })).result).toMatchObject({
      coins: 1,
      value: coins(1_000n),
      funds: 2,
      known: 0,
      spent: 1
    });
  });

  test('are added except those already held', async () => {
    await run({ other: listingNow() });
    expect((await run({ other: listingNow() })).result).toMatchObject({
      coins: 0,
      value: 0n,
      funds: 0,
      known: 4,
      spent: 0
    });
  });

  test('are not added if they are foreign', async () => {
    const other = listingNow({
      batchFundOutputs: async ({ query }) => ({
        basis: chain.tip,
        outputs: chain.chain.chain.funds.slice(query?.offset)
      })
    });
    await expect(run({ other })).rejects.toMatchObject({ code: 'wallet/foreign-output' });
    expect((await cacheOf()).coins.size).toBe(0);
  });

  test('are not added if they do not exist as listed', async () => {
    const richer = (coin: UnspentCoin) => ({ ...coin, output: { ...coin.output, value: hastings(5n) } });
    const { batchCoinOutputs } = listingNow();
    const other = listingNow({
      batchCoinOutputs: async (...request) => {
        const { basis, outputs } = await batchCoinOutputs(...request);
        return { basis, outputs: outputs.map(richer) };
      }
    });
    await expect(run({ other })).rejects.toMatchObject({ code: 'wallet/wrong-proof' });
  });
});

describe('a server is not asked for outputs', () => {
  test.each<[string, () => Promise<unknown>, string]>([
    ['of a removed wallet', async () => store.removeWallet('w'), 'storage/unknown-wallet'],
    ['before the wallet’s network is known', () => holding({ network: undefined }), 'wallet/not-synced'],
    ['before the wallet’s chain is known', () => holding({ genesis: undefined }), 'wallet/not-synced'],
    ['of another network', () => holding({ network: { ...testNetwork(1), name: 'other' } }), 'wallet/other-network'],
    ['of another chain', () => holding({ genesis: 'ab'.repeat(32) as BlockId }), 'wallet/other-genesis']
  ])('%s', async (_, prepare, code) => {
    await prepare();
    await expect(run()).rejects.toMatchObject({ code });
  });

  test('if it only indexes some addresses', async () => {
    const state = async () => ({ version: '', startTime: '', indexMode: 'personal' });
    await expect(run({ other: chain.server({ state }) })).rejects.toMatchObject({ code: 'wallet/partial-index' });
  });

  test('before the wallet has read the chain', async () => {
    store.loadCache = async () => undefined;
    await expect(run()).rejects.toMatchObject({ code: 'wallet/not-synced' });
  });
});

describe('a server at another tip', () => {
  const countTries = (steps: readonly ImportStep[]) => steps.filter(({ type }) => type === 'waiting').length;

  test('is requested again if it moves on while it is read', async () => {
    let moves = 3;
    const { batchFundOutputs } = chain.server();
    const other = chain.server({
      batchFundOutputs: async (...request) => {
        const { outputs } = await batchFundOutputs(...request);
        return { outputs, basis: moves-- > 0 ? chain.stateAt(4).index : chain.tip };
      }
    });
    const { result } = await run({ other });
    expect(result).toMatchObject({ basis: chain.tip, funds: 2 });
  });

  test('is given up if it moves on ten times', async () => {
    let asked = 0;
    const { batchCoinOutputs, batchFundOutputs } = chain.server();
    const other = chain.server({
      batchCoinOutputs: (request, options) => {
        if (request.query?.offset === 0) asked++;
        return batchCoinOutputs(request, options);
      },
      batchFundOutputs: async (...request) => ({
        ...(await batchFundOutputs(...request)),
        basis: chain.stateAt(4).index
      })
    });
    await expect(run({ other })).rejects.toMatchObject({ code: 'wallet/restless-chain' });
    expect(asked).toBe(10);
  });

  test('is awaited if our node lacks its last blocks', async () => {
    const behind = new ChainServer(5);
    chain.grow(6);
    const other = listingNow();
    const own = behind.server();
    let waits = 0;
    const { checkpoint } = own;
    own.checkpoint = (...request) => {
      if (++waits === 3) behind.grow(6);
      return checkpoint(...request);
    };
    await holding({}, behind.state);
    // The wallet itself is behind: it is rewound to a block that is not on the path.
    const importing = run({ own, other });
    await expect(importing).rejects.toMatchObject({ code: 'wallet/restless-chain' });
    expect(waits).toBe(10);
  });

  test.each([
    ['six blocks ahead, in vain', 6, 10, 'wallet/import-ahead'],
    ['seven blocks ahead, not at all', 7, 1, 'wallet/import-ahead']
  ])('is awaited: %s', async (_, blocks, tries, code) => {
    const behind = new ChainServer(5);
    chain.grow(blocks);
    const other = listingNow();
    let asked = 0;
    const own = behind.server();
    const { checkpoint } = own;
    own.checkpoint = (...request) => (asked++, checkpoint(...request));
    await expect(run({ own, other })).rejects.toMatchObject({ code, basis: chain.tip, tip: behind.tip });
    expect(asked).toBe(tries);
  });

  test.each([
    ['its block is replaced at our node', 10, 2, 'wallet/import-other-chain'],
    ['its block was replaced at our node long ago', 1, 12, 'wallet/import-other-chain']
  ])('is rejected if %s', async (_, tries, ahead, code) => {
    const other = listingNow();
    const ours = new ChainServer(4);
    ours.grow(ahead, v2AddressOf(BOB));
    let asked = 0;
    const own = ours.server();
    const { checkpoint } = own;
    own.checkpoint = (request, options) => {
      if (request.params.idOrHeight.length === 64) asked++;
      return checkpoint(request, options);
    };
    await expect(run({ own, other })).rejects.toMatchObject({ code });
    expect(asked).toBe(tries);
  });

  test('is rejected immediately if our node has pruned its block', async () => {
    const checkpoint = () => Promise.reject(new BeforeFirst('pruned'));
    await expect(run({ own: { checkpoint } })).rejects.toMatchObject({ code: 'wallet/import-before-checkpoint' });
    const unknown: WalletServer['checkpoint'] = ({ params }) =>
      Promise.reject(params.idOrHeight.length === 64 ? notFound() : new BeforeFirst('pruned'));
    const other = listingNow();
    chain.grow(7);
    await expect(run({ own: { checkpoint: unknown }, other })).rejects.toMatchObject({
      code: 'wallet/import-before-checkpoint'
    });
  });

  test('is distinguished from a failure of our own node', async () => {
    const failed = () => Promise.reject(new StaleWriteError());
    await expect(run({ own: { checkpoint: failed } })).rejects.toMatchObject({ code: 'storage/stale' });
  });

  test('is requested again if the wallet moved meanwhile', async () => {
    const { saveStep } = store;
    let stale = 2;
    store.saveStep = (...step) => (stale-- > 0 ? Promise.reject(new StaleWriteError()) : saveStep.apply(store, step));
    const { steps, result } = await run();
    expect(countTries(steps)).toBe(2);
    expect(steps.find(({ type }) => type === 'waiting')).toEqual({ type: 'waiting', height: 5 });
    expect(result).toMatchObject({ funds: 2 });
    store.saveStep = () => Promise.reject(new Error('full'));
    await expect(run()).rejects.toThrow('full');
  });
});

describe('a wallet with keys', () => {
  const wallet = seedWallet(4, 100);
  const keys = wallet.keys.map(({ publicKey }, index) => ({
    index,
    publicKey,
    uc: wallet.address(index, 'uc'),
    pk: wallet.address(index, 'pk')
  }));
  const keystore = {
    deriveAddresses: async (_: string, from: number, count: number) => keys.slice(from, from + count)
  };
  /** A server that has seen the addresses of these keys. */
  const seeing = (...indexes: number[]) => {
    const used = new Set(indexes.map((index) => wallet.address(index, 'uc')));
    return chain.server({
      checkAddresses: async ({ body }) => ({ known: body.addresses.some((address) => used.has(address)) }),
      events: async ({ params }) => (used.has(params.address) ? ([{}] as never) : [])
    });
  }; // prettier-ignore

  test('finds used addresses, and waits until their history is read', async () => {
    await holding({ kind: 'seed' });
    let read = 0;
    const importing = run({ other: seeing(2) }, {
      keystore,
      onAddresses: () => {
        read++;
        setTimeout(() => void store.changeWallet('w', { firstSync: false }), 5);
      }
    });
    const { steps } = await importing;
    expect(read).toBe(1);
    expect(steps.map(({ type }) => type).filter((type, i, all) => type !== all[i - 1])).toEqual(['discovering', 'rescanning', 'reading']);
    const rows = await store.addresses('w');
    expect(rows.length).toBe(2 * (3 + 20));
    expect(rows.filter(({ shown }) => shown).map(({ address }) => address)).toEqual([wallet.address(2, 'uc')]);
    expect(await store.wallet('w')).toMatchObject({ checkedUpTo: 43 });
    // The second time they exist already: nothing is read again.
    await run({ other: seeing(2) }, { keystore, onAddresses: () => read++ });
    expect(read).toBe(1);
  }); // prettier-ignore

  test('that a server calls used, without a proof, does not hide that a restored wallet would not find the next', async () => {
    await holding({ kind: 'seed', checkedUpTo: 0 });
    const onAddresses = () => void setTimeout(() => void store.changeWallet('w', { firstSync: false }), 5);
    await run({ other: seeing(...Array(45).keys()) }, { keystore, onAddresses });
    const rows = rowsByAddress(await store.addresses('w'));
    expect(nextAddress(rows).key).toEqual({ index: 45, form: 'uc' });
    expect(isBeyondRestore(rows.values(), nextAddress(rows))).toBe(true);
  });
});
