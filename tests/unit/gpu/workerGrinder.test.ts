import { describe, expect, test, vi } from 'vitest';
import { DeviceLostError, NoAdapterError } from '$lib/gpu/errors';
import { openWorkerGrinder } from '$lib/gpu/workerGrinder';
import type { Grinder, GrindWork } from '$lib/mining/grinder/grinder';
import { createJsGrinder } from '$lib/mining/grinder/jsGrinder';
import { verifySolution } from '$lib/mining/grinder/verifySolution';
import { systemScheduler } from '$lib/async/scheduler';
import type { FromWorker } from '$lib/mining/grinder/protocol';
import { InProcessWorker } from '../../support/inProcessWorker';
import { eventually } from '../../support/eventually';

const never = new AbortController().signal;
const ENDLESS = { first: 0n, step: 1009n, count: 1n << 54n };
const easy: GrindWork = { header: new Uint8Array(80).fill(9), target: new Uint8Array(32).fill(0xff).with(0, 1) };
const impossible: GrindWork = { header: new Uint8Array(80), target: new Uint8Array(32) };

/** An engine whose searches only report progress until they end or `breakDown` is called. */
function scriptedEngine() {
  let breakDown: (error: Error) => void = () => {};
  const powers: number[] = [];
  const close = vi.fn();
  const engine: Grinder = {
    info: { kind: 'webgpu', label: 'scripted' },
    async *grind(_, range, signal) {
      yield {
        type: 'progress',
        hashes: range.count,
        completedAtMs: performance.timeOrigin + performance.now(),
        dispatchMs: 1
      };
      await new Promise<void>((resolve, reject) => {
        breakDown = reject;
        signal.addEventListener('abort', () => resolve());
      });
    },
    setPower: (share) => powers.push(share),
    close
  };
  return { engine, powers, close, breakDown: (error: Error) => breakDown(error) };
}

const jsWorkers = (count: number) =>
  Array.from({ length: count }, () => new InProcessWorker(() => Promise.resolve(createJsGrinder())));

describe('openWorkerGrinder', () => {
  test.each([1, 3])('searches a whole range with %i workers', async (count) => {
    const grinder = await openWorkerGrinder('js', jsWorkers(count));
    expect(grinder.info).toEqual({ kind: 'js', label: 'JavaScript', workers: count });
    const found: bigint[] = [];
    let hashes = 0n;
    for await (const event of grinder.grind(easy, { first: 2018n, step: 1009n, count: 2000n }, never)) {
      if (event.type === 'candidate') found.push(event.nonce);
      else hashes += event.hashes;
    }
    const expected = Array.from({ length: 2000 }, (_, i) => BigInt(i + 2) * 1009n).filter(
      (nonce) => verifySolution(easy, nonce, 1009n).solved
    );
    expect(expected.length).toBeGreaterThan(3);
    expect(found.toSorted((a, b) => (a < b ? -1 : 1))).toEqual(expected);
    expect(hashes).toBe(2000n);
  });

  test('gives a single nonce to one worker and ends', async () => {
    const grinder = await openWorkerGrinder('js', jsWorkers(4));
    let hashes = 0n;
    for await (const event of grinder.grind(impossible, { ...ENDLESS, count: 1n }, never)) {
      if (event.type === 'progress') hashes += event.hashes;
    }
    expect(hashes).toBe(1n);
  });

  test('reports completion times in milliseconds since 1970', async () => {
    const now = () => performance.timeOrigin + performance.now();
    const startedAtMs = now();
    const grinder = await openWorkerGrinder('js', jsWorkers(1));
    for await (const event of grinder.grind(impossible, { ...ENDLESS, count: 10n }, never)) {
      if (event.type !== 'progress') continue;
      expect(event.completedAtMs).toBeGreaterThanOrEqual(startedAtMs);
      expect(event.completedAtMs).toBeLessThanOrEqual(now());
    }
  });

  test("rejects with the worker's error code and terminates every worker", async () => {
    const workers = [
      new InProcessWorker(() => Promise.resolve(createJsGrinder())),
      new InProcessWorker(() => Promise.reject(new NoAdapterError()))
    ];
    await expect(openWorkerGrinder('webgpu', workers)).rejects.toMatchObject({ code: 'gpu/no-adapter' });
    expect(workers.map(({ terminated }) => terminated)).toEqual([true, true]);
  });

  test('fails if the worker itself cannot be loaded', async () => {
    const [worker] = jsWorkers(1);
    const opening = openWorkerGrinder('js', [worker!]);
    worker!.onerror?.({ message: 'blocked' } as ErrorEvent);
    await expect(opening).rejects.toMatchObject({ code: 'gpu/worker-failed', detail: 'blocked' });
  });
});

