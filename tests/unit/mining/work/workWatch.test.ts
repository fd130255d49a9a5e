import { describe, expect, test } from 'vitest';
import type { ChainIndex } from '$lib/chain/element/elements';
import type { BlockId } from '$lib/chain/ids';
import { systemScheduler } from '$lib/async/scheduler';
import { AppError } from '$lib/errors';
import type { ShareSource, WorkSource } from '$lib/mining/work/workSource';
import { WorkWatch } from '$lib/mining/work/workWatch';
import type { WorkUnit } from '$lib/mining/work/workUnit';

class AwayError extends AppError {
  readonly code = 'api/unreachable';
}

const idOf = (byte: string) => byte.repeat(32) as BlockId;
const PARENT: ChainIndex = { height: 9, id: idOf('aa') };
const OTHER: ChainIndex = { height: 9, id: idOf('bb') };

/** Waits until the pending requests have been answered. */
const settled = () => new Promise((resolve) => setTimeout(resolve));

/** Work on {@link PARENT}, watched with a clock that a test sets, and the requests made by the watch. */
function watched(answer: () => ChainIndex = () => PARENT) {
  const clock = { ms: 1_000 };
  const stop = new AbortController();
  const requests: string[] = [];
  const fresh = {} as WorkUnit;
  const source = {
    getTip: async () => (requests.push('tip'), answer()),
    getWork: async () => (requests.push('work'), (clock.ms += 40), fresh)
  } as unknown as WorkSource;
  const work = { height: 10, decoded: { parentId: PARENT.id } } as WorkUnit;
  const scheduler = { ...systemScheduler, now: () => clock.ms };
  const watch = new WorkWatch(work, { source, scheduler, signal: stop.signal });
  const notices: (AppError | undefined)[] = [];
  /** Polls this long after the start, and waits for the effect. */
  const pollAt = async (ms: number) => {
    clock.ms = 1_000 + ms;
    watch.poll((error) => notices.push(error));
    await settled();
  };
  return { watch, stop, requests, fresh, notices, pollAt };
}

describe('polling', () => {
  test('ends the search of work whose parent is no longer the tip', async () => {
    const { watch, pollAt, requests } = watched(() => OTHER);
    await pollAt(1_000);
    expect([watch.signal.aborted, watch.next, requests]).toEqual([true, undefined, ['tip']]);
  });

  test('keeps work on the tip until it is 30 s old', async () => {
    const { watch, pollAt, requests, fresh } = watched();
    await pollAt(29_999);
    expect([watch.signal.aborted, requests]).toEqual([false, ['tip']]);
    await pollAt(31_000);
    expect([watch.signal.aborted, requests]).toEqual([true, ['tip', 'tip', 'work']]);
    expect(watch.next).toEqual({ work: fresh, latencyMs: 40 });
  });

  test('work is renewed when it is exactly 30 s old', async () => {
    const { watch, pollAt } = watched();
    await pollAt(30_000);
    expect(watch.signal.aborted).toBe(true);
  });

  test('asks once a second', async () => {
    const { pollAt, requests } = watched();
    for (const ms of [999, 1_000, 1_999, 2_000]) await pollAt(ms);
    expect(requests).toEqual(['tip', 'tip']);
  });

  test('requests every ten seconds while tips are streamed, and every second when that ends', async () => {
    const { watch, pollAt, requests } = watched();
    watch.onTip(PARENT);
    for (const ms of [1_000, 9_999]) await pollAt(ms);
    expect(requests).toEqual([]);
    await pollAt(10_000);
    expect(requests).toEqual(['tip']);
    watch.onTip(undefined);
    await pollAt(11_000);
    expect(requests).toEqual(['tip', 'tip']);
  });

  test('makes one request at a time', () => {
    const { watch, requests } = watched();
    for (let i = 0; i < 2; i++) watch.onWorkUpdate('better', () => {});
    expect(requests).toEqual(['work']);
  });

  test('reports a failure, keeps searching, and reports the next success', async () => {
    let isAway = true;
    const away = new AwayError('away');
    const { watch, pollAt, notices } = watched(() => {
      if (isAway) throw away;
      return PARENT;
    });
    await pollAt(1_000);
    isAway = false;
    await pollAt(2_000);
    expect([watch.signal.aborted, notices]).toEqual([false, [away, undefined]]);
  });

  test('does not report a request that failed because the search had ended', async () => {
    const { watch, notices, pollAt } = watched(() => {
      throw new AwayError('away');
    });
    const polled = pollAt(1_000);
    watch.close();
    await polled;
    expect(notices).toEqual([]);
  });

  test('never polls a pool, which streams updates on its work', async () => {
    const pool = {
      submitShare: () => expect.fail('asked'),
      getWork: () => expect.fail('asked')
    } as unknown as ShareSource;
    const work = { height: 10, decoded: { parentId: PARENT.id } } as WorkUnit;
    let ms = 0;
    const scheduler = { ...systemScheduler, now: () => (ms += 60_000) };
    const atPool = new WorkWatch(work, { source: pool, scheduler, signal: new AbortController().signal });
    atPool.poll(() => expect.fail('asked'));
    await settled();
    expect(atPool.signal.aborted).toBe(false);
  });
});

describe('a streamed tip', () => {
  test.each<[string, ChainIndex | undefined, boolean]>([
    ['that is the parent', PARENT, false],
    ['of another branch at its height', OTHER, true],
    ['above it', { ...OTHER, height: 10 }, true],
    ['below it, from before the work was issued', { ...OTHER, height: 8 }, false],
    ['that never arrived, as the stream ended', undefined, false]
  ])('%s: the search ends: %s', (_, tip, ends) => {
    const { watch } = watched();
    watch.onTip(tip);
    expect(watch.signal.aborted).toBe(ends);
  });
});

describe('an update on issued work', () => {
  test.each([
    ['over', true, []],
    ['better', true, ['work']],
    [undefined, false, []]
  ] as const)('%s: the search ends: %s', async (update, ends, expected) => {
    const { watch, requests, fresh } = watched();
    watch.onWorkUpdate(update, () => {});
    await settled();
    expect([watch.signal.aborted, requests]).toEqual([ends, expected]);
    expect(watch.next?.work).toBe(update === 'better' ? fresh : undefined);
  });

  test('while streaming, polls are rarer', async () => {
    const { watch, requests, pollAt } = watched(() => OTHER);
    watch.onWorkUpdate('better', () => {});
    await pollAt(9_999);
    expect(requests).toEqual(['work']);
  });
});

test('aborting the signal ends the search', () => {
  const { watch, stop } = watched();
  stop.abort();
  expect(watch.signal.aborted).toBe(true);
});
