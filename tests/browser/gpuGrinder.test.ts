import { blake2b } from '@noble/hashes/blake2.js';
import { expect, onTestFinished, test } from 'vitest';
import { systemScheduler } from '$lib/async/scheduler';
import { AppError } from '$lib/errors';
import { bestShape, calibrate } from '$lib/gpu/calibrate';
import { openDevice } from '$lib/gpu/device';
import { createGpuGrinder, openGpuGrinder } from '$lib/gpu/gpuGrinder';
import type { GpuGrinderOptions } from '$lib/gpu/gpuGrinder';
import type { Candidate, Grinder, GrindProgress, GrindWork, NonceRange } from '$lib/mining/grinder/grinder';
import { DEFAULT_SHAPE, type KernelShape } from '$lib/mining/grinder/kernelShape';
import { verifySolution, withNonce } from '$lib/mining/grinder/verifySolution';
import { limitMs } from '../support/limits';

const STEP = 1009n;
const ENDLESS: NonceRange = { first: 0n, step: STEP, count: 1n << 54n };
const never = new AbortController().signal;

const randomHeader = () => crypto.getRandomValues(new Uint8Array(80));
const targetOf = (...bytes: number[]) =>
  new Uint8Array(32)
    .fill(0xff)
    .with(0, bytes[0] ?? 0xff)
    .with(1, bytes[1] ?? 0xff);
const impossible = (): GrindWork => ({ header: randomHeader(), target: new Uint8Array(32) });

async function open(
  options?: GpuGrinderOptions,
  shape?: KernelShape
): Promise<{ grinder: Grinder; device: GPUDevice }> {
  const { device, adapter } = await openDevice(navigator.gpu);
  const grinder = await createGpuGrinder(device, { kind: 'webgpu', label: 'under test', adapter, shape }, options);
  onTestFinished(() => grinder.close());
  return { grinder, device };
}

/** Searches a range to its end. */
async function exhaust(grinder: Grinder, work: GrindWork, range: NonceRange) {
  const nonces: bigint[] = [];
  let hashes = 0n;
  for await (const event of grinder.grind(work, range, never)) {
    if (event.type === 'candidate') nonces.push(event.nonce);
    else hashes += event.hashes;
  }
  return { nonces: nonces.toSorted((a, b) => (a < b ? -1 : 1)), hashes };
}

/** The nonces of a range whose full hash meets the target, computed on the CPU. */
function winners(work: GrindWork, range: NonceRange): bigint[] {
  return Array.from({ length: Number(range.count) }, (_, i) => range.first + BigInt(i) * range.step).filter(
    (nonce) => verifySolution(work, nonce, STEP).solved
  );
}

test('reports every nonce once if every hash meets the target', async () => {
  const { grinder } = await open();
  const range = { first: 5n * STEP, step: STEP, count: 3000n };
  const { nonces, hashes } = await exhaust(grinder, { header: randomHeader(), target: targetOf() }, range);
  expect(nonces).toEqual(Array.from({ length: 3000 }, (_, i) => STEP * BigInt(i + 5)));
  expect(hashes).toBe(3000n);
});

test('splits and repeats a dispatch with more hits than the list holds', async () => {
  const { grinder } = await open({ maxNonces: () => 2048 });
  const range = { first: 0n, step: STEP, count: 5000n };
  const { nonces, hashes } = await exhaust(grinder, { header: randomHeader(), target: targetOf() }, range);
  expect(nonces).toEqual(Array.from({ length: 5000 }, (_, i) => STEP * BigInt(i)));
  expect(hashes).toBe(5000n);
});

test('reports two hits in one dispatch', async () => {
  const { grinder } = await open();
  const range = { first: 0n, step: STEP, count: 16_384n };
  const work = { header: randomHeader(), target: targetOf(0, 0x10) };
  while (winners(work, range).length !== 2) work.header = randomHeader();
  const dispatches: number[] = [];
  const found: bigint[] = [];
  let hits = 0;
  for await (const event of grinder.grind(work, range, never)) {
    if (event.type === 'candidate') {
      hits++;
      if (verifySolution(work, event.nonce, STEP).solved) found.push(event.nonce);
    } else {
      dispatches.push(hits);
      hits = 0;
    }
  }
  expect(found.toSorted((a, b) => (a < b ? -1 : 1))).toEqual(winners(work, range));
  expect(dispatches).toEqual([2]);
});

test('agrees with the reference hash across 2^64', async () => {
  const { grinder } = await open({}, { workgroupSize: 32, noncesPerInvocation: 8 });
  const work = { header: randomHeader(), target: targetOf(0x0f) };
  const range = { first: (1n << 64n) - 500n * STEP, step: STEP, count: 1000n };
  const tops = Array.from({ length: 1000 }, (_, i) => BigInt.asUintN(64, range.first + BigInt(i) * STEP)).filter(
    (nonce) => (blake2b(withNonce(work.header, nonce), { dkLen: 32 })[0] ?? 0xff) <= 0x0f
  );
  const { nonces } = await exhaust(grinder, work, range);
  expect(nonces).toEqual(tops.toSorted((a, b) => (a < b ? -1 : 1)));
});

test('an abort ends the search at once, and the next search reports only its own results', async () => {
  const { grinder } = await open();
  for (let round = 0; round < 3; round++) {
    const abort = new AbortController();
    let progress = 0;
    for await (const event of grinder.grind(impossible(), ENDLESS, abort.signal)) {
      expect(abort.signal.aborted).toBe(false);
      if (event.type === 'progress' && ++progress === 5) setTimeout(() => abort.abort(), 10);
    }
    const range = { first: 0n, step: STEP, count: 2000n };
    const work = { header: randomHeader(), target: targetOf(0x03) };
    expect((await exhaust(grinder, work, range)).nonces).toEqual(winners(work, range));
  }
});

