import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  checkProduct,
  FACTOR_NAMES,
  factorsOf,
  log10,
  weakestFactor,
  type FactorName
} from '$lib/services/hostdb/score';
import { formatMagnitude } from '$lib/messages/magnitude';

type Factors = Partial<Record<FactorName, number>>;
const ones = Object.fromEntries(FACTOR_NAMES.map((name) => [name, 1])) as Record<FactorName, number>;
const breakdown = (factors: Factors) => ({ score: 0n, conversionRate: 50, ...ones, ...factors });
const factors = (changes: Factors) => factorsOf(breakdown(changes));

test('bar lengths are between −1 and 1, and longer for larger effects', () => {
  const list = factors({ priceAdjustment: 1e-24, collateralAdjustment: 1e100, uptimeAdjustment: 0.85 });
  const reach = Object.fromEntries(list.map((factor) => [factor.name, factor.reach]));
  expect(reach.collateralAdjustment).toBe(1);
  expect(reach.ageAdjustment).toBe(0);
  expect(reach.priceAdjustment).toBeLessThan(reach.uptimeAdjustment!);
  expect(reach.priceAdjustment).toBeGreaterThan(-1);
  expect(reach.uptimeAdjustment).toBeLessThan(0);
});

test('a factor of 0 has a full bar, even alone', () => {
  expect(factors({ acceptContractAdjustment: 0 })[0]).toEqual({
    name: 'acceptContractAdjustment',
    value: 0,
    reach: -1
  });
});

test.each<[string, Factors, FactorName | undefined]>([
  ['none below 1', {}, undefined],
  ['the smallest', { ageAdjustment: 0.5, uptimeAdjustment: 0.4, versionAdjustment: 0.99999 }, 'uptimeAdjustment'],
  ['0 is decisive', { acceptContractAdjustment: 0, uptimeAdjustment: 0.1 }, 'acceptContractAdjustment'],
  ['on a common scale, prices count like the rest', { priceAdjustment: 0.2, uptimeAdjustment: 0.5 }, 'priceAdjustment'],
  [
    'with a factor above 1, prices have their own scale',
    { collateralAdjustment: 1e100, priceAdjustment: 1e-24, ageAdjustment: 0.001 },
    'ageAdjustment'
  ]
])('the weakest: %s', (_, changes, name) => {
  expect(weakestFactor(factors(changes))?.name).toBe(name);
});

/** A score from a real node. */
function recorded() {
  const lines = readFileSync(join(import.meta.dirname, '../../../samples/daemon/hostdb.jsonl'), 'utf8')
    .trim()
    .split('\n');
  const exchange = lines.map((line) => JSON.parse(line)).find(({ name }) => name === 'hostdb.host');
  return JSON.parse(exchange.response.body).scorebreakdown as Record<string, number & string>;
}

test('a recorded breakdown multiplies to its score, and not if a factor is changed', () => {
  const wire = recorded();
  const of = (name: FactorName) =>
    Number(wire[name === 'priceAdjustment' ? 'pricesmultiplier' : name.toLowerCase()] ?? NaN);
  const changes = Object.fromEntries(FACTOR_NAMES.map((name) => [name, of(name)])) as Factors;
  const score = BigInt(wire.score!);
  expect(checkProduct(score, factors(changes))).toEqual({ outcome: 'agrees' });
  const other = checkProduct(score, factors({ ...changes, uptimeAdjustment: 0.8 }));
  expect(other.outcome).toBe('differs');
  expect(other).toHaveProperty('log10Times', expect.closeTo(Math.log10(0.85 / 0.8), 6));
});

test.each<[bigint, Factors, 'agrees' | 'differs']>([
  [1n, {}, 'agrees'],
  [0n, { uptimeAdjustment: 0.5 }, 'agrees'],
  [1n, { acceptContractAdjustment: 0 }, 'agrees'],
  [2n, { acceptContractAdjustment: 0 }, 'differs'],
  [1000n, { collateralAdjustment: 1000.4 }, 'agrees'],
  [1000n, { collateralAdjustment: 1002 }, 'differs'],
  [100_000n, { uptimeAdjustment: 0.5 }, 'differs']
])('score %s with %j %s', (score, changes, outcome) => {
  expect(checkProduct(score, factors(changes)).outcome).toBe(outcome);
});

test('a rounded product matches, for any factors', () => {
  const factor = fc.double({ min: 1e-4, max: 1, noNaN: true });
  fc.assert(
    fc.property(factor, factor, fc.double({ min: 1, max: 1e30, noNaN: true }), (age, uptime, collateral) => {
      const list = factors({ ageAdjustment: age, uptimeAdjustment: uptime, collateralAdjustment: collateral });
      expect(checkProduct(BigInt(Math.round(age * uptime * collateral)), list)).toEqual({ outcome: 'agrees' });
    })
  );
});

test.each<[number | bigint, string]>([
  [0, '0'],
  [1, '1'],
  [0.85, '0.85'],
  [0.99999, '0.99999'],
  [0.0010288065843621398, '0.00103'],
  [2.352901029809892e-8, '2.35 × 10⁻⁸'],
  [4.3811193274118704e100, '4.38 × 10¹⁰⁰'],
  [99_999, '99999'],
  [9.999e7, '1.00 × 10⁸'],
  [6146608526463470649210184154527270642003501876043049781530497908736n, '6.15 × 10⁶⁶'],
  [12n, '12']
])('%s reads %s', (value, text) => {
  expect(formatMagnitude(value)).toBe(text);
});

test('logarithms of integers beyond the range of a number', () => {
  expect(log10(10n ** 400n)).toBeCloseTo(400, 10);
  expect(log10(5n)).toBeCloseTo(Math.log10(5), 12);
  expect(log10(0n)).toBe(-Infinity);
});
