import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { systemScheduler } from '$lib/async/scheduler';
import { blockId, type Block } from '$lib/chain/block/block';
import { blockHeaderOf } from '$lib/chain/block/commitment';
import type { ChainIndex } from '$lib/chain/element/elements';
import { ZERO_HASH, type BlockId, type TransactionId } from '$lib/chain/ids';
import { MAX_BLOCK_WEIGHT } from '$lib/chain/block/maxWeight';
import { v2TransactionWeight } from '$lib/chain/block/weight';
import { v2TransactionId } from '$lib/chain/transaction/v2TransactionIds';
import { EMPTY_V2_TRANSACTION, type V2Transaction } from '$lib/chain/transaction/v2Transaction';
import { omittedHashes, outlineOf, v2OutlineHash } from '$lib/peers/outline/complete';
import type { TransactionSet } from '$lib/peers/calls/callTypes';
import type { BlockOutline } from '$lib/peers/outline/outline';
import { ChainManager } from '$lib/server/node/chain/chainManager';
import { meetsTarget, targetOf } from '$lib/chain/target';
import { childPowTarget } from '$lib/consensus/state';
import { ConsensusError } from '$lib/consensus/errors';
import { InvalidTransactionError, PoolFullError } from '$lib/server/node/errors';
import { Misbehavior, type Peer } from '$lib/server/node/peers/peer';
import { BlockRelay } from '$lib/server/node/peers/relay/blockRelay';
import { TransactionRelay } from '$lib/server/node/peers/relay/transactionRelay';
import { WasteBudget } from '$lib/server/node/peers/hosts/wasteBudget';
import { TransactionPool, type AddedTransactions } from '$lib/server/node/pool/transactionPool';
import { SignatureChecker } from '$lib/server/node/signatures/signatureChecker';
import { ChainStore } from '$lib/server/node/store/store';
import { verifySignature } from '$lib/chain/keys/verifySignature';
import { eventually } from '../../../../support/eventually';
import { ManualClock, settle, settled } from '../../../../support/manualClock';
import { TestChain, testPreset } from '../../../../support/peers/testChain';

const others = TestChain.create().extend(3);
const never = new Promise<never>(() => undefined);

let store: ChainStore;
let chain: ChainManager;
let pool: TransactionPool;
let clock: ManualClock;
let resynced: Peer[];
let later: (() => void)[];
let looks: number;
let nowMs: number;
/** Calls received by the other peers. */
let told: string[];
let lastTold: unknown;
let witness: Peer;
let blocks: BlockRelay;
let transactions: TransactionRelay;
beforeEach(async () => {
  looks = 0;
  nowMs = Date.now();
  told = [];
  const signatures = new SignatureChecker(async (checks) => {
    looks++;
    return checks.map(({ publicKey, message, signature }) => verifySignature(publicKey, message, signature));
  });
  store = new ChainStore(':memory:');
  chain = new ChainManager({ store, ...testPreset, clock: () => nowMs, signatures });
  await chain.addBlocks(others.blocks.slice(1));
  pool = new TransactionPool({ store, chain, signatures });
  clock = new ManualClock();
  resynced = [];
  later = [];
  const notify = ({ name }: { readonly name: string }, request: unknown) => {
    told.push(name);
    lastTold = request;
  };
  witness = { notify, host: '192.0.2.9' } as unknown as Peer;
  const parts = { store, chain, pool, peers: () => [witness], resync: (peer: Peer) => resynced.push(peer) };
  transactions = new TransactionRelay({ ...parts, waste: new WasteBudget(clock) });
  blocks = new BlockRelay({
    ...parts,
    watch: { onFreshBlock: () => undefined },
    isKnownToPeers: () => false,
    later: (call) => later.push(call)
  });
});
afterEach(() => store.close());

/** A peer that never responds. */
const peer = (host = '192.0.2.1'): Peer => ({ host, call: () => never }) as unknown as Peer;

