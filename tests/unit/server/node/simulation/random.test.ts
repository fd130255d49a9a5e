import { describe, expect, test } from 'vitest';
import { MarketRandom } from '$lib/server/node/simulation/random';

const random = new MarketRandom('seed');
const rolls = (label: string, of = random) => Array.from({ length: 10_000 }, (_, i) => of.unit(label, i));
const mean = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0) / numbers.length;

describe('the market’s random numbers', () => {
  test('are the same for the same seed, label and subject, in any order of calls', () => {
    const again = new MarketRandom('seed');
    again.unit('something else', 5);
    expect(again.unit('price', 3, 7)).toBe(random.unit('price', 3, 7));
    expect(again.hex('key', 1)).toBe(random.hex('key', 1));
  });

  test.each([
    ['seed', new MarketRandom('other').unit('price', 3, 7)],
    ['label', random.unit('size', 3, 7)],
    ['subject', random.unit('price', 4, 7)],
    ['time', random.unit('price', 3, 8)],
    ['order of subject and time', random.unit('price', 7, 3)]
  ])('differ for another %s', (_, other) => {
    expect(other).not.toBe(random.unit('price', 3, 7));
  });

  test('are uniform', () => {
    const numbers = rolls('fair');
    expect(mean(numbers)).toBeCloseTo(0.5, 1);
    for (let tenth = 0; tenth < 10; tenth++) {
      const share = numbers.filter((number) => Math.floor(number * 10) === tenth).length / numbers.length;
      expect(share).toBeGreaterThan(0.085);
      expect(share).toBeLessThan(0.115);
    }
  });

  test('of neighbors are uncorrelated', () => {
    const numbers = rolls('neighbours').map((number) => number - 0.5);
    expect(Math.abs(mean(numbers.slice(1).map((number, i) => number * numbers[i]!)))).toBeLessThan(0.005);
  });

  test('are normally distributed where intended', () => {
    const numbers = Array.from({ length: 5_000 }, (_, i) => random.normal('normal', i));
    expect(mean(numbers)).toBeCloseTo(0, 1);
    expect(mean(numbers.map((number) => number ** 2))).toBeCloseTo(1, 1);
  });

  test('stay within their bounds', () => {
    for (let i = 0; i < 1_000; i++) {
      expect([3, 4, 5]).toContain(random.integer(3, 6, 'integer', i));
      expect(random.between(-1, 1, 'between', i)).toBeGreaterThanOrEqual(-1);
      expect(random.logNormal(10, 2, 'log', i)).toBeGreaterThan(0);
    }
  });
});
