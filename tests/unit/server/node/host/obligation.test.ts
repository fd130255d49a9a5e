import { describe, expect, test } from 'vitest';
import { SECTOR_BYTES } from '$lib/api/daemon/hostLimits';
import { addressFromHash, VOID_ADDRESS } from '$lib/chain/address';
import type { FileContractId, TransactionId } from '$lib/chain/ids';
import { sectorsAt, type Formation, type Lifecycle, type Terms } from '$lib/server/node/host/formation';
import { accountAt, obligationAt } from '$lib/server/node/host/obligation';

const HOST = addressFromHash(new Uint8Array(32).fill(1));
const RENTER = addressFromHash(new Uint8Array(32).fill(2));
const terms: Terms = {
  contractPrice: 10n ** 18n,
  storagePrice: 3n,
  uploadPrice: 5n,
  downloadPrice: 7n,
  baseRpcPrice: 11n,
  sectorAccessPrice: 13n,
  collateral: 2n,
  accountFunding: 17n
};
const formation: Formation = {
  height: 97,
  renter: 0,
  terms,
  expiration: 200,
  deadline: 210,
  sectors: 6,
  locked: 10n ** 15n,
  due: 203
};
const life: Lifecycle = {
  id: '11'.repeat(32) as FileContractId,
  transactionId: '22'.repeat(32) as TransactionId,
  renterAddress: RENTER,
  confirmed: 100,
  revisions: [
    { height: 110, uploaded: 2, downloaded: 0 },
    // More than there is: all of it.
    { height: 120, uploaded: 0, downloaded: 5 },
    { height: 130, uploaded: 4, downloaded: 0 }
  ],
  lastRevision: 198,
  proof: 203,
  noticed: 205
};
const stored = (sectors: number, blocks: number) => BigInt(sectors) * SECTOR_BYTES * 3n * BigInt(blocks);
const risked = (sectors: number, blocks: number) => BigInt(sectors) * SECTOR_BYTES * 2n * BigInt(blocks);
const uploaded = (sectors: number) => BigInt(sectors) * SECTOR_BYTES * 5n + 11n;
const downloaded = (sectors: number) => BigInt(sectors) * (SECTOR_BYTES * 7n + 13n) + 11n;

describe('a contract', () => {
  test('earns for storage until its deadline, for traffic, and for the renter’s account once it is confirmed', () => {
    const nothing = { storage: 0n, upload: 0n, download: 0n, account: 0n, risked: 0n, sectors: 0 };
    const quiet = { received: 0, sent: 0, revisions: 0, fetches: 0 };
    expect(accountAt(formation, life, 99)).toEqual({ ...nothing, ...quiet });
    for (const height of [100, 109]) {
      expect(accountAt(formation, life, height)).toEqual({ ...nothing, ...quiet, account: 17n });
    }
    const first = { storage: stored(2, 100), upload: uploaded(2), risked: risked(2, 100), sectors: 2, received: 2 };
    expect(accountAt(formation, life, 110)).toEqual({ ...nothing, ...quiet, account: 17n, ...first, revisions: 1 });
    const fetched = { download: downloaded(2), sent: 2, fetches: 1 };
    expect(accountAt(formation, life, 129)).toEqual({
      ...nothing,
      ...quiet,
      account: 17n,
      ...first,
      revisions: 1,
      ...fetched
    });
    expect(accountAt(formation, life, 130)).toEqual({
      account: 17n,
      storage: stored(2, 100) + stored(4, 80),
      upload: uploaded(2) + uploaded(4),
      risked: risked(2, 100) + risked(4, 80),
      sectors: 6,
      received: 6,
      revisions: 2,
      ...fetched
    });
  });

  test('does not risk more than its collateral', () => {
    const locked = risked(2, 100) + 1n;
    expect(accountAt({ ...formation, locked }, life, 129).risked).toBe(risked(2, 100));
    expect(accountAt({ ...formation, locked }, life, 130).risked).toBe(locked);
  });

  test('whose host ran out of space stores what fits, at the price of that', () => {
    const capped = { ...formation, cap: 3 };
    expect(accountAt(capped, life, 130)).toMatchObject({
      storage: stored(2, 100) + stored(1, 80),
      upload: uploaded(2) + uploaded(1),
      sectors: 3,
      revisions: 2
    });
    expect(accountAt({ ...formation, cap: 2 }, life, 130)).toMatchObject({
      sectors: 2,
      revisions: 1,
      upload: uploaded(2)
    });
    expect([109, 110, 130, 300].map((height) => sectorsAt(capped, life, height))).toEqual([0, 2, 3, 3]);
    // What the renter paid in was fixed before.
    const paid = ({ validProofOutputs }: ReturnType<typeof obligationAt>) =>
      validProofOutputs.reduce((sum, { value }) => sum + value, 0n);
    expect(paid(obligationAt(capped, life, 130, HOST))).toBe(paid(obligationAt(formation, life, 130, HOST)));
  });

  test('that no block included earns nothing and stores nothing', () => {
    const rejected = { ...life, rejected: 109 };
    expect(accountAt(formation, rejected, 150)).toMatchObject({ storage: 0n, account: 0n, sectors: 0, revisions: 0 });
    expect(sectorsAt(formation, rejected, 150)).toBe(0);
    expect(obligationAt(formation, rejected, 300, HOST)).toMatchObject({
      originConfirmed: false,
      revisionConstructed: false,
      revisionConfirmed: false
    });
  });
});