describe('a block whose first sender never sends the missing transactions', () => {
  test('is fetched from the next peer that has it', async () => {
    const [silent, honest] = [peer(), peer()];
    const block = others.next([others.payment()]);
    const outline = outlineOf(block, () => true);
    void blocks.onOutline(outline, silent);
    expect(await settled(blocks.onOutline(outline, honest))).toBeUndefined();
    expect(resynced).toEqual([]);
    later.forEach((call) => call());
    expect(resynced).toEqual([honest]);
  });

  test('is not requested once it has arrived', async () => {
    const block = others.next([others.payment()]);
    const outline = outlineOf(block, () => true);
    void blocks.onOutline(outline, peer());
    expect(await settled(blocks.onOutline(outline, peer()))).toBeUndefined();
    await chain.addBlock(block);
    later.forEach((call) => call());
    expect(later).toHaveLength(1);
    expect(resynced).toEqual([]);
  });
});

test.each(['a block', 'a header'])('%s without its work is held against its sender', async (kind) => {
  // Every hash meets the target of the usual test network.
  const target = targetOf(4n);
  const { network } = testPreset;
  const hardforkASIC = { ...network.hardforkASIC, oakTarget: target };
  const preset = { ...testPreset, network: { ...network, initialTarget: target, hardforkASIC } };
  const its = TestChain.create(preset);
  const fresh: number[] = [];
  const own = new ChainStore(':memory:');
  const signatures = new SignatureChecker(async (checks) => checks.map(() => true));
  const parts = { store: own, chain: new ChainManager({ store: own, ...preset, clock: Date.now, signatures }), pool };
  const relay = new BlockRelay({
    ...parts,
    peers: () => [],
    resync: (from) => resynced.push(from),
    watch: { onFreshBlock: (timestamp) => fresh.push(timestamp) },
    isKnownToPeers: () => false,
    later: (call) => later.push(call)
  });
  const solved = its.next();
  const hasWork = (nonce: bigint) =>
    meetsTarget(blockId(blockHeaderOf({ ...solved, nonce })), childPowTarget(preset.network, its.tip));
  let { nonce } = solved;
  for (let tries = 0; hasWork(nonce) && tries < 1_000; tries++) nonce += 1_009n;
  const idle = { ...solved, nonce };
  const arrive = async (block: Block) =>
    kind === 'a header'
      ? relay.onHeader(blockHeaderOf(block), peer())
      : relay.onOutline(
          outlineOf(block, () => false),
          peer()
        );
  await expect(arrive(idle)).rejects.toBeInstanceOf(Misbehavior);
  // Nor does it count as news, which the clock is compared with.
  expect(fresh).toEqual([]);
  await expect(arrive(solved)).resolves.toBeUndefined();
  expect(resynced).toEqual([]);
  own.close();
});

test('an outline of very many transactions is hashed in steps, one for each peer at a time, while the peer is connected', async () => {
  const transactions = Array.from({ length: 5_000 }, () => ({ ...EMPTY_V2_TRANSACTION }));
  const long: BlockOutline = {
    ...outlineOf(others.next(), () => false),
    nonce: 1n,
    entries: transactions.map((transaction) => ({ kind: 'v2', transaction }))
  };
  const going = new AbortController();
  const flooding = { ...peer(), gone: going.signal } as Peer;
  const left = [long, { ...long, nonce: 2n }].map((outline) => blocks.onOutline(outline, flooding));
  // Another peer's block comes in between.
  const outline = outlineOf(others.next(), () => false);
  await blocks.onOutline(outline, peer('192.0.2.2'));
  expect(chain.tip.height).toBe(others.tip.index.height + 1);
  going.abort(new Error('gone'));
  const reasons = (await Promise.allSettled(left)).map((one) => one.status === 'rejected' && String(one.reason));
  expect(reasons).toEqual(['Error: gone', 'Error: gone']);
});

