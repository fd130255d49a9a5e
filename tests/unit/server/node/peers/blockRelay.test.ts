import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { systemScheduler } from '$lib/async/scheduler';
import { VOID_ADDRESS } from '$lib/chain/address';
import { blockId, type Block } from '$lib/chain/block/block';
import { blockHeaderOf } from '$lib/chain/block/commitment';
import type { BlockId } from '$lib/chain/ids';
import { unixSeconds } from '$lib/chain/time';
import { EMPTY_TRANSACTION } from '$lib/chain/transaction/transaction';
import { EMPTY_V2_TRANSACTION, type V2Transaction } from '$lib/chain/transaction/v2Transaction';
import { v2TransactionId } from '$lib/chain/transaction/v2TransactionIds';
import { encodedLength } from '$lib/codec/layout';
import { ConsensusError } from '$lib/consensus/errors';
import { buildTemplate } from '$lib/mining/work/template';
import { calls } from '$lib/peers/calls/callTypes';
import { PeerError } from '$lib/peers/errors';
import { omittedHashes, outlineOf, v2OutlineHash } from '$lib/peers/outline/complete';
import { blockOutline, type BlockOutline } from '$lib/peers/outline/outline';
import { ChainManager } from '$lib/server/node/chain/chainManager';
import { BlockRefusedError } from '$lib/server/node/errors';
import { networkPreset, TEST_GENESIS_TIMESTAMP } from '$lib/server/node/network/presets';
import { Misbehavior, type Peer } from '$lib/server/node/peers/peer';
import { BlockRelay, ForeignBodyError } from '$lib/server/node/peers/relay/blockRelay';
import { TransactionPool } from '$lib/server/node/pool/transactionPool';
import { SignatureChecker } from '$lib/server/node/signatures/signatureChecker';
import { ChainStore } from '$lib/server/node/store/store';
import { TestChain } from '../../../../support/peers/testChain';
import { solveBlock } from '../../../../support/solve';

const others = TestChain.create().extend(3);
const data = (i: number): V2Transaction => ({ ...EMPTY_V2_TRANSACTION, arbitraryData: Uint8Array.of(i >> 8, i, 1) });
const GONE = '11'.repeat(32) as BlockId;
const idOf = (block: Block) => blockId(blockHeaderOf(block));
const whole = (block: Block) => outlineOf(block, () => false);
const bare = (block: Block) => outlineOf(block, () => true);

let store: ChainStore;
let chain: ChainManager;
let pool: TransactionPool;
let relay: BlockRelay;
let resynced: Peer[];
let later: (() => void)[];
let fresh: number[];
let knownToPeers: V2Transaction[];
/** What the connected peers receive. */
let sent: { readonly to: Peer; readonly name: string; readonly request: unknown }[];
let sender: Peer;
let witness: Peer;
const call = vi.fn();
afterEach(() => store.close());
beforeEach(async () => {
  call.mockReset();
  await open(others);
});

async function open(its: TestChain): Promise<void> {
  store = new ChainStore(':memory:');
  const signatures = new SignatureChecker(async (checks) => checks.map(() => true));
  chain = new ChainManager({ store, ...its.preset, clock: Date.now, signatures });
  await chain.addBlocks(its.blocks.slice(1));
  pool = new TransactionPool({ store, chain, signatures });
  [resynced, later, fresh, sent, knownToPeers] = [[], [], [], [], []];
  const connect = (): Peer => {
    const peer = { host: '192.0.2.1', call } as unknown as Peer;
    return Object.assign(peer, {
      notify: ({ name }: { readonly name: string }, request: unknown) => void sent.push({ to: peer, name, request })
    });
  };
  [sender, witness] = [connect(), connect()];
  relay = new BlockRelay({
    ...{ store, chain, pool },
    peers: () => [sender, witness],
    resync: (peer) => resynced.push(peer),
    watch: { onFreshBlock: (timestamp) => fresh.push(timestamp) },
    isKnownToPeers: (id) => knownToPeers.some((txn) => v2TransactionId(txn) === id),
    later: (then) => later.push(then)
  });
}

/** A block on a side branch, of which only the header was validated. */
async function sideBlock(): Promise<TestChain> {
  const branch = others.fork(1, 5).extend(1);
  await chain.addBlock(branch.blocks.at(-1)!);
  expect(store.blocks.place(branch.tip.index.id)?.status).toBe('header');
  return branch;
}

