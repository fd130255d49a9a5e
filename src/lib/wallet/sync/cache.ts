import type { Hastings } from '$lib/chain/currency/currency';
import { coinLeafHash, fundLeafHash } from '$lib/chain/proof/elementLeaf';
import type { ChainIndex, CoinElement, FundElement, StateElement } from '$lib/chain/element/elements';
import type { CoinOutputId, FundOutputId } from '$lib/chain/ids';
import type { ElementAccumulator } from '$lib/chain/block/state';
import type { Holdings, OwnedCoin, OwnedFund } from './coins';
import { StaleBasisError, WrongProofError } from '../errors';
import { ProofCheck, proofAt, type NodeChanges, type ProofNodes, ProofForest, type LeafRange } from './proofForest';

/** The wallet's outputs and their proofs, valid at `index`. Immutable. */
export interface WalletCache {
  readonly index: ChainIndex;
  /** Leaf count of the accumulator at `index`. */
  readonly numLeaves: bigint;
  readonly fundTaxRevenue: Hastings;
  readonly coins: ReadonlyMap<CoinOutputId, OwnedCoin>;
  readonly funds: ReadonlyMap<FundOutputId, OwnedFund>;
  readonly nodes: ProofNodes;
}

/** Changes of a step, to be stored in one transaction: remove first, then put. */
export interface CacheChanges {
  readonly coins: { readonly added: readonly OwnedCoin[]; readonly removed: readonly CoinOutputId[] };
  readonly funds: { readonly added: readonly OwnedFund[]; readonly removed: readonly FundOutputId[] };
  readonly nodes: NodeChanges;
}

/** The part of a chain state that a cache needs; included in the tip state of servers. */
export interface CacheState {
  readonly index: ChainIndex;
  readonly fundTaxRevenue: Hastings;
  readonly elements: ElementAccumulator;
}

/** Outputs and the block at which their proofs are valid, as servers return them. */
export interface ProvenOutputs {
  readonly basis: ChainIndex;
  readonly coins?: readonly CoinElement[];
  readonly funds?: readonly FundElement[];
}

export interface CacheStep {
  readonly cache: WalletCache;
  readonly changes: CacheChanges;
}

/** A cache without outputs, at a state. */
export const emptyCache = ({ index, fundTaxRevenue, elements }: CacheState): WalletCache => ({
  index,
  numLeaves: elements.numLeaves,
  fundTaxRevenue,
  coins: new Map(),
  funds: new Map(),
  nodes: new Map()
});

/** Adds outputs to a cache page by page. Every proof is verified against the accumulator of the state. */
export class OutputCollector {
  readonly #state: CacheState;
  readonly #check: ProofCheck;
  readonly #draft: CacheDraft;

  /** @param state the state at the cache's index */
  constructor(cache: WalletCache, state: CacheState) {
    requireBasis(state.index, cache);
    this.#state = state;
    this.#check = new ProofCheck(state.elements);
    this.#draft = new CacheDraft(cache);
  }

  /**
   * Adds outputs, or proofs to outputs without one.
   * @throws {StaleBasisError} proofs at a different block than the cache
   * @throws {WrongProofError} an output that is not in the accumulator, or spent
   */
  add({ basis, coins = [], funds = [] }: ProvenOutputs): void {
    requireBasis(basis, this.#state);
    for (const coin of coins) {
      this.#requireProof(coin, coinLeafHash(coin, false));
      this.#draft.addCoin(coin);
    }
    for (const fund of funds) {
      this.#requireProof(fund, fundLeafHash(fund, false));
      this.#draft.addFund(fund);
    }
  }

  /** Adds a maturing coin without a proof; an existing coin is unchanged. */
  addUnproven(coin: Omit<OwnedCoin, 'leafIndex'>): void {
    this.#draft.addUnproven(coin);
  }

  /** Removes a coin that turned out not to exist. */
  remove(id: CoinOutputId): void {
    this.#draft.removeCoin(id);
  }

  finish(): CacheStep {
    return this.#draft.finish();
  }

  #requireProof({ id, stateElement }: CoinElement | FundElement, leafHash: Uint8Array): void {
    if (!this.#check.leadsToRoot(stateElement, leafHash)) throw new WrongProofError(id);
  }
}

function requireBasis({ id, height }: ChainIndex, { index }: { readonly index: ChainIndex }): void {
  if (id !== index.id) throw new StaleBasisError({ id, height }, index);
}

/**
 * Adds outputs, or proofs to outputs without one, all at once.
 * @throws as {@link OutputCollector}
 */
export function addOutputs(cache: WalletCache, state: CacheState, outputs: ProvenOutputs): CacheStep {
  const collector = new OutputCollector(cache, state);
  collector.add(outputs);
  return collector.finish();
}

export const holdingsOf = ({ index, coins, funds, fundTaxRevenue }: WalletCache): Holdings => ({
  basis: index,
  coins: [...coins.values()],
  funds: [...funds.values()],
  fundTaxRevenue
});

/**
 * Leaf index and proof of an output, valid at the cache's index.
 * @throws {MissingProofError} a node of the proof is missing from the cache
 */
export const stateElementOf = ({ nodes, numLeaves }: WalletCache, leafIndex: bigint): StateElement =>
  proofAt(nodes, numLeaves, leafIndex);

/** Added and removed entries on top of an unchanged map. */
export class MapChanges<Id extends string, Entry extends { readonly id: Id }> {
  /** Undefined marks a removed entry. */
  readonly #changed = new Map<Id, Entry | undefined>();

