import fc from 'fast-check';
import { expect, test } from 'vitest';
import { appendPiece, splitIntoPieces } from '$lib/codec/pieces';

const anyValue = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 5, depthSize: 'small' },
    fc.string({ maxLength: 3 }),
    fc.bigInt(),
    fc.uint8Array({ maxLength: 3 }),
    fc.array(tie('value'), { maxLength: 8 }),
    fc.dictionary(fc.string({ maxLength: 3 }), tie('value'), { maxKeys: 4 })
  )
})).value;

/** A copy, as another thread receives it. */
const received = (value: unknown): unknown => structuredClone(value);

const sizeOf = (value: unknown): number =>
  Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype
    ? 1 + Object.values(value as object).reduce((sum: number, inner) => sum + sizeOf(inner), 0)
    : 1;

test('any value is reassembled exactly, and the original is unchanged', () => {
  fc.assert(
    fc.property(anyValue, fc.integer({ min: 2, max: 20 }), (value, maxValues) => {
      const before = structuredClone(value);
      const { rest, pieces } = splitIntoPieces(value, maxValues);
      const whole = received(rest);
      for (const piece of pieces) appendPiece(whole, received(piece) as typeof piece);
      expect(whole).toEqual(value);
      expect(value).toEqual(before);
    })
  );
});

test('pieces are small, wherever a value is large', () => {
  const element = { id: 'ab', proof: Array.from({ length: 20 }, String) };
  const block = {
    transactions: Array.from({ length: 500 }, () => ({ inputs: Array.from({ length: 10 }, () => element) }))
  };
  const { rest, pieces } = splitIntoPieces({ applied: Array.from({ length: 3 }, () => block) }, 1_000);
  expect(pieces.length).toBeGreaterThan(300);
  for (const part of [rest, ...pieces.map(({ items }) => items)]) expect(sizeOf(part)).toBeLessThan(1_100);
});
