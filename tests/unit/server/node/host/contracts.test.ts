import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { StorageObligation } from '$lib/api/daemon/host';
import { SECTOR_BYTES } from '$lib/api/daemon/hostLimits';
import { hastings, HASTINGS_PER_COIN } from '$lib/chain/currency/currency';
import { storageProofLeafIndex } from '$lib/chain/element/storageProofLeafIndex';
import type { FileContractId } from '$lib/chain/ids';
import { sectorsAt } from '$lib/server/node/host/formation';
import { financialMetrics, revenueOf } from '$lib/server/node/host/metrics';
import { acceptRenters } from '$lib/server/node/host/renters';
import type { MarketRandom } from '$lib/server/node/simulation/random';
import { momentAt, steppedHost, type SteppedHost } from '../../../../support/simulatedHost';

const total = (outputs: StorageObligation['validProofOutputs']): bigint =>
  outputs.reduce((sum, { value }) => sum + value, 0n);
const sum = (obligations: readonly StorageObligation[], amount: (obligation: StorageObligation) => bigint): bigint =>
  obligations.reduce((sofar, obligation) => sofar + amount(obligation), 0n);
const withStatus = (obligations: readonly StorageObligation[], ...statuses: string[]) =>
  obligations.filter(({ obligationStatus }) => statuses.includes(obligationStatus));
const OPEN = 'obligationUnresolved';
const SUCCEEDED = 'obligationSucceeded';
const FAILED = 'obligationFailed';
const REJECTED = 'obligationRejected';

/** The invariants of a host's contracts at any height. */
function checkContracts(host: SteppedHost): void {
  const { settings, capacity } = host.state;
  const obligations = host.obligations();
  const open = withStatus(obligations, OPEN);
  expect(new Set(obligations.map(({ id }) => id)).size).toBe(obligations.length);
  for (const obligation of obligations) {
    expect(total(obligation.validProofOutputs)).toBe(total(obligation.missedProofOutputs));
    for (const { value } of [...obligation.validProofOutputs, ...obligation.missedProofOutputs]) {
      expect(value >= 0n).toBe(true);
    }
    const [, hostOutput] = obligation.validProofOutputs;
    expect(hostOutput!.value).toBe(obligation.lockedCollateral + revenueOf(obligation));
    expect(obligation.riskedCollateral <= obligation.lockedCollateral).toBe(true);
    expect(obligation.lockedCollateral <= settings.maxCollateral).toBe(true);
    expect(obligation.dataSize).toBe(BigInt(obligation.sectorRootsCount) * SECTOR_BYTES);
    const { negotiationHeight, expirationHeight, proofDeadline } = obligation;
    expect(BigInt(proofDeadline) < BigInt(negotiationHeight) + settings.maxDuration).toBe(true);
    expect(BigInt(proofDeadline - expirationHeight) >= settings.windowSize).toBe(true);
    if (obligation.proofConfirmed) expect(obligation.proofConstructed && host.height > expirationHeight).toBe(true);
    if (obligation.revisionConfirmed) expect(obligation.revisionConstructed).toBe(true);
  }
  expect(sum(open, ({ lockedCollateral }) => lockedCollateral) <= settings.collateralBudget).toBe(true);
  expect(sum(open, ({ sectorRootsCount }) => BigInt(sectorRootsCount)) <= BigInt(capacity)).toBe(true);

  const metrics = financialMetrics(obligations);
  expect(metrics.contractCount).toBe(open.length);
  expect(metrics.lockedStorageCollateral).toBe(sum(open, ({ lockedCollateral }) => lockedCollateral));
  expect(metrics.riskedStorageCollateral).toBe(sum(open, ({ riskedCollateral }) => riskedCollateral));
  const potential =
    metrics.potentialContractCompensation +
    metrics.potentialAccountFunding +
    metrics.potentialStorageRevenue +
    metrics.potentialDownloadBandwidthRevenue +
    metrics.potentialUploadBandwidthRevenue;
  const earned =
    metrics.contractCompensation +
    metrics.accountFunding +
    metrics.storageRevenue +
    metrics.downloadBandwidthRevenue +
    metrics.uploadBandwidthRevenue;
  expect(potential).toBe(sum(open, revenueOf));
  expect(earned).toBe(sum(withStatus(obligations, SUCCEEDED), revenueOf));
  expect(metrics.lostRevenue).toBe(sum(withStatus(obligations, FAILED), revenueOf));
  expect(metrics.lostStorageCollateral).toBe(
    sum(withStatus(obligations, FAILED), ({ riskedCollateral }) => riskedCollateral)
  );
  expect(potential + earned + metrics.lostRevenue).toBe(
    sum(withStatus(obligations, OPEN, SUCCEEDED, FAILED), revenueOf)
  );
}

