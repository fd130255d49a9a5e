import { expect, test } from 'vitest';
import type { ChainIndex } from '$lib/chain/element/elements';
import type { BlockId } from '$lib/chain/ids';
import { shareTips } from '$lib/server/tips/sharedTips';
import { tipsOf } from '$lib/server/tips/tips';
import { fromPolling, tipStream } from '$lib/server/tips/tipStream';
import { eventually } from '../../../support/eventually';

const tipAt = (height: number): ChainIndex => ({ height, id: height.toString(16).padStart(64, '0') as BlockId });

/** A node whose answers wait for the test: `answer` is one poll. */
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

test.each([1, 500])('for %i streams the node is asked once a poll, and each stream has every tip', async (streams) => {
  const node = nodeInHand();
  const shared = shareTips(fromPolling(node.readTip, 1), undefined, 5_000);
  const readers = Array.from({ length: streams }, () => tipStream(shared).getReader());
  const decoder = new TextDecoder();
  const heightsOf = async (reader: ReadableStreamDefaultReader<Uint8Array>) =>
    (JSON.parse(decoder.decode((await reader.read()).value)) as ChainIndex).height;
  let heights = Promise.all(readers.map(heightsOf));
  for (let round = 1; ; round++) {
    await node.answer();
    expect(new Set(await heights)).toEqual(new Set([round]));
    if (round === 4) break;
    heights = Promise.all(readers.map(heightsOf));
    await node.answer();
    node.mine();
  }
  // Two answers for each change, however many streams.
  expect(node.polls()).toBe(7);
  await Promise.all(readers.map((reader) => reader.cancel()));
});

test('the follower ends with its last reader, and restarts with the next', async () => {
  let signal: AbortSignal | undefined;
  let idle = 0;
  const shared = shareTips(
    (known, given) => {
      signal = given;
      return known === undefined
        ? Promise.resolve(tipAt(1))
        : new Promise((_, reject) => given.addEventListener('abort', () => reject(given.reason as Error)));
    },
    () => idle++,
    5
  );
  const leaving = [new AbortController(), new AbortController()];
  expect(await shared(undefined, leaving[0]!.signal)).toEqual(tipAt(1));
  const waits = leaving.map(({ signal }) => shared(tipAt(1), signal));
  const refused = waits.map((wait) => expect(wait).rejects.toThrow('gone'));
  leaving[0]!.abort(new Error('gone'));
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect([signal?.aborted, idle]).toEqual([false, 0]);
  leaving[1]!.abort(new Error('gone'));
  await Promise.all(refused);
  await eventually(() => expect([signal?.aborted, idle]).toEqual([true, 1]));
  expect(await shared(undefined, new AbortController().signal)).toEqual(tipAt(1));
  expect(signal?.aborted).toBe(false);
});

test('an error of the node reaches every reader, and the next one retries', async () => {
  const node = nodeInHand();
  const shared = shareTips(fromPolling(node.readTip, 1));
  const never = new AbortController().signal;
  const waits = Array.from({ length: 3 }, () => expect(shared(undefined, never)).rejects.toThrow('away'));
  await node.fail(new Error('away'));
  await Promise.all(waits);
  const again = shared(undefined, never);
  await node.answer();
  expect(await again).toEqual(tipAt(1));
});

test('another password has a follower of its own: the service checks it', async () => {
  const asked: string[] = [];
  const next = tipsOf(
    async ({ headers }) => {
      const password = (headers as Record<string, string>).authorization ?? '';
      return async () => {
        asked.push(password);
        if (asked[0] !== password) throw new Error('unauthorised');
        return tipAt(1);
      };
    },
    async () => new Response()
  );
  const never = new AbortController().signal;
  expect(await next('right')(undefined, never)).toEqual(tipAt(1));
  expect(await next('right')(undefined, never)).toEqual(tipAt(1));
  await expect(next('wrong')(undefined, never)).rejects.toThrow('unauthorised');
  expect(asked).toHaveLength(2);
});
