import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sampleHeights, seriesOf, summaryOf } from '$lib/explorer/heightSamples';

describe('sampled heights', () => {
  test('include both ends, ascending, distinct, evenly spaced, within the limit', () => {
    fc.assert(
      fc.property(fc.nat(1_000_000), fc.nat(1_000_000), fc.integer({ min: 2, max: 500 }), (from, span, most) => {
        const heights = sampleHeights(from, from + span, most);
        expect(heights.length).toBe(Math.min(most, span + 1));
        expect([heights[0], heights.at(-1)]).toEqual([from, from + span]);
        const steps = heights.slice(1).map((height, i) => height - heights[i]!);
        if (steps.length > 0) {
          expect(Math.min(...steps)).toBeGreaterThanOrEqual(1);
          expect(Math.max(...steps) - Math.min(...steps)).toBeLessThanOrEqual(1);
        }
      })
    );
  });

  test('a hundred thousand blocks take as many requests as a thousand', () => {
    expect(sampleHeights(0, 100_000, 240)).toHaveLength(240);
  });

  test('an empty range has none', () => expect(sampleHeights(5, 4, 10)).toEqual([]));
});

describe('statistics from samples', () => {
  const samples = [
    { height: 10, timestamp: 1000, childDifficulty: 100n },
    { height: 20, timestamp: 2000, childDifficulty: 300n },
    { height: 21, timestamp: 2050, childDifficulty: 300n }
  ];

  test('block times are means since the previous sample; work is cumulative', () => {
    expect(seriesOf(samples)).toEqual({
      heights: [10, 20, 21],
      difficulty: [100, 300, 300],
      blockSeconds: [null, 100, 50],
      work: [0, 2000, 2300]
    });
  });

  test('a summary in three numbers', () => {
    expect(summaryOf(samples)).toEqual({
      blocks: 11,
      meanBlockSeconds: 1050 / 11,
      work: 2300,
      hashesPerSecond: 2300 / 1050
    });
    expect(summaryOf(samples.slice(0, 1))).toBeUndefined();
    expect(summaryOf([samples[0]!, { ...samples[1]!, timestamp: 1000 }])?.hashesPerSecond).toBeUndefined();
  });
});
