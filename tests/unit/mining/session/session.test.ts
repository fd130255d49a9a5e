import { getEventListeners } from 'node:events';
import { describe, expect, test } from 'vitest';
import { UnreachableError } from '$lib/api/http/errors';
import { ZERO_BLOCK_ID, type BlockId } from '$lib/chain/ids';
import { encodeHex } from '$lib/codec/bytes';
import { AppError, UnexpectedError } from '$lib/errors';
import { EngineSilentError, MalformedWorkError } from '$lib/mining/errors';
import type { Candidate, EngineKind, Grinder, GrindProgress } from '$lib/mining/grinder/grinder';
import { createJsGrinder } from '$lib/mining/grinder/jsGrinder';
import { EventQueue } from '$lib/async/eventQueue';
import { systemScheduler } from '$lib/async/scheduler';
import { mine, type MiningEvent, type SessionOptions } from '$lib/mining/session/session';
import type { ShareSource, WorkInvalidation, WorkSource } from '$lib/mining/work/workSource';
import type { WorkUnit } from '$lib/mining/work/workUnit';
import { FakeNode } from '../../../support/fakeNode';
import { settled } from '../../../support/manualClock';

const EASY = '00ff'; // one hash in 256: milliseconds
const HOPELESS = '0000000000000000'; // one in 2^64

/** An engine that hashes nothing and reports these indexes of its range as candidates, dispatch after dispatch. */
function idleGrinder(candidates: readonly bigint[] = []): Grinder {
  return {
    info: { kind: 'js', label: 'idle' },
    async *grind(_, range, signal) {
      while (!signal.aborted) {
        for (const index of candidates) yield { type: 'candidate', nonce: range.first + index * range.step };
        yield { type: 'progress', hashes: 1n, completedAtMs: systemScheduler.now(), dispatchMs: 1 };
        await systemScheduler.yield();
      }
    },
    setPower() {},
    close() {}
  };
}

// Pauses end immediately, so that retries and queries do not slow the tests; the clock still advances with every
// dispatch.
function fastScheduler() {
  let skippedMs = 0;
  const slept: number[] = [];
  return {
    ...systemScheduler,
    slept,
    now: () => systemScheduler.now() + skippedMs,
    sleep: async (ms: number) => {
      slept.push(ms);
      skippedMs += ms;
      await systemScheduler.yield();
    },
    skip: (ms: number) => (skippedMs += ms)
  };
}

function start(node: WorkSource | ShareSource, options: Partial<SessionOptions> = {}) {
  const stop = new AbortController();
  const scheduler = fastScheduler();
  const events = mine({
    source: node,
    engines: ['js'],
    openGrinder: async () => createJsGrinder(),
    power: () => 1,
    scheduler,
    randomNonce: () => 0x1234_5678_9abc_def0n,
    isUnanswered: ({ code }) => code === 'api/unreachable',
    signal: stop.signal,
    ...options
  });
  return { events, stop, scheduler };
}

/** Events up to and including the first that satisfies the condition; fails the test if the stream ends before. */
async function until(events: AsyncIterable<MiningEvent>, condition: (event: MiningEvent) => boolean) {
  const seen: MiningEvent[] = [];
  for await (const event of events) {
    seen.push(event);
    if (condition(event)) return seen;
  }
  throw new Error(`ended after ${seen.map(({ type }) => type).join(', ')}`);
}

const isSettled = (event: MiningEvent) => event.type === 'settled';
const outcomeOf = (events: MiningEvent[]) =>
  events.filter((event) => event.type === 'settled').map(({ outcome }) => outcome);

test('finds, submits and confirms a block, then continues on the new tip', async () => {
  const node = new FakeNode(EASY);
  let blocks = 0;
  const { events } = start(node);
  const seen = await until(events, (event) => isSettled(event) && ++blocks === 3);
  expect(outcomeOf(seen)).toEqual(Array(3).fill({ kind: 'accepted' }));
  expect(node.chain.length).toBeGreaterThanOrEqual(3);
  expect(new Set(node.submitted.map(({ parentId }) => parentId)).size).toBe(node.submitted.length);
});

test('never submits a nonce that is not a multiple of the factor', async () => {
  const node = new FakeNode(EASY, 100_900_000n);
  let blocks = 0;
  await until(start(node).events, (event) => isSettled(event) && ++blocks === 20);
  expect(node.submitted.every(({ nonce }) => nonce % 100_900_000n === 0n)).toBe(true);
});

test('work whose nonces are exhausted is not searched again', async () => {
  const node = new FakeNode(HOPELESS);
  const searched: string[] = [];
  const tired: Grinder = {
    ...idleGrinder(),
    async *grind({ header }, { count }) {
      searched.push(encodeHex(header));
      yield { type: 'progress', hashes: count, completedAtMs: systemScheduler.now(), dispatchMs: 1 };
    }
  };
  let works = 0;
  const { events } = start(node, { openGrinder: async () => tired });
  await until(events, ({ type }) => type === 'work' && ++works === 3);
  // Two ranges: from a random nonce to the last one, and from the first one up to it.
  expect(searched.filter((header) => header === searched[0])).toHaveLength(2);
});

