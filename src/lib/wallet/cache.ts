import type { Hastings } from '../chain/currency';
import { coinLeafHash, fundLeafHash } from '../chain/elementLeaf';
import type { ChainIndex, CoinElement, FundElement, StateElement } from '../chain/elements';
import type { CoinOutputId, FundOutputId } from '../chain/ids';
import type { ElementAccumulator } from '../chain/state';
import { CacheDraft } from './cacheDraft';
import type { Holdings, OwnedCoin, OwnedFund } from './coins';
import { StaleBasisError, WrongProofError } from './errors';
import { leadsToRoot, proofAt, type NodeChanges, type ProofNodes } from './proofForest';

/** What a wallet knows of the chain, valid at `index`. Never changed in place. */
export interface WalletCache {
  readonly index: ChainIndex;
  /** Of the accumulator at `index`. */
  readonly numLeaves: bigint;
  readonly fundTaxRevenue: Hastings;
  readonly coins: ReadonlyMap<CoinOutputId, OwnedCoin>;
  readonly funds: ReadonlyMap<FundOutputId, OwnedFund>;
  readonly nodes: ProofNodes;
}

/** What a step changed, to be stored in one go: remove first, then put. */
export interface CacheChanges {
  readonly coins: { readonly added: readonly OwnedCoin[]; readonly removed: readonly CoinOutputId[] };
  readonly funds: { readonly added: readonly OwnedFund[]; readonly removed: readonly FundOutputId[] };
  readonly nodes: NodeChanges;
}

/** The part of a chain state a cache needs; what servers call the tip state has it. */
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

export interface CacheStep {
  readonly cache: WalletCache;
  readonly changes: CacheChanges;
}

/** A wallet that holds nothing, at a state. */
export const emptyCache = ({ index, fundTaxRevenue, elements }: CacheState): WalletCache => ({
  index,
  numLeaves: elements.numLeaves,
  fundTaxRevenue,
  coins: new Map(),
  funds: new Map(),
  nodes: new Map()
});

/**
 * Adds outputs, and proofs to outputs that lacked one. Every proof is checked against the accumulator of the state.
 * @param state the state at the cache's index
 * @throws {StaleBasisError} proofs or state of another block than the cache: follow the updates to it first
 * @throws {WrongProofError} an output that is not in the accumulator, or spent: the server is wrong
 */
export function addOutputs(cache: WalletCache, state: CacheState, { basis, coins = [], funds = [] }: ProvenOutputs) {
  for (const { id, height } of [basis, state.index]) {
    if (id !== cache.index.id) throw new StaleBasisError({ id, height }, cache.index);
  }
  const draft = new CacheDraft(cache);
  for (const coin of coins) {
    if (!leadsToRoot(state.elements, coin.stateElement, coinLeafHash(coin, false))) throw new WrongProofError(coin.id);
    draft.addCoin(coin);
  }
  for (const fund of funds) {
    if (!leadsToRoot(state.elements, fund.stateElement, fundLeafHash(fund, false))) throw new WrongProofError(fund.id);
    draft.addFund(fund);
  }
  return draft.finish();
}

/** Adds coins that are on their way, of which no proof is known yet; those the cache has stay as they are. */
export function addUnproven(cache: WalletCache, coins: readonly Omit<OwnedCoin, 'leafIndex'>[]): CacheStep {
  const draft = new CacheDraft(cache);
  for (const coin of coins) draft.addUnproven(coin);
  return draft.finish();
}

export const holdingsOf = ({ index, coins, funds, fundTaxRevenue }: WalletCache): Holdings => ({
  basis: index,
  coins: [...coins.values()],
  funds: [...funds.values()],
  fundTaxRevenue
});

/**
 * Place and proof of an output, valid at the cache's index.
 * @throws {MissingProofError} the cache lacks a part of it
 */
export const stateElementOf = ({ nodes, numLeaves }: WalletCache, leafIndex: bigint): StateElement =>
  proofAt(nodes, numLeaves, leafIndex);
