import { describe, expect, test } from 'vitest';
import { EventQueue } from '$lib/async/eventQueue';
import type { Scheduler } from '$lib/async/scheduler';
import { DEFAULT_NONCE_FACTOR } from '$lib/chain/network/rewards';
import { targetBytes } from '$lib/chain/target';
import { AppError } from '$lib/errors';
import { targetOfDifficulty } from '$lib/mining/stratum/difficulty';
import type { PoolOptions, PoolStatus } from '$lib/mining/stratum/poolConnector';
import { createPoolSource } from '$lib/mining/stratum/poolSource';
import { UNKNOWN_HEIGHT } from '$lib/mining/work/workUnit';
import { settled } from '../../../support/manualClock';

const call = (method: string, params: readonly unknown[]) => JSON.stringify({ id: null, method, params });
const job = (id: string) => call('mining.notify', [id, '11'.repeat(32), '00', '', [], '', '', '00'.repeat(8), true]);
const SUBSCRIBED = JSON.stringify({ id: 1, result: [[], '00', 4], error: null });
const AUTHORISED = JSON.stringify({ id: 3, result: true, error: null });

/** The events for a miner from a pool that sends these lines, and the state shown. */
async function follow(lines: readonly string[]) {
  const shown: PoolStatus[] = [];
  const source = createPoolSource({
    worker: 'me',
    scheduler: { now: () => 0, yield: async () => {}, sleep: () => new Promise<void>(() => undefined) },
    onChange: (status) => shown.push(status),
    open: async () => ({
      send: () => {},
      close: () => {},
      lines: (async function* () {
        for (const line of lines) {
          yield line;
          await new Promise((resolve) => setTimeout(resolve));
        }
      })()
    })
  });
  const updates: string[] = [];
  const following = (async () => {
    for await (const update of source.followWork!(new AbortController().signal)) updates.push(update);
  })();
  await expect(following).rejects.toMatchObject({ code: 'pool/away' });
  return { shown, updates };
}

test('each change is shown once, and the connection succeeds once', async () => {
  const difficulty = (value: number) => call('mining.set_difficulty', [value]);
  const words = (text: string) => call('client.show_message', [text]);
  const { shown, updates } = await follow([
    SUBSCRIBED,
    AUTHORISED,
    difficulty(2),
    job('1'),
    difficulty(2),
    words('hello'),
    words('hello'),
    job('2'),
    difficulty(1),
    job('3')
  ]);
  expect(shown).toStrictEqual([
    { step: 'connecting' },
    { step: 'ready', difficulty: 2 },
    { step: 'ready', difficulty: 2, message: 'hello' },
    { step: 'ready', difficulty: 1, message: 'hello' },
    { step: 'away' }
  ]);
  expect(updates.filter((update) => update === 'better')).toHaveLength(1);
});

test('a pool without a job never becomes ready', async () => {
  const { shown, updates } = await follow([SUBSCRIBED, AUTHORISED]);
  expect(shown.map(({ step }) => step)).toEqual(['connecting', 'away']);
  expect(updates).toEqual([]);
});

/** A pool whose lines, and a clock whose pauses, a test controls. */
function dial(options: Partial<PoolOptions> = {}) {
  const clock = { ms: 0 };
  const pauses: { ms: number; pass: () => void }[] = [];
  const links: { lines: EventQueue<string>; sent: { method: string; params: unknown[] }[]; isClosed: boolean }[] = [];
  const scheduler: Scheduler = {
    now: () => clock.ms,
    yield: async () => {},
    sleep: (ms, signal) =>
      new Promise<void>((resolve) => {
        pauses.push({ ms, pass: resolve });
        signal.addEventListener('abort', () => resolve());
      })
  };
  const source = createPoolSource({
    worker: 'me',
    scheduler,
    open: async () => {
      const link = { lines: new EventQueue<string>(), sent: [] as (typeof links)[0]['sent'], isClosed: false };
      links.push(link);
      return {
        lines: link.lines,
        send: (line) => void link.sent.push(JSON.parse(line) as (typeof link.sent)[0]),
        close: () => {
          link.isClosed = true;
          link.lines.end();
        }
      };
    },
    ...options
  });
  const stop = new AbortController();
  /** Follows one connection. @returns why it ended */
  const follow = async () => {
    try {
      for await (const _ of source.followWork!(stop.signal));
    } catch (error) {
      return error;
    }
    return undefined;
  };
  /** Follows a connection that receives these lines, each handled before the next. */
  const followWith = async (...lines: string[]) => {
    const ended = follow();
    await settle();
    for (const line of lines) {
      links.at(-1)!.lines.push(line);
      await settle();
    }
    return { ended, link: links.at(-1)! };
  };
  return { source, clock, pauses, links, stop, follow, followWith };
}