describe('the header of a block', () => {
  test('on the tip is relayed once, to all but its sender, and the block is expected of each sender', async () => {
    const block = others.next();
    const header = blockHeaderOf(block);
    relay.onHeader(header, sender);
    expect(sent).toEqual([{ to: witness, name: calls.relayHeader.name, request: header }]);
    expect(sender.newsAtMs).toBeGreaterThan(0);
    relay.onHeader(header, witness);
    expect([sent.length, resynced]).toEqual([1, []]);
    later.forEach((then) => then());
    expect(resynced).toEqual([sender, witness]);
    await chain.addBlock(block);
    later.forEach((then) => then());
    expect(resynced).toHaveLength(2);
  });

  test('that a peer sends again and again is awaited once at a time', () => {
    const header = blockHeaderOf(others.next());
    for (let i = 0; i < 3; i++) relay.onHeader(header, sender);
    expect(later).toHaveLength(1);
    later.pop()!();
    expect(resynced).toEqual([sender]);
    relay.onHeader(header, sender);
    expect(later).toHaveLength(1);
  });

  test('that is known is not relayed', async () => {
    const block = others.next();
    await chain.addBlock(block);
    relay.onHeader(blockHeaderOf(block), sender);
    expect([sent, resynced, later]).toEqual([[], [], []]);
  });

  test.each<[string, () => Promise<Block> | Block]>([
    ['an unknown parent', () => others.fork(3, 5).extend(1).next()],
    ['a parent that is not the tip', () => others.fork(2, 5).next()],
    ['a parent on a side branch', async () => (await sideBlock()).next()]
  ])('with %s begins a sync, and is not relayed', async (_, block) => {
    relay.onHeader(blockHeaderOf(await block()), sender);
    expect([resynced, sent, later]).toEqual([[sender], [], []]);
  });

  test('of a V1 block begins a sync: no outline will follow', async () => {
    store.close();
    const { network, genesis } = networkPreset('test', TEST_GENESIS_TIMESTAMP);
    const hardforkV2 = { ...network.hardforkV2, allowHeight: 3, requireHeight: 4, finalCutHeight: 5 };
    const its = TestChain.create({ network: { ...network, hardforkV2 }, genesis }).extend(1);
    await open(its);
    relay.onHeader(blockHeaderOf(its.next()), sender);
    expect([resynced, sent]).toEqual([[sender], []]);
    const next = its.fork(1, 0).extend(1);
    await chain.addBlock(next.blocks.at(-1)!);
    relay.onHeader(blockHeaderOf(next.next()), sender);
    expect([resynced, sent.length]).toEqual([[sender], 1]);
  });
});

