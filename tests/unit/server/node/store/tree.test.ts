import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { TreeNode } from '$lib/consensus/accumulator/forest';
import { ChainStore } from '$lib/server/node/store/store';

/** The complete nodes of a forest of this many leaves; their hashes tell them apart. */
function* nodesOf(leaves: number): Generator<TreeNode> {
  for (let height = 0; 2 ** height <= leaves; height++) {
    for (let index = 0; (index + 1) * 2 ** height <= leaves; index++) {
      const hash = new Uint8Array(32).fill(0xff);
      new DataView(hash.buffer).setUint32(0, index);
      hash[4] = height;
      yield { height, index, hash };
    }
  }
}

/** What is stored of a forest that grew to this many leaves, and shrank again. */
function stored(leaves: number, shrunkTo = leaves): string[] {
  const store = new ChainStore(':memory:');
  store.transaction(() => {
    store.tree.put(nodesOf(leaves));
    store.tree.write();
    if (shrunkTo < leaves) store.tree.shrink(BigInt(leaves), BigInt(shrunkTo));
  });
  const rows = store.database.prepare('SELECT position, hex(hashes) AS hashes FROM tree ORDER BY position').all();
  store.close();
  return rows.map(({ position, hashes }) => `${position}: ${hashes}`);
}

const EDGES = [1, 2, 31, 32, 33, 63, 64, 65, 1_024, 2_047, 2_048, 2_049, 2_080];

test.each(EDGES)('a forest that shrank to %i leaves is stored like one that never had more', (leaves) => {
  for (const more of [1, 2, 31, 33, 100]) expect(stored(leaves + more, leaves)).toEqual(stored(leaves));
});

test('a forest of any size shrinks to any other', () => {
  const sizes = fc.tuple(fc.integer({ min: 1, max: 2_500 }), fc.integer({ min: 1, max: 2_500 }));
  fc.assert(
    fc.property(sizes, ([a, b]) => {
      const [less, more] = [Math.min(a, b), Math.max(a, b)];
      expect(stored(more, less)).toEqual(stored(less));
    }),
    { numRuns: 25 }
  );
});