test('an already aborted signal searches nothing', async () => {
  const { grinder } = await open();
  for await (const _ of grinder.grind(impossible(), ENDLESS, AbortSignal.abort())) expect.unreachable();
});

test('dispatches grow from a small first one while they finish faster than planned', async () => {
  // With this clock, every device is fast enough.
  const now = () => systemScheduler.now() / 100;
  const { grinder } = await open({ scheduler: { ...systemScheduler, now } });
  let first: bigint | undefined;
  for await (const event of grinder.grind(impossible(), ENDLESS, never)) {
    if (event.type !== 'progress') continue;
    first ??= event.hashes;
    // Dispatches that complete together are reported as one, which alone is not growth.
    if (event.hashes >= 8n * first) return;
  }
  expect.unreachable();
});

test('power limits the share of time the device works', async () => {
  const share = 0.2;
  const { grinder } = await open();
  for await (const _ of grinder.grind(impossible(), ENDLESS, AbortSignal.timeout(1000)));
  grinder.setPower(share);
  const startedAtMs = performance.now();
  const dispatches: number[] = [];
  for await (const event of grinder.grind(impossible(), ENDLESS, AbortSignal.timeout(limitMs(3000)))) {
    if (event.type === 'progress') dispatches.push(event.dispatchMs);
  }
  const elapsedMs = performance.now() - startedAtMs;
  const busyMs = dispatches.reduce((sum, ms) => sum + ms, 0);
  // The last burst, of three, may have been cut off before its pause.
  expect(busyMs).toBeLessThan(share * elapsedMs + 3 * Math.max(...dispatches));
  expect(busyMs).toBeGreaterThan(0);
});

test('measures every shape, and keeps the default unless another is clearly faster', async () => {
  const { device } = await openDevice(navigator.gpu);
  onTestFinished(() => device.destroy());
  const tooLarge = { workgroupSize: 2 * device.limits.maxComputeInvocationsPerWorkgroup, noncesPerInvocation: 1 };
  const slow = { workgroupSize: 1, noncesPerInvocation: 1 };
  const rates = await calibrate(device, () => performance.now(), [tooLarge, DEFAULT_SHAPE, slow]);
  expect(rates.map(({ shape }) => shape)).toHaveLength(2);
  expect(rates.every(({ noncesPerMs }) => noncesPerMs > 0 && Number.isFinite(noncesPerMs))).toBe(true);
  const rate = (shape: KernelShape, noncesPerMs: number) => ({ shape, noncesPerMs });
  expect(bestShape([rate(slow, 101), rate(DEFAULT_SHAPE, 100)])).toBe(DEFAULT_SHAPE);
  expect(bestShape([rate(slow, 110), rate(DEFAULT_SHAPE, 100)])).toBe(slow);
  expect(bestShape([])).toBe(DEFAULT_SHAPE);
});

test('a lost device is reported with its code, now and in later searches', async () => {
  const { grinder, device } = await open();
  const search = async (onProgress: () => void) => {
    for await (const event of grinder.grind(impossible(), ENDLESS, never)) if (event.type === 'progress') onProgress();
  };
  await expect(search(() => device.destroy())).rejects.toMatchObject({ code: 'gpu/device-lost', reason: 'destroyed' });
  await expect(search(() => {})).rejects.toMatchObject({ code: 'gpu/device-lost' });
});

test('a device lost while idle is reported immediately', async () => {
  const { grinder, device } = await open();
  // After the first dispatch, it pauses for longer than any test may take.
  grinder.setPower(1e-9);
  const search = async () => {
    for await (const _ of grinder.grind(impossible(), ENDLESS, never)) setTimeout(() => device.destroy(), 1000);
  };
  await expect(search()).rejects.toMatchObject({ code: 'gpu/device-lost' });
});

test('a device error ends the search with its code', async () => {
  const { grinder, device } = await open();
  const search = async () => {
    for await (const _ of grinder.grind(impossible(), ENDLESS, never)) device.createBuffer({ size: 4, usage: 0xffff });
  };
  await expect(search()).rejects.toMatchObject({ code: 'gpu/operation' });
});

test('close ends a search without an error and refuses another', async () => {
  const { grinder } = await open();
  let events = 0;
  for await (const _ of grinder.grind(impossible(), ENDLESS, never)) if (++events === 3) grinder.close();
  expect(events).toBe(3);
  const next = grinder.grind(impossible(), ENDLESS, never)[Symbol.asyncIterator]().next();
  await expect(next).rejects.toMatchObject({ code: 'gpu/closed' });
});

test.each<[string, GPU | undefined, string]>([
  ['no WebGPU', undefined, 'gpu/unsupported'],
  ['no adapter', { requestAdapter: () => Promise.resolve(null) } as unknown as GPU, 'gpu/no-adapter'],
  [
    'an adapter request that fails',
    { requestAdapter: () => Promise.reject(new Error('off')) } as unknown as GPU,
    'gpu/no-adapter'
  ]
])('%s has an error code', async (_, gpu, code) => {
  const error = await openGpuGrinder(gpu).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(AppError);
  expect(error).toMatchObject({ code });
});

test('a search emits only progress and candidates', async () => {
  const { grinder } = await open();
  const kinds = new Set<(GrindProgress | Candidate)['type']>();
  const work = { header: randomHeader(), target: targetOf(0x7f) };
  for await (const event of grinder.grind(work, { first: 0n, step: STEP, count: 500n }, never)) kinds.add(event.type);
  expect([...kinds].toSorted()).toEqual(['candidate', 'progress']);
});
