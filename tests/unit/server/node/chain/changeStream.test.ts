import { afterEach, beforeEach, expect, test } from 'vitest';
import { consensusChange, type DiffSet } from '$lib/api/daemon/changes/changeLayout';
import { decode } from '$lib/codec/layout';
import { ChainManager } from '$lib/server/node/chain/chainManager';
import { encodeChange } from '$lib/server/node/chain/changeStream';
import { SignatureChecker } from '$lib/server/node/signatures/signatureChecker';
import { ChainStore } from '$lib/server/node/store/store';
import { TestChain, testPreset } from '../../../../support/peers/testChain';

/** Longer than payouts take to mature, so that blocks also pay out earlier ones. */
const FORK = 12;
const common = TestChain.create().extend(FORK);

let store: ChainStore;
beforeEach(async () => {
  store = new ChainStore(':memory:');
  const signatures = new SignatureChecker(async (checks) => checks.map(() => true));
  const chain = new ChainManager({ store, ...testPreset, clock: Date.now, signatures });
  const [left, right] = [common.fork(FORK, 1), common.fork(FORK, 2)];
  left.add(left.next([left.payment()])).extend(1);
  right.extend(3);
  for (const branch of [left, right]) await chain.addBlocks(branch.blocks.slice(1));
});
afterEach(() => store.close());

const inverse = (diffs: DiffSet): DiffSet =>
  Object.fromEntries(
    Object.entries(diffs).map(([kind, items]: [string, { direction: boolean }[]]) => [
      kind,
      items.map((item) => ({ ...item, direction: !item.direction })).reverse()
    ])
  ) as unknown as DiffSet;

test('a reverted block has the inverse of what it changed when it was applied, last change first', () => {
  const changes = [];
  for (let seq = 0, next = store.changes.after(seq); next; next = store.changes.after(next.seq)) {
    changes.push(decode(consensusChange, encodeChange(store, testPreset.network, next, false)));
  }
  const reorganization = changes.at(-1)!;
  expect([reorganization.reverted.length, reorganization.applied.length]).toEqual([2, 3]);
  const appliedBefore = changes.slice(-3, -1).map(({ appliedDiffs }) => appliedDiffs[0]!);
  // A payment, a payout that matured, and one to come.
  expect(appliedBefore[0]!.coins.map(({ direction }) => direction)).toEqual([false, true, true]);
  expect(appliedBefore[0]!.delayedCoins.map(({ direction }) => direction)).toEqual([true, false]);
  expect(reorganization.revertedDiffs).toEqual(appliedBefore.toReversed().map(inverse));
});
