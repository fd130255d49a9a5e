import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { detectEngines, ENGINE_ORDER, openEngine } from '$lib/gpu/engines';
import type { Grinder, GrindWork, NonceRange } from '$lib/mining/grinder/grinder';
import { verifySolution } from '$lib/mining/grinder/verifySolution';
import { limitMs } from '../support/limits';

const STEP = 1009n;
const ENDLESS: NonceRange = { first: 0n, step: STEP, count: 1n << 54n };
const never = new AbortController().signal;
const randomHeader = () => crypto.getRandomValues(new Uint8Array(80));
const ascending = (a: bigint, b: bigint) => (a < b ? -1 : 1);

function solvedBelow(work: GrindWork, count: number): bigint[] {
  return Array.from({ length: count }, (_, i) => BigInt(i) * STEP).filter(
    (nonce) => verifySolution(work, nonce, STEP).solved
  );
}

describe.each(ENGINE_ORDER)('%s in workers', (kind) => {
  let grinder: Grinder;
  beforeEach(async () => {
    grinder = await openEngine(kind, 2);
  });
  afterEach(() => grinder.close());

  test('reports its engine', () => {
    expect(grinder.info.kind).toBe(kind);
    expect(grinder.info).toMatchObject(kind === 'webgpu' ? { adapter: { software: true } } : { workers: 2 });
  });

  test('searches a whole range and finds every solution', async () => {
    const work = { header: randomHeader(), target: new Uint8Array(32).fill(0xff).with(0, 0x01) };
    const found: bigint[] = [];
    let hashes = 0n;
    for await (const event of grinder.grind(work, { first: 0n, step: STEP, count: 5000n }, never)) {
      if (event.type === 'progress') hashes += event.hashes;
      else found.push(event.nonce);
    }
    expect(found.toSorted(ascending)).toEqual(solvedBelow(work, 5000));
    expect(hashes).toBe(5000n);
  });

  test('stops at once on abort and takes new work', async () => {
    const abort = new AbortController();
    const startedAtMs = Date.now();
    let events = 0;
    for await (const event of grinder.grind(
      { header: randomHeader(), target: new Uint8Array(32) },
      ENDLESS,
      abort.signal
    )) {
      expect(abort.signal.aborted).toBe(false);
      if (event.type === 'progress') {
        // The worker's clock and the page's differ.
        expect(event.completedAtMs).toBeGreaterThan(startedAtMs - 1000);
        expect(event.completedAtMs).toBeLessThan(Date.now() + 1000);
        if (++events === 10) abort.abort();
      }
    }
    const work = { header: randomHeader(), target: new Uint8Array(32).fill(0xff).with(0, 0x03) };
    const found: bigint[] = [];
    for await (const event of grinder.grind(work, { first: 0n, step: STEP, count: 1000n }, never)) {
      if (event.type === 'candidate') found.push(event.nonce);
    }
    expect(found.toSorted(ascending)).toEqual(solvedBelow(work, 1000));
  });

  test('power limits the share of time it works', async () => {
    for await (const _ of grinder.grind(
      { header: randomHeader(), target: new Uint8Array(32) },
      ENDLESS,
      AbortSignal.timeout(800)
    ));
    grinder.setPower(0.25);
    const startedAtMs = performance.now();
    const dispatches: number[] = [];
    for await (const event of grinder.grind(
      { header: randomHeader(), target: new Uint8Array(32) },
      ENDLESS,
      AbortSignal.timeout(limitMs(3000))
    )) {
      if (event.type === 'progress') dispatches.push(event.dispatchMs);
    }
    const elapsedMs = performance.now() - startedAtMs;
    const busyMs = dispatches.reduce((sum, ms) => sum + ms, 0);
    const threads = kind === 'webgpu' ? 1 : 2;
    // Of each thread, the last burst, of three dispatches at most, may have been cut off before its pause.
    expect(busyMs / threads).toBeLessThan(0.25 * elapsedMs + 3 * Math.max(...dispatches));
    expect(busyMs).toBeGreaterThan(0);
  });
});

test('lists every engine with the name of its adapter', async () => {
  const engines = await detectEngines();
  expect(engines.map(({ kind, available }) => [kind, available])).toEqual(ENGINE_ORDER.map((kind) => [kind, true]));
  expect(engines[0]).toMatchObject({ info: { adapter: { vendor: 'google', software: true } } });
});