const settle = () => new Promise((resolve) => setTimeout(resolve));
const { signal } = new AbortController();
const READY = [SUBSCRIBED, AUTHORISED, call('mining.set_difficulty', [4]), job('7')];

class RefusedError extends AppError {
  readonly code = 'test/refused';
}

describe('work', () => {
  test('waits for a job, and has the pool’s difficulty', async () => {
    const { source, followWith, pauses } = dial();
    const waiting = source.getWork(signal);
    await followWith(...READY);
    expect(await settled(waiting)).toMatchObject({
      nonceFactor: DEFAULT_NONCE_FACTOR,
      height: UNKNOWN_HEIGHT,
      decoded: { parentId: '11'.repeat(32) },
      target: targetBytes(targetOfDifficulty(4))
    });
    expect(pauses.map(({ ms }) => ms)).toContain(10_000);
  });

  test('has a new extranonce each time', async () => {
    const { source, followWith } = dial();
    const { link } = await followWith(...READY);
    for (let i = 0; i < 3; i++) void source.submitShare(await source.getWork(signal), 5n, signal);
    const shares = link.sent.filter(({ method }) => method === 'mining.submit').map(({ params }) => params);
    expect(shares).toEqual(
      ['00000000', '01000000', '02000000'].map((extranonce2) => [
        'me',
        '7',
        extranonce2,
        '00'.repeat(8),
        '0500000000000000'
      ])
    );
  });

  test('that does not arrive within ten seconds fails', async () => {
    const { source, clock, pauses } = dial();
    const waiting = source.getWork(signal);
    clock.ms = 9_999;
    pauses[0]!.pass();
    await settle();
    expect(pauses.map(({ ms }) => ms)).toEqual([10_000, 1]);
    clock.ms = 10_000;
    pauses[1]!.pass();
    await expect(settled(waiting)).rejects.toMatchObject({ code: 'pool/away', reason: 'timeout' });
  });

  test('is not awaited after a connection failed, and is again after that', async () => {
    const refused = new RefusedError('first');
    const { source, follow, clock, pauses } = dial({ open: async () => Promise.reject(refused) });
    const waiting = source.getWork(signal);
    expect(await settled(follow())).toBe(refused);
    await expect(settled(waiting)).rejects.toBe(refused);
    // The earlier error has no effect on the next attempt, until it times out.
    let isOver = false;
    const next = source.getWork(signal).finally(() => (isOver = true));
    next.catch(() => undefined);
    await settle();
    expect(isOver).toBe(false);
    clock.ms = 10_000;
    pauses.at(-1)!.pass();
    await expect(settled(next)).rejects.toBe(refused);
  });

  test('is not awaited, once, after a connection ended that was ready, so that the reason is reported', async () => {
    const { source, followWith } = dial();
    const { ended } = await followWith(...READY, 'garbage');
    const reason = await settled(ended);
    expect(reason).toMatchObject({ code: 'pool/malformed' });
    await expect(settled(source.getWork(signal))).rejects.toBe(reason);
    const next = source.getWork(signal);
    await followWith(...READY);
    expect(await settled(next)).toMatchObject({ height: UNKNOWN_HEIGHT });
  });

  test('is not awaited after stopping', async () => {
    const { source } = dial();
    const stop = new AbortController();
    const waiting = source.getWork(stop.signal);
    stop.abort(new RangeError('stopped'));
    await expect(settled(waiting)).rejects.toThrow('stopped');
  });
});

describe('a share', () => {
  test('gets the pool’s response', async () => {
    const { source, followWith } = dial();
    const { link } = await followWith(...READY);
    const work = await source.getWork(signal);
    const answers = [source.submitShare(work, 1n, signal), source.submitShare(work, 2n, signal)];
    link.lines.push(JSON.stringify({ id: 4, result: true, error: null }));
    link.lines.push(JSON.stringify({ id: 5, result: null, error: [22, 'twice', null] }));
    expect(await settled(Promise.all(answers))).toEqual([
      { kind: 'accepted' },
      { kind: 'rejected', fault: 'duplicate', reason: 'twice' }
    ]);
  });

  test('is lost with its connection, and stale on the next one or on none', async () => {
    const { source, followWith } = dial();
    const { link, ended } = await followWith(...READY);
    const work = await source.getWork(signal);
    const answer = source.submitShare(work, 1n, signal);
    link.lines.end();
    await ended;
    expect(await settled(answer)).toEqual({ kind: 'lost' });
    expect(await source.submitShare(work, 2n, signal)).toEqual({ kind: 'stale' });
    await followWith(...READY);
    expect(await source.submitShare(work, 3n, signal)).toEqual({ kind: 'stale' });
    expect(await source.submitShare({ ...work }, 4n, signal)).toEqual({ kind: 'stale' });
  });
});