test('a new tip ends the search immediately and starts work on it', async () => {
  const node = new FakeNode(HOPELESS);
  const { events, scheduler } = start(node);
  let works = 0;
  const seen = await until(events, (event) => {
    if (event.type === 'hashed' && works === 1 && node.tip.height < 0) {
      node.extend();
      scheduler.skip(1000);
    }
    return event.type === 'work' && ++works === 2;
  });
  const last = seen.at(-1);
  expect(last?.type === 'work' && last.work.decoded.parentId).toBe(node.tip.id);
  expect(seen.some(({ type }) => type === 'submitting')).toBe(false);
});

test('a streamed tip ends the search without polling', async () => {
  const node = new FakeNode(HOPELESS);
  node.pushTips();
  let asked = 0;
  const getTip = node.getTip.bind(node);
  node.getTip = () => (asked++, getTip());
  let works = 0;
  const seen = await until(start(node).events, (event) => {
    if (event.type === 'hashed' && node.tip.height < 0) node.extend();
    return event.type === 'work' && ++works === 2;
  });
  const last = seen.at(-1);
  expect(last?.type === 'work' && last.work.decoded.parentId).toBe(node.tip.id);
  expect(asked).toBe(0);
});

test('thousands of tips per second do not cause thousands of requests', async () => {
  const node = new FakeNode(HOPELESS);
  node.followTip = async function* (signal) {
    for (let i = 0; !signal.aborted; i++) {
      node.chain[0] = (i + 1).toString(16).padStart(64, 'b') as BlockId;
      yield node.tip;
      await systemScheduler.yield();
    }
  };
  const { events, scheduler } = start(node, { openGrinder: async () => idleGrinder() });
  const begunAtMs = scheduler.now();
  let works = 0;
  await until(events, (event) => event.type === 'work' && ++works === 100);
  const seconds = (scheduler.now() - begunAtMs) / 1000;
  expect(node.worksGiven).toBeLessThanOrEqual(20 + 5 * seconds + 1);
});

test('a stream that breaks repeatedly is reopened with increasing delays', async () => {
  const node = new FakeNode(HOPELESS);
  let opened = 0;
  node.followTip = async function* () {
    opened++;
    yield node.tip;
  };
  const { events, scheduler } = start(node, { openGrinder: async () => idleGrinder() });
  const begunAtMs = scheduler.now();
  await until(events, (event) => event.type === 'hashed' && scheduler.now() - begunAtMs > 600_000);
  // Ten minutes at ten seconds, less jitter, plus the first few.
  expect(opened).toBeLessThan(600 / 5 + 10);
});

test('a stream that lasted is reopened soon, however often it ended', async () => {
  const node = new FakeNode(HOPELESS);
  let opened = 0;
  const { events, scheduler } = start(node, { openGrinder: async () => idleGrinder() });
  node.followTip = async function* () {
    opened++;
    yield node.tip;
    scheduler.skip(30_000);
  };
  await until(events, (event) => event.type === 'hashed' && opened >= 6);
  expect(Math.max(...scheduler.slept)).toBeLessThanOrEqual(500);
});

test('a tip that arrives while work is fetched ends the search of that work', async () => {
  const node = new FakeNode(HOPELESS);
  node.pushTips();
  const getWork = node.getWork.bind(node);
  node.getWork = async () => {
    const work = await getWork();
    if (node.tip.height < 0) {
      node.extend();
      await systemScheduler.yield();
    }
    return work;
  };
  let asked = 0;
  const getTip = node.getTip.bind(node);
  node.getTip = () => (asked++, getTip());
  let works = 0;
  const seen = await until(start(node).events, (event) => event.type === 'work' && ++works === 2);
  expect(seen.filter(({ type }) => type === 'submitting')).toEqual([]);
  expect([node.worksGiven, asked]).toEqual([2, 0]);
});

test('work that becomes worthless while it is fetched is not searched', async () => {
  const node = new FakeNode(HOPELESS);
  const invalidated = Promise.withResolvers<void>();
  const getWork = node.getWork.bind(node);
  Object.assign(node, {
    async *followWork(signal: AbortSignal) {
      await invalidated.promise;
      yield 'over';
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
    },
    async getWork() {
      const work = await getWork();
      invalidated.resolve();
      await systemScheduler.yield();
      return work;
    }
  });
  const { events } = start(node, { openGrinder: async () => idleGrinder() });
  const works = (await until(events, ({ type }) => type === 'hashed')).filter(({ type }) => type === 'work');
  expect(works).toMatchObject([{ work: { decoded: { commitment: '2'.padStart(64, '0') } } }]);
});

