import { blake2b } from '@noble/hashes/blake2.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createCpuGrinder } from '$lib/mining/grinder/cpuGrinder';
import type { Candidate, Grinder, GrindProgress, GrindWork } from '$lib/mining/grinder/grinder';
import { createJsGrinder, createJsSearch } from '$lib/mining/grinder/jsGrinder';
import { systemScheduler } from '$lib/async/scheduler';
import { prepareSearch } from '$lib/mining/grinder/search';
import { verifySolution, withNonce } from '$lib/mining/grinder/verifySolution';

const never = new AbortController().signal;
const ENDLESS = { first: 0n, step: 1009n, count: 1n << 54n };
const easy: GrindWork = { header: new Uint8Array(80).fill(3), target: new Uint8Array(32).fill(0xff).with(0, 0x01) };
const impossible: GrindWork = { header: new Uint8Array(80), target: new Uint8Array(32) };

async function collect(grinder: Grinder, work: GrindWork, count: bigint) {
  const events: (GrindProgress | Candidate)[] = [];
  for await (const event of grinder.grind(work, { first: 0n, step: 1009n, count }, never)) events.push(event);
  return {
    nonces: events.flatMap((event) => (event.type === 'candidate' ? [event.nonce] : [])),
    hashes: events.reduce((sum, event) => sum + (event.type === 'progress' ? event.hashes : 0n), 0n)
  };
}

describe('the generated JavaScript kernel', () => {
  const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
  const u64 = fc.bigInt({ min: 0n, max: (1n << 64n) - 1n });

  test('reports exactly the nonces whose first 32 hash bits are at or below the target', () => {
    const search = createJsSearch();
    fc.assert(
      fc.property(
        bytes(80),
        u64,
        u64,
        fc.integer({ min: 0, max: 7 }),
        fc.boolean(),
        (header, first, step, pivot, exact) => {
          const tops = Array.from({ length: 8 }, (_, i) => {
            const digest = blake2b(withNonce(header, BigInt.asUintN(64, first + BigInt(i) * step)), { dkLen: 32 });
            return new DataView(digest.buffer, digest.byteOffset).getUint32(0);
          });
          const top = Math.max(0, (tops[pivot] ?? 0) - (exact ? 0 : 1));
          const job = { ...prepareSearch({ header, target: new Uint8Array(32) }, step), top };
          expect(search(job, first, 8)).toEqual({
            tried: 8,
            hits: tops.flatMap((each, i) => (each <= top ? [i] : []))
          });
        }
      ),
      { numRuns: 300 }
    );
  });

  test('stops when its hit list is full', () => {
    const job = { ...prepareSearch(impossible, 1n), top: 0xffffffff };
    const { tried, hits } = createJsSearch()(job, 0n, 5000);
    expect(tried).toBe(1024);
    expect(hits).toHaveLength(1024);
  });
});

describe('createJsGrinder', () => {
  test('finds every solution of a range and counts every hash', async () => {
    const { nonces, hashes } = await collect(createJsGrinder(), easy, 3000n);
    const solutions = Array.from({ length: 3000 }, (_, i) => BigInt(i) * 1009n).filter(
      (nonce) => verifySolution(easy, nonce, 1009n).solved
    );
    expect(solutions.length).toBeGreaterThan(5);
    expect(nonces).toEqual(solutions);
    expect(hashes).toBe(3000n);
  });

  test('reports each nonce once if every hash meets the target', async () => {
    const work = { header: easy.header, target: new Uint8Array(32).fill(0xff) };
    const { nonces } = await collect(createJsGrinder(), work, 2500n);
    expect(nonces).toEqual(Array.from({ length: 2500 }, (_, i) => BigInt(i) * 1009n));
  });

  test('yields to timers and messages while searching, and ends on abort', async () => {
    const abort = new AbortController();
    setTimeout(() => abort.abort(), 20);
    let hashes = 0n;
    for await (const event of createJsGrinder().grind(impossible, ENDLESS, abort.signal)) {
      if (event.type === 'progress') hashes += event.hashes;
    }
    expect(abort.signal.aborted).toBe(true);
    expect(hashes).toBeGreaterThan(0n);
  });

  test('ends on close', async () => {
    const grinder = createJsGrinder();
    let events = 0;
    for await (const _ of grinder.grind(impossible, ENDLESS, never)) if (++events === 3) grinder.close();
    expect(events).toBe(3);
  });
});

describe('power', () => {
  test.each([1, 0.5, 0.1])('of %d is the duty cycle of the slices', async (share) => {
    let nowMs = 0;
    let busyMs = 0;
    const abort = new AbortController();
    const grinder = createCpuGrinder(
      { kind: 'js', label: 'fake' },
      (_, __, count) => {
        nowMs += count / 1000;
        busyMs += count / 1000;
        return { tried: count, hits: [] };
      },
      {
        now: () => nowMs,
        yield: () => Promise.resolve(),
        sleep: (ms) => {
          nowMs += ms;
          return Promise.resolve();
        }
      }
    );
    grinder.setPower(share);
    for await (const _ of grinder.grind(impossible, ENDLESS, abort.signal)) if (nowMs > 10_000) abort.abort();
    expect(busyMs / nowMs).toBeGreaterThan(share * 0.97);
    expect(busyMs / nowMs).toBeLessThan(Math.min(1.0001, share * 1.1));
  });
});

describe('systemScheduler', () => {
  test('sleep ends early on abort', async () => {
    const DAY_MS = 86_400_000;
    await systemScheduler.sleep(DAY_MS, AbortSignal.timeout(10));
    await systemScheduler.sleep(DAY_MS, AbortSignal.abort());
  });
});

test.each<[string, (grinder: Grinder, abort: AbortController) => void, isDone: boolean]>([
  ['full power continues', (grinder) => grinder.setPower(1), false],
  ['another power continues', (grinder) => grinder.setPower(0.7), false],
  ['closing the engine ends', (grinder) => grinder.close(), true],
  ['ending the search ends', (_, abort) => abort.abort(), true]
])('during its pause, %s immediately', async (_, change, isDone) => {
  const sleeping = Promise.withResolvers<void>();
  const scheduler = {
    now: () => 0,
    yield: async () => {},
    sleep: (_ms: number, signal: AbortSignal) => {
      sleeping.resolve();
      return new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
    }
  };
  const tryAll = (_job: unknown, _nonce: bigint, count: number) => ({ tried: count, hits: [] });
  const grinder = createCpuGrinder({ kind: 'js', label: 'test' }, tryAll, scheduler);
  grinder.setPower(0.5);
  const abort = new AbortController();
  const search = { header: new Uint8Array(80), target: new Uint8Array(32) };
  const range = { first: 0n, step: 1n, count: 1n << 60n };
  const events = grinder.grind(search, range, abort.signal)[Symbol.asyncIterator]();
  await events.next();
  const next = events.next();
  await sleeping.promise;
  change(grinder, abort);
  expect((await next).done).toBe(isDone);
});
