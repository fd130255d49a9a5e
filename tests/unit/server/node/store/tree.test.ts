import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { TreeNode } from '$lib/consensus/accumulator/forest';
import { ChainStore } from '$lib/server/node/store/store';
import { packTree } from '$lib/server/node/store/tree';
import { startWriter } from '$lib/server/node/store/writes/writerThread';
import { temporaryFolder } from '../../../../support/temporary';

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

const hashOf = (height: number, index: number): string =>
  `${index.toString(16).padStart(8, '0')}${height.toString(16).padStart(2, '0')}`.padEnd(64, 'f');

const FAULT = new Error('a fault');

/** The rows, after these changes in one transaction each. */
function rowsAfter(...changes: ((tree: ChainStore['tree']) => void)[]): string[] {
  const store = new ChainStore(':memory:');
  for (const change of changes) {
    try {
      store.transaction(() => change(store.tree));
    } catch (error) {
      expect(error).toBe(FAULT);
    }
  }
  const rows = rowsOf(store);
  store.close();
  return rows;
}

const rowsOf = ({ database }: ChainStore): string[] =>
  database
    .prepare('SELECT position, hex(hashes) AS hashes FROM tree ORDER BY position')
    .all()
    .map(({ position, hashes }) => `${position}: ${hashes}`);

/** What is stored of a forest that grew to this many leaves, and shrank again. */
const stored = (leaves: number, shrunkTo = leaves): string[] =>
  rowsAfter((tree) => {
    tree.put(nodesOf(leaves));
    tree.write();
    if (shrunkTo < leaves) tree.shrink(BigInt(leaves), BigInt(shrunkTo));
  });

test('a forest that grows and shrinks in the same transaction is stored like one that never had more', () => {
  const grown = rowsAfter((tree) => {
    tree.put(nodesOf(100));
    tree.shrink(100n, 40n);
  });
  expect(grown).toEqual(stored(40));
});

test('a forest that grows again has nothing of what it had before it shrank', () => {
  const again = rowsAfter(
    (tree) => tree.put(nodesOf(100)),
    (tree) => tree.shrink(100n, 33n),
    (tree) => tree.put(nodesOf(70))
  );
  expect(again).toEqual(stored(70));
});

test('of a file of earlier versions, with a row for each of more than ten thousand nodes, none is lost', () => {
  const store = new ChainStore(':memory:');
  const { database } = store;
  database.exec('BEGIN; CREATE TABLE tree_nodes (position INTEGER PRIMARY KEY, hash BLOB NOT NULL) STRICT');
  const insert = database.prepare('INSERT INTO tree_nodes VALUES (?, ?)');
  for (const { height, index, hash } of nodesOf(5_050)) insert.run(height * 2 ** 46 + index, hash as Uint8Array);
  packTree(database);
  database.exec('COMMIT');
  expect(rowsOf(store)).toEqual(stored(5_050));
  store.close();
});

test('of a transaction that fails, nothing is stored with the next one', () => {
  const rows = rowsAfter(
    (tree) => tree.put(nodesOf(3)),
    (tree) => {
      tree.put(nodesOf(70));
      throw FAULT;
    },
    (tree) => tree.write()
  );
  expect(rows).toEqual(stored(3));
});

test('what another thread has stored of a chunk is read from then on', async () => {
  const store = new ChainStore(join(temporaryFolder('tree'), 'chain.sqlite'), startWriter);
  store.transaction(() => store.tree.put(nodesOf(2)));
  store.send(
    store.record(() => store.tree.put(nodesOf(4))),
    (error) => expect(error).toBeUndefined()
  );
  expect(() => store.tree.roots(4n)).toThrow('node 0 at height 2 is not stored');
  await store.sent();
  expect(store.tree.roots(4n)).toEqual([undefined, undefined, hashOf(2, 0)]);
  store.close();
});

test('a proof of nodes that are not stored is refused, although others of their row are', () => {
  const store = new ChainStore(':memory:');
  store.transaction(() => store.tree.put(nodesOf(5)));
  expect(store.tree.stateElement(2n, 5n).merkleProof).toHaveLength(2);
  expect(() => store.tree.stateElement(2n, 8n)).toThrow(RangeError);
  expect(() => store.tree.roots(8n)).toThrow('node 0 at height 3 is not stored');
  expect(() => store.tree.roots(64n)).toThrow(RangeError);
  store.close();
});

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
