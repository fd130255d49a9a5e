import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { systemScheduler } from '$lib/async/scheduler';
import { TimeSlices } from '$lib/async/timeSlices';
import { blockId, type Block, type BlockHeader } from '$lib/chain/block/block';
import { encodeBlock } from '$lib/chain/block/blockLayout';
import { blockHeaderOf } from '$lib/chain/block/commitment';
import { MAX_BLOCK_WEIGHT } from '$lib/chain/block/maxWeight';
import { hastings } from '$lib/chain/currency/currency';
import type { ChainIndex } from '$lib/chain/element/elements';
import { verifySignature } from '$lib/chain/keys/verifySignature';
import { EMPTY_V2_TRANSACTION } from '$lib/chain/transaction/v2Transaction';
import { serveCalls, type CallHandlers } from '$lib/peers/calls/callee';
import { callPeer, type CallOptions } from '$lib/peers/calls/caller';
import { calls, MAX_HEADERS, type CallType, type HeadersRequest } from '$lib/peers/calls/callTypes';
import { HeaderChain } from '$lib/peers/sync/headerChain';
import { ChainManager } from '$lib/server/node/chain/chainManager';
import { NetworkWatch } from '$lib/server/node/peers/networkWatch';
import type { Direction, Peer } from '$lib/server/node/peers/peer';
import { BlockRelay } from '$lib/server/node/peers/relay/blockRelay';
import { HeaderBudget } from '$lib/server/node/peers/hosts/headerBudget';
import { FetchWindow } from '$lib/server/node/peers/sync/fetchWindow';
import { ChainSync, type ChainSyncParts } from '$lib/server/node/peers/sync/chainSync';
import { fetchHeaders } from '$lib/server/node/peers/sync/headerSync';
import { TransactionPool } from '$lib/server/node/pool/transactionPool';
import { SignatureChecker } from '$lib/server/node/signatures/signatureChecker';
import { DiskFullError } from '$lib/server/node/store/sqliteError';
import { ChainStore } from '$lib/server/node/store/store';
import { collectGarbage } from '../../../../support/bytesLeftBy';
import { eventually } from '../../../../support/eventually';
import { ManualClock, settle } from '../../../../support/manualClock';
import { multiplexers } from '../../../../support/peers/connections';
import { TestChain, testPreset } from '../../../../support/peers/testChain';

const TIP = 40;
const longer = TestChain.create().extend(TIP);
const never = new Promise<never>(() => undefined);

let nowMs: number;
let store: ChainStore;
let chain: ChainManager;
let peers: Peer[];
let watch: NetworkWatch;
let ending: AbortController;
let relay: BlockRelay;
let parts: ChainSyncParts;
const ban = vi.fn<ChainSyncParts['ban']>();
const pause = vi.fn<ChainSyncParts['pause']>();
const onProgress = vi.fn<() => void>();
beforeEach(() => {
  vi.clearAllMocks();
  open();
});
afterEach(close);

/** @param assumedValid the checkpoint of the release */
function open(assumedValid?: ChainIndex): void {
  const signatures = new SignatureChecker(async (checks) =>
    checks.map(({ publicKey, message, signature }) => verifySignature(publicKey, message, signature))
  );
  nowMs = Date.now();
  store = new ChainStore(':memory:');
  chain = new ChainManager({ store, ...testPreset, clock: () => nowMs, signatures, assumedValid });
  const pool = new TransactionPool({ store, chain, signatures });
  peers = [];
  watch = new NetworkWatch(Date.now);
  ending = new AbortController();
  const shared = { store, chain, pool, watch, peers: () => peers };
  relay = new BlockRelay({
    ...shared,
    resync: () => undefined,
    isKnownToPeers: () => false,
    later: () => undefined
  });
  parts = { ...shared, relay, ban, pause, onProgress, signal: ending.signal };
}

function close(): void {
  ending.abort();
  store.close();
}

interface PeerOptions {
  readonly direction?: Direction;
  readonly host?: string;
}

/** A peer with that chain, not yet in {@link peers}. */
function peerOf(its: TestChain, changes: Partial<CallHandlers> = {}, options: PeerOptions = {}): Peer {
  const { direction = 'outbound', host = '192.0.2.1' } = options;
  const clock = new ManualClock();
  const [mux, theirs] = multiplexers(clock);
  void serveCalls(theirs, { ...its.handlers(), ...changes }, { clock });
  const call = <Q, A>(type: CallType<Q, A>, request: Q, given: Omit<CallOptions, 'clock'>) =>
    callPeer(mux, type, request, { clock: systemScheduler, ...given });
  const peer = { mux, direction, host, isSynced: false, resyncs: 0, newsAtMs: 0, call };
  return { ...peer, notify: vi.fn(), close: vi.fn() } as unknown as Peer;
}