describe('an obligation', () => {
  const at = (height: number, changes: Partial<Formation> = {}) =>
    obligationAt({ ...formation, ...changes }, life, height, HOST);

  test('has the terms of its contract, and what was transferred so far', () => {
    expect(at(130)).toMatchObject({
      id: life.id,
      transactionId: life.transactionId,
      contractCost: 10n ** 18n,
      lockedCollateral: 10n ** 15n,
      dataSize: 6n * SECTOR_BYTES,
      sectorRootsCount: 6,
      potentialAccountFunding: 17n,
      potentialStorageRevenue: stored(2, 100) + stored(4, 80),
      potentialUploadRevenue: uploaded(2) + uploaded(4),
      potentialDownloadRevenue: downloaded(2),
      riskedCollateral: risked(2, 100) + risked(4, 80),
      // The formation, two uploads and a download.
      revisionNumber: 4n,
      negotiationHeight: 97,
      expirationHeight: 200,
      proofDeadline: 210
    });
  });

  test('pays the renter what is left of a fifth more than needed, and without a proof burns storage revenue and risk', () => {
    const { validProofOutputs, missedProofOutputs } = at(129);
    const traffic = 17n + uploaded(2) + downloaded(2);
    const revenue = 10n ** 18n + traffic + stored(2, 100);
    const needed = revenue + stored(4, 80) + uploaded(4);
    const renter = { value: (needed * 120n) / 100n - revenue, address: RENTER };
    expect(validProofOutputs).toEqual([renter, { value: 10n ** 15n + revenue, address: HOST }]);
    expect(missedProofOutputs).toEqual([
      renter,
      { value: 10n ** 15n - risked(2, 100), address: HOST },
      { value: revenue + risked(2, 100), address: VOID_ADDRESS }
    ]);
  });

  test.each<[string, number, Partial<Formation>, Partial<ReturnType<typeof at>>]>([
    ['is unconfirmed', 99, {}, { originConfirmed: false, obligationStatus: 'obligationUnresolved' }],
    ['is confirmed', 100, {}, { originConfirmed: true, revisionConstructed: false, proofConstructed: false }],
    ['has no final revision yet', 197, {}, { revisionConstructed: false, revisionConfirmed: false }],
    ['has one', 198, {}, { revisionConstructed: true, revisionConfirmed: false }],
    ['has one in a block', 199, {}, { revisionConstructed: true, revisionConfirmed: true }],
    ['has none of its data stored', 199, { cap: 0 }, { dataSize: 0n }],
    [
      'has no proof before it is due',
      202,
      { proven: true },
      { proofConstructed: false, transactionFeesAdded: 0n as never }
    ],
    ['has one', 203, { proven: true }, { proofConstructed: true, proofConfirmed: false }],
    [
      'has one in a block, with its fee',
      204,
      { proven: true },
      { proofConfirmed: true, transactionFeesAdded: (3n * 10n ** 22n) as never }
    ],
    ['could not be proven', 204, { proven: false }, { proofConstructed: false, proofConfirmed: false }],
    ['was rejected', 204, { outcome: 'rejected' }, { obligationStatus: 'obligationRejected' }],
    ['succeeded', 206, { outcome: 'succeeded' }, { obligationStatus: 'obligationSucceeded' }],
    ['failed', 211, { outcome: 'failed' }, { obligationStatus: 'obligationFailed' }]
  ])('%s at height %i', (_, height, changes, expected) => {
    expect(at(height, changes)).toMatchObject(expected);
  });

  test('without data has no final revision', () => {
    const empty = { ...life, revisions: [] };
    expect(obligationAt(formation, empty, 199, HOST)).toMatchObject({ revisionConstructed: false, revisionNumber: 1n });
  });
});
