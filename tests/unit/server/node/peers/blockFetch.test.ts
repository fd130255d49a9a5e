import { getEventListeners } from 'node:events';
import { describe, expect, test, vi } from 'vitest';
import { systemScheduler } from '$lib/async/scheduler';
import { encodeBlock } from '$lib/chain/block/blockLayout';
import { MAX_BLOCK_WEIGHT } from '$lib/chain/block/maxWeight';
import { EMPTY_V2_TRANSACTION } from '$lib/chain/transaction/v2Transaction';
import type { ByteStream } from '$lib/peers/byteStream';
import { serveCalls, type BlocksAnswer, type CallHandlers } from '$lib/peers/calls/callee';
import { fetchBlocks, type BlockFetch } from '$lib/server/node/peers/sync/blockFetch';
import type { Peer } from '$lib/server/node/peers/peer';
import { ManualClock, settle } from '../../../../support/manualClock';
import { bytePipe } from '../../../../support/peers/bytePipe';
import { multiplexers } from '../../../../support/peers/connections';
import { TestChain } from '../../../../support/peers/testChain';

const chain = TestChain.create().extend(200);

type SendBlocks = CallHandlers['sendBlocks'];
const honestly = chain.handlers().sendBlocks;
const never: SendBlocks = () => new Promise(() => undefined);

/** A peer, with the number of requests it received. */
function peerThat(sendBlocks: SendBlocks, its = chain, pipe = bytePipe()) {
  const clock = new ManualClock();
  const [ours, theirs] = multiplexers(clock, {}, pipe);
  let asked = 0;
  const counted: SendBlocks = (request) => {
    asked++;
    return sendBlocks(request);
  };
  void serveCalls(theirs, { ...its.handlers(), sendBlocks: counted }, { clock });
  return { peer: { mux: ours, fetches: 0 } as unknown as Peer, asked: () => asked };
}

const fetchFrom = (peers: readonly Peer[], options: Partial<BlockFetch> = {}, its = chain) =>
  fetchBlocks({
    peers,
    base: its.idAt(0),
    ids: its.states.slice(1).map(({ index }) => index.id),
    clock: systemScheduler,
    signal: new AbortController().signal,
    ...options
  });

/** Fetches the whole chain from one peer. */
function fetching(options: Partial<BlockFetch> = {}) {
  const { peer, asked } = peerThat(honestly);
  return { runs: fetchFrom([peer], options), asked };
}

/** The peers that sent the blocks, after all of them arrived in order. */
async function sendersOf(runs: ReturnType<typeof fetchFrom>): Promise<Set<Peer>> {
  const all = await Array.fromAsync(runs);
  expect(all.flatMap(({ blocks }) => blocks.map(({ timestamp }) => timestamp))).toEqual(
    chain.blocks.slice(1).map(({ timestamp }) => timestamp)
  );
  return new Set(all.map(({ from }) => from));
}

/** Long enough for everything requested to arrive. */
async function idle(asked: () => number): Promise<void> {
  for (let before = -1, quiet = 0; quiet < 50; quiet = asked() === before ? quiet + 1 : 0, before = asked())
    await settle();
}

test('blocks are fetched ahead of those being processed, up to 150', async () => {
  const { runs, asked } = fetching();
  await runs.next();
  await idle(asked);
  expect(asked()).toBe(6);
});

test('above the memory limit, only the next block is fetched, and all blocks still arrive', async () => {
  const { runs, asked } = fetching({ maxHeldBytes: 1_000 });
  const first = await runs.next();
  await idle(asked);
  // One that ended early, and one for the next block.
  expect(asked()).toBe(2);
  let height = first.value!.blocks.length;
  for await (const { blocks } of runs) height += blocks.length;
  expect(height).toBe(200);
});

