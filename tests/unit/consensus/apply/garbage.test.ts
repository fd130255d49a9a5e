import { expect, test } from 'vitest';
import type { ElementAccumulator } from '$lib/chain/block/state';
import { UNASSIGNED_LEAF_INDEX } from '$lib/chain/element/elements';
import { applyLeaves } from '$lib/consensus/accumulator/accumulator';
import { applyBlock } from '$lib/consensus/apply/applyBlock';
import { EMPTY_SUPPLEMENT } from '$lib/consensus/apply/supplement';
import { genesisState } from '$lib/consensus/state';
import { networkPreset, TEST_GENESIS_TIMESTAMP } from '$lib/server/node/network/presets';
import { bytesLeftBy } from '../../../support/bytesLeftBy';

const NUMBERS = 1_000;
const EMPTY: ElementAccumulator = { numLeaves: 0n, trees: [] };
const { network, genesis } = networkPreset('test', TEST_GENESIS_TIMESTAMP);

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