describe('fresh work that becomes worthless before it is searched', () => {
  /** A session whose source offers better work after its first, and calls all of it worthless later. */
  function offered(options: (isWorthless: () => Promise<void>) => Partial<SessionOptions>) {
    const node = new FakeNode(HOPELESS);
    const updates = new EventQueue<WorkInvalidation>();
    Object.assign(node, { followWork: () => updates });
    const isWorthless = async () => {
      updates.push('over');
      await new Promise((resolve) => setTimeout(resolve));
    };
    const { events } = start(node, options(isWorthless));
    const works: string[] = [];
    const searched = until(events, (event) => {
      if (event.type === 'work' && works.push(event.work.decoded.commitment) === 1) updates.push('better');
      return event.type === 'hashed' && works.length === 2;
    });
    return { searched, works, ofWork: (count: number) => String(count).padStart(64, '0') };
  }

  test('while the engine stops is not searched', async () => {
    let isFirst = true;
    const { searched, works, ofWork } = offered((isWorthless) => ({
      openGrinder: async () => ({
        ...idleGrinder(),
        async *grind(work, range, signal) {
          yield* idleGrinder().grind(work, range, signal);
          if (isFirst) await isWorthless();
          isFirst = false;
        }
      })
    }));
    await searched;
    expect(works).toEqual([ofWork(1), ofWork(3)]);
  });

  test('while a better engine opens is not searched', async () => {
    let opened = 0;
    const { searched, works, ofWork } = offered((isWorthless) => ({
      engines: ['webgpu', 'js'],
      scheduler: { ...fastScheduler(), now: () => systemScheduler.now() + opened * 1e6 },
      openGrinder: async () => {
        if (++opened === 3) await isWorthless();
        if (opened !== 1) return idleGrinder();
        return brokenGrinder('webgpu', async function* () {
          throw new LostError('lost');
        });
      }
    }));
    await searched;
    expect(works).toEqual([ofWork(1), ofWork(3)]);
  });
});

test('a streamed tip older than the work does not end its search', async () => {
  const node = new FakeNode(HOPELESS);
  node.extend();
  node.followTip = async function* (signal) {
    yield { height: -1, id: ZERO_BLOCK_ID };
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
  };
  let hashed = 0;
  await until(start(node).events, (event) => event.type === 'hashed' && ++hashed === 3);
  expect(node.worksGiven).toBe(1);
});

test('when the tip stream breaks, tips are polled and the stream is reopened', async () => {
  const node = new FakeNode(HOPELESS);
  const { breakOff } = node.pushTips();
  const { events, scheduler } = start(node);
  let works = 0;
  let broke = false;
  await until(events, (event) => {
    if (event.type === 'hashed' && !broke) {
      broke = true;
      breakOff();
    } else if (event.type === 'hashed' && node.tip.height < 0 && node.tipStreams > 1) {
      node.followTip = undefined;
      node.extend();
      scheduler.skip(1000);
    }
    return event.type === 'work' && ++works === 2;
  });
  expect(node.tipStreams).toBeGreaterThan(1);
});

test('work older than 30 s is renewed on the same tip', async () => {
  const node = new FakeNode(HOPELESS);
  const { events, scheduler } = start(node);
  let works = 0;
  await until(events, (event) => {
    if (event.type === 'hashed') scheduler.skip(10_000);
    return event.type === 'work' && ++works === 2;
  });
  expect(node.worksGiven).toBe(2);
});

test('a block that lost the race is stale although the node accepted it', async () => {
  const node = new FakeNode(EASY);
  node.answer = () => {
    node.extend();
    return { accepted: true };
  };
  expect(outcomeOf(await until(start(node).events, isSettled))).toEqual([{ kind: 'stale' }]);
});

test('a rejection on a parent that already has a child is stale', async () => {
  const node = new FakeNode(EASY);
  node.answer = () => {
    node.extend();
    return { accepted: false, error: new UnexpectedError('block does not extend the longest fork') };
  };
  expect(outcomeOf(await until(start(node).events, isSettled))).toEqual([{ kind: 'stale' }]);
});

test('a rejection of a block that is on the chain counts as accepted', async () => {
  const node = new FakeNode(EASY);
  node.answer = (accept) => {
    accept();
    return { accepted: false, error: new UnexpectedError('wallet must be unlocked before it can be used') };
  };
  expect(outcomeOf(await until(start(node).events, isSettled))).toEqual([{ kind: 'accepted' }]);
});

test('a rejection is reported with its reason, and mining continues with fresh work', async () => {
  const node = new FakeNode(EASY);
  let refusals = 0;
  node.answer = (accept) => {
    if (++refusals === 1)
      return { accepted: false, error: new UnexpectedError('header is old, block could not be recovered') };
    accept();
    return { accepted: true };
  };
  let settled = 0;
  const seen = await until(start(node).events, (event) => isSettled(event) && ++settled === 2);
  expect(outcomeOf(seen)).toEqual([
    { kind: 'rejected', error: new UnexpectedError('header is old, block could not be recovered') },
    { kind: 'accepted' }
  ]);
});

test.each([
  ['a rejected', [1000], false],
  ['an accepted', [], true]
])('after %s block, the search pauses for %j ms', async (_, pauses, isAccepted) => {
  const node = new FakeNode(EASY);
  const { events, scheduler } = start(node);
  const sleptBySubmission: number[][] = [];
  node.answer = (accept) => {
    sleptBySubmission.push([...scheduler.slept]);
    if (!isAccepted) return { accepted: false, error: new UnexpectedError('header is old') };
    accept();
    return { accepted: true };
  };
  await until(events, () => sleptBySubmission.length === 2);
  expect(sleptBySubmission).toEqual([[], pauses]);
});

