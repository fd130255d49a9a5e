import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hastings } from '$lib/chain/currency/currency';
import {
  conversionRate,
  hostScore,
  DEFAULT_DEMAND,
  type HostRecord,
  type ScoredOffer
} from '$lib/server/node/simulation/score';

const offer: ScoredOffer = {
  acceptingContracts: true,
  maxDuration: 25_920n,
  remainingStorage: 10n ** 12n,
  storagePrice: hastings(41_666_666_666n),
  collateral: hastings(83_333_333_333n),
  maxCollateral: hastings(10n ** 27n),
  contractPrice: hastings(2n * 10n ** 23n),
  uploadBandwidthPrice: hastings(25n * 10n ** 12n),
  downloadBandwidthPrice: hastings(9n * 10n ** 13n),
  baseRpcPrice: hastings(10n ** 17n),
  sectorAccessPrice: hastings(2n * 10n ** 18n),
  version: '1.5.9'
};
const record: HostRecord = { ageBlocks: 1_000, uptime: 0.99, successfulInteractions: 100, failedInteractions: 2 };
const score = (changes: Partial<ScoredOffer> = {}, history: Partial<HostRecord> = {}) =>
  hostScore({ ...offer, ...changes }, { ...record, ...history });

describe('the score of a host', () => {
  test('is the product of its factors, rounded down', () => {
    const amount = fc.bigInt(0n, 10n ** 25n).map(hastings);
    const offers = fc.record({ storagePrice: amount, uploadBandwidthPrice: amount, collateral: amount });
    fc.assert(
      fc.property(offers, fc.double({ min: 0, max: 1, noNaN: true }), (changes, uptime) => {
        const { score: total, ...factors } = score(changes, { uptime });
        const product = Object.values(factors).reduce((sofar, factor) => sofar * factor, 1);
        expect(total).toBe(BigInt(Math.floor(product)));
      })
    );
  });

  test.each([
    'storagePrice',
    'uploadBandwidthPrice',
    'downloadBandwidthPrice',
    'contractPrice',
    'baseRpcPrice',
    'sectorAccessPrice'
  ] as const)('never rises with %s, and falls with a large increase', (price) => {
    const factor = fc.integer({ min: 0, max: 5_000 }).map((thousandths) => BigInt(thousandths));
    fc.assert(
      fc.property(factor, factor, (a, b) => {
        const [low, high] = a <= b ? [a, b] : [b, a];
        const at = (thousandths: bigint) => score({ [price]: hastings((offer[price] * thousandths) / 1000n) }).score;
        expect(at(high)).toBeLessThanOrEqual(at(low));
      })
    );
    expect(score({ [price]: hastings(offer[price] * 20n) }).score).toBeLessThan(score().score);
  });

  test.each<[string, Partial<ScoredOffer>, Partial<HostRecord>]>([
    ['no new contracts', { acceptingContracts: false }, {}],
    ['contracts that are too short', { maxDuration: BigInt(DEFAULT_DEMAND.blocks) - 1n }, {}],
    ['no free space', { remainingStorage: 0n }, {}],
    ['no collateral', { collateral: hastings(0n) }, {}],
    ['no uptime', {}, { uptime: 0 }]
  ])('is zero with %s', (_, changes, history) => {
    expect(score(changes, history).score).toBe(0n);
  });

  test.each<[string, Partial<ScoredOffer>, Partial<HostRecord>]>([
    ['less collateral', { collateral: hastings(10n ** 10n) }, {}],
    ['less free space', { remainingStorage: 10n ** 10n }, {}],
    ['an older version', { version: '1.5.6' }, {}],
    ['an unknown version', { version: '0.1' }, {}],
    ['less uptime', {}, { uptime: 0.9 }],
    ['less age', {}, { ageBlocks: 10 }],
    ['more failures', {}, { failedInteractions: 20 }]
  ])('falls with %s', (_, changes, history) => {
    const fallen = score(changes, history).score;
    expect(fallen).toBeGreaterThan(0n);
    expect(fallen).toBeLessThan(score().score);
  });
});

describe('the conversion rate', () => {
  test.each<[string, bigint, bigint[], number]>([
    ['of a host without a score is zero', 0n, [5n], 0],
    ['is zero where no host has a score', 0n, [0n], 0],
    ['of the only host is 100', 5n, [], 100],
    ['of one of two equal hosts is 50, for one contract', 5n, [5n], 50]
  ])('%s', (_, own, others, expected) => {
    expect(conversionRate(own, others, 1)).toBeCloseTo(expected);
  });

  test('rises with the score and with the number of contracts', () => {
    expect(conversionRate(6n, [5n, 5n], 2)).toBeGreaterThan(conversionRate(5n, [5n, 5n], 2));
    expect(conversionRate(5n, [5n, 5n], 3)).toBeGreaterThan(conversionRate(5n, [5n, 5n], 2));
  });
});