/** The same, added to {@link peers}. */
function connect(...[its, changes, options]: Parameters<typeof peerOf>): Peer {
  const peer = peerOf(its, changes, options);
  peers.push(peer);
  return peer;
}

const sync = (more: Partial<ChainSyncParts> = {}) => new ChainSync({ ...parts, ...more });
const finish = async (of: ChainSync) => {
  of.begin();
  await of.ended();
  await settle();
};

describe('a chain with more work', () => {
  test('is synced, and its tip is relayed to the others', async () => {
    const sender = connect(longer);
    const witness = peerOf(longer);
    peers.push(Object.assign(witness, { isSynced: true }));
    await finish(sync());
    expect(chain.tip).toEqual(longer.tip.index);
    expect([sender.isSynced, sender.announcedHeight]).toEqual([true, TIP]);
    expect(vi.mocked(witness.notify).mock.calls.map(([{ name }]) => name)).toEqual([calls.relayHeader.name]);
    expect(sender.notify).not.toHaveBeenCalled();
    expect(onProgress).toHaveBeenCalledTimes(1);
  });

  test('is not compared with our clock, and its blocks are not announced as if they were ours', async () => {
    const fresh = vi.spyOn(watch, 'onFreshBlock');
    connect(longer);
    await finish(sync());
    expect(fresh).not.toHaveBeenCalled();
    const witness = peerOf(longer);
    peers = [witness];
    relay.onTip({ tip: longer.states[30]!.index, reverted: [], applied: [longer.blocks[30]!] });
    expect(witness.notify).not.toHaveBeenCalled();
  });

  test('is fetched with the help of peers that we chose, before others', async () => {
    const asked: number[] = [];
    const join = (direction: Direction) => {
      const i = peers.length;
      const silent = () => {
        asked.push(i);
        return never;
      };
      return connect(longer, { sendBlocks: silent }, { direction });
    };
    for (let i = 0; i < 3; i++) join('inbound').isSynced = true;
    for (let i = 0; i < 3; i++) join('outbound').isSynced = true;
    join('inbound');
    const its = sync();
    its.begin();
    await eventually(() => expect(asked).toHaveLength(4));
    expect(asked.toSorted()).toEqual([3, 4, 5, 6]);
    its.pause();
    await its.ended();
  });

  test('is synced in parts, as its headers arrive', async () => {
    const handlers = longer.handlers();
    const sendHeaders = vi.fn<CallHandlers['sendHeaders']>(({ index }) => handlers.sendHeaders({ index, max: 15n }));
    const sender = connect(longer, { sendHeaders });
    await finish(sync());
    expect(chain.tip).toEqual(longer.tip.index);
    expect(sender.isSynced).toBe(true);
    // A connection that delivers is not the first to be given up for a new one.
    expect(sender.newsAtMs).toBeGreaterThan(0);
    expect(sendHeaders).toHaveBeenCalledTimes(3);
  });

  test('is requested from the first missing block on', async () => {
    await chain.addBlocks(longer.blocks.slice(1, 21));
    const branch = longer.fork(10, 3).extend(20);
    await chain.addBlocks(branch.blocks.slice(11, 16));
    const { sendBlocks } = branch.handlers();
    const asked: string[] = [];
    connect(branch, {
      sendBlocks: (request) => {
        asked.push(...request.history);
        return sendBlocks(request);
      }
    });
    await finish(sync());
    expect(chain.tip).toEqual(branch.tip.index);
    expect(asked).toEqual([branch.idAt(15)]);
  });

  test('that two peers share is fetched once, from both', async () => {
    const silent = connect(longer, { sendBlocks: () => never });
    const its = sync();
    its.begin();
    await eventually(() => expect(its.headers?.height).toBe(TIP));
    const { sendHeaders } = longer.handlers();
    const asked = vi.fn(sendHeaders);
    const other = connect(longer, { sendHeaders: asked });
    its.begin();
    await eventually(() => expect(silent.isSynced).toBe(true));
    await settle();
    expect(chain.tip).toEqual(longer.tip.index);
    // Its own chain is requested in the next round.
    expect([other.isSynced, asked.mock.calls.length, onProgress.mock.calls.length]).toEqual([false, 1, 1]);
    await finish(its);
    expect([other.isSynced, asked.mock.calls.length]).toEqual([true, 2]);
  });

  test('that reaches further than a fetch in progress is fetched afterward, not in parallel', async () => {
    const { sendHeaders, sendBlocks } = longer.handlers();
    const released = Promise.withResolvers<void>();
    const silent = connect(longer, {
      sendHeaders: ({ index }) => sendHeaders({ index, max: 15n }),
      sendBlocks: () => never
    });
    const its = sync();
    its.begin();
    await eventually(() => expect(its.headers?.height).toBe(15));
    const asked = vi.fn(sendHeaders);
    const sent = vi.fn<CallHandlers['sendBlocks']>((request) => released.promise.then(() => sendBlocks(request)));
    const other = connect(longer, { sendHeaders: asked, sendBlocks: sent });
    its.begin();
    await eventually(() => expect(sent).toHaveBeenCalledTimes(1));
    for (let round = 0; round < 3; round++) {
      its.begin();
      await settle();
    }
    expect([asked.mock.calls.length, sent.mock.calls.length, its.headers?.height]).toEqual([1, 1, 15]);
    silent.isSynced = true;
    released.resolve();
    await eventually(() => expect(chain.tip.height).toBeGreaterThanOrEqual(15));
    await eventually(() => {
      its.begin();
      expect([chain.tip, other.isSynced]).toEqual([longer.tip.index, true]);
    });
  });

  test('that a due peer continues beyond a fetch in progress is fetched afterward', async () => {
    const { sendHeaders, sendBlocks } = longer.handlers();
    const released = Promise.withResolvers<void>();
    const sendReleased: CallHandlers['sendBlocks'] = (request) => released.promise.then(() => sendBlocks(request));
    const shorter = connect(longer, {
      sendHeaders: async ({ index, max }) => {
        const room = 15 - Number(index.height);
        return { ...(await sendHeaders({ index, max: max < room ? max : BigInt(room) }))!, remaining: 0n };
      },
      sendBlocks: sendReleased
    });
    const its = sync();
    its.begin();
    await eventually(() => expect(its.headers?.height).toBe(15));
    const due = connect(longer, { sendBlocks: sendReleased });
    Object.assign(due, { isSynced: true, isDue: true });
    its.begin();
    await settle();
    released.resolve();
    await eventually(() => expect(shorter.isSynced).toBe(true));
    await finish(its);
    expect([chain.tip, due.isDue]).toEqual([longer.tip.index, false]);
  });

  test('leaves none of its blocks in memory once its fetch has failed, although a peer that helped is connected', async () => {
    const windows: WeakRef<FetchWindow>[] = [];
    const { claim } = FetchWindow.prototype;
    vi.spyOn(FetchWindow.prototype, 'claim').mockImplementation(function (this: FetchWindow) {
      if (!windows.some((window) => window.deref() === this)) windows.push(new WeakRef(this));
      return claim.call(this);
    });
    const failed = Promise.withResolvers<void>();
    const fails = () => failed.promise.then(() => undefined);
    const first = connect(longer, { sendBlocks: fails });
    const its = sync();
    its.begin();
    await eventually(() => expect(its.headers?.height).toBe(TIP));
    const helper = connect(longer, { sendBlocks: fails });
    its.begin();
    await eventually(() => expect(helper.isDue).toBe(true));
    failed.resolve();
    await its.ended();
    await eventually(() => expect(first.close).toHaveBeenCalled());
    vi.restoreAllMocks();
    await eventually(() => {
      collectGarbage();
      expect(windows.map((window) => window.deref() === undefined)).toEqual([true]);
    });
    expect(helper.close).not.toHaveBeenCalled();
  });

  test('shows how far its headers reach while its blocks are fetched', async () => {
    const shorter = longer.fork(0, 5).extend(30);
    connect(shorter, { sendBlocks: () => never });
    const { sendHeaders } = longer.handlers();
    connect(longer, {
      sendBlocks: () => never,
      sendHeaders: async (request) => ({ ...(await sendHeaders(request))!, remaining: 7n })
    });
    const its = sync();
    expect(its.headers).toBeUndefined();
    its.begin();
    const [timestamp] = longer.tip.prevTimestamps;
    await eventually(() => expect(its.headers).toEqual({ height: TIP, timestamp, isComplete: false }));
    its.pause();
    await its.ended();
    expect(its.headers).toBeUndefined();
    peers = [connect(shorter, { sendBlocks: () => never })];
    its.resume();
    its.begin();
    await eventually(() => expect(its.headers).toMatchObject({ height: 30, isComplete: true }));
  });
});