test('a pending request for solved work is canceled', async () => {
  const node = new FakeNode('ff');
  let asked: AbortSignal | undefined;
  const getTip = node.getTip.bind(node);
  Object.assign(node, {
    getTip: (signal: AbortSignal) => {
      if (asked !== undefined) return getTip();
      asked = signal;
      return Promise.withResolvers().promise;
    }
  });
  const { events, scheduler } = start(node, {
    openGrinder: async () => ({
      ...idleGrinder(),
      async *grind(_, range) {
        scheduler.skip(1000);
        yield { type: 'progress', hashes: 1n, completedAtMs: 0, dispatchMs: 1 };
        yield { type: 'candidate', nonce: range.first };
        yield { type: 'progress', hashes: 1n, completedAtMs: 0, dispatchMs: 1 };
      }
    })
  });
  let works = 0;
  // Observed while mining continues: stopping would cancel everything.
  let isGivenUp: boolean | undefined;
  await until(events, (event) => {
    if (event.type === 'work' && ++works === 2) isGivenUp = asked?.aborted;
    return works === 2;
  });
  expect(isGivenUp).toBe(true);
});

test('only one solution of rejected work is submitted', async () => {
  const node = new FakeNode('ff');
  node.answer = () => ({ accepted: false, error: new UnexpectedError('header is old, block could not be recovered') });
  const commitments: string[] = [];
  const { submit } = node;
  node.submit = (work, nonce) => {
    commitments.push(work.decoded.commitment);
    return submit.call(node, work, nonce);
  };
  let settled = 0;
  await until(start(node).events, (event) => isSettled(event) && ++settled === 5);
  expect(new Set(commitments).size).toBe(commitments.length);
});

test.each([
  ['is kept by a session that is renewed', false, [{ kind: 'accepted' }]],
  ['is given up a while after mining has stopped', true, []]
])('a solved block that the node does not respond to %s', async (_, isStopped, outcomes) => {
  const node = new FakeNode(EASY);
  const renewed = new AbortController();
  const stopped = new AbortController();
  let attempts = 0;
  const submit = node.submit.bind(node);
  node.submit = (work, solution) => {
    if (++attempts === 2) (isStopped ? stopped : renewed).abort();
    return attempts < 100
      ? Promise.reject(new UnreachableError({ method: 'POST', path: '/miner/header' }))
      : submit(work, solution);
  };
  const { events } = start(node, {
    signal: AbortSignal.any([renewed.signal, stopped.signal]),
    stopped: stopped.signal
  });
  expect(outcomeOf(await Array.fromAsync(events))).toEqual(outcomes);
});

test('an unanswered submission that arrived is not repeated', async () => {
  const node = new FakeNode(EASY);
  node.answer = (accept) => {
    accept();
    throw new MalformedWorkError('connection closed');
  };
  expect(outcomeOf(await until(start(node).events, isSettled))).toEqual([{ kind: 'accepted' }]);
  // The session is ahead of its reader and may already have submitted the next block.
  expect(node.submitted.filter(({ parentId }) => parentId === ZERO_BLOCK_ID)).toHaveLength(1);
});

test('an initially unreachable node is reported and retried until it responds', async () => {
  const node = new FakeNode(EASY);
  let asked = 0;
  const getWork = node.getWork.bind(node);
  node.getWork = () => {
    node.isAway = ++asked <= 3;
    return getWork();
  };
  const seen = await until(start(node).events, isSettled);
  expect(seen.filter(({ type }) => type === 'notice')).toHaveLength(4); // three times unreachable, once recovered
  expect(seen.find((event) => event.type === 'notice' && event.error)).toMatchObject({
    error: { code: 'api/unreachable' }
  });
});

describe('a reader that reads nothing after the first event', () => {
  /** What it finds of a stopped session whose node failed this often, then returned work or nothing. */
  async function afterFailures(count: number, givesWork: boolean): Promise<MiningEvent[]> {
    const node = new FakeNode(HOPELESS);
    const isThere = Promise.withResolvers<void>();
    let failures = 0;
    const getWork = node.getWork.bind(node);
    const source: WorkSource = Object.assign(node, {
      getWork: async (signal: AbortSignal) => {
        if (failures < count) throw new MalformedWorkError(`failure ${++failures}`);
        if (givesWork) return getWork();
        isThere.resolve();
        return new Promise<never>((_, reject) =>
          signal.addEventListener('abort', () => reject(signal.reason as Error))
        );
      }
    });
    const { events, stop } = start(source, {
      openGrinder: async () => {
        const grinder = idleGrinder();
        return { ...grinder, grind: (...search) => (isThere.resolve(), grinder.grind(...search)) };
      }
    });
    await events.next();
    await isThere.promise;
    stop.abort();
    return Array.fromAsync(events);
  }
  const failuresIn = (seen: MiningEvent[]) =>
    seen.flatMap((event) =>
      event.type === 'notice' && event.error instanceof MalformedWorkError ? event.error.what : []
    );

  test('finds each notice while there is room', async () => {
    const seen = await afterFailures(500, true);
    expect(failuresIn(seen)).toEqual(Array.from({ length: 500 }, (_, i) => `failure ${i + 1}`));
    expect(seen.slice(500, 502)).toMatchObject([{ type: 'notice' }, { type: 'work' }]);
  });

  test('finds the latest notice instead of those that did not fit', async () => {
    const failures = failuresIn(await afterFailures(12_000, false));
    expect([failures.length, ...failures.slice(-2)]).toEqual([10_000, 'failure 9999', 'failure 12000']);
  });

  test('finds the session ended by any other event that does not fit', async () => {
    await expect(afterFailures(10_000, true)).rejects.toMatchObject({ code: 'async/overflow' });
  });
});