test('a block with very many other transactions than its own is refused before it is validated, and after the blocks before it', async () => {
  const next = TestChain.create().extend(3);
  const [first, second] = [next.next(), next.next()];
  const many = Array.from({ length: 10_001 }, () => ({ ...EMPTY_V2_TRANSACTION }));
  const foreign = { ...second, v2: { ...second.v2!, transactions: many } };
  const added = vi.spyOn(chain, 'addBlocks');
  await expect(blocks.addBlocks([first, foreign])).rejects.toBeInstanceOf(Misbehavior);
  expect(added.mock.calls.map(([list]) => list)).toEqual([[first]]);
  expect(chain.tip.id).toBe(blockId(blockHeaderOf(first)));
  // The right ones are accepted.
  await blocks.addBlocks([second]);
  expect(chain.tip.id).toBe(blockId(blockHeaderOf(second)));
});

test('a block of very many transactions is accepted', async () => {
  const many = Array.from({ length: 10_001 }, () => ({ ...EMPTY_V2_TRANSACTION, arbitraryData: new Uint8Array(1) }));
  const block = TestChain.create().extend(3).next(many);
  await blocks.addBlocks([block]);
  expect(chain.tip.id).toBe(blockId(blockHeaderOf(block)));
});

test('a block from the future is not accepted, not relayed to peers that would ban us, and not held against its sender', async () => {
  const outline = outlineOf(others.next(), () => false);
  nowMs = (outline.timestamp - 4 * 3_600) * 1_000;
  await blocks.onOutline(outline, peer());
  expect([told, chain.tip]).toEqual([[], others.tip.index]);
  nowMs = outline.timestamp * 1_000;
  await blocks.onOutline(outline, peer());
  expect([told, chain.tip.height]).toEqual([['RelayV2Outline'], others.tip.index.height + 1]);
});

test('a block found here is announced without its transactions if peers would reject them for their size', () => {
  const transactionOf = (length: number) => ({ ...EMPTY_V2_TRANSACTION, arbitraryData: new Uint8Array(length) });
  const announce = (v2Transactions: V2Transaction[]): BlockOutline => {
    const block = others.next();
    const applied = [{ ...block, v2: { ...block.v2!, transactions: v2Transactions } }];
    blocks.onTip({ tip: { height: 4, id: blockId(blockHeaderOf(block)) }, reverted: [], applied });
    return lastTold as BlockOutline;
  };
  const large = announce([transactionOf(4_000_000), transactionOf(2_000_000)]);
  expect(large.entries.map(({ kind }) => kind)).toEqual(['omitted', 'omitted']);
  const hashes = [4_000_000, 2_000_000].map((length) => v2OutlineHash(transactionOf(length)));
  expect(omittedHashes(large)).toEqual(hashes);
});