describe('until the checkpoint of the release is reached, a chain', () => {
  const CHECKPOINT = 35;
  beforeEach(() => {
    close();
    open(longer.states[CHECKPOINT]!.index);
  });

  test('without it is not fetched, and its peer is paused', async () => {
    const other = longer.fork(CHECKPOINT - 1, 5).extend(TIP);
    const sendBlocks = vi.fn(other.handlers().sendBlocks);
    const peer = connect(other, { sendBlocks });
    await finish(sync());
    expect([pause.mock.calls, ban.mock.calls, sendBlocks.mock.calls]).toEqual([[[peer]], [], []]);
    expect(chain.tip.height).toBe(0);
  });

  test.each([
    [0n, 1],
    // Not even with those does it reach the checkpoint.
    [5n, 1],
    [1_000n, 2]
  ])('that ends before it is not fetched, with %i more headers claimed', async (remaining, times) => {
    const short = longer.fork(0, 5).extend(20);
    const { sendHeaders } = short.handlers();
    const sendBlocks = vi.fn(short.handlers().sendBlocks);
    const sendAll = vi.fn<CallHandlers['sendHeaders']>(async (request) => {
      const answer = await sendHeaders(request);
      return answer && { ...answer, remaining };
    });
    const peer = connect(short, { sendHeaders: sendAll, sendBlocks });
    const its = sync({ maxUnproven: 40 });
    await finish(its);
    expect([pause.mock.calls, sendBlocks.mock.calls, chain.tip.height]).toEqual([[], [], 0]);
    expect(sendAll).toHaveBeenCalledTimes(times);
    peer.isSynced = false;
    await finish(its);
    expect(pause.mock.calls).toEqual([[peer]]);
  });

  test('with it is fetched in parts, and its headers are validated up to it once', async () => {
    const { sendHeaders } = longer.handlers();
    const inParts = vi.fn<CallHandlers['sendHeaders']>(({ index }) => sendHeaders({ index, max: 15n }));
    const peer = connect(longer, { sendHeaders: inParts });
    await finish(sync());
    expect([chain.tip, peer.isSynced]).toEqual([longer.tip.index, true]);
    expect(inParts.mock.calls.map(([{ index }]) => index.height)).toEqual([0, 15, 30, 15, 30]);
  });

  test('that ends with it is fetched', async () => {
    close();
    open(longer.tip.index);
    connect(longer);
    await finish(sync());
    expect(chain.tip).toEqual(longer.tip.index);
  });

  test('is fetched from where another peer’s has brought ours meanwhile', async () => {
    const { sendHeaders } = longer.handlers();
    const peer = connect(longer, {
      sendHeaders: async ({ index }) => {
        if (index.height === 15 && chain.tip.height === 0) await chain.addBlocks(longer.blocks.slice(1, 21));
        return sendHeaders({ index, max: 15n });
      }
    });
    await finish(sync());
    expect([chain.tip, peer.isSynced]).toEqual([longer.tip.index, true]);
  });
});

