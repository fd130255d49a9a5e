import { getEventListeners } from 'node:events';
import { expect, test, vi } from 'vitest';
import type { ChainIndex } from '$lib/chain/element/elements';
import type { BlockId } from '$lib/chain/ids';
import { fromPolling } from '$lib/server/tips/nextTip';
import { broadcastTips, type TipBroadcast } from '$lib/server/tips/tipBroadcast';
import { createFollowers } from '$lib/server/tips/followers';
import { eventually } from '../../../support/eventually';

const tipAt = (height: number): ChainIndex => ({ height, id: height.toString(16).padStart(64, '0') as BlockId });

/** A node whose responses a test controls: `answer` completes one poll. */
function nodeInHand() {
  let height = 1;
  const pending: PromiseWithResolvers<ChainIndex>[] = [];
  let polls = 0;
  const readTip = () => {
    polls++;
    const poll = Promise.withResolvers<ChainIndex>();
    pending.push(poll);
    return poll.promise;
  };
  return {
    readTip,
    polls: () => polls,
    mine: () => height++,
    answer: async () => {
      await eventually(() => expect(pending.length).toBeGreaterThan(0));
      for (const { resolve } of pending.splice(0)) resolve(tipAt(height));
    },
    fail: async (error: Error) => {
      await eventually(() => expect(pending.length).toBeGreaterThan(0));
      for (const { reject } of pending.splice(0)) reject(error);
    }
  };
}

const decoder = new TextDecoder();

/** A client's end of a stream. */
function readerOf(tips: TipBroadcast, ended?: AbortSignal, withWork = false) {
  const reader = tips(ended, withWork).getReader();
  return {
    height: async () => (JSON.parse(decoder.decode((await reader.read()).value)) as ChainIndex).height,
    leave: () => reader.cancel()
  };
}

test.each([1, 500])(
  'with %i streams, the node is polled once per interval, and each stream gets every tip',
  async (streams) => {
    const node = nodeInHand();
    const tips = broadcastTips(fromPolling(node.readTip, 1));
    const readers = Array.from({ length: streams }, () => readerOf(tips));
    let heights = Promise.all(readers.map((reader) => reader.height()));
    for (let round = 1; ; round++) {
      await node.answer();
      expect(new Set(await heights)).toEqual(new Set([round]));
      if (round === 4) break;
      heights = Promise.all(readers.map((reader) => reader.height()));
      await node.answer();
      node.mine();
    }
    // Two responses per change, however many streams.
    expect(node.polls()).toBe(7);
    await Promise.all(readers.map((reader) => reader.leave()));
  }
);

test('a later stream gets the tip immediately, without another poll', async () => {
  const node = nodeInHand();
  const tips = broadcastTips(fromPolling(node.readTip, 1));
  const first = readerOf(tips);
  const height = first.height();
  await node.answer();
  expect(await height).toBe(1);
  const polls = node.polls();
  const second = readerOf(tips);
  expect(await second.height()).toBe(1);
  expect(node.polls() - polls).toBeLessThanOrEqual(1);
  await Promise.all([first.leave(), second.leave()]);
});

test('the follower ends with its last reader, and restarts with the next', async () => {
  let signal: AbortSignal | undefined;
  let idle = 0;
  const tips = broadcastTips(
    (known, given) => {
      signal = given;
      return known === undefined
        ? Promise.resolve(tipAt(1))
        : new Promise((_, reject) => given.addEventListener('abort', () => reject(given.reason as Error)));
    },
    { onIdle: () => idle++, lingerMs: 5 }
  );
  const readers = [readerOf(tips), readerOf(tips)];
  expect(await Promise.all(readers.map((reader) => reader.height()))).toEqual([1, 1]);
  await readers[0]!.leave();
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect([signal?.aborted, idle]).toEqual([false, 0]);
  await readers[1]!.leave();
  await eventually(() => expect([signal?.aborted, idle]).toEqual([true, 1]));
  const again = readerOf(tips);
  expect(await again.height()).toBe(1);
  expect(signal?.aborted).toBe(false);
  await again.leave();
});

test('a reader that returns while the follower lingers reuses it', async () => {
  let asked = 0;
  const tips = broadcastTips(
    (known) => {
      asked++;
      return known === undefined ? Promise.resolve(tipAt(1)) : new Promise(() => {});
    },
    { lingerMs: 60_000 }
  );
  for (let i = 0; i < 3; i++) {
    const reader = readerOf(tips);
    expect(await reader.height()).toBe(1);
    await reader.leave();
  }
  expect(asked).toBeLessThanOrEqual(2);
});