describe('a transaction set', () => {
  const send = (transaction: V2Transaction, from: Peer, basis: ChainIndex = others.tip.index) =>
    transactions.onTransactions({ basis, transactions: [transaction] }, from);
  const waiting = () => pool.v2Transactions.map(v2TransactionId);
  const submitted = (v2Transactions: readonly V2Transaction[]) => ({ transactions: [], v2Transactions });
  /** Free, without inputs. */
  const bare = (...data: number[]): V2Transaction => ({
    ...EMPTY_V2_TRANSACTION,
    arbitraryData: Uint8Array.from(data)
  });
  const bareOnes = (count: number, salt = 0) => Array.from({ length: count }, (_, i) => bare(salt, i >> 8, i));

  /** A relay, and what it has charged and not refunded: host and weight. */
  function charging() {
    const charged: [host: string, weight: number][] = [];
    const waste: Pick<WasteBudget, 'isSpent' | 'spend' | 'refund'> = {
      isSpent: () => false,
      spend: (host, weight) => void charged.push([host, weight]),
      refund: (host, weight) =>
        void charged.splice(
          charged.findLastIndex(([other, its]) => other === host && its === weight),
          1
        )
    };
    const parts = { store, chain, pool, waste: waste as WasteBudget };
    return { charged, own: new TransactionRelay({ ...parts, peers: () => [], resync: () => undefined }) };
  }

  test('that was rejected in a corrupt form is accepted in a valid one', async () => {
    const payment = others.payment();
    const [input] = payment.coinInputs;
    const { stateElement } = input!.parent;
    const merkleProof = stateElement.merkleProof.map(() => ZERO_HASH);
    const broken = {
      ...payment,
      coinInputs: [{ ...input!, parent: { ...input!.parent, stateElement: { ...stateElement, merkleProof } } }]
    };
    expect(v2TransactionId(broken)).toBe(v2TransactionId(payment));
    await send(broken, peer());
    await send(payment, peer(), others.states[1]!.index);
    expect(waiting()).toEqual([]);
    await send(payment, peer());
    expect(waiting()).toEqual([v2TransactionId(payment)]);
  });

  test('on a block that is unknown here begins a sync, and is not held against its sender', async () => {
    const unknown = { height: 9, id: ZERO_HASH as string as BlockId };
    const [from, payment] = [peer(), others.payment()];
    await send(payment, from, unknown);
    expect([resynced, waiting()]).toEqual([[from], []]);
    // Not even if it comes again.
    await send(payment, from, unknown);
    expect(resynced).toEqual([from, from]);
    await send(payment, from);
    expect(waiting()).toEqual([v2TransactionId(payment)]);
  });

  test('that was corrupted by another peer first is relayed when its owner sends it', async () => {
    pool.onAdded((added, set) => transactions.send(added, set));
    const payment = others.payment();
    await send(others.payment(false), peer());
    expect(v2TransactionId(others.payment(false))).toBe(v2TransactionId(payment));
    expect(told).toEqual([]);
    await pool.add({ transactions: [], v2Transactions: [payment] });
    expect(told).toEqual(['RelayV2Txns']);
    expect(lastTold).toEqual({ basis: chain.tip, transactions: [payment] });
    // It is relayed once only.
    await pool.add({ transactions: [], v2Transactions: [payment] });
    expect(told).toHaveLength(1);
  });

  test('that is corrupted by another peer while its owner sends it is relayed', async () => {
    pool.onAdded((added, set) => transactions.send(added, set));
    const corrupting = send(others.payment(false), peer());
    await pool.add({ transactions: [], v2Transactions: [others.payment()] });
    await corrupting;
    expect(told).toEqual(['RelayV2Txns']);
  });

  test('that is corrupted, and whose owner’s copy enters the pool first, is not relayed', async () => {
    const add = pool.add.bind(pool);
    const corrupt = others.payment(false);
    vi.spyOn(pool, 'add').mockImplementationOnce(async (set) => {
      await add({ transactions: [], v2Transactions: [others.payment()] });
      return add(set);
    });
    await send(corrupt, peer());
    expect(waiting()).toEqual([v2TransactionId(corrupt)]);
    expect(told).toEqual([]);
  });

  test('that is large is looked at in steps, one for each peer at a time, while the peer is connected', async () => {
    const many = (salt: number) =>
      Array.from({ length: 8_000 }, (_, i) => ({
        ...EMPTY_V2_TRANSACTION,
        arbitraryData: Uint8Array.of(salt, i >> 8, i)
      }));
    const going = new AbortController();
    const flooding = { ...peer(), gone: going.signal } as Peer;
    const added = vi.spyOn(pool, 'add');
    const { index: basis } = others.tip;
    const left = [1].map((salt) => transactions.onTransactions({ basis, transactions: many(salt) }, flooding));
    await send(others.payment(), peer('192.0.2.2'));
    expect(added).toHaveBeenCalledTimes(1);
    going.abort(new Error('gone'));
    const reasons = (await Promise.allSettled(left)).map((one) => one.status === 'rejected' && String(one.reason));
    expect(reasons).toEqual(['Error: gone']);
  });

  test('of an invented basis uses up the budget of its host, whose sets are then not even decoded', async () => {
    const unknown: ChainIndex = { height: 1_000_000, id: 'ab'.repeat(32) as BlockId };
    const large = { ...EMPTY_V2_TRANSACTION, arbitraryData: new Uint8Array(900_000) };
    const from = peer();
    for (const isTaken of [true, true, true, false]) {
      expect(transactions.takesFrom(from.host)).toBe(isTaken);
      if (isTaken) await send(large, from, unknown);
    }
    expect(resynced).toEqual([from, from, from]);
    expect(transactions.takesFrom('192.0.2.2')).toBe(true);
    // Those of a peer that is ahead of us are small.
    for (let i = 0; i < 1_000; i++) await send(bare(1), peer('192.0.2.3'), unknown);
    expect(transactions.takesFrom('192.0.2.3')).toBe(true);
  });

  test('without transactions is misbehavior', async () => {
    const empty = transactions.onTransactions({ basis: others.tip.index, transactions: [] }, peer());
    await expect(empty).rejects.toBeInstanceOf(Misbehavior);
  });

  test('that the pool has is not validated again, costs its sender nothing, and is known to peers', async () => {
    const { charged, own } = charging();
    const known = [bare(1), bare(2)];
    await pool.add(submitted(known));
    const added = vi.spyOn(pool, 'add');
    await own.onTransactions({ basis: others.tip.index, transactions: known }, peer());
    expect([added.mock.calls, charged]).toEqual([[], []]);
    expect(known.map((txn) => own.isKnownToPeers(v2TransactionId(txn)))).toEqual([true, true]);
  });

  test('that is new is relayed as it came, and not to its sender', async () => {
    const set = { basis: others.states[1]!.index, transactions: [bare(1), bare(2)] };
    await transactions.onTransactions(set, peer());
    expect([told, lastTold]).toEqual([['RelayV2Txns'], set]);
    await send(bare(3), witness);
    expect(waiting()).toHaveLength(3);
    expect(told).toHaveLength(1);
  });

  test('that takes several steps is looked at after those that its sender sent before', async () => {
    const added = vi.spyOn(pool, 'add').mockResolvedValue({ transactions: [], v2Transactions: [], fresh: new Set() });
    const from = peer();
    const { index: basis } = others.tip;
    const sets = [4_000, 1_500].map((count, salt) => ({ basis, transactions: bareOnes(count, salt) }));
    await Promise.all(sets.map((set) => transactions.onTransactions(set, from)));
    expect(added.mock.calls.map(([{ v2Transactions }]) => v2Transactions.length)).toEqual([4_000, 1_500]);
  });

  test('of a peer is relayed once', async () => {
    pool.onAdded((added, set) => transactions.send(added, set));
    await send(others.payment(), peer());
    expect(told).toEqual(['RelayV2Txns']);
    expect(transactions.isKnownToPeers(v2TransactionId(others.payment()))).toBe(true);
  });

  test.each([
    ['one in the pool', true],
    ['one of its own', false]
  ])('with a forged copy of %s is relayed without the copy', async (_, isInPool) => {
    const forged = others.payment(false);
    if (isInPool) await send(others.payment(), peer());
    const set = isInPool ? [forged] : [others.payment(), forged];
    const fresh = { ...EMPTY_V2_TRANSACTION, arbitraryData: Uint8Array.of(1) };
    await transactions.onTransactions({ basis: others.tip.index, transactions: [...set, fresh] }, peer('192.0.2.2'));
    expect(waiting()).toHaveLength(2);
    const { transactions: relayed } = lastTold as TransactionSet;
    expect(relayed).toContainEqual(fresh);
    expect(relayed).not.toContainEqual(forged);
  });

  test('with very many invalid transactions does not make us forget what our peers have', async () => {
    await send(others.payment(), peer());
    const invalid = Array.from({ length: 25_000 }, (_, i) => ({
      ...EMPTY_V2_TRANSACTION,
      arbitraryData: Uint8Array.of(i >> 8, i)
    }));
    const basis = { ...others.tip.index, height: 1 };
    await transactions.onTransactions({ basis, transactions: invalid }, peer('192.0.2.2'));
    expect(transactions.isKnownToPeers(v2TransactionId(others.payment()))).toBe(true);
  });

  test('that does not fit in the pool is not held against its sender', async () => {
    const full = vi.spyOn(pool, 'add').mockRejectedValue(new PoolFullError(0, 0));
    const arbitraryData = new Uint8Array(MAX_BLOCK_WEIGHT - 1_000);
    for (let i = 0; i < 3; i++) await send({ ...others.payment(), arbitraryData }, peer());
    full.mockRestore();
    await send(others.payment(), peer());
    expect(waiting()).toEqual([v2TransactionId(others.payment())]);
  });

  const asLargeAsABlock: V2Transaction = {
    ...EMPTY_V2_TRANSACTION,
    arbitraryData: new Uint8Array(MAX_BLOCK_WEIGHT - v2TransactionWeight(EMPTY_V2_TRANSACTION))
  };
  test.each<[string, V2Transaction[], Error, boolean]>([
    ['as large as a block does not fit', [asLargeAsABlock], new PoolFullError(0, 0), false],
    ['larger than a block does not fit', [asLargeAsABlock, bare(1)], new PoolFullError(0, 0), true],
    ['fails because of us', [bare(1)], new Error('a fault'), false],
    ['larger than a block fails because of us', [asLargeAsABlock, bare(1)], new Error('a fault'), false]
  ])('that is refused unvalidated costs its sender nothing, unless it must pay anyway: one %s', async (...row) => {
    const [, offered, failure, isCharged] = row;
    const { charged, own } = charging();
    vi.spyOn(pool, 'add').mockRejectedValue(failure);
    const ended = own.onTransactions({ basis: others.tip.index, transactions: offered }, peer());
    if (failure instanceof PoolFullError) await ended;
    else await expect(ended).rejects.toBe(failure);
    expect(charged.length > 0).toBe(isCharged);
  });

  test('that has left the pool again is not relayed: peers ban for an empty one', async () => {
    vi.spyOn(pool, 'add').mockResolvedValue({ transactions: [], v2Transactions: [], fresh: new Set() });
    await send(others.payment(), peer());
    expect(told).toEqual([]);
  });

  test('that was rejected is not validated again, no matter which peer sends it', async () => {
    const invalid = others.payment(false);
    for (let i = 0; i < 5; i++) await send(invalid, peer());
    await settle();
    expect(looks).toBe(1);
    expect(waiting()).toEqual([]);
  });

  test('that was rejected uses up the budget of a host that sends it again, but of no other host', async () => {
    const arbitraryData = new Uint8Array(MAX_BLOCK_WEIGHT / 4);
    const invalid = { ...others.payment(false), arbitraryData };
    const [again, another] = ['192.0.2.1', '192.0.2.2'];
    for (let i = 0; i < 4; i++) await send(invalid, peer(again));
    await send(invalid, peer(another));
    await send(others.payment(), peer(again));
    expect(looks).toBe(1);
    expect(waiting()).toEqual([]);
    await send(others.payment(), peer(another));
    expect(waiting()).toHaveLength(1);
  });

  test('that was rejected is free once for each of the next 63 hosts, and not remembered for more', async () => {
    const { charged, own } = charging();
    const set = { basis: others.tip.index, transactions: [others.payment(false)] };
    const hosts = Array.from({ length: 65 }, (_, i) => `192.0.2.${i + 1}`);
    for (const host of hosts) await own.onTransactions(set, peer(host));
    expect(charged.map(([host]) => host)).toEqual(hosts.slice(0, 1));
    for (const host of hosts.slice(-2)) await own.onTransactions(set, peer(host));
    expect(charged.map(([host]) => host)).toEqual([hosts[0], hosts[63]]);
  });

  test('from a host that sent a block’s worth of invalid ones is ignored for a while, but from no other host', async () => {
    const [hostile, again, honest] = [peer(), peer(), peer('192.0.2.2')];
    const PART = 10;
    const invalid = (i: number) => ({
      ...others.payment(false),
      arbitraryData: new Uint8Array(MAX_BLOCK_WEIGHT / PART).fill(i)
    });
    for (let i = 0; i < 2 * PART; i++) await send(invalid(i), hostile);
    expect(looks).toBe(PART);
    await send(others.payment(), hostile);
    // A new connection of the host does not change that.
    await send(others.payment(), again);
    expect(waiting()).toEqual([]);
    await clock.advance(1_000);
    await send(invalid(99), hostile);
    expect(looks).toBe(PART + 1);
    await send(others.payment(), hostile);
    expect(waiting()).toEqual([]);
    await send(others.payment(), honest);
    expect(waiting()).toEqual([v2TransactionId(others.payment())]);
  });

  test.each([
    ['that must pay because it is larger than a block, but does not,', [8_100]],
    ['of many invalid transactions, however little they weigh,', [4_100, 4_000]]
  ])('%s uses up the budget of its sender', async (_, counts) => {
    const tiny = (i: number) => ({ ...EMPTY_V2_TRANSACTION, arbitraryData: Uint8Array.of(i >> 8, i) });
    for (const length of counts) {
      const invalid = Array.from({ length }, (_, i) => (i === 0 ? others.payment(false) : tiny(i)));
      await transactions.onTransactions({ basis: others.tip.index, transactions: invalid }, peer());
    }
    await send(others.payment(), peer());
    expect(waiting()).toEqual([]);
    await send(others.payment(), peer('192.0.2.2'));
    expect(waiting()).toHaveLength(1);
  });

  test('counts against its sender until it is found valid, so that others of the host are not validated meanwhile', async () => {
    const room = MAX_BLOCK_WEIGHT - v2TransactionWeight(others.payment());
    const large = (i: number) => ({ ...others.payment(), arbitraryData: new Uint8Array(room).fill(i) });
    const validated = Promise.withResolvers<AddedTransactions>();
    const added = vi.spyOn(pool, 'add').mockReturnValue(validated.promise);
    for (const i of [1, 2]) void send(large(i), peer());
    await settle();
    await eventually(() => expect(added).toHaveBeenCalledTimes(1));
    void send(large(3), peer('192.0.2.2'));
    await eventually(() => expect(added).toHaveBeenCalledTimes(2));
    validated.resolve({ transactions: [], v2Transactions: [], fresh: new Set() });
    await settle();
    void send(large(4), peer());
    await eventually(() => expect(added).toHaveBeenCalledTimes(3));
  });

  test('of more transactions than fit into a block is not read, and uses up the budget of its sender', async () => {
    const unread = new Proxy(EMPTY_V2_TRANSACTION, {
      get() {
        throw new Error('read');
      }
    });
    const set = { basis: others.tip.index, transactions: new Array<V2Transaction>(8_001).fill(unread) };
    await transactions.onTransactions(set, peer());
    await send(others.payment(), peer());
    expect(waiting()).toEqual([]);
  });

  test('of which one is too heavy for a block is not hashed, and uses up the budget of its sender', async () => {
    const heavy = { ...EMPTY_V2_TRANSACTION, arbitraryData: new Uint8Array(MAX_BLOCK_WEIGHT + 1) };
    const has = vi.spyOn(pool, 'has');
    await transactions.onTransactions({ basis: others.tip.index, transactions: [bare(1), heavy] }, peer());
    expect(has).not.toHaveBeenCalled();
    await send(others.payment(), peer());
    expect(waiting()).toEqual([]);
  });

  test('that is invalid, but had to be moved to the tip block by block, counts as much as these blocks', async () => {
    vi.spyOn(store, 'unknownLeaves', 'get').mockReturnValue(1_000_000n);
    const rule = new ConsensusError('v2/policy-unsatisfied', 'invalid signature');
    const added = vi.spyOn(pool, 'add').mockRejectedValue(new InvalidTransactionError('' as TransactionId, 2, rule));
    const payment = others.payment();
    const [basis, distance] = [others.states[1]!.index, 2];
    const old = (i: number) => ({
      ...payment,
      arbitraryData: Uint8Array.of(i),
      coinInputs: payment.coinInputs.map((input) => ({ ...input, parent: others.coins[1]! }))
    });
    // Together with one that is not from before the checkpoint.
    for (let i = 0; i < 100; i++) await transactions.onTransactions({ basis, transactions: [old(i), bare(i)] }, peer());
    const cost = distance * 20_000;
    expect(added.mock.calls.length).toBeGreaterThan(0.9 * (MAX_BLOCK_WEIGHT / cost));
    expect(added.mock.calls.length).toBeLessThanOrEqual(MAX_BLOCK_WEIGHT / cost);
  });

  test('submitted to this node is sent to a new peer if it is one of the newest 200', () => {
    const own = Array.from({ length: 201 }, (_, i) => ({ ...EMPTY_V2_TRANSACTION, arbitraryData: Uint8Array.of(i) }));
    vi.spyOn(pool, 'v2Transactions', 'get').mockReturnValue([...own, others.payment()]);
    transactions.send(own, submitted(own));
    const resent: V2Transaction[] = [];
    const notify = (_: unknown, set: { readonly transactions: V2Transaction[] }) => resent.push(...set.transactions);
    transactions.resend({ notify } as unknown as Peer);
    expect(resent.map(v2TransactionId)).toEqual(own.slice(1).map(v2TransactionId));
  });

  test('submitted to this node is sent to a new peer once the pool has validated it on a new tip', async () => {
    const own = bare(1);
    await pool.add(submitted([own]));
    transactions.send([own], submitted([own]));
    const validated = Promise.withResolvers<void>();
    const isSettled = vi.spyOn(pool, 'isSettled', 'get').mockReturnValue(false);
    vi.spyOn(pool, 'settled').mockReturnValue(validated.promise);
    const notify = vi.fn();
    transactions.resend({ notify } as unknown as Peer);
    await settle();
    expect(notify).not.toHaveBeenCalled();
    isSettled.mockReturnValue(true);
    validated.resolve();
    await settle();
    expect(notify.mock.calls.map(([, set]) => set as unknown)).toEqual([{ basis: chain.tip, transactions: [own] }]);
  });

  test('submitted to this node is sent to a peer again when the tip has changed', async () => {
    const own = { ...EMPTY_V2_TRANSACTION, arbitraryData: Uint8Array.of(1) };
    vi.spyOn(pool, 'v2Transactions', 'get').mockReturnValue([own]);
    transactions.send([own], submitted([own]));
    const bases: ChainIndex[] = [];
    const to = { notify: (_: unknown, { basis }: TransactionSet) => bases.push(basis) } as unknown as Peer;
    transactions.resend(to);
    transactions.resend(to);
    await chain.addBlock(others.next());
    transactions.resend(to);
    expect(bases).toEqual([others.tip.index, chain.tip]);
    expect(chain.tip.height).toBe(others.tip.index.height + 1);
  });
});