test('inbound peers do not use the slots of outbound ones: two of them are asked at a time, and four outbound ones', async () => {
  const asked: number[] = [];
  const join = (direction: Direction) => {
    const i = peers.length;
    const sendHeaders = () => {
      asked.push(i);
      return never;
    };
    connect(longer, { sendHeaders }, { direction });
  };
  const its = sync();
  for (let i = 0; i < 5; i++) join('inbound');
  its.begin();
  await eventually(() => expect(asked).toHaveLength(2));
  for (let i = 0; i < 5; i++) join('outbound');
  its.begin();
  its.begin();
  await eventually(() => expect(asked).toHaveLength(6));
  await settle();
  expect(asked.toSorted()).toEqual([0, 1, 5, 6, 7, 8]);
});

test('peers that always announce something do not keep others from being asked', async () => {
  let asked = 0;
  for (let i = 0; i < 4; i++) {
    const peer = connect(TestChain.create(), {
      sendHeaders: () => {
        if (++asked > 100) return never;
        peer.resyncs++;
        return { headers: [], remaining: 0n };
      }
    });
  }
  connect(longer);
  const its = sync({ onProgress: () => its.begin() });
  its.begin();
  await eventually(() => expect(chain.tip).toEqual(longer.tip.index));
});

test('peers are asked in turn', async () => {
  const asked: number[] = [];
  for (let i = 0; i < 5; i++) {
    const peer = connect(TestChain.create(), {
      sendHeaders: () => {
        if (asked.push(i) > 10) return never;
        peer.resyncs++;
        return { headers: [], remaining: 0n };
      }
    });
  }
  const its = sync({ onProgress: () => its.begin() });
  its.begin();
  await eventually(() => expect(asked.length).toBeGreaterThanOrEqual(10));
  expect(asked.slice(0, 10)).toEqual([0, 1, 2, 3, 4, 0, 1, 2, 3, 4]);
});