const coins = (max: bigint) => fc.bigInt({ min: 0n, max: max * HASTINGS_PER_COIN }).map(hastings);
const anySettings = fc.record({
  windowSize: fc.bigInt({ min: 0n, max: 300n }),
  maxDuration: fc.bigInt({ min: 0n, max: 2_000n }),
  maxCollateral: coins(2n),
  collateralBudget: coins(10n),
  minContractPrice: coins(1n),
  maxEphemeralAccountBalance: coins(1n)
});

describe('contracts', () => {
  test('are consistent at every height, with any settings', () => {
    fc.assert(
      fc.property(fc.string(), anySettings, fc.integer({ min: 0, max: 2_000 }), (seed, settings, capacity) => {
        const host = steppedHost({ seed, settings, capacity, canProve: (height) => height % 3 !== 0 });
        for (let stretch = 0; stretch < 12; stretch++) {
          host.pass(25);
          checkContracts(host);
        }
      }),
      { numRuns: 25 }
    );
  });

  test('pay out a constant sum and never shrink', () => {
    const host = steppedHost();
    const seen = new Map<string, StorageObligation>();
    const broken: string[] = [];
    const flags = ['originConfirmed', 'revisionConfirmed', 'proofConstructed', 'proofConfirmed'] as const;
    for (let block = 0; block < 400; block++) {
      host.pass(1);
      for (const now of host.obligations()) {
        const before = seen.get(now.id) ?? now;
        seen.set(now.id, now);
        const kept: Record<string, boolean> = {
          payout: total(now.validProofOutputs) === total(before.validProofOutputs),
          revision: now.revisionNumber >= before.revisionNumber,
          size: now.dataSize >= before.dataSize,
          revenue: revenueOf(now) >= revenueOf(before),
          flags: flags.every((flag) => now[flag] || !before[flag]),
          outcome: before.obligationStatus === OPEN || now.obligationStatus === before.obligationStatus,
          end: before.obligationStatus === OPEN || revenueOf(now) === revenueOf(before)
        };
        for (const [rule, holds] of Object.entries(kept)) if (!holds) broken.push(`${rule} of ${now.id} at ${block}`);
      }
    }
    expect(seen.size).toBeGreaterThan(50);
    expect(broken).toEqual([]);
  });

  test('end in every documented way, and some are stale for a while', () => {
    const host = steppedHost({ canProve: (height) => height < 600 });
    let stale = 0;
    for (let stretch = 0; stretch < 60; stretch++) {
      host.pass(20);
      stale += withStatus(host.obligations(), OPEN).filter(({ proofDeadline }) => proofDeadline < host.height).length;
    }
    const obligations = host.obligations();
    for (const status of [OPEN, SUCCEEDED, FAILED, REJECTED]) {
      expect([status, withStatus(obligations, status).length > 0]).toEqual([status, true]);
    }
    expect(stale).toBeGreaterThan(0);
    for (const rejected of withStatus(obligations, REJECTED)) {
      expect(rejected).toMatchObject({ originConfirmed: false, dataSize: 0n, transactionFeesAdded: 0n });
    }
    for (const failed of withStatus(obligations, FAILED)) {
      expect(failed).toMatchObject({ proofConstructed: false, proofConfirmed: false });
      expect(host.height > failed.proofDeadline).toBe(true);
    }
    for (const succeeded of withStatus(obligations, SUCCEEDED)) {
      expect(succeeded).toMatchObject({ originConfirmed: true, proofConstructed: true, proofConfirmed: true });
    }
    checkContracts(host);
  });

  test('are proven with the sector that the block draws', () => {
    const proven: { height: number; contract: FileContractId; position: number }[] = [];
    const host = steppedHost({ canProve: (height, name) => proven.push({ height, ...name }) > 0 });
    host.pass(500);
    const sizes = new Map(host.obligations().map(({ id, dataSize }) => [id, dataSize]));
    expect(proven.length).toBeGreaterThan(5);
    for (const { height, contract, position } of proven) {
      const leaf = storageProofLeafIndex(contract, momentAt(height).id, sizes.get(contract)!);
      expect(BigInt(position)).toBe((leaf * 64n) / SECTOR_BYTES);
    }
    expect(new Set(proven.map(({ position }) => position)).size).toBeGreaterThan(5);
  });

  test('are the same for the same seed, and different for another', () => {
    const runs = ['a', 'a', 'b'].map((seed) => {
      const host = steppedHost({ seed });
      host.pass(150);
      return host.obligations();
    });
    expect(runs[0]!.length).toBeGreaterThan(20);
    expect(runs[1]).toEqual(runs[0]);
    expect(runs[2]).not.toEqual(runs[0]);
  });

  test('are fewer at higher prices', () => {
    const formed = [1n, 4n, 20n].map((factor) => {
      const host = steppedHost({
        settings: { minStoragePrice: hastings(11_574_074_074n * factor) },
        capacity: 100_000
      });
      host.pass(500);
      return host.obligations().length;
    });
    expect(formed[0]).toBeGreaterThan(2 * formed[1]!);
    expect(formed[1]).toBeGreaterThan(formed[2]!);
  });

  test.each<[string, Parameters<typeof steppedHost>[0]]>([
    ['accepts none', { settings: { acceptingContracts: false } }],
    ['has no space', { capacity: 0 }],
    ['offers no collateral budget', { settings: { collateralBudget: hastings(0n) } }],
    ['allows too short a duration only', { settings: { maxDuration: 168n } }],
    ['cannot be reached', { settings: { netAddress: 'nowhere.invalid:9982' } }]
  ])('are not formed by a host that %s', (_, options) => {
    const usual = steppedHost();
    const host = steppedHost(options);
    for (const each of [usual, host]) each.pass(100);
    expect(usual.obligations().length).toBeGreaterThan(0);
    expect(host.obligations()).toEqual([]);
  });

  test.each<[string, Parameters<typeof steppedHost>[0]]>([
    // 24 blocks, and the window of 144 in which the proof is due.
    ['allows just the shortest duration', { settings: { maxDuration: 169n } }],
    ['has space for one sector', { capacity: 1 }]
  ])('are formed by a host that %s', (_, options) => {
    const host = steppedHost(options);
    host.pass(100);
    expect(host.obligations().length).toBeGreaterThan(0);
    checkContracts(host);
  });

  test('are formed as long as their collateral fits the budget', () => {
    const { state, lives } = steppedHost({ capacity: 100_000 });
    // Two renters, who accept any offer.
    const random = { chance: () => true, unit: () => 0.5 } as Partial<MarketRandom> as MarketRandom;
    const after = (collateralBudget = state.settings.collateralBudget) => {
      const settings = { ...state.settings, collateralBudget };
      const { open, calls } = acceptRenters({ random, lives }, { ...state, settings }, 100);
      return { locked: open.map(({ locked }) => locked), formed: calls.formed + calls.renewed, refused: calls.errors };
    };
    const [locked] = after().locked;
    expect(after(hastings(2n * locked!))).toEqual({ locked: [locked, locked], formed: 2, refused: 0 });
    expect(after(hastings(2n * locked! - 1n))).toEqual({ locked: [locked], formed: 1, refused: 1 });
  });

  test('stop growing when the folders are full', () => {
    const host = steppedHost();
    host.pass(40);
    const grown = host.state.open.find((formation) => sectorsAt(formation, host.lives(formation), 40) > 2)!;
    const id = host.lives(grown).id;
    const before = host.obligations().find((obligation) => obligation.id === id)!;
    host.act({ type: 'full', caps: new Map([[`${grown.height}/${grown.renter}`, before.sectorRootsCount]]) });
    host.pass(400);
    const after = host.obligations().find((obligation) => obligation.id === id)!;
    expect(after.dataSize).toBe(before.dataSize);
    expect(total(after.validProofOutputs)).toBe(total(before.validProofOutputs));
    checkContracts(host);
  });
});
