import { describe, expect, test } from 'vitest';
import { SECTOR_BYTES } from '$lib/api/daemon/hostLimits';
import {
  lifecycleOf,
  memoizeLifecycles,
  riskedCollateral,
  type Formation,
  type Terms
} from '$lib/server/node/host/formation';
import { MarketRandom } from '$lib/server/node/simulation/random';

const formation: Formation = {
  height: 50,
  renter: 1,
  terms: { collateral: 2n } as Partial<Terms> as Terms,
  expiration: 500,
  deadline: 644,
  sectors: 40,
  locked: 0n,
  due: 0
};

/** Lifecycles of that contract in many markets. */
const lives = (changes: Partial<Formation> = {}, count = 400) =>
  Array.from({ length: count }, (_, i) => lifecycleOf(new MarketRandom(String(i)), { ...formation, ...changes }));

const share = <T>(items: readonly T[], isOne: (item: T) => boolean): number =>
  items.filter(isOne).length / items.length;

describe('a contract of the simulated market', () => {
  test('is confirmed one or two blocks later, and proven in the first five of its window', () => {
    const all = lives();
    expect(new Set(all.map(({ confirmed }) => confirmed))).toEqual(new Set([51, 52]));
    expect(new Set(all.map(({ proof }) => proof))).toEqual(new Set([501, 502, 503, 504]));
    expect(new Set(all.map(({ lastRevision }) => lastRevision))).toEqual(new Set([498]));
    // Even in a short window.
    expect(lives({ deadline: 502 }).every(({ proof }) => proof === 501)).toBe(true);
  });

  test('rarely fails to enter a block, and is given up twelve blocks later', () => {
    const all = lives();
    const rejected = all.filter((life) => life.rejected !== undefined);
    expect(new Set(rejected.map((life) => life.rejected))).toEqual(new Set([62]));
    expect(rejected.length / all.length).toBeGreaterThan(0.01);
    expect(rejected.length / all.length).toBeLessThan(0.08);
  });

  test('is recorded as ended two blocks after its proof, rarely half a day to three days after its deadline', () => {
    const all = lives();
    const prompt = all.filter(({ noticed, proof }) => noticed === proof + 2);
    const stale = all.filter((life) => !prompt.includes(life));
    expect(stale.length).toBeGreaterThan(0);
    expect(stale.length / all.length).toBeLessThan(0.05);
    for (const { noticed } of stale) expect([noticed >= 644 + 12, noticed < 644 + 72]).toEqual([true, true]);
    // By the deadline at the latest.
    expect(share(lives({ deadline: 502 }), ({ noticed }) => noticed === 502)).toBeGreaterThan(0.9);
  });

  test.each([0, 1, 5, 40])(
    'of %i sectors uploads all of them in its first half, and downloads what it may',
    (sectors) => {
      for (const { revisions, confirmed } of lives({ sectors }, 60)) {
        const uploads = revisions.filter(({ uploaded }) => uploaded > 0);
        const downloads = revisions.filter(({ downloaded }) => downloaded > 0);
        expect(uploads.length + downloads.length).toBe(revisions.length);
        expect(uploads.reduce((sum, { uploaded }) => sum + uploaded, 0)).toBe(sectors);
        expect(uploads.length).toBeLessThanOrEqual(Math.min(8, sectors));
        expect(downloads.length).toBeLessThanOrEqual(sectors === 0 ? 0 : 3);
        const heights = revisions.map(({ height }) => height);
        expect(heights).toEqual(heights.toSorted((a, b) => a - b));
        for (const { height } of uploads)
          expect([height > confirmed, height < confirmed + 1 + 225]).toEqual([true, true]);
        for (const { height } of downloads) expect([height > confirmed, height < 500 - 2]).toEqual([true, true]);
        for (const { downloaded } of downloads) expect(downloaded).toBeLessThanOrEqual(sectors);
        // Uploads come before downloads of the same block.
        revisions.forEach((one, i) => {
          const next = revisions[i + 1];
          if (next?.height === one.height) expect(one.uploaded).toBeGreaterThanOrEqual(next.uploaded);
        });
      }
    }
  );

  test('has up to eight uploads and three downloads', () => {
    const counts = lives().map(({ revisions }) => {
      const uploads = revisions.filter(({ uploaded }) => uploaded > 0).length;
      return [uploads, revisions.length - uploads] as const;
    });
    expect(new Set(counts.map(([uploads]) => uploads))).toEqual(new Set([2, 3, 4, 5, 6, 7, 8]));
    expect(new Set(counts.map(([, downloads]) => downloads))).toEqual(new Set([0, 1, 2, 3]));
  });

  test('uploads within five days, however long it is', () => {
    const uploads = lives({ expiration: 9_000, deadline: 9_144 }, 40).flatMap(({ revisions, confirmed }) =>
      revisions.filter(({ uploaded }) => uploaded > 0).map(({ height }) => height - confirmed)
    );
    expect(Math.max(...uploads)).toBeLessThanOrEqual(720);
    expect(Math.max(...uploads)).toBeGreaterThan(500);
  });

  test('that is very short uploads in its first block', () => {
    for (const { revisions, confirmed } of lives({ expiration: 53, deadline: 60 }, 40)) {
      for (const { height } of revisions) expect(height).toBe(confirmed + 1);
      // What is downloaded must have been uploaded.
      const isUpload = revisions.map(({ uploaded }) => uploaded > 0);
      expect(isUpload).toEqual(isUpload.toSorted((a, b) => Number(b) - Number(a)));
    }
  });

  test('always has the same life, computed once', () => {
    const find = memoizeLifecycles(new MarketRandom('a'));
    expect(find(formation)).toBe(find(formation));
    expect(find(formation)).toEqual(find({ ...formation }));
    expect(find({ ...formation, renter: 0 })).not.toEqual(find(formation));
  });
});

test('collateral is at risk until the deadline', () => {
  expect(riskedCollateral(formation.terms, 3, 10)).toBe(3n * SECTOR_BYTES * 2n * 10n);
  expect(riskedCollateral(formation.terms, 3, -1)).toBe(0n);
});
