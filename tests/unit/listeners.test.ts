import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createTips } from '$lib/api/quarry/tips';
import { RateLimit } from '$lib/async/rateLimit';
import { systemScheduler } from '$lib/async/scheduler';
import { sleep } from '$lib/async/sleep';
import type { ChainIndex } from '$lib/chain/element/elements';
import type { BlockId } from '$lib/chain/ids';
import { openWorkerGrinder } from '$lib/gpu/workerGrinder';
import { createJsGrinder } from '$lib/mining/grinder/jsGrinder';
import { createTeam } from '$lib/mining/grinder/team';
import { EngineChoice } from '$lib/mining/session/engineChoice';
import { createPoolSource } from '$lib/mining/stratum/poolSource';
import { fromEvents, fromPolling } from '$lib/server/tips/nextTip';
import { broadcastTips } from '$lib/server/tips/tipBroadcast';
import { Sampler } from '$lib/services/history/sampler';
import { openPoolLink, type LinkSocket } from '$lib/services/mining/sources/poolLink';
import { InProcessWorker } from '../support/inProcessWorker';
import { eventually } from '../support/eventually';

// Whatever runs as long as a page is open must remove its listeners from the signal that ends it.
const ROUNDS = 20;
const TIP: ChainIndex = { height: 1, id: '01'.padStart(64, '0') as BlockId };
const other = (known: ChainIndex | undefined): ChainIndex => ({
  height: (known?.height ?? 0) + 1,
  id: String((known?.height ?? 0) + 1).padStart(64, '0') as BlockId
});

/** A signal that counts its abort listeners. */
function countedSignal() {
  const controller = new AbortController();
  const { signal } = controller;
  const listeners = new Set<unknown>();
  const add = signal.addEventListener.bind(signal);
  const remove = signal.removeEventListener.bind(signal);
  signal.addEventListener = (type: string, listener: unknown, options?: unknown) => {
    listeners.add(listener);
    const until = (options as AddEventListenerOptions | undefined)?.signal;
    until?.addEventListener('abort', () => listeners.delete(listener));
    add(type as 'abort', listener as () => void, options as AddEventListenerOptions);
  };
  signal.removeEventListener = (type: string, listener: unknown) => {
    listeners.delete(listener);
    remove(type as 'abort', listener as () => void);
  };
  return { signal, listeners, stop: () => controller.abort() };
}

const work = { header: new Uint8Array(80), target: new Uint8Array(32) };
const range = { first: 0n, step: 1n, count: 10n };
const drain = async (events: AsyncIterable<unknown>) => {
  for await (const _ of events);
};

describe.each<[name: string, round: () => (signal: AbortSignal) => Promise<unknown>]>([
  ['a sleep', () => (signal) => sleep(1, signal)],
  [
    'a rate limit',
    () => {
      const limit = new RateLimit({ perSecond: 1000, burst: 1 }, systemScheduler.now);
      return (signal) => limit.wait(systemScheduler, signal);
    }
  ],
  [
    'a request',
    () => {
      const tips = createTips({ fetch: async () => new Response('{}'), baseUrl: 'http://quarry' });
      return (signal) => tips.follow({ params: { service: 'daemon' } }, { signal });
    }
  ],
  [
    'a polled tip',
    () => {
      let known: ChainIndex | undefined;
      let polls = 0;
      const next = fromPolling(async () => (polls++ % 2 === 0 ? (known ?? TIP) : other(known)), 1);
      return async (signal) => (known = await next(known, signal));
    }
  ],
  [
    'a pushed tip',
    () => {
      let known = TIP;
      const next = fromEvents(
        () => known,
        (listener) => {
          const timer = setTimeout(() => listener(other(known)));
          return () => clearTimeout(timer);
        }
      );
      return async (signal) => (known = await next(known, signal));
    }
  ],
  [
    'a tip stream',
    () => {
      const tips = broadcastTips((_, signal) => new Promise((__, reject) => signal.addEventListener('abort', reject)));
      return async (signal) => tips(signal).cancel();
    }
  ],
  [
    'a search in workers',
    () => {
      const opening = openWorkerGrinder('js', [new InProcessWorker(async () => createJsGrinder())]);
      return async (signal) => drain((await opening).grind(work, range, signal));
    }
  ],
  [
    'a search by several engines',
    () => {
      const team = createTeam([createJsGrinder(), createJsGrinder()]);
      return (signal) => drain(team.grind(work, range, signal));
    }
  ],
  [
    'a pool connection',
    () => async (signal) => {
      const socket: LinkSocket = {
        OPEN: 1,
        readyState: 1,
        send: () => {},
        close: () => socket.onclose?.({ code: 1000, reason: '', wasClean: true } as CloseEvent),
        onopen: null,
        onmessage: null,
        onclose: null
      };
      const opening = openPoolLink(socket, signal);
      socket.onopen?.(new Event('open'));
      (await opening).close();
    }
  ],
  [
    'waiting for pool work',
    () => {
      const open = () => Promise.reject(new Error('away'));
      const source = createPoolSource({ open, worker: 'x', scheduler: systemScheduler });
      return async (signal) => {
        const asked = source.getWork(signal).catch(() => undefined);
        await drain(source.followWork!(signal)).catch(() => undefined);
        await asked;
      };
    }
  ]
])('%s', (_, prepare) => {
  test('leaves no listener behind', async () => {
    const { signal, listeners, stop } = countedSignal();
    const round = prepare();
    for (let i = 0; i < ROUNDS; i++) await round(signal);
    expect(listeners.size).toBe(0);
    stop();
  });
});

test('opening an engine leaves no listener behind', async () => {
  const { signal, listeners } = countedSignal();
  const openGrinder = async () => createJsGrinder();
  const choice = new EngineChoice({ engines: ['js'], openGrinder, scheduler: systemScheduler, signal });
  for (let i = 0; i < ROUNDS; i++) await choice.open();
  await eventually(() => expect(listeners.size).toBe(0));
});

describe('over hours', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test('the history has only one listener at a time', async () => {
    const { signal, listeners, stop } = countedSignal();
    let samples = 0;
    const sampler = new Sampler({
      openSamples: () => ({ add: async () => void samples++, beginMs: async () => undefined, read: async () => [] }),
      readScope: async () => 'node',
      readSeries: () => [Promise.resolve({ 'chain.height': 1n })],
      nowMs: Date.now
    });
    const running = drain(sampler.run(signal));
    await vi.advanceTimersByTimeAsync(3 * 3_600_000);
    expect(samples).toBeGreaterThan(300);
    expect(listeners.size).toBe(1);
    stop();
    await running;
  });
});