describe('a connection', () => {
  test.each<[string, (dialled: ReturnType<typeof dial>) => void]>([
    ['the source is closed', ({ source }) => source.close()],
    ['mining stops', ({ stop }) => stop.abort()]
  ])('is closed when %s', async (_, end) => {
    const dialled = dial();
    const { link, ended } = await dialled.followWith(...READY);
    end(dialled);
    expect(await settled(ended)).toMatchObject({ code: 'pool/away', reason: 'closed' });
    expect(link.isClosed).toBe(true);
  });

  test('is closed once the sent shares are answered when mining stops', async () => {
    const { source, stop, followWith } = dial();
    const { link, ended } = await followWith(...READY);
    const work = await source.getWork(signal);
    const answers = [1n, 2n].map((nonce) => source.submitShare(work, nonce, signal));
    stop.abort();
    await settle();
    link.lines.push(JSON.stringify({ id: 4, result: true, error: null }));
    await settle();
    expect(link.isClosed).toBe(false);
    link.lines.push(JSON.stringify({ id: 5, result: true, error: null }));
    expect(await settled(ended)).toMatchObject({ code: 'pool/away', reason: 'closed' });
    expect(await settled(Promise.all(answers))).toEqual([{ kind: 'accepted' }, { kind: 'accepted' }]);
    expect(link.isClosed).toBe(true);
  });

  test('is shown while it is being opened', async () => {
    const steps: string[] = [];
    const opening = Promise.withResolvers<never>();
    const { follow } = dial({ open: () => opening.promise, onChange: ({ step }) => steps.push(step) });
    const ended = follow();
    expect(steps).toEqual(['connecting']);
    opening.reject(new RefusedError('no'));
    await ended;
    expect(steps).toEqual(['connecting', 'away']);
  });

  test('reports updates on its work, and its success', async () => {
    const { source, stop, links } = dial();
    const updates: string[] = [];
    const following = (async () => {
      for await (const update of source.followWork!(stop.signal)) updates.push(update);
    })();
    following.catch(() => undefined);
    await settle();
    for (const line of [...READY, job('8')]) {
      links[0]!.lines.push(line);
      await settle();
    }
    expect(updates).toEqual(['better', 'over']);
  });

  test('that failed for another reason is retried without the pause', async () => {
    const { source, follow } = dial({ open: async () => Promise.reject(new RefusedError('no')) });
    await follow();
    await expect(settled(source.getWork(signal))).rejects.toMatchObject({ code: 'test/refused' });
    let isOver = false;
    source.getWork(signal).catch(() => (isOver = true));
    await settle();
    expect(isOver).toBe(false);
  });

  test('is closed when its reader leaves', async () => {
    const { source, stop, links } = dial();
    const reading = (async () => {
      for await (const _ of source.followWork!(stop.signal)) break;
    })();
    await settle();
    for (const line of READY) {
      links[0]!.lines.push(line);
      await settle();
    }
    await reading;
    expect(links[0]!.isClosed).toBe(true);
    // Nothing is open any more.
    source.close();
  });

  test('that opens after mining stopped is closed immediately', async () => {
    const { stop, follow, links } = dial();
    stop.abort();
    expect(await settled(follow())).toMatchObject({ code: 'pool/away' });
    expect(links.map(({ isClosed }) => isClosed)).toEqual([true]);
  });

  test.each([
    ['half a minute', {}, 30_000],
    ['the configured time', { floodPauseMs: 7 }, 7]
  ])('to a pool that floods the page is not reopened for %s', async (_, options, pauseMs) => {
    const { source, followWith, follow, clock, pauses, links } = dial(options);
    const reconnects = Array.from({ length: 51 }, () => call('mining.nonsense', []));
    clock.ms = 100;
    const { ended } = await followWith(...reconnects);
    expect(await settled(ended)).toMatchObject({ code: 'pool/flood', what: 'unknown' });
    clock.ms = 101;
    await expect(settled(source.getWork(signal))).rejects.toMatchObject({ code: 'pool/flood' });
    void follow();
    await settle();
    expect([links.length, pauses.at(-1)!.ms]).toEqual([1, pauseMs - 1]);
    pauses.at(-1)!.pass();
    await settle();
    expect(links).toHaveLength(2);
  });
});
