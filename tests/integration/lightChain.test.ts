import { afterEach, describe, expect, test, vi } from 'vitest';
import { NotFoundError, ServerError } from '$lib/api/http/errors';
import type { WalletServer } from '$lib/api/wallet-server/client';
import type { ChainUpdates } from '$lib/api/wallet-server/schemas';
import type { Address } from '$lib/chain/address';
import { hastings } from '$lib/chain/currency/currency';
import type { ChainIndex } from '$lib/chain/element/elements';
import type { BlockId } from '$lib/chain/ids';
import { policyAddress } from '$lib/chain/policy/policyAddress';
import { inputSigHash } from '$lib/chain/transaction/sigHash';
import { sign } from '$lib/chain/keys/sign';
import type { ChainState } from '$lib/chain/block/state';
import { NEVER } from '$lib/chain/network/network';
import { unixSeconds } from '$lib/chain/time';
import { EMPTY_V2_TRANSACTION } from '$lib/chain/transaction/v2Transaction';
import { differingField } from '$lib/consensus/light/lightChain';
import { DEV_ADDRESSES } from '$lib/server/node/network/presets';
import { followChain, type LightEvent, type LightStart } from '$lib/services/light/followChain';
import type { Database } from '$lib/storage/database';
import { LightStore } from '$lib/storage/lightStore';
import { openMemoryDatabase } from '$lib/storage/openDatabase';
import { deriveKeyPair } from '$lib/wallet/keys/keyring';
import { seedFromPhrase } from '$lib/wallet/keys/seed';
import { mine, openNode, type OpenNode } from '../support/node';
import { branchFrom, DEV_PHRASE } from '../support/walletWorld';
import { limitMs } from '../support/limits';

const opened: OpenNode[] = [];
async function open(clock?: () => number): Promise<OpenNode> {
  const node = await openNode(clock && { clock });
  opened.push(node);
  return node;
}
afterEach(async () => {
  for (const { node } of opened.splice(0)) await node.close();
});

const noRest = () => Promise.resolve();
const ABOUT = { method: 'GET', path: '/' };
const GENESIS: LightStart = { kind: 'genesis' };
const COIN = 10n ** 24n;
const key = deriveKeyPair(seedFromPhrase(DEV_PHRASE), 0n);
const policy = { type: 'pk', publicKey: key.publicKey } as const;

/** A payment to its own address, pending in the pool. */
async function pay({ wallet }: OpenNode): Promise<void> {
  const { basis, outputs } = await wallet.coinOutputs({ params: { address: DEV_ADDRESSES.policy } });
  const parent = outputs[0]!;
  const coinInputs = (signatures: ReturnType<typeof sign>[]) => [
    { parent, satisfiedPolicy: { policy, signatures, preimages: [] } }
  ];
  const txn = {
    ...EMPTY_V2_TRANSACTION,
    coinInputs: coinInputs([]),
    coinOutputs: [{ value: hastings(parent.output.value - COIN), address: policyAddress(policy) }],
    minerFee: hastings(COIN)
  };
  const signed = { ...txn, coinInputs: coinInputs([sign(key.privateKey, inputSigHash(txn))]) };
  await wallet.broadcast({ body: { basis, transactions: [], v2Transactions: [signed] } });
}

/** Mines blocks one after another, each at its own time. */
async function mineAt(node: OpenNode, count: number, passTime: () => void): Promise<void> {
  for (let i = 0; i < count; i++) {
    passTime();
    await mine(node);
  }
}

/** Replaces the last blocks with a heavier branch. */
async function reorganize(node: OpenNode, depth: number, nowMs: number): Promise<void> {
  const { height } = node.node.tip;
  const { state } = await node.wallet.checkpoint({ params: { idOrHeight: String(height - depth) } });
  const now = unixSeconds(Math.floor(nowMs / 1000));
  for (const block of await branchFrom(node, state, DEV_ADDRESSES.unlockConditions, depth + 1, now)) {
    await node.wallet.broadcastBlock({ body: block });
  }
  expect(node.node.tip.height).toBe(height + 1);
}

interface Following {
  readonly server: WalletServer;
  readonly database?: Database;
  readonly start?: LightStart;
  readonly anew?: boolean;
  readonly rest?: (signal: AbortSignal) => Promise<void>;
}

/** Follows until an event of this kind, and returns it. */
const storageIn = (database: Database) => (scope: string) => new LightStore(database, scope);