test('a node that becomes unreachable is reported while the search continues', async () => {
  const node = new FakeNode(HOPELESS);
  const { events, scheduler } = start(node, { openGrinder: async () => idleGrinder() });
  let hashed = 0;
  const seen = await until(events, (event) => {
    if (event.type === 'work') node.isAway = true;
    if (event.type === 'hashed') scheduler.skip(1000);
    return event.type === 'hashed' && ++hashed === 50;
  });
  expect(seen.find(({ type }) => type === 'notice')).toMatchObject({ error: { code: 'api/unreachable' } });
  expect(node.worksGiven).toBe(1);
});

test.each([
  ['garbage instead of work', 'mining/malformed-work'],
  ['an all-zero target', 'mining/impossible-target']
])('%s is reported and requested again', async (_, code) => {
  const node = new FakeNode(EASY);
  class Fault extends AppError {
    readonly code = code;
  }
  node.workFaults.push(new Fault('bad'), new Fault('bad'));
  const seen = await until(start(node).events, isSettled);
  expect(seen.filter((event) => event.type === 'notice' && event.error?.code === code)).toHaveLength(2);
});

test('a session without errors yields no notice', async () => {
  const seen = await until(start(new FakeNode(EASY)).events, isSettled);
  expect(seen.filter(({ type }) => type === 'notice')).toEqual([]);
});

describe('an exhausted range', () => {
  /** Nonces are 0 and 2^63, and every search starts at the latter. */
  const HALF = 1n << 63n;
  const randomNonce = () => HALF;

  /** Searches a range by `search`, and records where it started and whether it was still wanted. */
  function recorded(search: (first: bigint) => AsyncIterable<GrindProgress | Candidate>) {
    const begun: [first: bigint, isAborted: boolean][] = [];
    const openGrinder = async (): Promise<Grinder> => ({
      ...idleGrinder(),
      grind: (_, { first }, { aborted }) => (begun.push([first, aborted]), search(first))
    });
    return { begun, openGrinder };
  }
  const progress = { type: 'progress', hashes: 1n, completedAtMs: 0, dispatchMs: 1 } as const;

  test('is followed by the rest of the nonces, then by a new search', async () => {
    const { begun, openGrinder } = recorded(async function* () {
      yield progress;
      await systemScheduler.yield();
    });
    const { events } = start(new FakeNode(HOPELESS, HALF), { openGrinder, randomNonce });
    await until(events, (event) => event.type === 'hashed' && begun.length >= 4);
    expect(begun.slice(0, 4).map(([first]) => first)).toEqual([HALF, 0n, HALF, 0n]);
  });

  test('is the last of work that ended meanwhile', async () => {
    const node = new FakeNode(HOPELESS, HALF);
    node.pushTips();
    const { begun, openGrinder } = recorded(async function* () {
      yield progress;
      node.extend();
      await systemScheduler.yield();
    });
    let works = 0;
    const { events } = start(node, { openGrinder, randomNonce });
    await until(events, (event) => event.type === 'work' && ++works === 4);
    expect(begun.filter(([, isAborted]) => isAborted)).toEqual([]);
  });

  test('with an engine that fails after a solution: the solution counts', async () => {
    const { begun, openGrinder } = recorded(async function* (first) {
      yield { type: 'candidate', nonce: first };
      throw new LostError('lost');
    });
    const node = new FakeNode('ff', HALF);
    const { events } = start(node, { engines: ['webgpu', 'js'], openGrinder, randomNonce });
    const seen = await until(events, isSettled);
    expect([outcomeOf(seen), begun.length]).toEqual([[{ kind: 'accepted' }], 1]);
  });
});

function brokenGrinder(kind: 'webgpu' | 'wasm', grind: Grinder['grind']): Grinder {
  return { info: { kind, label: kind }, grind, setPower() {}, close() {} };
}

test('a failed engine is replaced by the next, and the error is reported', async () => {
  const node = new FakeNode(EASY);
  const { events } = start(node, {
    engines: ['webgpu', 'wasm', 'js'],
    openGrinder: async (kind) => {
      if (kind === 'wasm') throw new LostError('no SIMD here');
      if (kind === 'js') return createJsGrinder();
      return brokenGrinder('webgpu', () => ({
        [Symbol.asyncIterator]: () => ({ next: async () => Promise.reject(new LostError('device lost')) })
      }));
    }
  });
  const seen = await until(events, isSettled);
  expect(seen.filter((event) => event.type === 'engine').map(({ engine }) => engine.kind)).toEqual(['webgpu', 'js']);
  expect(seen.findLast((event) => event.type === 'engine')).toMatchObject({ cause: { code: 'gpu/device-lost' } });
});