const changed = (change: (answer: BlocksAnswer) => Partial<BlocksAnswer>): SendBlocks => {
  return async (request) => {
    const answer = (await honestly(request))!;
    return { ...answer, ...change(answer) };
  };
};
test.each<[string, SendBlocks]>([
  ['another block', changed(({ blocks }) => ({ blocks: [...blocks].toReversed() }))],
  ['too few', changed(({ blocks, count }) => ({ blocks: [...blocks].slice(1), count: count - 1 }))],
  ['all but the last', changed(({ blocks, count }) => ({ blocks: [...blocks].slice(0, -1), count: count - 1 }))],
  ['nothing', () => undefined]
])('a peer that sends %s is not asked again, and another sends the rest', async (_, sendBlocks) => {
  const liar = peerThat(sendBlocks);
  const honest = peerThat(honestly);
  const ban = vi.fn<(peer: Peer) => void>();
  expect(await sendersOf(fetchFrom([liar.peer, honest.peer], { ban }))).toContain(honest.peer);
  expect(liar.asked()).toBe(1);
  // Its chain may have changed since it sent its headers.
  expect(ban).not.toHaveBeenCalled();
});

test('what a failed peer did not send is requested next, before later blocks', async () => {
  const failing = peerThat(() => undefined);
  const asked: string[] = [];
  const honest = peerThat(async (request) => {
    asked.push(request.history[0]!);
    if (asked.length === 1) await idle(failing.asked);
    return honestly(request);
  });
  await sendersOf(fetchFrom([failing.peer, honest.peer]));
  expect(asked.slice(0, 3)).toEqual([25, 0, 50].map((height) => chain.idAt(height)));
});

test('a peer that sends a block that is too heavy is banned, and another sends it', async () => {
  const heavy = { ...EMPTY_V2_TRANSACTION, arbitraryData: new Uint8Array(MAX_BLOCK_WEIGHT + 1) };
  const own = chain.blocks[1]!;
  const block = encodeBlock({ ...own, v2: { ...own.v2!, transactions: [heavy] } });
  const liar = peerThat(changed(({ blocks }) => ({ blocks: [block, ...[...blocks].slice(1)] })));
  const honest = peerThat(honestly);
  const banned: Peer[] = [];
  let join: (peer: Peer) => void;
  const ban = (peer: Peer): void => {
    banned.push(peer);
    join(honest.peer);
  };
  const runs = fetchFrom([liar.peer], { ban, onReady: (ready) => (join = ready) });
  expect(await sendersOf(runs)).toEqual(new Set([honest.peer]));
  expect(banned).toEqual([liar.peer]);
});

test('without another peer, the fetch fails with the last error', async () => {
  const { peer } = peerThat(changed(({ blocks, count }) => ({ blocks: [...blocks].slice(1), count: count - 1 })));
  await expect(Array.fromAsync(fetchFrom([peer]))).rejects.toMatchObject({ code: 'peers/wrong-block' });
  await expect(Array.fromAsync(fetchFrom([]))).rejects.toMatchObject({ code: 'peers/closed' });
});

test('a peer that never responds does not delay others', async () => {
  const [silent, honest] = [peerThat(never), peerThat(honestly)];
  expect(await sendersOf(fetchFrom([silent.peer, honest.peer]))).toEqual(new Set([honest.peer]));
  expect([silent.asked(), honest.asked()]).toEqual([1, 8]);
  await settle();
  // It could not be evicted otherwise.
  expect(silent.peer.fetches).toBe(0);
});

