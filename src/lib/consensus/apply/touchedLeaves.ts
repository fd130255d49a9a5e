import {
  attestationLeafHash,
  chainIndexLeafHash,
  coinLeafHash,
  fileContractDiffLeafHash,
  fileContractLeafHash,
  fundLeafHash,
  v2FileContractDiffLeafHash,
  v2FileContractLeafHash
} from '$lib/chain/proof/elementLeaf';
import {
  UNASSIGNED_LEAF_INDEX,
  type ChainIndexElement,
  type CoinElement,
  type FundElement,
  type StateElement
} from '$lib/chain/element/elements';
import type { BlockId } from '$lib/chain/ids';
import type { ElementDiffs } from '$lib/chain/proof/update';
import type { TouchedLeaf } from '../accumulator/accumulator';
import type { BlockEffects } from './blockEffects';

interface HasStateElement {
  readonly stateElement: StateElement;
}

const withLeafIndex = <E extends HasStateElement>(element: E, leafIndex: bigint): E => ({
  ...element,
  stateElement: { ...element.stateElement, leafIndex }
});

const touchedLeaf = <E extends HasStateElement>(element: E, hash: (placed: E) => Uint8Array): TouchedLeaf => ({
  stateElement: element.stateElement,
  leafHash: (leafIndex) => hash(withLeafIndex(element, leafIndex))
});

// Outputs are numerous, so these use the memoized element hash, which does not depend on the leaf index.
const coinLeaf = (element: CoinElement, spent: boolean): TouchedLeaf => ({
  stateElement: element.stateElement,
  leafHash: (leafIndex) => coinLeafHash(element, spent, leafIndex)
});

const fundLeaf = (element: FundElement, spent: boolean): TouchedLeaf => ({
  stateElement: element.stateElement,
  leafHash: (leafIndex) => fundLeafHash(element, spent, leafIndex)
});

/** The effects as diffs, before leaf indices are assigned. */
export function diffsOf(effects: BlockEffects, id: BlockId): ElementDiffs {
  const chainIndexElement: ChainIndexElement = {
    stateElement: { leafIndex: UNASSIGNED_LEAF_INDEX, merkleProof: [] },
    id,
    chainIndex: { height: BigInt(effects.height), id }
  };
  return {
    coinElements: [...effects.coins.values()],
    fundElements: [...effects.funds.values()],
    fileContractElements: [...effects.fileContracts.values()],
    v2FileContractElements: [...effects.v2FileContracts.values()],
    attestationElements: effects.attestations,
    chainIndexElement
  };
}

/** Leaf hashes after the block, in the order in which new leaves are appended. */
export const appliedLeaves = (diffs: ElementDiffs): TouchedLeaf[] => [
  ...diffs.coinElements.map(({ coinElement, spent }) => coinLeaf(coinElement, spent)),
  ...diffs.fundElements.map(({ fundElement, spent }) => fundLeaf(fundElement, spent)),
  ...diffs.fileContractElements.map((diff) =>
    touchedLeaf(diff.fileContractElement, (e) => fileContractDiffLeafHash({ ...diff, fileContractElement: e }))
  ),
  ...diffs.v2FileContractElements.map((diff) =>
    touchedLeaf(diff.v2FileContractElement, (e) => v2FileContractDiffLeafHash({ ...diff, v2FileContractElement: e }))
  ),
  ...diffs.attestationElements.map((element) => touchedLeaf(element, attestationLeafHash)),
  touchedLeaf(diffs.chainIndexElement, chainIndexLeafHash)
];

/**
 * Leaf hashes before the block: nothing spent, revised or resolved. Omits attestations and the chain index, which are
 * always new.
 */
export const revertedLeaves = (diffs: ElementDiffs): TouchedLeaf[] => [
  ...diffs.coinElements.map(({ coinElement }) => coinLeaf(coinElement, false)),
  ...diffs.fundElements.map(({ fundElement }) => fundLeaf(fundElement, false)),
  ...diffs.fileContractElements.map(({ fileContractElement }) =>
    touchedLeaf(fileContractElement, (e) => fileContractLeafHash(e, false))
  ),
  ...diffs.v2FileContractElements.map(({ v2FileContractElement }) =>
    touchedLeaf(v2FileContractElement, (e) => v2FileContractLeafHash(e, false))
  )
];

/** The diffs with state elements assigned in leaf order. Elements beyond the end of `places` are unchanged. */
export function assignPlaces(diffs: ElementDiffs, places: readonly StateElement[]): ElementDiffs {
  let next = 0;
  const placed = <E extends HasStateElement>(element: E): E => {
    const stateElement = places[next++];
    return stateElement === undefined ? element : { ...element, stateElement };
  };
  return {
    coinElements: diffs.coinElements.map((diff) => ({ ...diff, coinElement: placed(diff.coinElement) })),
    fundElements: diffs.fundElements.map((diff) => ({ ...diff, fundElement: placed(diff.fundElement) })),
    fileContractElements: diffs.fileContractElements.map((diff) => ({
      ...diff,
      fileContractElement: placed(diff.fileContractElement)
    })),
    v2FileContractElements: diffs.v2FileContractElements.map((diff) => ({
      ...diff,
      v2FileContractElement: placed(diff.v2FileContractElement)
    })),
    attestationElements: diffs.attestationElements.map(placed),
    chainIndexElement: placed(diffs.chainIndexElement)
  };
}
