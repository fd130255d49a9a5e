import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hastings, HASTINGS_PER_COIN } from '$lib/chain/currency/currency';
import type { EngineInfo } from '$lib/mining/grinder/grinder';
import {
  dailyBalance,
  dailyReward,
  engineWatts,
  miningWatts,
  parseElectricity
} from '$lib/services/mining/electricity';

const gpu = (label: string, software = false): EngineInfo => ({
  kind: 'webgpu',
  label,
  adapter: { vendor: '', architecture: '', description: label, software }
});
const cpu: EngineInfo = { kind: 'wasm', label: 'WebAssembly SIMD', workers: 7 };
const coins = (count: bigint) => hastings(count * HASTINGS_PER_COIN);

describe('power', () => {
  test.each([
    ['NVIDIA GeForce RTX 4070 Ti', 285],
    ['NVIDIA GeForce RTX 4070', 200],
    ['AMD Radeon RX 7900 XTX (radeonsi, navi31)', 355],
    ['AMD Radeon RX 7600 (radeonsi, navi33)', 165],
    ['AMD Radeon RX 7600 XT', 190],
    ['Intel(R) Arc(TM) A770 Graphics (DG2)', 225],
    ['NVIDIA GeForce RTX 4070 Laptop GPU', undefined],
    ['AMD Radeon RX 6600M', undefined],
    ['AMD Radeon RX 7600S', undefined],
    ['Intel(R) Arc(TM) A770M Graphics', undefined],
    ['nvidia lovelace', undefined],
    ['', undefined]
  ])('of the adapter "%s" is %s W', (label, watts) => expect(engineWatts(gpu(label))).toBe(watts));

  test('of a CPU is proportional to its cores', () =>
    expect(engineWatts({ ...cpu, workers: 14 })).toBe(2 * engineWatts(cpu)!));

  test('of a software adapter is unknown, despite its name', () =>
    expect(engineWatts(gpu('RTX 4090', true))).toBeUndefined());

  test('of a team is the sum, or unknown if one is unknown', () => {
    const team = (member: EngineInfo): EngineInfo => ({ kind: 'together', label: '', members: [member, cpu] });
    expect(engineWatts(team(gpu('RTX 4070')))).toBe(200 + engineWatts(cpu)!);
    expect(engineWatts(team(gpu('amd rdna-3')))).toBeUndefined();
  });

  test('is the user’s own number, whatever the engine', () => {
    expect(miningWatts(80, gpu(''), 0.5)).toBe(80);
    expect(miningWatts(undefined, gpu('RTX 4070'), 0.5)).toBe(100);
  });
});

describe('the daily reward', () => {
  test('is the share of the blocks found at the hash rate', () =>
    // 86,400 s at 1,000 H/s and 43,200,000 hashes per block: two blocks.
    expect(dailyReward(1_000, 43_200_000n, coins(30_000n))).toBe(coins(60_000n)));

  const difficulty = fc.bigInt(1n, 1n << 80n);
  const rate = fc.integer({ min: 0, max: 2 ** 48 });

  test('grows with the rate and falls with the difficulty', () =>
    fc.assert(
      fc.property(rate, rate, difficulty, difficulty, (a, b, c, d) => {
        const [slow, fast] = [Math.min(a, b), Math.max(a, b)];
        const [easy, hard] = c < d ? [c, d] : [d, c];
        const of = (hashesPerSecond: number, hashes: bigint) => dailyReward(hashesPerSecond, hashes, coins(300_000n));
        expect(of(slow, easy)).toBeLessThanOrEqual(of(fast, easy));
        expect(of(fast, hard)).toBeLessThanOrEqual(of(fast, easy));
      })
    ));

  test('is exact: over the time to one block it adds up to one block, rounded down each day', () =>
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2 ** 40 }), fc.bigInt(1n, 1_000n), (hashesPerSecond, days) => {
        const perDay = dailyReward(hashesPerSecond, BigInt(hashesPerSecond) * 86_400n * days, coins(1n));
        const lost = HASTINGS_PER_COIN - perDay * days;
        expect(lost >= 0n && lost < days).toBe(true);
      })
    ));

  test('is zero without a hash rate', () => expect(dailyReward(0, 1n, coins(1n))).toBe(0n));
});

describe('the daily balance', () => {
  test('compares the electricity with the coins', () =>
    expect(dailyBalance(500, coins(10n), { pricePerKwh: 0.25, pricePerCoin: 0.5 }, false)).toEqual({
      energy: 12,
      cost: 3,
      reward: coins(10n),
      costPerCoin: expect.closeTo(0.3, 9) as number,
      result: expect.closeTo(2, 9) as number
    }));

  test('has no result without a coin price', () => {
    const { cost, costPerCoin, result } = dailyBalance(500, coins(10n), { pricePerKwh: 0.25 }, false);
    expect([cost, costPerCoin, result]).toEqual([3, expect.closeTo(0.3, 9), undefined]);
  });

  test('has no result without an electricity price or a reward, and no cost per coin without coins', () => {
    expect(dailyBalance(500, coins(10n), { pricePerCoin: 1 }, false).result).toBeUndefined();
    expect(dailyBalance(500, undefined, { pricePerKwh: 1, pricePerCoin: 1 }, false).result).toBeUndefined();
    expect(dailyBalance(500, coins(0n), { pricePerKwh: 1 }, false).costPerCoin).toBeUndefined();
  });

  test('is a loss of all electricity if coins have no value, whatever was typed', () =>
    expect(dailyBalance(1_000, coins(10n), { pricePerKwh: 0.5, pricePerCoin: 9 }, true).result).toBe(-12));

  test('never improves with more power at a price', () =>
    fc.assert(
      fc.property(fc.nat(5_000), fc.nat(5_000), fc.integer({ min: 1, max: 200 }), (a, b, cents) => {
        const result = (watts: number) =>
          dailyBalance(watts, coins(7n), { pricePerKwh: cents / 100, pricePerCoin: 1 }, false).result!;
        expect(result(Math.max(a, b))).toBeLessThanOrEqual(result(Math.min(a, b)));
      })
    ));
});

test('stored settings are read without invalid parts', () => {
  const settings = { currency: 'EUR', watts: 120, pricePerKwh: 0.3, pricePerCoin: 0.004 };
  expect(parseElectricity(JSON.parse(JSON.stringify(settings)))).toEqual(settings);
  expect(parseElectricity({ currency: ' € ', watts: -1, pricePerKwh: 'x', pricePerCoin: null })).toEqual({
    currency: '€'
  });
  expect(parseElectricity({ currency: '', watts: 100_001, pricePerKwh: 1e300, pricePerCoin: 1_000_000_001 })).toEqual({
    currency: ''
  });
  expect([parseElectricity(null), parseElectricity({ watts: 3 })]).toEqual([undefined, undefined]);
});