/** WebGPU that fails on its first dispatch while `isBroken` is set, with JavaScript as fallback. */
function withFailingGpu(isBroken: () => boolean, error: AppError) {
  const opened: string[] = [];
  const openGrinder = async (kind: EngineKind): Promise<Grinder> => {
    opened.push(kind);
    const working = createJsGrinder();
    if (kind === 'js') return working;
    return {
      ...working,
      info: { kind, label: kind },
      async *grind(...search: Parameters<Grinder['grind']>) {
        if (isBroken()) throw error;
        yield* working.grind(...search);
      }
    };
  };
  return { opened, options: { engines: ['webgpu', 'js'] as const, openGrinder } };
}

class LostError extends AppError {
  readonly code = 'gpu/device-lost';
}

test('a failed engine is retried after a minute, then with growing delays', async () => {
  let isBroken = true;
  const { opened, options } = withFailingGpu(() => isBroken, new LostError('lost'));
  const { events, scheduler } = start(new FakeNode(HOPELESS), options);
  const engines: [kind: string, afterMinutes: number][] = [];
  let minutes = 0;
  await until(events, (event) => {
    if (event.type === 'engine') engines.push([event.engine.kind, minutes]);
    if (event.type === 'engine' && engines.length === 5) isBroken = false;
    // The clock advances half a minute with each work unit.
    if (event.type === 'work') minutes = scheduler.skip(30_000) / 60_000;
    if (event.type === 'hashed') scheduler.skip(1000);
    return event.type === 'hashed' && engines.length === 7 && !isBroken;
  });
  expect(opened.slice(0, 4)).toEqual(['webgpu', 'js', 'webgpu', 'js']);
  expect(engines.map(([kind]) => kind)).toEqual(['webgpu', 'js', 'webgpu', 'js', 'webgpu', 'js', 'webgpu']);
  const waits = engines.filter(([kind]) => kind === 'webgpu').map(([, after]) => after);
  expect(waits[1]).toBeGreaterThanOrEqual(1);
  expect(waits[2]! - waits[1]!).toBeGreaterThanOrEqual(2);
  expect(waits[3]! - waits[2]!).toBeGreaterThanOrEqual(4);
});

test('a silent engine is restarted once, then the next one takes over', async () => {
  const { opened, options } = withFailingGpu(() => true, new EngineSilentError(40));
  const seen = await until(start(new FakeNode(EASY), options).events, isSettled);
  expect(opened).toEqual(['webgpu', 'webgpu', 'js']);
  const engines = seen.filter((event) => event.type === 'engine');
  expect(engines.map(({ engine, cause }) => [engine.kind, cause?.code])).toEqual([
    ['webgpu', undefined],
    ['webgpu', 'mining/engine-failed'],
    ['js', 'mining/engine-failed']
  ]);
});

test('an engine with wrong results is never retried', async () => {
  const node = new FakeNode('0000ffff');
  const opened: string[] = [];
  const { events, scheduler } = start(node, {
    engines: ['webgpu', 'js'],
    openGrinder: async (kind) => {
      opened.push(kind);
      if (kind === 'js') return createJsGrinder();
      return brokenGrinder('webgpu', async function* (_, range) {
        for (let i = 0n; i < 10n; i++) yield { type: 'candidate', nonce: range.first + i };
      });
    }
  });
  let works = 0;
  await until(events, (event) => {
    if (event.type === 'hashed') scheduler.skip(1_000_000);
    return event.type === 'work' && ++works === 6;
  });
  expect(opened).toEqual(['webgpu', 'js']);
});

test('stopping does not wait for an engine that is still opening, and closes it afterwards', async () => {
  const opening = Promise.withResolvers<Grinder>();
  const { events, stop } = start(new FakeNode(EASY), { openGrinder: () => opening.promise });
  const all = Array.fromAsync(events);
  await systemScheduler.yield();
  stop.abort();
  expect(await all).toEqual([]);
  let isClosed = false;
  opening.resolve({ ...createJsGrinder(), close: () => void (isClosed = true) });
  await systemScheduler.yield();
  expect(isClosed).toBe(true);
});

test('stopping while waiting for work ends without an error', async () => {
  const asked = Promise.withResolvers<void>();
  const { events, stop } = start(
    Object.assign(new FakeNode(EASY), {
      getWork: (signal: AbortSignal) => {
        asked.resolve();
        return new Promise<never>((_, reject) =>
          signal.addEventListener('abort', () => reject(signal.reason as Error))
        );
      }
    })
  );
  const all = Array.fromAsync(events, ({ type }) => type);
  await asked.promise;
  stop.abort();
  expect(await settled(all)).toEqual(['engine']);
});

test('work is not requested again after mining was stopped', async () => {
  let asked = 0;
  const { events, stop } = start(
    Object.assign(new FakeNode(EASY), {
      getWork: async () => {
        if (++asked === 1) stop.abort();
        throw new MalformedWorkError('none');
      }
    })
  );
  expect(await settled(Array.fromAsync(events, ({ type }) => type))).toEqual(['engine']);
  expect(asked).toBe(1);
});

test('if no engine is left, the session ends with NoEngineError', async () => {
  const { events } = start(new FakeNode(EASY), {
    engines: ['webgpu'],
    openGrinder: async () => Promise.reject(new MalformedWorkError('none'))
  });
  await expect(settled(until(events, isSettled))).rejects.toMatchObject({ code: 'mining/no-engine' });
});