describe('a search', () => {
  test("that is aborted ends without an error and aborts the workers' jobs", async () => {
    const workers = jsWorkers(2);
    const grinder = await openWorkerGrinder('js', workers);
    const abort = new AbortController();
    for await (const event of grinder.grind(impossible, ENDLESS, abort.signal)) {
      expect(abort.signal.aborted).toBe(false);
      if (event.type === 'progress') abort.abort();
    }
    for (const { sent } of workers) expect(sent.at(-1)).toEqual({ type: 'abort', jobId: 1 });
    grinder.close();
  });

  test('is aborted when its consumer stops iterating', async () => {
    const [worker] = jsWorkers(1);
    const grinder = await openWorkerGrinder('js', [worker!]);
    for await (const _ of grinder.grind(impossible, ENDLESS, never)) break;
    expect(worker!.sent.at(-1)).toEqual({ type: 'abort', jobId: 1 });
    grinder.close();
  });

  test('drops messages of ended jobs', async () => {
    const [worker] = jsWorkers(1);
    const grinder = await openWorkerGrinder('js', [worker!]);
    for await (const _ of grinder.grind(impossible, ENDLESS, never)) break;
    worker!.deliver({ type: 'candidate', jobId: 1, nonce: 1n });
    worker!.deliver({ type: 'finished', jobId: 1 });
    const types = new Set<string>();
    const range = { ...ENDLESS, count: 1000n };
    for await (const event of grinder.grind(impossible, range, never)) types.add(event.type);
    expect([...types]).toEqual(['progress']);
    grinder.close();
  });

  test("throws the engine's error, as does every later search", async () => {
    const { engine, breakDown } = scriptedEngine();
    const grinder = await openWorkerGrinder('webgpu', [new InProcessWorker(() => Promise.resolve(engine))]);
    const search = async () => {
      for await (const _ of grinder.grind(impossible, ENDLESS, never)) breakDown(new DeviceLostError('unknown'));
    };
    await expect(search()).rejects.toMatchObject({ code: 'gpu/device-lost' });
    await expect(search()).rejects.toMatchObject({ code: 'gpu/device-lost' });
  });

  test('on a closed grinder throws', async () => {
    const workers = jsWorkers(2);
    const grinder = await openWorkerGrinder('js', workers);
    grinder.close();
    const next = grinder.grind(impossible, ENDLESS, never)[Symbol.asyncIterator]().next();
    await expect(next).rejects.toMatchObject({ code: 'gpu/closed' });
    expect(workers.every(({ terminated }) => terminated)).toBe(true);
  });
});

describe('a silent worker', () => {
  /** Time advances only on request; only the page's checks sleep. */
  function slowScheduler() {
    const sleepers: (() => void)[] = [];
    return {
      scheduler: {
        ...systemScheduler,
        sleep: (_: number, signal: AbortSignal) =>
          new Promise<void>((resolve) => {
            sleepers.push(resolve);
            signal.addEventListener('abort', () => resolve());
          })
      },
      pass: async () => {
        for (const resume of sleepers.splice(0)) resume();
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    };
  }

  test('fails the engine during a search, or between jobs', async () => {
    const workers = jsWorkers(2);
    const { scheduler, pass } = slowScheduler();
    const grinder = await openWorkerGrinder('js', workers, undefined, scheduler);
    // As when the browser kills a worker: no event, no message.
    workers[1]!.terminated = true;
    const jobs: unknown[] = [];
    for (let i = 0; i < 6; i++) {
      const stop = new AbortController();
      const search = (async () => {
        for await (const _ of grinder.grind(impossible, ENDLESS, stop.signal));
      })().catch((error: unknown) => jobs.push(error));
      await new Promise((resolve) => setTimeout(resolve, 20));
      await pass();
      stop.abort();
      await search;
    }
    expect(jobs[0]).toMatchObject({ code: 'mining/engine-silent' });
    grinder.close();
  });

  test('is not a failure during a pause', async () => {
    const workers = jsWorkers(2);
    const { scheduler, pass } = slowScheduler();
    const grinder = await openWorkerGrinder('js', workers, undefined, scheduler);
    for await (const _ of grinder.grind(impossible, ENDLESS, never)) break;
    for (let i = 0; i < 6; i++) await pass();
    for await (const _ of grinder.grind(impossible, ENDLESS, never)) break;
    grinder.close();
  });

  test('fails the opening', async () => {
    const [worker] = jsWorkers(1);
    worker!.terminated = true;
    const { scheduler, pass } = slowScheduler();
    const opening = openWorkerGrinder('js', [worker!], undefined, scheduler);
    const refused = expect(opening).rejects.toMatchObject({ code: 'mining/engine-silent' });
    await pass();
    await refused;
  });
});

test('a worker buffers a bounded number of unread messages', async () => {
  const [worker] = jsWorkers(1);
  const grinder = await openWorkerGrinder('js', [worker!]);
  const reading = grinder.grind(impossible, ENDLESS, never)[Symbol.asyncIterator]();
  await reading.next();
  const jobId = 1;
  const flood = (message: FromWorker) => worker!.onmessage?.({ data: message } as MessageEvent<FromWorker>);
  let sum = 0n;
  for (let i = 0; i < 30_000; i++) {
    sum += 5n;
    flood({ type: 'progress', jobId, hashes: 5n, completedAtMs: i + 1, dispatchMs: 1 });
  }
  let hashes = 0n;
  let events = 0;
  worker!.deliver({ type: 'finished', jobId });
  while (hashes < sum) {
    const { value } = await reading.next();
    events++;
    if (value?.type === 'progress') hashes += value.hashes;
  }
  expect(events).toBeLessThanOrEqual(10_050);
  await reading.return?.(undefined);

  const second = grinder.grind(impossible, ENDLESS, never)[Symbol.asyncIterator]();
  await second.next();
  for (let i = 0; i < 30_000; i++) flood({ type: 'candidate', jobId: 2, nonce: 1n });
  await expect(
    (async () => {
      for (;;) await second.next();
    })()
  ).rejects.toMatchObject({ code: 'async/overflow' });
  grinder.close();
});

test('power reaches the engine', async () => {
  const { engine, powers } = scriptedEngine();
  const grinder = await openWorkerGrinder('webgpu', [new InProcessWorker(() => Promise.resolve(engine))]);
  grinder.setPower(0.4);
  await eventually(() => expect(powers).toEqual([0.4]));
});
