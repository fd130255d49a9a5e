import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import type { ElementAccumulator } from '$lib/chain/block/state';
import { UNASSIGNED_LEAF_INDEX } from '$lib/chain/element/elements';
import { applyLeaves } from '$lib/consensus/accumulator/accumulator';
import { applyBlock } from '$lib/consensus/apply/applyBlock';
import { EMPTY_SUPPLEMENT } from '$lib/consensus/apply/supplement';
import { genesisState } from '$lib/consensus/state';
import { networkPreset, TEST_GENESIS_TIMESTAMP } from '$lib/server/node/network/presets';

const TIMES = 500;
const NUMBERS = 1_000;
const EMPTY: ElementAccumulator = { numLeaves: 0n, trees: [] };
const { network, genesis } = networkPreset('test', TEST_GENESIS_TIMESTAMP);

/** Bytes in memory after each call's result was dropped and the young objects were collected, per call. */
function bytesLeftBy(work: () => unknown): number {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as (options?: { readonly type: 'minor' }) => void;
  // Compiles everything.
  for (let i = 0; i < TIMES; i++) work();
  collect();
  const before = process.memoryUsage().heapUsed;
  for (let i = 0; i < TIMES; i++) work();
  // An object is young for two collections.
  for (let i = 0; i < 3; i++) collect({ type: 'minor' });
  return (process.memoryUsage().heapUsed - before) / TIMES;
}

test('changed leaves do not outlive short garbage collections', () => {
  const stateElement = { leafIndex: UNASSIGNED_LEAF_INDEX, merkleProof: [] };
  const left = bytesLeftBy(() => {
    const effects = Array.from({ length: NUMBERS }, (_, i) => i);
    return applyLeaves(EMPTY, [{ stateElement, leafHash: () => new Uint8Array(32).fill(effects.length & 1) }]);
  });
  expect(left).toBeLessThan(2 * NUMBERS);
});

test('nor do the other effects of a block', () => {
  const left = bytesLeftBy(() => {
    const { state } = applyBlock(network, genesisState(network), genesis, EMPTY_SUPPLEMENT);
    return state;
  });
  expect(left).toBeLessThan(2_000);
});