test('a fetch that has ended listens to its signal no longer', async () => {
  const { signal } = new AbortController();
  await Array.fromAsync(fetching({ signal }).runs);
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

test('a peer can join later, once', async () => {
  const [silent, honest] = [peerThat(never), peerThat(honestly)];
  const { promise, resolve } = Promise.withResolvers<(peer: Peer) => void>();
  const senders = sendersOf(fetchFrom([silent.peer], { onReady: resolve }));
  const join = await promise;
  join(silent.peer);
  join(honest.peer);
  join(honest.peer);
  expect(await senders).toEqual(new Set([honest.peer]));
  expect([silent.asked(), honest.asked()]).toEqual([1, 8]);
});

test('a peer counts as delivering as long as blocks are requested from it', async () => {
  const released = Promise.withResolvers<void>();
  const { peer } = peerThat((request) => released.promise.then(() => honestly(request)));
  const senders = sendersOf(fetchFrom([peer]));
  await settle();
  expect(peer.fetches).toBe(1);
  released.resolve();
  await senders;
  await settle();
  expect(peer.fetches).toBe(0);
});

test('four peers are asked at a time', async () => {
  const peers = Array.from({ length: 6 }, () => peerThat(never));
  const ending = new AbortController();
  const ended = Array.fromAsync(
    fetchFrom(
      peers.map(({ peer }) => peer),
      { signal: ending.signal }
    )
  );
  await idle(() => peers.reduce((sum, { asked }) => sum + asked(), 0));
  expect(peers.map(({ asked }) => asked())).toEqual([1, 1, 1, 1, 0, 0]);
  // It ends without an error.
  ending.abort();
  expect(await ended).toEqual([]);
});

test.each<[string, SendBlocks]>([
  ['nothing', () => undefined],
  [
    'fewer than requested',
    changed(({ blocks, count }) => ({ blocks: [...blocks].slice(0, 3), count: Math.min(3, count) }))
  ]
])('four peers that send %s make room for waiting ones', async (_, sendBlocks) => {
  const failing = Array.from({ length: 4 }, () => peerThat(sendBlocks));
  const honest = peerThat(honestly);
  const senders = await sendersOf(fetchFrom([...failing, honest].map(({ peer }) => peer)));
  expect(senders).toContain(honest.peer);
});

test('a waiting peer that joins again is asked for one range of blocks at a time', async () => {
  const released = Promise.withResolvers<void>();
  const failing = Array.from({ length: 4 }, () => peerThat(() => released.promise.then(() => undefined)));
  let [pending, most] = [0, 0];
  const waiting = peerThat(async (request) => {
    most = Math.max(most, ++pending);
    await settle();
    pending--;
    return honestly(request);
  });
  const { promise, resolve } = Promise.withResolvers<(peer: Peer) => void>();
  const peers = [...failing, waiting].map(({ peer }) => peer);
  const senders = sendersOf(fetchFrom(peers, { onReady: resolve }));
  (await promise)(waiting.peer);
  released.resolve();
  expect(await senders).toEqual(new Set([waiting.peer]));
  expect(most).toBe(1);
});

/** Continues the fetch with a stopped clock. */
const inTime = async (clock: ManualClock, ms: number): Promise<void> => {
  for (let i = 0; i < 200; i++) await settle();
  await clock.advance(ms);
};

describe('slow peers', () => {
  /** A peer whose connection stalls after this many blocks. */
  function peerThatSends(count: number) {
    const [near, far] = bytePipe();
    let isStalled = false;
    const stalling: ByteStream = {
      read: () => far.read(),
      write: (bytes) => (isStalled ? new Promise(() => undefined) : far.write(bytes)),
      close: () => far.close()
    };
    const some: SendBlocks = async (request) => {
      const answer = (await honestly(request))!;
      const blocks = (function* () {
        const all = [...answer.blocks];
        yield* all.slice(0, count);
        isStalled = true;
        yield* all.slice(count);
      })();
      return { ...answer, blocks };
    };
    return peerThat(some, chain, [near, stalling]);
  }

  test.each([0, 1])('four that send %i blocks for ten seconds get help from another', async (count) => {
    const clock = new ManualClock();
    const late = Array.from({ length: 4 }, () => peerThatSends(count));
    const honest = peerThat(honestly);
    const senders = sendersOf(
      fetchFrom(
        [...late, honest].map(({ peer }) => peer),
        { clock }
      )
    );
    await inTime(clock, 10_000);
    expect(await senders).toContain(honest.peer);
  });

  test('get help from one more each ten seconds, up to eight in all', async () => {
    const clock = new ManualClock();
    const late = Array.from({ length: 12 }, () => peerThat(never));
    const ending = new AbortController();
    const ended = Array.fromAsync(
      fetchFrom(
        late.map(({ peer }) => peer),
        { clock, signal: ending.signal }
      )
    );
    const counts: number[] = [];
    for (let i = 0; i < 9; i++) {
      await inTime(clock, 10_000);
      counts.push(late.reduce((sum, { asked }) => sum + asked(), 0));
    }
    // One more each time.
    expect(counts).toEqual([5, 6, 7, 8, 8, 8, 8, 8, 8]);
    ending.abort();
    await ended;
  });

  test('slow once are asked again, slow twice in a row are not', async () => {
    const clock = new ManualClock();
    let calls = 0;
    const once = peerThat((request) => (calls++ === 0 ? never(request) : honestly(request)));
    const senders = sendersOf(fetchFrom([once.peer], { clock }));
    await inTime(clock, 120_000);
    expect(await senders).toEqual(new Set([once.peer]));
    const twice = peerThat(never);
    const failed = expect(Array.fromAsync(fetchFrom([twice.peer], { clock }))).rejects.toMatchObject({
      code: 'peers/timeout'
    });
    for (let i = 0; i < 2; i++) await inTime(clock, 120_000);
    await failed;
    expect(twice.asked()).toBe(2);
  });

  test('slow again after a block are asked again', async () => {
    const clock = new ManualClock();
    let calls = 0;
    const slow = peerThat((request) => (calls++ % 2 === 0 ? never(request) : honestly(request)));
    const senders = sendersOf(fetchFrom([slow.peer], { clock }));
    for (let i = 0; i < 8; i++) await inTime(clock, 120_000);
    expect(await senders).toEqual(new Set([slow.peer]));
  });

  test.each([
    [24, 1],
    [25, 0]
  ])(
    'that send %i blocks in ten seconds get help from %i more, and from one more once they send nothing',
    async (count, helpers) => {
      const clock = new ManualClock();
      const first = peerThatSends(count);
      const others = Array.from({ length: 5 }, () => peerThat(never));
      const ending = new AbortController();
      const peers = [first, ...others].map(({ peer }) => peer);
      const ended = Array.fromAsync(fetchFrom(peers, { clock, signal: ending.signal }));
      await inTime(clock, 10_000);
      expect(others.map(({ asked }) => asked())).toEqual([1, 1, 1, helpers, 0]);
      await inTime(clock, 10_000);
      expect(others.map(({ asked }) => asked())).toEqual([1, 1, 1, 1, helpers]);
      ending.abort();
      await ended;
    }
  );
});

test('blocks arrive in runs of what is available, followed by the rest', async () => {
  const { runs, asked } = fetching();
  const first = (await runs.next()).value!;
  await idle(asked);
  const second = (await runs.next()).value!;
  const third = (await runs.next()).value!;
  expect([first, second, third].map(({ blocks }) => blocks.length)).toEqual([64, 64, 64]);
  expect(second.next).toHaveLength(22);
  expect(second.next).toEqual(third.blocks.slice(0, 22));
  const rest = await Array.fromAsync(runs);
  expect(rest.at(-1)!.next).toEqual([]);
});

test('large blocks arrive in runs of two megabytes', async () => {
  const large = TestChain.create();
  for (const kilobytes of [900, 900, 900, 1]) {
    const arbitraryData = new Uint8Array(kilobytes * 1024);
    large.add(large.next([{ ...EMPTY_V2_TRANSACTION, arbitraryData }]));
  }
  const { peer } = peerThat(large.handlers().sendBlocks, large);
  const runs = await Array.fromAsync(fetchFrom([peer], {}, large));
  expect(runs.map(({ blocks }) => blocks.length)).toEqual([2, 2]);
});
