import type { Hastings } from '../chain/currency';
import type { ChainIndex, CoinElement, FundElement, StateElement } from '../chain/elements';
import type { CoinOutputId, FundOutputId, Hash256 } from '../chain/ids';
import type { ElementAccumulator } from '../chain/state';
import type { Holdings, OwnedCoin, OwnedFund } from './coins';

/**
 * Nodes of the accumulator that the proofs of the wallet's outputs are made of, each kept once; by `nodeKey`, a safe
 * integer. Exactly the siblings along the paths of the outputs that have a leaf index.
 */
export type ProofNodes = ReadonlyMap<number, Hash256>;

/** What a wallet knows of the chain, valid at `index`. Never changed in place. */
export interface WalletCache {
  readonly index: ChainIndex;
  readonly numLeaves: bigint;
  readonly fundTaxRevenue: Hastings;
  readonly coins: ReadonlyMap<CoinOutputId, OwnedCoin>;
  readonly funds: ReadonlyMap<FundOutputId, OwnedFund>;
  readonly nodes: ProofNodes;
}

/** What a step changed, to be stored in one go. Within a list no id or key appears twice. */
export interface CacheChanges {
  readonly coins: { readonly added: readonly OwnedCoin[]; readonly removed: readonly CoinOutputId[] };
  readonly funds: { readonly added: readonly OwnedFund[]; readonly removed: readonly FundOutputId[] };
  readonly nodes: { readonly set: ReadonlyMap<number, Hash256>; readonly removed: readonly number[] };
}

/** The part of a chain state a cache is started from; what servers call the tip state has it. */
export interface CacheState {
  readonly index: ChainIndex;
  readonly fundTaxRevenue: Hastings;
  readonly elements: ElementAccumulator;
}

/** Outputs with the block their proofs are valid at, as servers answer. */
export interface ProvenOutputs {
  readonly basis: ChainIndex;
  readonly coins?: readonly CoinElement[];
  readonly funds?: readonly FundElement[];
}

/** A wallet that holds nothing, at a state. */
export declare function emptyCache(state: CacheState): WalletCache;
/**
 * Adds outputs, and proofs to outputs that lacked one. Every proof is checked against the state's accumulator.
 * @throws {StaleBasisError} proofs for another block than the cache's (follow the updates to it first)
 * @throws {WrongProofError} a proof that does not lead to the accumulator: the server is wrong
 */
export declare function addOutputs(
  cache: WalletCache,
  state: CacheState,
  outputs: ProvenOutputs
): { cache: WalletCache; changes: CacheChanges };
/** Adds coins that are known to be on their way, of which no proof is known yet. */
export declare function addUnproven(
  cache: WalletCache,
  coins: readonly OwnedCoin[]
): { cache: WalletCache; changes: CacheChanges };
export declare function holdingsOf(cache: WalletCache): Holdings;
/**
 * Place and proof of an output at the cache's index.
 * @throws {MissingProofError} the cache lacks a part of it
 */
export declare function stateElementOf(cache: WalletCache, leafIndex: bigint): StateElement;
