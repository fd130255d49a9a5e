import { describe, expect, test } from 'vitest';
import { Pieces, type Piece } from '$lib/gpu/pieces';

/** All pieces that are left, of at most `max` nonces each. */
const rest = (pieces: Pieces, fullSize: number, max = fullSize): Piece[] => {
  const taken: Piece[] = [];
  for (let piece = pieces.take(fullSize, max); piece; piece = pieces.take(fullSize, max)) taken.push(piece);
  return taken;
};

describe('a range', () => {
  test('is taken in pieces of full size, and a smaller last one, which tunes nothing', () => {
    const pieces = new Pieces(10n);
    expect(rest(pieces, 4)).toEqual([
      { from: 0n, count: 4, isFullSize: true },
      { from: 4n, count: 4, isFullSize: true },
      { from: 8n, count: 2, isFullSize: false }
    ]);
    expect(pieces.isEmpty).toBe(true);
  });

  test('is taken in pieces of at most as many nonces as can be reported, which tune nothing', () => {
    expect(rest(new Pieces(6n), 4, 3)).toEqual([
      { from: 0n, count: 3, isFullSize: false },
      { from: 3n, count: 3, isFullSize: false }
    ]);
  });

  test('beyond 2^53 is taken exactly', () => {
    const pieces = new Pieces(1n << 60n);
    pieces.take(1, 1);
    expect(pieces.take(4, 4)).toMatchObject({ from: 1n, count: 4 });
  });
});

test('a piece with too many hits is searched again in halves, first half first, before the rest', () => {
  const pieces = new Pieces(9n);
  const [first] = [pieces.take(5, 5)!, pieces.take(5, 5)];
  expect(pieces.isEmpty).toBe(true);
  pieces.splitAgain(first);
  expect(pieces.isEmpty).toBe(false);
  expect(rest(pieces, 5)).toEqual([
    { from: 0n, count: 3, isFullSize: false },
    { from: 3n, count: 2, isFullSize: false }
  ]);
});
