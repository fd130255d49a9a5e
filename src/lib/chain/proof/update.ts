import type { ChainIndexElement, CoinElement, FundElement } from '../element/elements';
import type { FileContract, FileContractElement, V2FileContract, V2FileContractElement } from '../element/fileContract';
import type { Hash256 } from '../ids';
import type { V2Resolution } from '../transaction/v2Transaction';
import type { AttestationElement } from '../element/attestation';

export interface CoinElementDiff {
  readonly coinElement: CoinElement;
  readonly created: boolean;
  readonly spent: boolean;
}

export interface FundElementDiff {
  readonly fundElement: FundElement;
  readonly created: boolean;
  readonly spent: boolean;
}

export interface FileContractElementDiff {
  readonly fileContractElement: FileContractElement;
  readonly created: boolean;
  /** The contract after this block's revisions. */
  readonly revision?: FileContract;
  readonly resolved: boolean;
  /** Resolved by a storage proof (true) or by expiry (false). */
  readonly valid: boolean;
}

export interface V2FileContractElementDiff {
  readonly v2FileContractElement: V2FileContractElement;
  readonly created: boolean;
  readonly revision?: V2FileContract;
  readonly resolution?: V2Resolution;
}

/** A leaf that changed: where it is, its proof, and its new hash. */
export interface UpdatedLeaf {
  readonly leafIndex: bigint;
  readonly merkleProof: readonly Hash256[];
  /** Hash of the leaf after the change; absent in the JSON of servers, where it is found through the diffs. */
  readonly leafHash: Hash256;
}

/** What a block did to the elements, and what every holder of a proof needs to carry it over the block. */
export interface ElementDiffs {
  readonly coinElements: readonly CoinElementDiff[];
  readonly fundElements: readonly FundElementDiff[];
  readonly fileContractElements: readonly FileContractElementDiff[];
  readonly v2FileContractElements: readonly V2FileContractElementDiff[];
  readonly attestationElements: readonly AttestationElement[];
  readonly chainIndexElement: ChainIndexElement;
}

/** Applying one block. */
export interface ApplyUpdate extends ElementDiffs {
  /** By height of the *old* tree the leaf is in. */
  readonly updatedLeaves: ReadonlyMap<number, readonly UpdatedLeaf[]>;
  /** By height of an old tree: the siblings its root acquired, from that height upward. */
  readonly treeGrowth: ReadonlyMap<number, readonly Hash256[]>;
  readonly oldNumLeaves: bigint;
  readonly numLeaves: bigint;
}

/** Reverting one block; `numLeaves` is the count after the revert. */
export interface RevertUpdate extends ElementDiffs {
  readonly updatedLeaves: ReadonlyMap<number, readonly UpdatedLeaf[]>;
  readonly numLeaves: bigint;
}