test('an error of the node reaches every reader, and the next reader retries', async () => {
  const node = nodeInHand();
  const tips = broadcastTips(fromPolling(node.readTip, 1));
  const waits = Array.from({ length: 3 }, () => expect(readerOf(tips).height()).rejects.toThrow('away'));
  await node.fail(new Error('away'));
  await Promise.all(waits);
  const again = readerOf(tips);
  const height = again.height();
  await node.answer();
  expect(await height).toBe(1);
  await again.leave();
});

test('readers that received an error are gone, and the follower goes idle', async () => {
  const node = nodeInHand();
  let idle = 0;
  const tips = broadcastTips(fromPolling(node.readTip, 1), { onIdle: () => idle++, lingerMs: 1 });
  const session = new AbortController();
  const failing = expect(readerOf(tips, session.signal).height()).rejects.toThrow('away');
  await node.fail(new Error('away'));
  await failing;
  expect(getEventListeners(session.signal, 'abort')).toEqual([]);
  const before = idle;
  const next = readerOf(tips);
  const height = next.height();
  await node.answer();
  expect(await height).toBe(1);
  await next.leave();
  await eventually(() => expect(idle).toBe(before + 1));
});

test('a stream ends with its session, and the follower with it', async () => {
  const node = nodeInHand();
  let idle = 0;
  const tips = broadcastTips(fromPolling(node.readTip, 1), { onIdle: () => idle++, lingerMs: 1 });
  const session = new AbortController();
  const stream = tips(session.signal).getReader();
  const first = stream.read();
  await node.answer();
  await first;
  session.abort();
  expect((await stream.read()).done).toBe(true);
  await eventually(() => expect(idle).toBe(1));
  expect(getEventListeners(session.signal, 'abort')).toEqual([]);
  expect((await tips(session.signal).getReader().read()).done).toBe(true);
});

test('a client that does not read holds only the newest tip, and does not delay others', async () => {
  const asked: ((tip: ChainIndex) => void)[] = [];
  const tips = broadcastTips((known) =>
    known === undefined ? Promise.resolve(tipAt(1)) : new Promise((resolve) => asked.push(resolve))
  );
  const [reading, still] = [readerOf(tips), readerOf(tips)];
  expect(await reading.height()).toBe(1);
  for (let height = 2; height <= 50; height++) {
    await eventually(() => expect(asked).toHaveLength(height - 1));
    const next = reading.height();
    asked.at(-1)!(tipAt(height));
    expect(await next).toBe(height);
  }
  // The one in flight, and the newest.
  expect([await still.height(), await still.height()]).toEqual([1, 50]);
  await Promise.all([reading.leave(), still.leave()]);
});

test('work is requested once per tip, and sent to streams that want it; a node without work still has a tip', async () => {
  const { promise: gone, resolve: go } = Promise.withResolvers<ChainIndex>();
  const { promise: goneOn, resolve: goOn } = Promise.withResolvers<ChainIndex>();
  let works = 0;
  const tips = broadcastTips(
    (known) => (known === undefined ? tipAt(1) : known.height === 1 ? gone : goneOn) as never,
    {
      getWork: async () => {
        works++;
        if (works === 2) throw new Error('the miner is off');
        return new Uint8Array([7]);
      }
    }
  );
  const readers = [tips(), tips(undefined, true), tips(undefined, true)].map((stream) => stream.getReader());
  const lines = () => Promise.all(readers.map(async (reader) => decoder.decode((await reader.read()).value).trim()));
  const plain = (height: number) => JSON.stringify(tipAt(height));
  const withWork = (height: number) => JSON.stringify({ ...tipAt(height), work: 'Bw==' });
  expect(await lines()).toEqual([plain(1), withWork(1), withWork(1)]);
  go(tipAt(2));
  expect(await lines()).toEqual([plain(2), plain(2), plain(2)]);
  goOn(tipAt(3));
  expect(await lines()).toEqual([plain(3), withWork(3), withWork(3)]);
  expect(works).toBe(3);
  // The tip is known, but its work is no longer the newest.
  const late = tips(undefined, true).getReader();
  expect(decoder.decode((await late.read()).value).trim()).toBe(plain(3));
  readers.push(late);
  await Promise.all(readers.map((reader) => reader.cancel()));
});