test('small sets that arrive together leave turns to other work, and keep their order', async () => {
  // Each takes four milliseconds.
  let atMs = systemScheduler.now();
  const clockOfSlices = vi.spyOn(systemScheduler, 'now').mockImplementation(() => atMs);
  const order: (number | string)[] = [];
  const adding = vi.spyOn(pool, 'add').mockImplementation(({ v2Transactions }) => {
    atMs += 4;
    order.push(v2Transactions[0]!.arbitraryData[0]!);
    return Promise.reject(
      new InvalidTransactionError('' as TransactionId, 2, new ConsensusError('v2/unbalanced-coins', 'invalid'))
    );
  });
  const sets = Array.from({ length: 30 }, (_, i) => ({
    basis: chain.tip,
    transactions: [{ ...EMPTY_V2_TRANSACTION, arbitraryData: Uint8Array.of(i) }]
  }));
  let isDone = false;
  const work = (async () => {
    while (!isDone) {
      await systemScheduler.yield();
      order.push('other');
    }
  })();
  await Promise.all(sets.map((set, i) => transactions.onTransactions(set, peer(`192.0.2.${i % 10}`))));
  isDone = true;
  await work;
  expect(order.filter((entry) => entry !== 'other')).toEqual(sets.map((_, i) => i));
  const inOneTurn = order
    .join(' ')
    .split('other')
    .map((part) => part.trim().split(' ').length);
  expect(Math.max(...inOneTurn)).toBeLessThan(10);
  for (const spy of [clockOfSlices, adding]) spy.mockRestore();
});