test('wrong results are reported as invalid and never submitted, and three of them replace the engine', async () => {
  const node = new FakeNode('0000ffff');
  const { events } = start(node, {
    engines: ['webgpu', 'js'],
    openGrinder: async (kind) =>
      kind === 'js'
        ? createJsGrinder()
        : brokenGrinder('webgpu', async function* (_, range) {
            for (let i = 0n; i < 10n; i++) yield { type: 'candidate', nonce: range.first + i };
          })
  });
  const seen = await until(events, (event) => event.type === 'engine' && event.engine.kind === 'js');
  expect(seen.filter(({ type }) => type === 'invalid')).toHaveLength(3);
  expect(seen.at(-1)).toMatchObject({ cause: { cause: { code: 'mining/faulty-engine' } } });
  expect(node.submitted).toEqual([]);
});

test('reports each new best hash at an unreachable target', async () => {
  let records = 0;
  const seen = await until(start(new FakeNode(HOPELESS)).events, (event) => event.type === 'best' && ++records === 3);
  const ids = seen.filter((event) => event.type === 'best').map(({ id }) => id);
  expect([...ids].sort().reverse()).toEqual(ids);
});

test('closes its engine when it stops', async () => {
  let isClosed = false;
  const { events, stop } = start(new FakeNode(HOPELESS), {
    openGrinder: async () => ({ ...idleGrinder(), close: () => void (isClosed = true) })
  });
  for await (const event of events) if (event.type === 'hashed') stop.abort();
  expect(isClosed).toBe(true);
});

test('stops at once when the signal aborts', async () => {
  const { events, stop } = start(new FakeNode(HOPELESS));
  let slicesAfter = 0;
  for await (const event of events) {
    if (event.type !== 'hashed') continue;
    if (stop.signal.aborted) slicesAfter++;
    stop.abort();
  }
  // A slice of the JavaScript engine cannot be interrupted.
  expect(slicesAfter).toBeLessThanOrEqual(1);
});

test('a block in submission when mining stops is still confirmed', async () => {
  const node = new FakeNode(EASY);
  const { events, stop } = start(node, { scheduler: systemScheduler });
  node.answer = async (accept) => {
    stop.abort();
    await new Promise((resolve) => setTimeout(resolve, 20));
    accept();
    return { accepted: true };
  };
  expect(outcomeOf(await Array.fromAsync(events))).toEqual([{ kind: 'accepted' }]);
});

test.each([
  ['before', true],
  ['during', false]
])('a node that never responds delays a stop %s a submission only briefly', async (_, isBefore) => {
  const { events, stop } = start(Object.assign(new FakeNode('ff'), { submit: unanswered }), {
    openGrinder: async () => ({
      ...idleGrinder(),
      async *grind(_, range) {
        yield { type: 'candidate', nonce: range.first };
        if (isBefore) stop.abort();
        yield { type: 'progress', hashes: 1n, completedAtMs: 0, dispatchMs: 1 };
      }
    })
  });
  function unanswered(_work: WorkUnit, _nonce: bigint, signal: AbortSignal): Promise<never> {
    stop.abort();
    return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
  }
  const outcomes = Array.fromAsync(events).then(outcomeOf);
  for (let i = 0; i < 200; i++) await systemScheduler.yield();
  expect(await settled(outcomes)).toEqual([]);
});

test('power is set on the engine only when it changes', async () => {
  const told: number[] = [];
  let power = 1;
  const { events } = start(new FakeNode(HOPELESS), {
    power: () => power,
    openGrinder: async () => {
      const grinder = createJsGrinder();
      return { ...grinder, setPower: (share: number) => void told.push(share) };
    }
  });
  let dispatches = 0;
  await until(events, (event) => {
    if (event.type === 'hashed' && ++dispatches === 3) power = 0.5;
    return dispatches === 8;
  });
  expect(told).toEqual([0.5]);
});

test('an engine starts with the configured power', async () => {
  const order: string[] = [];
  const { events } = start(new FakeNode(HOPELESS), {
    power: () => 0.5,
    openGrinder: async () => {
      const grinder = idleGrinder();
      return {
        ...grinder,
        setPower: (share) => void order.push(`power ${share}`),
        grind: (...search) => (order.push('search'), grinder.grind(...search))
      };
    }
  });
  await until(events, ({ type }) => type === 'hashed');
  expect(order).toEqual(['power 0.5', 'search']);
});