describe('the outline of a block', () => {
  test('that is known has no effect', async () => {
    await relay.onOutline(whole(others.blocks[3]!), sender);
    expect([sent, resynced, fresh]).toEqual([[], [], []]);
  });

  test.each<[string, () => Promise<Block> | Block]>([
    ['an unknown parent', () => others.fork(3, 5).extend(1).next()],
    ['a parent that is not the tip', () => others.fork(2, 5).next()],
    ['a parent of which only the header was validated', async () => (await sideBlock()).next()]
  ])('with %s begins a sync', async (_, block) => {
    await relay.onOutline(whole(await block()), sender);
    expect([resynced, sent, fresh, chain.tip]).toEqual([[sender], [], [], others.tip.index]);
  });

  test('is completed by its sender, and relayed without what was in the pool', async () => {
    const pooled = others.payment();
    await pool.add({ transactions: [], v2Transactions: [pooled] });
    const block = others.next([pooled, data(1)]);
    const fetched = block.v2!.transactions.filter((txn) => v2TransactionId(txn) !== v2TransactionId(pooled));
    call.mockResolvedValue({ transactions: [], v2transactions: fetched });
    await relay.onOutline(bare(block), sender);
    const index = { height: 4, id: idOf(block) };
    expect(call.mock.calls).toEqual([[calls.sendTransactions, { index, hashes: fetched.map(v2OutlineHash) }]]);
    expect([chain.tip, fresh, resynced]).toEqual([index, [block.timestamp], []]);
    expect(sent.map(({ to, name }) => [to, name])).toEqual([[witness, calls.relayOutline.name]]);
    const relayed = sent[0]!.request as BlockOutline;
    expect(omittedHashes(relayed)).toEqual([v2OutlineHash(pooled)]);
    for (const transaction of fetched) expect(relayed.entries).toContainEqual({ kind: 'v2', transaction });
    expect(relayed.entries).toHaveLength(1 + fetched.length);
    // Another peer's news of it is neither relayed nor announced as found here.
    relay.onTip({ tip: chain.tip, reverted: [], applied: [block] });
    expect(sent).toHaveLength(1);
  });

  test('is examined before the rest is requested: the answer may be behind the next ones', async () => {
    const endTurn = vi.fn();
    call.mockImplementation(async () => {
      expect(endTurn).toHaveBeenCalled();
      throw new PeerError('peers/timeout', 'late');
    });
    await relay.onOutline(bare(others.next([data(1)])), sender, endTurn);
    expect([call.mock.calls.length, resynced]).toEqual([1, [sender]]);
  });

  test('is relayed with its V1 transactions while there are some', async () => {
    store.close();
    const { network, genesis } = others.preset;
    const hardforkV2 = { ...network.hardforkV2, requireHeight: 8, finalCutHeight: 9 };
    const its = TestChain.create({ network: { ...network, hardforkV2 }, genesis }).extend(1);
    await open(its);
    const transactions = [{ ...EMPTY_TRANSACTION, arbitraryData: [new Uint8Array(20)] }];
    const content = { network: its.preset.network, state: its.tip, transactions, v2Transactions: [] };
    const timestamp = unixSeconds(its.tip.prevTimestamps[0]! + 600);
    const template = buildTemplate(content, VOID_ADDRESS, timestamp, (length) => new Uint8Array(length));
    const block = solveBlock(its.preset.network, its.tip, template.block);
    await relay.onOutline(whole(block), sender);
    expect(chain.tip.id).toBe(idOf(block));
    expect((sent[0]!.request as BlockOutline).entries).toEqual(whole(block).entries);
  });

  test('whose sender does not send the rest begins a sync; whose sender sends others is held against it', async () => {
    const outline = bare(others.next([data(1)]));
    call.mockRejectedValueOnce(new PeerError('peers/timeout', 'late'));
    await relay.onOutline(outline, sender);
    expect([resynced, sent]).toEqual([[sender], []]);
    call.mockResolvedValueOnce({ transactions: [], v2transactions: [data(2)] });
    await expect(relay.onOutline(outline, sender)).rejects.toBeInstanceOf(Misbehavior);
    const fault = new Error('a fault of ours');
    call.mockRejectedValueOnce(fault);
    await expect(relay.onOutline(outline, sender)).rejects.toBe(fault);
    expect([resynced, sent]).toEqual([[sender], []]);
  });

  test('is completed up to the hundred transactions that one call may ask for', async () => {
    // The template adds one of its own.
    const ofCount = (count: number) => bare(others.next(Array.from({ length: count }, (_, i) => data(i))));
    const outlines = [99, 100, 101].map(ofCount).filter(({ entries }) => [100, 101].includes(entries.length));
    call.mockRejectedValue(new PeerError('peers/timeout', 'late'));
    for (const outline of outlines) await relay.onOutline(outline, sender);
    expect(outlines).toHaveLength(2);
    expect(call.mock.calls.map(([, { hashes }]) => hashes.length)).toEqual([100]);
    expect(resynced).toEqual([sender, sender]);
  });
});

test('long outlines of a peer are hashed one after the other', async () => {
  call.mockRejectedValue(new PeerError('peers/timeout', 'late'));
  const order: string[] = [];
  const hash = v2OutlineHash(data(1));
  const longOutline = (name: string): BlockOutline => {
    const entry: BlockOutline['entries'][number] = {
      kind: 'omitted',
      get hash() {
        order.push(name);
        return hash;
      }
    };
    return { ...whole(others.next()), entries: Array.from({ length: 1_200 }, () => entry) };
  };
  // Each step seems to take longer than a slice.
  let nowMs = systemScheduler.now();
  const now = vi.spyOn(systemScheduler, 'now').mockImplementation(() => (nowMs += 20));
  try {
    await Promise.all(['first', 'second'].map((name) => relay.onOutline(longOutline(name), sender)));
  } finally {
    now.mockRestore();
  }
  // The first five hundred entries of each are hashed on arrival.
  expect(order.indexOf('second', 1_000)).toBeGreaterThanOrEqual(500 + 1_200);
});

