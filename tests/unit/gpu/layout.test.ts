import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { adapterLabel, describeAdapter } from '$lib/gpu/device';
import { encodeParams, PARAMS, PARAMS_BYTES } from '$lib/gpu/params';
import { arrangeGroups } from '$lib/gpu/pipeline';
import { decodeHits, HIT_SLOTS, HITS_BYTES, maxNonces } from '$lib/gpu/results';
import { FOLDED_WORDS } from '$lib/mining/kernel/fold.gen';

const shader = readFileSync(new URL('../../../src/lib/gpu/kernel/grind.wgsl', import.meta.url), 'utf8');
const generated = readFileSync(new URL('../../../src/lib/gpu/kernel/blake2b.gen.wgsl', import.meta.url), 'utf8');

describe('Params', () => {
  test('has the offsets declared in the shader', () => {
    const body = /struct Params \{[^\n]*\n([^}]*)\}/.exec(shader)?.[1] ?? '';
    const stated = [...body.matchAll(/^\s*(\w+):.*@(\d+)/gm)].map(([, name, offset]) => [name, Number(offset)]);
    expect(Object.fromEntries(stated)).toEqual(PARAMS);
  });

  test('follows the alignment rules of a uniform buffer', () => {
    // vec2u aligns to 8 bytes, vec4u and arrays to 16 (WGSL, memory layout).
    expect(PARAMS).toEqual({ first: 0, step: 8, count: 16, top: 20, folded: 32 });
    const vectors = Number(/FOLDED_VECTORS = (\d+)/.exec(generated)?.[1]);
    expect(vectors).toBe(Math.ceil(FOLDED_WORDS / 2));
    expect(PARAMS_BYTES).toBe(PARAMS.folded + 16 * vectors);
  });

  test('is written little-endian, word by word', () => {
    const folded = BigUint64Array.from({ length: FOLDED_WORDS }, (_, i) => BigInt(i + 1) << 32n);
    const view = new DataView(encodeParams({ folded, top: 0xdeadbeef, step: 0x1_0000_03f1n }, 0x0102030405060708n, 77));
    expect(view.byteLength).toBe(208);
    expect(view.getUint32(0, true)).toBe(0x05060708);
    expect(view.getUint32(4, true)).toBe(0x01020304);
    expect([view.getUint32(8, true), view.getUint32(12, true)]).toEqual([1009, 1]);
    expect([view.getUint32(16, true), view.getUint32(20, true)]).toEqual([77, 0xdeadbeef]);
    expect([view.getUint32(32, true), view.getUint32(36, true)]).toEqual([0, 1]);
    expect(view.getUint32(32 + 8 * 20 + 4, true)).toBe(21);
  });
});

describe('Hits', () => {
  const list = (count: number, ...indexes: number[]) => {
    const words = new Uint32Array(HITS_BYTES / 4).fill(0xaaaa);
    words.set([count, ...indexes]);
    return words.buffer;
  };

  test('are limited to the counted ones', () => {
    expect(decodeHits(list(0, 5))).toEqual({ indexes: [], overflowed: false });
    expect(decodeHits(list(2, 7, 3, 9))).toEqual({ indexes: [7, 3], overflowed: false });
  });

  test('report an overflow of the list', () => {
    expect(decodeHits(list(HIT_SLOTS)).overflowed).toBe(false);
    expect(decodeHits(list(HIT_SLOTS + 1)).overflowed).toBe(true);
    expect(decodeHits(list(HIT_SLOTS + 1)).indexes).toHaveLength(HIT_SLOTS);
  });

  test('limit the dispatch size by their expected number', () => {
    expect(maxNonces(0xffffffff)).toBe(127);
    expect(maxNonces(0x00ffffff)).toBe(32_640);
    expect(maxNonces(0)).toBeGreaterThan(2 ** 32);
  });
});

describe('arrangeGroups', () => {
  test.each([1, 5, 65_535, 65_536, 100_003, 1 << 24])(
    'covers %d groups within the limit, with little excess',
    (groups) => {
      const [x, y] = arrangeGroups(groups, 65_535);
      expect(x * y).toBeGreaterThanOrEqual(groups);
      expect(x * y - groups).toBeLessThan(y);
      expect(Math.max(x, y)).toBeLessThanOrEqual(65_535);
    }
  );
});

describe('adapterLabel', () => {
  const info = (facts: Partial<GPUAdapterInfo>): GPUAdapterInfo =>
    ({
      vendor: '',
      architecture: '',
      device: '',
      description: '',
      isFallbackAdapter: false,
      ...facts
    }) as GPUAdapterInfo;

  test.each([
    [info({ vendor: 'nvidia', architecture: 'lovelace' }), 'nvidia lovelace', false],
    [info({ vendor: 'apple', description: 'Apple M4 Max' }), 'Apple M4 Max', false],
    [info({ vendor: 'google', architecture: 'swiftshader' }), 'google swiftshader', true],
    [info({ vendor: 'mesa', description: 'llvmpipe (LLVM 15)' }), 'llvmpipe (LLVM 15)', true],
    [info({ vendor: 'x', isFallbackAdapter: true }), 'x', true],
    [info({}), '', false]
  ])('%#', (info, label, software) => {
    const facts = describeAdapter(info);
    expect([adapterLabel(facts), facts.software]).toEqual([label, software]);
  });
});