  constructor(private readonly base: ReadonlyMap<Id, Entry>) {}

  get(id: Id): Entry | undefined {
    return this.#changed.has(id) ? this.#changed.get(id) : this.base.get(id);
  }

  find(isWanted: (entry: Entry) => boolean): Entry | undefined {
    for (const entry of this.#changed.values()) if (entry !== undefined && isWanted(entry)) return entry;
    for (const [id, entry] of this.base) if (!this.#changed.has(id) && isWanted(entry)) return entry;
    return undefined;
  }

  set(entry: Entry): void {
    this.#changed.set(entry.id, entry);
  }

  remove(id: Id): void {
    this.#changed.set(id, undefined);
  }

  finish(): { map: ReadonlyMap<Id, Entry>; added: Entry[]; removed: Id[] } {
    const added: Entry[] = [];
    const removed: Id[] = [];
    for (const [id, entry] of this.#changed) {
      if (entry !== undefined) added.push(entry);
      else if (this.base.has(id)) removed.push(id);
    }
    if (added.length === 0 && removed.length === 0) return { map: this.base, added, removed };
    const map = new Map(this.base);
    for (const id of removed) map.delete(id);
    for (const entry of added) map.set(entry.id, entry);
    return { map, added, removed };
  }
}

export const leafIndicesOf = ({ coins, funds }: WalletCache): bigint[] =>
  [...coins.values(), ...funds.values()].flatMap(({ leafIndex }) => leafIndex ?? []);

/** A modified copy of a cache; the original is unchanged. */
export class CacheDraft {
  index: ChainIndex;
  fundTaxRevenue: Hastings;
  readonly forest: ProofForest;
  readonly #coins: MapChanges<CoinOutputId, OwnedCoin>;
  readonly #funds: MapChanges<FundOutputId, OwnedFund>;

  constructor(cache: WalletCache) {
    this.index = cache.index;
    this.fundTaxRevenue = cache.fundTaxRevenue;
    this.forest = new ProofForest(cache.nodes, leafIndicesOf(cache), cache.numLeaves);
    this.#coins = new MapChanges(cache.coins);
    this.#funds = new MapChanges(cache.funds);
  }

  /** Adds an unspent coin with its current proof. */
  addCoin({ id, output, maturityHeight, stateElement }: CoinElement): void {
    this.#coins.set({ id, output, maturityHeight, leafIndex: stateElement.leafIndex });
    this.forest.add(stateElement);
  }

  addUnproven({ id, output, maturityHeight }: Omit<OwnedCoin, 'leafIndex'>): void {
    if (this.#coins.get(id) === undefined) this.#coins.set({ id, output, maturityHeight });
  }

  /** Whether the output, coin or fund, is held. */
  has(id: string): boolean {
    return this.#coins.get(id as CoinOutputId) !== undefined || this.#funds.get(id as FundOutputId) !== undefined;
  }

  /** Leaf index of an output, coin or fund; undefined if it is not held or has no proof. */
  leafIndexOf(id: string): bigint | undefined {
    return (this.#coins.get(id as CoinOutputId) ?? this.#funds.get(id as FundOutputId))?.leafIndex;
  }

  /** Removes the coin if present. */
  removeCoin(id: CoinOutputId): void {
    const coin = this.#coins.get(id);
    if (coin === undefined) return;
    this.#coins.remove(id);
    if (coin.leafIndex !== undefined) this.forest.remove(coin.leafIndex);
  }

  addFund({ id, output, claimStart, stateElement }: FundElement): void {
    this.#funds.set({ id, output, claimStart, leafIndex: stateElement.leafIndex });
    this.forest.add(stateElement);
  }

  removeFund(id: FundOutputId): void {
    const fund = this.#funds.get(id);
    if (fund === undefined) return;
    this.#funds.remove(id);
    this.forest.remove(fund.leafIndex);
  }

  /** An output in this range of leaves, with its current proof. */
  findProven({ first, end }: LeafRange): { place: StateElement; leafHash: Uint8Array } | undefined {
    const isWithin = ({ leafIndex = end }: { readonly leafIndex?: bigint }): boolean =>
      leafIndex >= first && leafIndex < end;
    const coin = this.#coins.find(isWithin);
    const place = (leafIndex: bigint): StateElement => this.forest.proof(leafIndex);
    if (coin?.leafIndex !== undefined) {
      const stateElement = place(coin.leafIndex);
      return { place: stateElement, leafHash: coinLeafHash({ ...coin, stateElement }, false) };
    }
    const fund = this.#funds.find(isWithin);
    if (fund === undefined) return undefined;
    const stateElement = place(fund.leafIndex);
    return { place: stateElement, leafHash: fundLeafHash({ ...fund, stateElement }, false) };
  }

  finish(): { cache: WalletCache; changes: CacheChanges } {
    const coins = this.#coins.finish();
    const funds = this.#funds.finish();
    const { nodes, changes } = this.forest.finish();
    const { index, fundTaxRevenue } = this;
    const { numLeaves } = this.forest;
    return {
      cache: { index, fundTaxRevenue, numLeaves, coins: coins.map, funds: funds.map, nodes },
      changes: { coins, funds, nodes: changes }
    };
  }
}