describe('a block found here', () => {
  const announce = (block: Block) =>
    relay.onTip({ tip: { height: 4, id: idOf(block) }, reverted: [], applied: [block] });

  test('is announced to all, without the transactions that peers have', () => {
    const [known, own] = [data(1), data(2)];
    knownToPeers = [known];
    const block = others.next([known, own]);
    announce(block);
    expect(sent.map(({ to, name }) => [to, name])).toEqual(
      [sender, witness].map((to) => [to, calls.relayOutline.name])
    );
    const { entries } = sent[0]!.request as BlockOutline;
    expect(omittedHashes(sent[0]!.request as BlockOutline)).toEqual([v2OutlineHash(known)]);
    expect(entries).toContainEqual({ kind: 'v2', transaction: own });
    // Once.
    announce(block);
    expect(sent).toHaveLength(2);
  });

  test.each([
    ['whole up to the five megabytes that peers accept', 0, 'v2'],
    ['without its transactions beyond that', 1, 'omitted']
  ])('is announced %s', (_, more, kind) => {
    const blockOf = (length: number) => {
      const block = others.next();
      const transactions = [{ ...EMPTY_V2_TRANSACTION, arbitraryData: new Uint8Array(length) }];
      return { ...block, v2: { ...block.v2!, transactions } };
    };
    const length = 4_990_000;
    const limit = 5_000_000 + length - encodedLength(blockOutline, whole(blockOf(length)));
    announce(blockOf(limit + more));
    expect((sent[0]!.request as BlockOutline).entries.map((entry) => entry.kind)).toEqual([kind]);
  });

  test('is announced by its header if it is a V1 block', () => {
    const { v2: _, ...block } = others.next();
    announce(block);
    expect(sent.map(({ name }) => name)).toEqual(Array(2).fill(calls.relayHeader.name));
    announce(block);
    relay.passOnTip(blockHeaderOf(block), sender);
    expect(sent).toHaveLength(2);
  });

  test('is not announced if peers sent it, nor is a tip that only lost blocks', () => {
    const block = others.next();
    relay.noteFromPeer(idOf(block));
    announce(block);
    relay.onTip({ tip: others.tip.index, reverted: [block], applied: [] });
    expect(sent).toEqual([]);
    // Its header is relayed at the end of a sync.
    relay.passOnTip(blockHeaderOf(block), sender);
    expect(sent).toEqual([{ to: witness, name: calls.relayHeader.name, request: blockHeaderOf(block) }]);
  });
});

describe('blocks of a peer', () => {
  const refused = (code: ConstructorParameters<typeof BlockRefusedError>[0], id = others.tip.index.id) =>
    new BlockRefusedError(code, id, 'why');
  const fault = new Error('disk');

  test.each<[string, Error, unknown]>([
    ['break a rule', new ConsensusError('header/too-early', 'why'), expect.any(Misbehavior)],
    ['are known to be invalid', refused('chain/known-invalid'), expect.any(Misbehavior)],
    ['have no known parent', refused('chain/unknown-parent'), expect.objectContaining({ code: 'peers/wrong-block' })],
    [
      'are not the checkpoint',
      refused('chain/checkpoint-conflict'),
      expect.objectContaining({ code: 'peers/wrong-block' })
    ],
    [
      'leave our chain too early',
      refused('chain/fork-too-deep'),
      expect.objectContaining({ code: 'peers/wrong-block' })
    ],
    ['have an ancestor whose body was foreign', refused('chain/invalid-ancestor', GONE), expect.any(ForeignBodyError)],
    ['could not be stored', fault, fault]
  ])('that %s', async (_, failure, expected) => {
    vi.spyOn(chain, 'addBlocks').mockRejectedValue(failure);
    const error: unknown = await relay.addBlocks([others.next()]).catch((reason: unknown) => reason);
    expect(error).toEqual(expected);
    if (error instanceof ForeignBodyError) expect(error.blockId).toBe(GONE);
  });

  test('with an invalid ancestor are held against the peer', async () => {
    const { id } = (await sideBlock()).tip.index;
    store.blocks.setInvalid(id);
    vi.spyOn(chain, 'addBlocks').mockRejectedValue(refused('chain/invalid-ancestor', id));
    await expect(relay.addBlocks([others.next()])).rejects.toBeInstanceOf(Misbehavior);
  });

  test('from the future are left for later', async () => {
    vi.spyOn(chain, 'addBlocks').mockRejectedValue(refused('chain/future-timestamp'));
    await expect(relay.addBlocks([others.next()])).resolves.toBeUndefined();
  });

  const long = (v2Transactions: V2Transaction[]) => ({
    ...others.next(),
    v2: { ...others.next().v2!, transactions: v2Transactions }
  });

  test('are added together, however many they are', async () => {
    const added = vi.spyOn(chain, 'addBlocks').mockResolvedValue();
    const blocks = [others.next(), others.next(), others.next()];
    await relay.addBlocks(blocks);
    expect(added.mock.calls.map(([list]) => list)).toEqual([blocks]);
  });

  test('with very many transactions are left to the chain if they cannot be checked before', async () => {
    const added = vi.spyOn(chain, 'addBlocks').mockResolvedValue();
    const many = new Array<V2Transaction>(10_001).fill(EMPTY_V2_TRANSACTION);
    const { v2: _, ...v1 } = others.next();
    const blocks: Block[] = [
      { ...v1, transactions: new Array(10_001).fill(EMPTY_TRANSACTION) },
      { ...long(many), minerPayouts: [] },
      { ...long(many), parentId: GONE },
      { ...long(many), parentId: (await sideBlock()).tip.index.id }
    ];
    added.mockClear();
    await relay.addBlocks(blocks);
    expect(added.mock.calls.map(([list]) => list)).toEqual(blocks.map((block) => [block]));
  });
});
