import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Hash256 } from '$lib/chain/ids';
import { packNodes, repackNodes, unpackNodes } from '$lib/storage/proofNodes';

const hash = fc.nat().map((n) => n.toString(16).padStart(64, '0') as Hash256);
// Some leaves close together and some far apart: rows that share much, and separate rows.
const place = fc.oneof(fc.nat({ max: 600 }), fc.nat({ max: 2 ** 40 }));
const key = fc.tuple(place, fc.nat({ max: 46 })).map(([at, height]) => at * 64 + height);
const nodes = fc.array(fc.tuple(key, hash), { maxLength: 200 }).map((entries) => new Map(entries));

test('nodes survive a round trip', () => {
  fc.assert(
    fc.property(nodes, (before) => {
      expect(unpackNodes([...packNodes('w', before)])).toEqual(before);
    })
  );
});

test('storing only changes yields the same as storing everything', () => {
  fc.assert(
    fc.property(nodes, nodes, fc.array(fc.nat()), (before, set, removals) => {
      const after = new Map([...before, ...set]);
      const keys = [...after.keys()];
      const removed = keys.length === 0 ? [] : removals.map((n) => keys[n % keys.length]!);
      for (const gone of removed) after.delete(gone);

      const stored = new Map([...packNodes('w', before)].map((row) => [row.bucket, row]));
      const { rows, empty } = repackNodes('w', [...set.keys(), ...removed], after);
      for (const row of rows) stored.set(row.bucket, row);
      for (const bucket of empty) stored.delete(bucket);
      expect(unpackNodes([...stored.values()])).toEqual(after);
      expect(stored.size).toBe([...packNodes('w', after)].length);
    }),
    { numRuns: 40 }
  );
});
