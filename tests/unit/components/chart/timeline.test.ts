import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { describeLife, layoutLife, scaleOf, type Life } from '$lib/components/chart/timeline';

const height = fc.nat(1_000_000);
const life: fc.Arbitrary<Life> = fc
  .tuple(height, height, fc.option(fc.nat(5000), { nil: undefined }), fc.array(height))
  .map(([a, b, window, heights]) => ({
    start: Math.min(a, b),
    end: Math.max(a, b),
    ...(window !== undefined && { proofDeadline: Math.max(a, b) + window }),
    events: heights.map((height) => ({ height, label: 'event' }))
  }));

describe('a lifetime on a scale', () => {
  test('stays within the scale, in order, at any scale', () => {
    fc.assert(
      fc.property(life, height, height, height, (one, from, to, now) => {
        const {
          segments,
          points,
          now: at
        } = layoutLife(one, { from: Math.min(from, to), to: Math.max(from, to) }, now);
        for (const { left, width, past } of segments) {
          expect(left).toBeGreaterThanOrEqual(0);
          expect(left + width).toBeLessThanOrEqual(100 + 1e-9);
          expect(past).toBeGreaterThanOrEqual(0);
          expect(past).toBeLessThanOrEqual(1);
        }
        const [stored, proof] = segments;
        if (stored && proof) expect(proof.left).toBeCloseTo(stored.left + stored.width);
        for (const left of [...points.map((point) => point.left), at ?? 0]) {
          expect(left).toBeGreaterThanOrEqual(0);
          expect(left).toBeLessThanOrEqual(100);
        }
      })
    );
  });

  test('a common scale contains every lifetime and the current height', () => {
    fc.assert(
      fc.property(fc.array(life), height, (lives, now) => {
        const scale = scaleOf(lives, now);
        for (const one of lives) {
          expect(one.start).toBeGreaterThan(scale.from);
          expect(one.proofDeadline ?? one.end).toBeLessThan(scale.to);
        }
        expect(layoutLife({ start: 0, end: 1 }, scale, now).now).toBeDefined();
      })
    );
  });

  test.each([
    [100, 0, 0],
    [150, 0.5, 0],
    [200, 1, 0],
    [225, 1, 0.5],
    [300, 1, 1]
  ])('at height %i, the segments show how much has passed', (now, stored, proof) => {
    const { segments } = layoutLife({ start: 100, end: 200, proofDeadline: 250 }, { from: 0, to: 400 }, now);
    expect(segments.map(({ kind, left, width, past }) => [kind, left, width, past])).toEqual([
      ['stored', 25, 25, stored],
      ['proof', 50, 12.5, proof]
    ]);
  });

  test('leaves out events and the current height if they are off the scale', () => {
    const events = [50, 150, 250].map((height) => ({ height, label: 'e', state: 'due' as const }));
    expect(layoutLife({ start: 0, end: 300, events }, { from: 100, to: 200 }, 50)).toEqual({
      segments: [{ kind: 'stored', left: 0, width: 100, past: 0 }],
      points: [{ left: 50, state: 'due' }],
      now: undefined
    });
  });
});

test.each([
  [50, 'starts in 50 blocks'],
  [199, '1 block left'],
  [200, 'proof window open for 1,000 more blocks'],
  [1201, 'ended 1 block ago']
])('at height %i, the text is "%s"', (now, words) => {
  const one: Life = { start: 100, end: 200, proofDeadline: 1200, events: [{ height: 150, label: 'revised' }] };
  expect(describeLife(one, now)).toBe(`Stored from block 100 to 200, proof due by 1,200, revised at 150; ${words}.`);
});