test('better work is sent with the same tip, to streams that want work, until the last reader has left', async () => {
  const listeners = new Set<() => void>();
  let works = 6;
  const tips = broadcastTips((known) => (known === undefined ? tipAt(1) : new Promise(() => {})) as never, {
    getWork: async () => new Uint8Array([++works]),
    onBetterWork(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    lingerMs: 0,
    silenceMs: 1_000_000
  });
  const [plain, searching] = [tips(), tips(undefined, true)].map((stream) => stream.getReader());
  const line = async (reader = searching) => decoder.decode((await reader!.read()).value).trim();
  expect([await line(plain), await line()]).toEqual([
    JSON.stringify(tipAt(1)),
    JSON.stringify({ ...tipAt(1), work: 'Bw==' })
  ]);
  for (const listener of listeners) listener();
  expect(await line()).toBe(JSON.stringify({ ...tipAt(1), work: 'CA==' }));
  const next = line(plain);
  await searching!.cancel();
  for (const listener of listeners) listener();
  // Nobody wants work: none is requested, and the plain stream has had nothing.
  await plain!.cancel();
  expect([await next, works]).toEqual(['', 8]);
  await eventually(() => expect(listeners.size).toBe(0));
});

test('better work is not sent before the first work on the tip', async () => {
  const listeners = new Set<() => void>();
  const first = Promise.withResolvers<Uint8Array>();
  let works = 0;
  const tips = broadcastTips((known) => (known === undefined ? tipAt(1) : new Promise(() => {})) as never, {
    getWork: async () => (++works === 1 ? first.promise : new Uint8Array([8])),
    onBetterWork: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    }
  });
  const reader = tips(undefined, true).getReader();
  const line = async () => decoder.decode((await reader.read()).value).trim();
  const lines = [line(), line()];
  await eventually(() => expect(works).toBe(1));
  for (const listener of listeners) listener();
  await new Promise((resolve) => setImmediate(resolve));
  first.resolve(new Uint8Array([7]));
  expect(await Promise.all(lines)).toEqual(['Bw==', 'CA=='].map((work) => JSON.stringify({ ...tipAt(1), work })));
  await reader.cancel();
});

test('a tip does not wait for work that never arrives', async () => {
  const tips = broadcastTips((known) => (known === undefined ? tipAt(1) : new Promise(() => {})) as never, {
    getWork: (signal) => new Promise((_, reject) => signal.addEventListener('abort', reject))
  });
  const readers = [readerOf(tips), readerOf(tips, undefined, true)];
  expect(await Promise.all(readers.map((reader) => reader.height()))).toEqual([1, 1]);
  await Promise.all(readers.map((reader) => reader.leave()));
});

test('another password has its own follower: the service checks it', async () => {
  const asked: string[] = [];
  const open = (password: string) => ({
    readTip: async () => {
      asked.push(password);
      if (asked[0] !== password) throw new Error('unauthorized');
      return tipAt(1);
    }
  });
  const followers = createFollowers();
  const tips = (password: string) => followers.follow({ name: 'node', open }, password);
  const right = [readerOf(tips('right')), readerOf(tips('right'))];
  expect(await Promise.all(right.map((reader) => reader.height()))).toEqual([1, 1]);
  await expect(readerOf(tips('wrong')).height()).rejects.toThrow('unauthorized');
  expect(asked.filter((password) => password !== asked[0])).toHaveLength(1);
  await Promise.all(right.map((reader) => reader.leave()));
});

test('50 streams of three connections to one server poll it once per interval', async () => {
  const node = nodeInHand();
  const followers = createFollowers();
  const { readTip } = node;
  const readers = Array.from({ length: 50 }, () =>
    // Each connection brings its own function for polling the server.
    readerOf(followers.follow({ name: 'node', open: () => ({ readTip }) }, 'secret'))
  );
  for (let height = 1; height <= 3; height++) {
    const heights = Promise.all(readers.map((reader) => reader.height()));
    await node.answer();
    expect(new Set(await heights)).toEqual(new Set([height]));
    node.mine();
  }
  expect(node.polls()).toBeLessThanOrEqual(4);
  await Promise.all(readers.map((reader) => reader.leave()));
});

test('a server that accepted a block is polled immediately', async () => {
  const heights = [1, 1, 2];
  let asked = 0;
  const readTip = async () => {
    const tip = tipAt(heights[Math.min(asked, 2)]!);
    // After such a slow response, the next poll would wait for minutes.
    if (asked++ === 1) vi.advanceTimersByTime(60_000);
    return tip;
  };
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
  try {
    const followers = createFollowers();
    const reader = readerOf(followers.follow({ name: 'node', open: () => ({ readTip }) }, 'secret'));
    expect(await reader.height()).toBe(1);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(asked).toBe(2);
    followers.hasNewBlock('another');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(asked).toBe(2);
    followers.hasNewBlock('node');
    expect(await reader.height()).toBe(2);
    await reader.leave();
  } finally {
    vi.useRealTimers();
  }
});