test('a peer that delays each response in the search for a common block is disconnected after a minute', async () => {
  await chain.addBlocks(longer.blocks.slice(1, 9));
  const minute = new AbortController();
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(minute.signal);
  const peer = connect(longer, { sendHeaders: () => never });
  const call = vi.spyOn(peer, 'call');
  const its = sync();
  its.begin();
  await settle();
  expect(peer.close).not.toHaveBeenCalled();
  minute.abort();
  await settle();
  expect([timeout.mock.calls, vi.mocked(peer.close).mock.calls.length]).toEqual([[[60_000]], 1]);
  // Nor is it asked for an older block.
  expect(call).toHaveBeenCalledTimes(1);
  await its.ended();
  timeout.mockRestore();
});

test.each([
  [29_000, 5],
  [30_000, 4]
])('a peer that sends one header every %i ms is disconnected, after %i of them', async (everyMs, count) => {
  await chain.addBlocks(longer.blocks.slice(1));
  const light = longer.fork(0, 5).extend(10);
  const { sendHeaders } = light.handlers();
  let lateMs = 0;
  const now = vi.spyOn(systemScheduler, 'now').mockImplementation(() => lateMs);
  const peer = connect(light, {
    sendHeaders: async ({ index }) => {
      const answer = await sendHeaders({ index, max: 1n });
      if (answer !== undefined) lateMs += everyMs;
      return answer;
    }
  });
  await finish(sync());
  // One minute for the search, and one for the first ten thousand headers.
  expect(lateMs).toBe(count * everyMs);
  expect([vi.mocked(peer.close).mock.calls.length, peer.isSynced, ban.mock.calls]).toEqual([1, false, []]);
  now.mockRestore();
});

test('a peer has one minute more for each ten thousand headers', async () => {
  const header = blockHeaderOf(longer.blocks[1]!);
  const batch = { headers: new Array<BlockHeader>(MAX_HEADERS).fill(header), remaining: 1n };
  // Of valid headers, as many would take seconds.
  const validated = vi.spyOn(HeaderChain.prototype, 'append').mockReturnValue();
  let lateMs = 0;
  const now = vi.spyOn(systemScheduler, 'now').mockImplementation(() => lateMs);
  const later = [179_999, 240_000];
  const call = vi.fn(async (..._: [unknown, unknown, CallOptions]) => ((lateMs = later.shift()!), batch));
  const parts = { chain, store, budget: { spend: () => false }, proven: new Set<never>() };
  await expect(
    fetchHeaders({ call } as unknown as Peer, parts as never, new AbortController().signal)
  ).rejects.toMatchObject({ code: 'peers/timeout' });
  expect(call.mock.calls.map(([, , options]) => options.timeoutMs)).toEqual([undefined, 1]);
  validated.mockRestore();
  now.mockRestore();
});

test('a peer that announced nothing is asked again when due, once, and counts as synced meanwhile', async () => {
  const { sendHeaders } = longer.handlers();
  const asked = vi.fn(sendHeaders);
  const peer = connect(longer, { sendHeaders: asked });
  const its = sync();
  await finish(its);
  const before = asked.mock.calls.length;
  peer.isDue = true;
  its.begin();
  expect(peer.isSynced).toBe(true);
  await finish(its);
  await finish(its);
  expect([asked.mock.calls.length - before, peer.isDue, peer.isSynced]).toEqual([1, false, true]);
});

test.each([0, TIP])('a peer that announced something meanwhile is asked again, at height %i', async (height) => {
  await chain.addBlocks(longer.blocks.slice(1, height + 1));
  const { sendHeaders } = longer.handlers();
  const peer = connect(longer, {
    sendHeaders: (request) => {
      peer.resyncs++;
      return sendHeaders(request);
    }
  });
  const its = sync();
  await finish(its);
  expect(chain.tip).toEqual(longer.tip.index);
  expect(peer.isSynced).toBe(false);
});

/** A block with the same id whose transactions are not those that its header commits to. */
function withOtherTransactions(block: Block): Block {
  const transactions = [{ ...EMPTY_V2_TRANSACTION, arbitraryData: Uint8Array.of(1) }];
  return { ...block, v2: block.v2 && { ...block.v2, transactions } };
}

/** Sends these blocks of a chain, whose ids are right. */
const sending =
  (blocks: readonly Block[]): CallHandlers['sendBlocks'] =>
  ({ history, max }) => {
    const from = blocks.findIndex((block) => blockId(blockHeaderOf(block)) === history[0]) + 1;
    const sent = blocks.slice(from, from + Number(max)).map(encodeBlock);
    return { count: sent.length, blocks: sent, remaining: 0n };
  };