describe('a pool for which every hash is a share', () => {
  /** Accepts every share; its jobs never end. */
  function easyPool() {
    const node = new FakeNode('ff');
    const times: number[] = [];
    let now = () => 0;
    const source: ShareSource = {
      getWork: () => node.getWork(),
      submitShare: async () => {
        times.push(now());
        return { kind: 'accepted' };
      },
      close: () => {}
    };
    return { source, times, useClock: (clock: () => number) => (now = clock) };
  }

  test('up to the limit, all are sent without a notice', async () => {
    const pool = easyPool();
    const { events, scheduler } = start(pool.source, { openGrinder: async () => idleGrinder([0n, 1n, 2n]) });
    pool.useClock(scheduler.now);
    const seen = await until(events, () => {
      scheduler.skip(1000);
      return pool.times.length >= 60;
    });
    expect(seen.filter(({ type }) => type === 'notice')).toEqual([]);
  });

  test('no more are sent while 64 are pending', async () => {
    const pool = easyPool();
    const waiting: (() => void)[] = [];
    pool.source.submitShare = () => new Promise((resolve) => waiting.push(() => resolve({ kind: 'accepted' })));
    const { events } = start(pool.source, { openGrinder: async () => idleGrinder([0n, 1n, 2n]) });
    const idle = async () => {
      for (let i = 0; i < 200; i++) await systemScheduler.yield();
    };
    const reader = events[Symbol.asyncIterator]();
    const read = (async () => {
      while (!(await reader.next()).done);
    })();
    await idle();
    // Three from one search at a time.
    expect(waiting).toHaveLength(66);
    for (const answer of waiting.slice(0, 3)) answer();
    await idle();
    expect(waiting).toHaveLength(69);
    for (const answer of waiting) answer();
    void read;
  });

  test('nothing is kept of answered shares', async () => {
    const pool = easyPool();
    let session: AbortSignal | undefined;
    const source = { ...pool.source, getWork: (signal: AbortSignal) => pool.source.getWork((session = signal)) };
    const { events, scheduler } = start(source, { openGrinder: async () => idleGrinder([0n]) });
    let listeners = 0;
    await until(events, ({ type }) => {
      scheduler.skip(1000);
      if (type === 'share') listeners = getEventListeners(session!, 'abort').length;
      return pool.times.length >= 60;
    });
    expect(listeners).toBeLessThan(10);
  });

  test('at most 64 from one search are sent', async () => {
    const pool = easyPool();
    const candidates = Array.from({ length: 100 }, (_, i) => BigInt(i));
    const nonces: bigint[] = [];
    pool.source.submitShare = (_, nonce) => (nonces.push(nonce), new Promise<never>(() => undefined));
    const { events } = start(pool.source, { openGrinder: async () => idleGrinder(candidates) });
    void events[Symbol.asyncIterator]().next();
    for (let i = 0; i < 200; i++) await systemScheduler.yield();
    expect([nonces.length, new Set(nonces).size]).toEqual([64, 64]);
  });

  test.each([
    ['makes its work worthless', ['over']],
    ['has better work', ['better']],
    ['ends its connection', []]
  ] as const)('that %s is asked for new work', async (_, updates) => {
    const pool = easyPool();
    const begun = Promise.withResolvers<void>();
    let streams = 0;
    const source: ShareSource = {
      ...pool.source,
      async *followWork(signal) {
        if (++streams === 1) {
          await begun.promise;
          yield* updates;
          if (updates.length === 0) return;
        }
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
      }
    };
    const { events } = start(source, { openGrinder: async () => idleGrinder() });
    const works: WorkUnit[] = [];
    await until(events, (event) => {
      if (event.type === 'hashed') begun.resolve();
      return event.type === 'work' && works.push(event.work) === 2;
    });
    expect(new Set(works.map(({ decoded }) => decoded.commitment)).size).toBe(2);
  });

  test('is left when mining stops, once its shares are answered', async () => {
    const pool = easyPool();
    const order: string[] = [];
    const { events, stop } = start(
      {
        ...pool.source,
        submitShare: async () => {
          stop.abort();
          await systemScheduler.yield();
          order.push('answered');
          return { kind: 'accepted' };
        },
        close: () => void order.push('closed')
      },
      { openGrinder: async () => idleGrinder([0n]) }
    );
    const seen = await Array.fromAsync(events);
    expect(order).toEqual(['answered', 'closed']);
    const work = seen.flatMap((event) => (event.type === 'work' ? [event.work] : []))[0];
    expect(seen.filter(({ type }) => type === 'share')).toEqual([
      { type: 'share', work, id: expect.stringMatching(/^[0-9a-f]{64}$/) as string, answer: { kind: 'accepted' } }
    ]);
  });

  test('a share that cannot be delivered is lost, which is reported', async () => {
    const pool = easyPool();
    pool.source.submitShare = async () => Promise.reject(new LostError('the pool is away'));
    const { events } = start(pool.source, { openGrinder: async () => idleGrinder([0n]) });
    const seen = await until(events, (event) => event.type === 'notice');
    expect(seen.at(-1)).toEqual({ type: 'notice', error: new LostError('the pool is away') });
  });

  test('gets a limited rate, and a notice says that other shares are not sent', async () => {
    const pool = easyPool();
    const { events, scheduler } = start(pool.source, { openGrinder: async () => idleGrinder([0n, 1n, 2n]) });
    pool.useClock(scheduler.now);
    const begunAtMs = scheduler.now();
    const seen = await until(events, () => {
      scheduler.skip(10);
      return scheduler.now() - begunAtMs > 20_000;
    });
    const seconds = (scheduler.now() - begunAtMs) / 1000;
    expect(pool.times.length).toBeGreaterThan(100);
    expect(pool.times.length).toBeLessThanOrEqual(100 + 20 * seconds + 1);
    const notices = seen.flatMap((event) => (event.type === 'notice' && event.error ? [event.error.code] : []));
    expect(new Set(notices)).toEqual(new Set(['mining/shares-dropped']));
  });
});
