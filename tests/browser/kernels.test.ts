import { blake2b } from '@noble/hashes/blake2.js';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDevice } from '$lib/gpu/device';
import { createSearchPipeline } from '$lib/gpu/pipeline';
import { openWasmSearch } from '$lib/gpu/wasmGrinder';
import { createJsSearch } from '$lib/mining/grinder/jsGrinder';
import { DEFAULT_SHAPE, type KernelShape } from '$lib/mining/grinder/kernelShape';
import { prepareSearch } from '$lib/mining/grinder/search';
import type { Search, SearchJob } from '$lib/mining/grinder/search';
import { WASM_SCHEDULES } from '$lib/mining/grinder/wasmSchedule';
import { decodeHex } from '$lib/codec/bytes';
import vectors from '../vectors/header.json';

const HEADERS = 10_000;
const NONCES = 4;

/**
 * A target with 40 leading zero bits is filtered by its first 32: every nonce with that many is passed on, and the full
 * hash decides. The second header has exactly that case.
 */
const RARE = [
  {
    zeros: 20,
    header: vectors.mined[3]!.firstHeaderMeetingTarget.hex,
    nonce: BigInt(vectors.mined[3]!.firstHeaderMeetingTarget.nonce)
  },
  {
    zeros: 40,
    header:
      '0b30557a9fc4e90e33587da2c7ec11365b80a5caef14395e83a8cdf2173c61860000000000000000d3f81d42678cb1d6fb20456a8fb4d9fe23486d92b7dc01264b7095badf04294e7398bde2072c5176',
    nonce: 2386171192872n
  }
];

/** The first four digest bytes, as a big-endian number, of the header with each of `count` nonces. */
function digestTops(header: Uint8Array, first: bigint, step: bigint, count: number): number[] {
  const copy = Uint8Array.from(header);
  const view = new DataView(copy.buffer);
  return Array.from({ length: count }, (_, i) => {
    view.setBigUint64(32, BigInt.asUintN(64, first + BigInt(i) * step), true);
    const digest = blake2b(copy, { dkLen: 32 });
    return new DataView(digest.buffer, digest.byteOffset).getUint32(0);
  });
}

const randomBytes = (length: number) => crypto.getRandomValues(new Uint8Array(length));
const randomU64 = () => new DataView(randomBytes(8).buffer).getBigUint64(0);

/** A target that begins with these 32 bits; the filter ignores the rest. */
function targetFrom(top: number): Uint8Array {
  const target = new Uint8Array(32).fill(0xff);
  new DataView(target.buffer).setUint32(0, top);
  return target;
}

interface Case {
  readonly job: SearchJob;
  readonly first: bigint;
  readonly count: number;
  readonly expected: readonly number[];
}

/**
 * A case whose filter equals the digest of one of its nonces, or is one below it: an engine that gets a single one of
 * the 32 bits wrong reports a different set.
 */
function makeCase(header: Uint8Array, first: bigint, step: bigint, count: number, exact: boolean): Case {
  const tops = digestTops(header, first, step, count);
  const pivot = tops[Math.floor(count / 2)] ?? 0;
  const top = exact || pivot === 0 ? pivot : pivot - 1;
  const expected = tops.flatMap((each, i) => (each <= top ? [i] : []));
  return { job: prepareSearch({ header, target: targetFrom(top) }, step), first, count, expected };
}

const randomCases = Array.from({ length: HEADERS }, (_, i) =>
  makeCase(randomBytes(80), randomU64(), i % 2 ? 1009n : randomU64(), NONCES, i % 3 > 0)
);

const boundaryCases = [1n, 1009n, 100_900_000n, 0xffff_fff1n, 0x1_0000_0001n, 0xffff_ffff_ffff_fc0fn].flatMap(
  (step) => [
    ...[0n, 1n << 32n, 3n << 32n, 0xffff_ffffn << 32n, 1n << 63n].map((boundary) => {
      const start = BigInt.asUintN(64, boundary - 100n * step);
      return makeCase(randomBytes(80), start, step, 200, true);
    }),
    ...[1n, 2n, 150n].map((k) => makeCase(randomBytes(80), (1n << 64n) - 1009n * k, step, 200, true))
  ]
);

/** Each engine as a function from a case to the indexes it reports. */
const engines = new Map<string, (each: Case) => Promise<readonly number[]>>();
const cpu = (search: Search) => async (each: Case) => search(each.job, each.first, each.count).hits;
/** Workgroup size and nonces per invocation: some of the shapes that are benchmarked, and odd ones. */
const SHAPES_TESTED: readonly KernelShape[] = [
  DEFAULT_SHAPE,
  { workgroupSize: 256, noncesPerInvocation: 1 },
  { workgroupSize: 64, noncesPerInvocation: 16 },
  { workgroupSize: 1, noncesPerInvocation: 1 },
  { workgroupSize: 100, noncesPerInvocation: 3 }
];
const WASM = WASM_SCHEDULES.map((schedule) => `WASM/${schedule}`);
const nameOf = ({ workgroupSize, noncesPerInvocation }: KernelShape) => `WGSL/${workgroupSize}x${noncesPerInvocation}`;
let device: GPUDevice;