async function followUntil<T extends LightEvent['type']>(
  type: T,
  { server, database = openMemoryDatabase(), start = GENESIS, anew = false, rest = noRest }: Following
): Promise<Extract<LightEvent, { type: T }>> {
  const stop = new AbortController();
  try {
    for await (const event of followChain(
      { server, openStorage: storageIn(database), start, anew, pollMs: 5, rest },
      stop.signal
    )) {
      if (event.type === type) return event as Extract<LightEvent, { type: T }>;
      if (event.type === 'failed' || event.type === 'refused') throw event.error;
    }
  } finally {
    stop.abort();
  }
  throw new Error('it ended by itself');
}

const storeOf = async (server: WalletServer, database: Database): Promise<LightStore> =>
  new LightStore(database, (await server.indexAt({ params: { height: 0 } })).id);

test(
  '5,000 blocks with reorganizations yield the node’s state at each, across restarts',
  async () => {
    // Between 1 and 1,200 seconds per block instead of 600: the difficulty rises and falls and stays small.
    let [nowMs, spacing] = [Date.parse('2026-01-01T00:00:00Z'), 1];
    const passTime = () => (nowMs += 1_000 * (1 + ((spacing = (spacing * 48_271) % 2_147_483_647) % 1_200)));
    const node = await open(() => nowMs);
    const database = openMemoryDatabase();
    const told = new Map<BlockId, ChainState>();
    const server: WalletServer = {
      ...node.wallet,
      updates: async (...request) => {
        const feed = await node.wallet.updates(...request);
        for (const { state } of feed.applied) told.set(state.index.id, state);
        return feed;
      }
    };
    const store = await storeOf(node.wallet, database);
    const compared = new Set<BlockId>();

    const ROUNDS = 24;
    for (let round = 0; round < ROUNDS; round++) {
      await pay(node);
      await mineAt(node, 180, passTime); // Ended halfway, like a tab that is closed.
      await followUntil('moved', { server, database });
      await mineAt(node, 20, passTime);
      await followUntil('current', { server, database });
      // The deepest exceeds the fully retained states, and one is as deep as that round's chain.
      await reorganize(node, round === 7 ? 230 : 1 + (round % 9), nowMs);
      const { summary } = await followUntil('current', { server, database });
      expect(summary.tip).toEqual(node.node.tip);
      expect(summary.committed?.height).toBe(summary.tip.height - 1);

      const { position } = (await store.load())!;
      for (const { state } of position.trail) {
        // The first block's state follows from the rules alone.
        if (state.index.height === 0) continue;
        compared.add(state.index.id);
        expect(differingField(state, told.get(state.index.id)!)).toBeUndefined();
      }
      const best = await node.wallet.tipState();
      expect(position.trail.at(-1)!.state).toEqual(best);
    }
    await mineAt(node, 200, passTime);
    const { summary } = await followUntil('current', { server, database });
    expect(summary.tip).toEqual(node.node.tip);
    // Every computed state was compared with the node's, at all heights.
    expect(told.size).toBeGreaterThanOrEqual(5_000);
    expect(compared.size).toBeGreaterThan(4_500);
  },
  limitMs(120_000)
);

test('no update is requested while the user waits for something else', async () => {
  const node = await open();
  await mine(node, 3);
  const log: string[] = [];
  const server: WalletServer = {
    ...node.wallet,
    updates: (...request) => {
      log.push('asks');
      return node.wallet.updates(...request);
    }
  };
  const paid = Promise.withResolvers<void>();
  const rest = async () => {
    log.push('rests');
    await paid.promise;
  };
  const current = followUntil('current', { server, rest });
  await expect.poll(() => log.length).toBeGreaterThan(0);
  expect(log).toEqual(['rests']);
  paid.resolve();
  await current;
  expect(log).toEqual(['rests', 'asks', 'rests', 'asks']);
});

