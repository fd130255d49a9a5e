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

/** A changed leaf: its index, its proof, and its new hash. */
export interface UpdatedLeaf {
  readonly leafIndex: bigint;
  readonly merkleProof: readonly Hash256[];
  /** Hash of the leaf after the change. Absent from the servers' JSON; computed from the diffs instead. */
  readonly leafHash: Hash256;
}

/** A block's changes to the elements. */
export interface ElementDiffs {
  readonly coinElements: readonly CoinElementDiff[];
  readonly fundElements: readonly FundElementDiff[];
  readonly fileContractElements: readonly FileContractElementDiff[];
  readonly v2FileContractElements: readonly V2FileContractElementDiff[];
  readonly attestationElements: readonly AttestationElement[];
  readonly chainIndexElement: ChainIndexElement;
}

/** Update for applying one block. */
export interface ApplyUpdate extends ElementDiffs {
  /** By height of the tree that contained the leaf before the block. */
  readonly updatedLeaves: ReadonlyMap<number, readonly UpdatedLeaf[]>;
  /** By height of a tree before the block: the siblings its root acquired, bottom up. */
  readonly treeGrowth: ReadonlyMap<number, readonly Hash256[]>;
  readonly oldNumLeaves: bigint;
  readonly numLeaves: bigint;
}

/** Update for reverting one block; `numLeaves` is the count after the revert. */
export interface RevertUpdate extends ElementDiffs {
  readonly updatedLeaves: ReadonlyMap<number, readonly UpdatedLeaf[]>;
  readonly numLeaves: bigint;
}
