import { describe, expect, test } from 'vitest';
import { decodeStartInSteps } from '$lib/codec/decodeInSteps';
import {
  byteString,
  decodeStart,
  encode,
  fixedBytes,
  list,
  mapped,
  pointer,
  struct,
  u8,
  u64,
  type Layout
} from '$lib/codec/layout';
import { limited, longLayout } from '$lib/codec/longLayout';

/** The result or the error of all steps, and their number. */
function inSteps<T>(layout: Layout<T>, bytes: Uint8Array) {
  const work = decodeStartInSteps(layout, bytes);
  for (let steps = 1; ; steps++) {
    try {
      const step = work.next();
      if (step.done) return { steps, result: step.value };
    } catch (error) {
      return { steps, error };
    }
  }
}

function atOnce<T>(layout: Layout<T>, bytes: Uint8Array) {
  try {
    return { result: decodeStart(layout, bytes) };
  } catch (error) {
    return { error };
  }
}

const small = struct({ id: u64, flag: u8 });
const named = struct({ name: byteString, parts: list(small) });
const layout = struct({
  version: u8,
  nested: list(named),
  maybe: pointer(list(fixedBytes(32))),
  count: mapped(
    list(u64),
    (items) => items.length,
    (length) => Array<bigint>(length).fill(7n)
  ),
  own: longLayout(
    (w, values: number[]) => list(u8).write(w, values),
    function* (r, readPart) {
      return (yield* readPart(list(u8), r)).map((value) => value);
    }
  )
});
const valueOf = (length: number) => ({
  version: 1,
  nested: Array.from({ length: 3 }, (_, i) => ({
    name: Uint8Array.of(i),
    parts: Array.from({ length }, (_, j) => ({ id: BigInt(j), flag: j % 256 }))
  })),
  maybe: Array.from({ length }, (_, i) => new Uint8Array(32).fill(i)),
  count: length,
  own: Array.from({ length }, (_, i) => i % 256)
});

describe('a value', () => {
  test('that is short has one step', () => {
    const bytes = encode(layout, valueOf(3));
    expect(inSteps(layout, bytes)).toEqual({ steps: 1, result: { value: valueOf(3), length: bytes.length } });
    expect(inSteps(small, encode(small, { id: 1n, flag: 2 })).steps).toBe(1);
  });

  test('that is long has many, in each of its lists', () => {
    const bytes = encode(layout, valueOf(20_000));
    const { steps, result } = inSteps(layout, bytes);
    expect(result).toEqual({ value: valueOf(20_000), length: bytes.length });
    expect(steps).toBeGreaterThan(bytes.length / 20_000);
  });

  test('is decoded like in one step, wherever it is cut or wrong', () => {
    const bytes = encode(layout, valueOf(2));
    for (let length = 0; length < bytes.length; length++) {
      const cut = bytes.subarray(0, length);
      const { steps: _, ...found } = inSteps(layout, cut);
      expect(found).toEqual(atOnce(layout, cut));
    }
    for (let at = 0; at < bytes.length; at++) {
      const wrong = bytes.slice();
      wrong[at] = 0xff;
      const { steps: _, ...found } = inSteps(layout, wrong);
      expect(found).toEqual(atOnce(layout, wrong));
    }
  });

  test('that is limited is read up to the limit, and no further', () => {
    const bounded = struct({ before: u8, items: limited(8 + 64 * 1024, list(byteString)), after: u8 });
    const of = (length: number) => ({ before: 1, items: Array.from({ length }, () => new Uint8Array()), after: 2 });
    const most = encode(bounded, of(8 * 1024));
    expect(inSteps(bounded, most)).toMatchObject({ result: { length: most.length, value: of(8 * 1024) } });
    expect(atOnce(bounded, most)).toMatchObject({ result: { length: most.length } });
    expect(inSteps(bounded, most.subarray(0, -1)).result).toEqual({ missing: 1 });
    const longer = encode(bounded, of(80 * 1024));
    const tooLong = expect.objectContaining({ message: expect.stringContaining('longer than 65544 bytes') as string });
    expect(inSteps(bounded, longer)).toEqual({ steps: 1, error: tooLong });
    expect(atOnce(bounded, longer)).toEqual({ error: tooLong });
    // Before the limit, it is incomplete: a damaged length claims as much.
    expect(inSteps(bounded, longer.subarray(0, 1000)).result).toEqual({ missing: expect.any(Number) as number });
  });
});