describe('where it starts', () => {
  test('a trusted block replaces everything before it', async () => {
    const node = await open();
    await mine(node, 12);
    const index = await node.wallet.indexAt({ params: { height: 8 } });
    const { summary } = await followUntil('current', { server: node.wallet, start: { kind: 'block', index } });
    expect(summary).toMatchObject({ start: index, tip: node.node.tip });
    expect(summary.recent.map((recent) => recent.index.height)).toEqual([7, 8, 9, 10, 11, 12]);
  });

  test('a server that returns a checkpoint with the state before the block works as well', async () => {
    const node = await open();
    await mine(node, 6);
    const index = await node.wallet.indexAt({ params: { height: 5 } });
    const server: WalletServer = {
      ...node.wallet,
      checkpoint: async (...request) => {
        const { block } = await node.wallet.checkpoint(...request);
        const { state } = await node.wallet.checkpoint({ params: { idOrHeight: block.parentId } });
        return { block, state };
      }
    };
    const { summary } = await followUntil('current', { server, start: { kind: 'block', index } });
    expect(summary.tip).toEqual(node.node.tip);
  });

  test('every start has its own progress, which starting over discards', async () => {
    const node = await open();
    const database = openMemoryDatabase();
    await mine(node, 12);
    const first = await followUntil('current', { server: node.wallet, database });
    expect(first.summary.start.height).toBe(0);
    const start = { kind: 'block', index: await node.wallet.indexAt({ params: { height: 9 } }) } as const;
    const second = await followUntil('current', { server: node.wallet, database, start });
    expect(second.summary.start.height).toBe(9);
    const trailLengths = async () => {
      const { id } = first.summary.start;
      const scopes = [id, `${id}:${start.index.id}`];
      const loaded = await Promise.all(scopes.map((scope) => storageIn(database)(scope).load()));
      return loaded.map((chain) => chain!.position.trail.length);
    };
    expect(await trailLengths()).toEqual([13, 5]);
    const begun = vi.spyOn(LightStore.prototype, 'begin');
    await followUntil('current', { server: node.wallet, database, start });
    expect(begun).not.toHaveBeenCalled();
    await followUntil('current', { server: node.wallet, database, start, anew: true });
    expect(begun).toHaveBeenCalledOnce();
    begun.mockRestore();
    expect(await trailLengths()).toEqual([13, 5]);
  });
});

/** A node with twelve blocks, of which ten were verified. */
async function checkedNode() {
  const node = await open();
  await mine(node, 8);
  await pay(node);
  await mine(node, 2);
  const database = openMemoryDatabase();
  await followUntil('current', { server: node.wallet, database });
  await pay(node);
  await mine(node, 2);
  return { node, database };
}

const withUpdates = (server: WalletServer, change: (feed: ChainUpdates) => ChainUpdates): WalletServer => ({
  ...server,
  updates: async (...request) => change(await server.updates(...request))
});
type Applied = ChainUpdates['applied'][number];
const eachApplied =
  (change: (entry: Applied) => Applied) =>
  (feed: ChainUpdates): ChainUpdates => ({ ...feed, applied: feed.applied.map(change) });
const inState = (change: (state: ChainState) => Partial<ChainState>) =>
  eachApplied((entry) => ({ ...entry, state: { ...entry.state, ...change(entry.state) } }));
const inBlock = (change: (block: Applied['block']) => Partial<Applied['block']>) =>
  eachApplied((entry) => ({ ...entry, block: { ...entry.block, ...change(entry.block) } }));