describe('a peer', () => {
  const overpaid = longer.blocks.map((block, height) => {
    if (height !== 7) return block;
    const [payout] = block.minerPayouts;
    return { ...block, minerPayouts: [{ ...payout!, value: hastings(payout!.value + 1n) }] };
  });
  const sendInvalid = sending(overpaid);

  test('that sends an invalid block of its chain is banned', async () => {
    const liar = connect(longer, { sendBlocks: sendInvalid });
    await finish(sync());
    expect(ban.mock.calls).toEqual([[liar, expect.stringContaining('an invalid block')]]);
    expect([liar.isSynced, onProgress.mock.calls.length]).toEqual([false, 1]);
    expect(chain.tip.height).toBe(6);
  });

  test('that sends a block no chain can have is banned and disconnected, which is no fault of ours', async () => {
    const said = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const arbitraryData = new Uint8Array(MAX_BLOCK_WEIGHT + 1);
    const heavy = longer.blocks.map((block, height) => {
      if (height !== 7) return block;
      return { ...block, v2: { ...block.v2!, transactions: [{ ...EMPTY_V2_TRANSACTION, arbitraryData }] } };
    });
    const liar = connect(longer, { sendBlocks: sending(heavy) });
    await finish(sync());
    expect(ban.mock.calls).toEqual([[liar, expect.stringContaining('an invalid block')]]);
    expect([vi.mocked(liar.close).mock.calls.length, onProgress.mock.calls.length]).toEqual([1, 1]);
    expect(said).not.toHaveBeenCalled();
    said.mockRestore();
  });

  test.each([
    ['another payout', overpaid],
    ['other transactions', longer.blocks.map(withOtherTransactions)]
  ])('that sends a valid block with %s does not count as one that follows another chain', async (_, blocks) => {
    for (const host of ['192.0.2.1', '198.51.100.1']) {
      peers = [];
      connect(longer, { sendBlocks: sending(blocks) }, { host });
      await finish(sync());
    }
    expect(ban).toHaveBeenCalledTimes(2);
    expect(watch.trouble).toEqual({});
  });

  test('that sends an invalid block for another peer’s chain is banned, and the other is not', async () => {
    const liarIsBanned = Promise.withResolvers<void>();
    ban.mockImplementation(() => {
      peers = [friend];
      liarIsBanned.resolve();
    });
    const { sendBlocks } = longer.handlers();
    const friend = connect(longer, { sendBlocks: (request) => liarIsBanned.promise.then(() => sendBlocks(request)) });
    const liar = connect(longer, { sendBlocks: sendInvalid }, { host: '192.0.2.2' });
    liar.isSynced = true;
    const its = sync();
    its.begin();
    await eventually(() => expect(friend.isSynced).toBe(true));
    expect(ban.mock.calls).toEqual([[liar, expect.stringContaining('an invalid block')]]);
    expect(chain.tip).toEqual(longer.tip.index);
  });

  test('that sends other transactions for a block of another peer’s branch is banned, and the other is asked again', async () => {
    await chain.addBlocks(longer.blocks.slice(1, 11));
    const branch = longer.fork(8, 5).extend(4);
    const liarIsBanned = Promise.withResolvers<void>();
    ban.mockImplementation(() => {
      peers = [friend];
      liarIsBanned.resolve();
    });
    const { sendBlocks } = branch.handlers();
    const friend = connect(branch, { sendBlocks: (request) => liarIsBanned.promise.then(() => sendBlocks(request)) });
    const wrong = branch.blocks.map(withOtherTransactions);
    const liar = connect(branch, { sendBlocks: sending(wrong) });
    liar.isSynced = true;
    sync().begin();
    await eventually(() => expect(friend.isSynced).toBe(true));
    expect(ban.mock.calls).toEqual([[liar, expect.stringContaining('not its own')]]);
    expect(friend.close).not.toHaveBeenCalled();
    expect(chain.tip).toEqual(branch.tip.index);
  });

  test('on a chain known to be invalid is banned for its headers', async () => {
    const invalid = TestChain.create().extend(6);
    invalid.add(invalid.next([invalid.payment(false)])).extend(30);
    connect(invalid);
    const its = sync();
    await finish(its);
    const sendBlocks = vi.fn(invalid.handlers().sendBlocks);
    const follower = peerOf(invalid, { sendBlocks }, { host: '198.51.100.1' });
    peers = [follower];
    await finish(its);
    expect(ban.mock.lastCall).toEqual([follower, 'a chain with an invalid block']);
    expect(sendBlocks).not.toHaveBeenCalled();
    // Two hosts follow a chain that we reject.
    expect(watch.trouble).toMatchObject({ refusedHosts: 2 });
  });

  test('that wastes our work is paused', async () => {
    await chain.addBlocks(longer.blocks.slice(1));
    const light = longer.fork(0, 5).extend(10);
    const { sendHeaders } = light.handlers();
    const peer = connect(light, { sendHeaders: ({ index }) => sendHeaders({ index, max: 5n }) });
    await finish(sync({ maxUnproven: 5 }));
    expect([pause.mock.calls, ban.mock.calls, onProgress.mock.calls.length]).toEqual([[[peer]], [], 1]);
    expect(peer.close).not.toHaveBeenCalled();
  });

  test.each([
    ['one connection', false],
    ['connections one after the other', true]
  ])('that wastes our work in many small branches is paused, over %s', async (_, reconnects) => {
    await chain.addBlocks(longer.blocks.slice(1));
    const light = longer.fork(0, 5).extend(10);
    const { sendHeaders } = light.handlers();
    const sendAll: CallHandlers['sendHeaders'] = async (request) => {
      const answer = await sendHeaders(request);
      return answer && { ...answer, remaining: 0n };
    };
    const its = sync({ maxUnproven: 25 });
    connect(light, { sendHeaders: sendAll });
    for (const paused of [0, 0, 1]) {
      if (reconnects) peers = [peerOf(light, { sendHeaders: sendAll })];
      peers[0]!.isSynced = false;
      await finish(its);
      expect(pause).toHaveBeenCalledTimes(paused);
    }
  });

  test('with blocks from the future that claims to have more is asked once, until its next announcement', async () => {
    nowMs = (longer.tip.prevTimestamps[0]! - 4 * 3_600) * 1_000;
    const { sendHeaders } = longer.handlers();
    const asked = vi.fn(async (request: HeadersRequest) => ({
      ...(await sendHeaders(request))!,
      remaining: 2n ** 63n
    }));
    const peer = connect(longer, { sendHeaders: asked });
    const witness = peerOf(longer);
    peers.push(Object.assign(witness, { isSynced: true }));
    await finish(sync());
    expect([asked.mock.calls.length, peer.isSynced, ban.mock.calls]).toEqual([1, true, []]);
    expect(chain.tip.height).toBeLessThan(TIP);
    // Peers would reject its last header.
    expect(witness.notify).not.toHaveBeenCalled();
  });

  test('with nothing but a block from the future is not asked for it, and the clock is reported', async () => {
    await chain.addBlocks(longer.blocks.slice(1));
    const ahead = longer.fork(TIP, 5).extend(1);
    nowMs = (ahead.tip.prevTimestamps[0]! - 3 * 3_600 - 1) * 1_000;
    const fresh = vi.spyOn(watch, 'onFreshBlock');
    const sendBlocks = vi.fn(ahead.handlers().sendBlocks);
    const peer = connect(ahead, { sendBlocks });
    await finish(sync());
    expect([fresh.mock.calls, sendBlocks.mock.calls]).toEqual([[[ahead.tip.prevTimestamps[0]]], []]);
    expect([chain.tip, peer.isSynced]).toEqual([longer.tip.index, true]);
  });

  test('with days of blocks from the future is not asked for them, stays connected, and the clock is reported as suspect', async () => {
    // More blocks than are added at once: 200 of ten minutes each.
    const days = TestChain.create().extend(200);
    nowMs = (days.tip.prevTimestamps[0]! - 30 * 3_600) * 1_000;
    watch = new NetworkWatch(() => nowMs);
    const asked = Array.from({ length: 3 }, (_, i) =>
      connect(days, {}, { host: `192.0.2.${i + 1}`, direction: 'outbound' })
    );
    const its = sync({ watch });
    for (let round = 0; round < 3; round++) await finish(its);
    expect(asked.map((peer) => [peer.isSynced, vi.mocked(peer.close).mock.calls.length])).toEqual(
      Array.from({ length: 3 }, () => [true, 0])
    );
    expect(chain.tip.height).toBe(38);
    expect(watch.trouble.clockSkewMs).toBeLessThan(-3 * 3_600_000);
  });

  test.each([
    ['outbound', 1],
    // It may have begun with a checkpoint, and sync from us.
    ['inbound', 0]
  ] as const)(
    'that shares no block with us is disconnected, but an inbound one is not: %s',
    async (direction, times) => {
      const peer = connect(longer, { sendHeaders: () => undefined }, { direction });
      await finish(sync());
      const closed = vi.mocked(peer.close).mock.calls.length;
      expect([closed, ban.mock.calls, onProgress.mock.calls.length]).toEqual([times, [], 1]);
      expect(peer.isSynced).toBe(direction === 'inbound');
    }
  );

  test.each(['its own', 'a helper’s'])('is not blamed for an internal error with %s block', async (whose) => {
    const said = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const fault = new TypeError('a fault');
    vi.spyOn(relay, 'addBlocksAhead').mockRejectedValue(fault);
    const isHelped = whose.startsWith('a');
    connect(longer, isHelped ? { sendBlocks: () => never } : {});
    if (isHelped) Object.assign(connect(longer, {}, { host: '192.0.2.2' }), { isSynced: true });
    await finish(sync());
    expect(said.mock.calls).toEqual([[fault]]);
    const closed = peers.flatMap(({ close }) => vi.mocked(close).mock.calls);
    expect([closed, ban.mock.calls, onProgress.mock.calls]).toEqual([[], [], []]);
    said.mockRestore();
  });

  test('is not asked again for a minute after an internal error, to avoid fetching the same blocks in vain', async () => {
    const said = vi.spyOn(console, 'error').mockImplementationOnce(() => undefined);
    const rest = Promise.withResolvers<void>();
    const { sleep } = systemScheduler;
    const slept = vi.spyOn(systemScheduler, 'sleep');
    slept.mockImplementation((ms, signal) => (ms === 60_000 ? rest.promise : sleep(ms, signal)));
    vi.spyOn(relay, 'addBlocksAhead').mockRejectedValueOnce(new DiskFullError());
    const sendBlocks = vi.fn(longer.handlers().sendBlocks);
    connect(longer, { sendBlocks });
    const its = sync();
    await finish(its);
    const asked = sendBlocks.mock.calls.length;
    await finish(its);
    expect(said.mock.calls).toEqual([[expect.stringMatching(/^The disk .* is full/)]]);
    expect([chain.tip.height, sendBlocks.mock.calls.length]).toEqual([0, asked]);
    rest.resolve();
    await settle();
    await finish(its);
    expect(chain.tip).toEqual(longer.tip.index);
    slept.mockRestore();
  });

  test('whose chain forks below our pruned blocks is not asked for blocks, and paused', async () => {
    await chain.addBlocks(longer.blocks.slice(1));
    store.setFirstBody(20);
    const deep = longer.fork(18, 5).extend(TIP);
    const sendBlocks = vi.fn(deep.handlers().sendBlocks);
    const peer = connect(deep, { sendBlocks });
    await finish(sync());
    expect([pause.mock.calls, ban.mock.calls, sendBlocks.mock.calls]).toEqual([[[peer]], [], []]);
    expect(watch.trouble).toMatchObject({ deepForkHosts: 1 });
    peers = [];
    connect(longer.fork(19, 5).extend(TIP));
    await finish(sync());
    expect(chain.tip.height).toBe(19 + TIP);
  });
});