beforeAll(async () => {
  device = (await openDevice(navigator.gpu)).device;
  for (const shape of SHAPES_TESTED) {
    const pipeline = await createSearchPipeline(device, shape);
    const free = Array.from({ length: 32 }, () => pipeline.createSlot());
    engines.set(nameOf(shape), async ({ job, first, count }) => {
      const slot = free.pop();
      if (slot === undefined) throw new Error('more runs than slots');
      const { indexes } = await slot.run(job, first, count);
      free.push(slot);
      return indexes.toSorted((a, b) => a - b);
    });
  }
  for (const schedule of WASM_SCHEDULES) engines.set(`WASM/${schedule}`, cpu(await openWasmSearch(schedule)));
  engines.set('JavaScript', cpu(createJsSearch()));
});
afterAll(() => device.destroy());

/** Runs the cases 32 at a time and returns those whose hits differ. */
async function disagreements(engine: string, cases: readonly Case[]): Promise<Case[]> {
  const run = engines.get(engine);
  if (run === undefined) throw new Error(`no engine ${engine}`);
  const wrong: Case[] = [];
  for (let i = 0; i < cases.length; i += 32) {
    await Promise.all(
      cases.slice(i, i + 32).map(async (each) => {
        if ((await run(each)).join() !== each.expected.join()) wrong.push(each);
      })
    );
  }
  return wrong;
}

describe.each(['WGSL/64x1', 'WGSL/64x16', ...WASM, 'JavaScript'])('%s agrees with @noble/hashes', (engine) => {
  test(`on ${HEADERS} random headers`, async () => {
    expect(await disagreements(engine, randomCases)).toEqual([]);
  });
});

test('all kernels agree with the full hash for any header, target and nonce range', async () => {
  const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
  const u64 = fc.bigInt({ min: 0n, max: (1n << 64n) - 1n });
  const range = fc.integer({ min: 1, max: 200 });
  await fc.assert(
    fc.asyncProperty(bytes(80), bytes(32), u64, u64, range, async (header, target, first, step, count) => {
      const job = prepareSearch({ header, target }, step);
      const wanted = new DataView(target.buffer).getUint32(0);
      const expected = digestTops(header, first, step, count).flatMap((each, i) => (each <= wanted ? [i] : []));
      for (const run of engines.values()) expect(await run({ job, first, count, expected })).toEqual(expected);
    }),
    { numRuns: 60 }
  );
});

describe.each([...SHAPES_TESTED.map(nameOf), ...WASM, 'JavaScript'])('%s', (engine) => {
  test('agrees around multiples of 2^32 and at 2^64, with small and large steps', async () => {
    expect(await disagreements(engine, boundaryCases)).toEqual([]);
  });

  test.each([0, 8])('agrees on a target with %i leading zero bits', async (zeros) => {
    const header = randomBytes(80);
    const top = 2 ** (32 - zeros) - 1;
    const count = zeros === 0 ? 200 : 4000;
    const first = 1009n * (randomU64() / 2018n);
    const job = prepareSearch({ header, target: targetFrom(top) }, 1009n);
    const expected = digestTops(header, first, 1009n, count).flatMap((each, i) => (each <= top ? [i] : []));
    expect(expected.length).toBeGreaterThan(zeros === 0 ? 199 : 0);
    expect(await disagreements(engine, [{ job, first, count, expected }])).toEqual([]);
  });

  // Headers known to hash that low, among nonces that do not.
  test.each(RARE)('finds the one nonce of a target with $zeros leading zero bits', async ({ zeros, header, nonce }) => {
    const target = new Uint8Array(32).fill(0xff);
    for (let bit = 0; bit < zeros; bit++) target[bit >> 3] = (target[bit >> 3] ?? 0) & ~(0x80 >> (bit & 7));
    const job = prepareSearch({ header: decodeHex(header), target }, 1009n);
    expect(job.top).toBe(Math.floor(2 ** (32 - zeros) - 2 ** -10));
    expect(digestTops(decodeHex(header), nonce, 1009n, 1)[0]).toBeLessThanOrEqual(job.top);
    const first = nonce - 1009n * 1234n;
    expect(await disagreements(engine, [{ job, first, count: 4000, expected: [1234] }])).toEqual([]);
  });

  // Where index times step exceeds 2^32, and where workgroups fill more than one row.
  const deep = [1009n, 100_900_000n, 0xffff_fff1n, 0x1_0000_0001n, 0xffff_ffff_ffff_fc0fn];
  test.runIf(engine !== 'JavaScript').each(deep)('finds a nonce at a high index with a step of %d', async (step) => {
    const { header, nonce } = RARE[1]!;
    const index = 98_765;
    const first = BigInt.asUintN(64, nonce - step * BigInt(index));
    const job = prepareSearch({ header: decodeHex(header), target: targetFrom(0) }, step);
    expect(await disagreements(engine, [{ job, first, count: 100_000, expected: [index] }])).toEqual([]);
  });
});
