import type { Block } from '$lib/chain/block/block';
import type { StateElement } from '$lib/chain/element/elements';
import type { Hash256 } from '$lib/chain/ids';
import type { Network } from '$lib/chain/network/network';
import type { JsonValue } from '$lib/codec/json';
import { decodeNetwork, loadVectors, type BlockRow, type SupplementRow } from './vectors';

/** A tracked element, after a block. */
export interface Tracked {
  readonly id: string;
  readonly leafHash: string;
  readonly leafIndex: string;
  readonly merkleProof?: readonly string[];
}

export const elementOf = ({ leafIndex, merkleProof }: Tracked): StateElement => ({
  leafIndex: BigInt(leafIndex),
  merkleProof: (merkleProof ?? []) as Hash256[]
});

export interface StateRow {
  readonly hex: string;
  readonly json: JsonValue;
}

export interface AppliedRow {
  readonly height: string;
  readonly block: BlockRow;
  readonly state: StateRow;
  readonly supplement?: SupplementRow;
  readonly tracked: readonly Tracked[];
  readonly update: JsonValue;
  readonly childBlockReward: string;
  readonly childNonceFactor: string;
  readonly medianTimestamp: string;
  readonly powTarget: string;
}

interface Vectors {
  readonly network: JsonValue;
  readonly genesisState: StateRow;
  readonly blocks: AppliedRow[];
}

/** Heights 0 to 64 of the recorded chain that crosses every fork. */
export class ScriptedChain {
  readonly network: Network;
  readonly genesisState: StateRow;
  readonly blocks: readonly AppliedRow[];

  constructor() {
    const first = loadVectors<Vectors>('accumulator');
    this.network = decodeNetwork(first.network);
    this.genesisState = first.genesisState;
    this.blocks = [...first.blocks, ...loadVectors<Vectors>('accumulator2').blocks];
  }

  /** Rows omit the supplement if nothing was looked up: one empty entry per V1 transaction. */
  static emptySupplement({ transactions }: Block): SupplementRow {
    const empty = { SvccoinInputs: null, SvcfundInputs: null, RevisedFileContracts: null, StorageProofs: null };
    return { Transactions: transactions.map(() => empty), ExpiringFileContracts: null };
  }

  /** The leaf indexes and proofs of the tracked elements, for comparison. */
  static proofsOf(tracked: readonly Tracked[]): Record<string, readonly string[]> {
    return Object.fromEntries(
      tracked.map(({ id, leafIndex, merkleProof }) => [id, [leafIndex, ...(merkleProof ?? [])]])
    );
  }
}