describe('invalid data is rejected, and what was verified remains', () => {
  test.each<[string, (feed: ChainUpdates) => ChainUpdates, string]>([
    [
      'an output that was never in the state',
      inState(({ elements }) => ({ elements: { ...elements, numLeaves: elements.numLeaves + 1n } })),
      'light/state-differs'
    ],
    ['a lower difficulty', inState(({ difficulty }) => ({ difficulty: difficulty - 1n })), 'light/state-differs'],
    ['more work', inState(({ totalWork }) => ({ totalWork: totalWork * 2n })), 'light/state-differs'],
    ['an invalid nonce', inBlock(({ nonce }) => ({ nonce: nonce + 1n })), 'header/nonce-factor'],
    ['a missing block', (feed) => ({ ...feed, applied: feed.applied.slice(1) }), 'light/other-branch'],
    [
      'a duplicate block',
      (feed) => ({ ...feed, applied: feed.applied.flatMap((entry) => [entry, entry]) }),
      'light/other-branch'
    ],
    [
      'a higher reward',
      inBlock(({ minerPayouts: [payout] }) => ({
        minerPayouts: [{ ...payout!, value: hastings(payout!.value + 1n) }]
      })),
      'block/payout-sum'
    ],
    [
      'another miner',
      inBlock(({ minerPayouts: [payout] }) => ({
        minerPayouts: [{ ...payout!, address: DEV_ADDRESSES.policy as Address }]
      })),
      'block/wrong-commitment'
    ],
    [
      'a reverted block that remains',
      (feed) => ({ ...feed, reverted: [feed.applied[0]! as never] }),
      'light/state-differs'
    ]
  ])('%s', async (_, change, code) => {
    const { node, database } = await checkedNode();
    const store = await storeOf(node.wallet, database);
    const before = await store.load();
    const { error } = await refusal(withUpdates(node.wallet, change), database);
    expect(error).toMatchObject({ code });
    expect(await store.load()).toEqual(before);
    const { summary } = await followUntil('current', { server: node.wallet, database });
    expect(summary.tip).toEqual(node.node.tip);
  });

  test.each([
    ['everything fails', new ServerError(ABOUT, 500, 'database is locked'), 'api/server-error'],
    ['the last block is not found', new NotFoundError(ABOUT, 404, 'block not found'), 'wallet/unknown-block']
  ])('temporarily %s at a server that has all blocks', async (_, fault, code) => {
    const { node, database } = await checkedNode();
    const store = await storeOf(node.wallet, database);
    await followUntil('current', { server: node.wallet, database });
    const before = await store.load();
    const updates = () => Promise.reject(new ServerError(ABOUT, 500, 'database is locked'));
    const server: WalletServer = { ...node.wallet, updates, block: () => Promise.reject(fault) };
    await expect(followUntil('current', { server, database })).rejects.toMatchObject({ code });
    expect(await store.load()).toEqual(before);
  });

  test('a chain with less work than shown before', async () => {
    const { node, database } = await checkedNode();
    await followUntil('current', { server: node.wallet, database });
    const other = await open();
    await mine(other, 5);
    const { error } = await refusal(other.wallet, database);
    expect(error).toMatchObject({ code: 'light/less-work', at: other.node.tip });
    // A server with the heavier chain is accepted again.
    const { summary } = await followUntil('current', { server: node.wallet, database });
    expect(summary.tip).toEqual(node.node.tip);
  });

  test('other rules for the same chain', async () => {
    const { node, database } = await checkedNode();
    const server: WalletServer = {
      ...node.wallet,
      network: async () => ({ ...(await node.wallet.network()), maturityDelay: 1 })
    };
    expect((await refusal(server, database)).error).toMatchObject({ code: 'light/other-rules' });
  });

  test('a server without the ephemeral output rule, and its update that reports one, are accepted', async () => {
    const { node } = await checkedNode();
    const database = openMemoryDatabase();
    const reporting = (ephemeralOutputHeight: number): WalletServer => ({
      ...node.wallet,
      network: async () => {
        const network = await node.wallet.network();
        return { ...network, hardforkV2: { ...network.hardforkV2, ephemeralOutputHeight } };
      }
    });
    for (const height of [NEVER, 5_000, NEVER]) {
      const { summary } = await followUntil('current', { server: reporting(height), database });
      expect(summary.tip).toEqual(node.node.tip);
      await mine(node, 1);
    }
    expect((await refusal(reporting(6_000), database)).error).toMatchObject({ code: 'light/other-rules' });
  });

  test('a first block other than the one it names', async () => {
    const { node } = await checkedNode();
    const server: WalletServer = {
      ...node.wallet,
      block: async () => ({ ...(await node.wallet.block({ params: { idOrHeight: '0' } })), nonce: 7n })
    };
    expect((await refusal(server, openMemoryDatabase())).error).toMatchObject({ code: 'light/wrong-start' });
  });

  test('a pinned block that it does not have', async () => {
    const { node } = await checkedNode();
    const index: ChainIndex = await node.wallet.indexAt({ params: { height: 5 } });
    const server: WalletServer = {
      ...node.wallet,
      checkpoint: () => node.wallet.checkpoint({ params: { idOrHeight: '7' } })
    };
    const { error } = await refusal(server, openMemoryDatabase(), { kind: 'block', index });
    expect(error).toMatchObject({ code: 'light/wrong-start' });
  });
});

async function refusal(server: WalletServer, database: Database, start: LightStart = GENESIS) {
  const stop = new AbortController();
  for await (const event of followChain(
    { server, openStorage: storageIn(database), start, anew: false, pollMs: 5, rest: noRest },
    stop.signal
  )) {
    if (event.type === 'failed') throw event.error;
    if (event.type !== 'refused') continue;
    stop.abort();
    return event;
  }
  throw new Error('it was not rejected');
}