test('a pause stops syncing and starts nothing until it ends', async () => {
  const { sendBlocks } = longer.handlers();
  let isSilent = true;
  const sendHeaders = vi.fn(longer.handlers().sendHeaders);
  const peer = connect(longer, {
    sendHeaders,
    sendBlocks: (request) => (isSilent ? never : sendBlocks(request))
  });
  const its = sync();
  its.begin();
  await eventually(() => expect(its.headers).toBeDefined());
  // Resuming without a pause changes nothing.
  its.resume();
  its.pause();
  await its.ended();
  expect([vi.mocked(peer.close).mock.calls, ban.mock.calls, peer.isSynced]).toEqual([[], [], false]);
  onProgress.mockClear();
  await finish(its);
  expect(sendHeaders).toHaveBeenCalledTimes(1);
  // Whatever has more to do begins again: without end, during a pause.
  expect(onProgress).not.toHaveBeenCalled();
  isSilent = false;
  its.resume();
  await finish(its);
  expect(chain.tip).toEqual(longer.tip.index);
  expect(peer.isSynced).toBe(true);
});

test('headers are validated in time slices: a batch of ten thousand takes long, and costs nothing to send again', async () => {
  const turns = vi.spyOn(TimeSlices.prototype, 'turn');
  const found = { chain, store, budget: new HeaderBudget(systemScheduler), proven: new Set<never>() };
  const branch = await fetchHeaders(peerOf(longer), found, ending.signal);
  expect(branch?.headers).toHaveLength(TIP);
  expect(turns).toHaveBeenCalledTimes(TIP);
  turns.mockRestore();
});

test('a pause while headers are requested is not held against the peer', async () => {
  const peer = connect(longer, { sendHeaders: () => never });
  const its = sync();
  its.begin();
  await settle();
  its.pause();
  await its.ended();
  expect([vi.mocked(peer.close).mock.calls, ban.mock.calls, pause.mock.calls]).toEqual([[], [], []]);
});
