import type { Hastings } from '$lib/chain/currency/currency';
import { coinLeafHash, fundLeafHash } from '$lib/chain/proof/elementLeaf';
import type { ChainIndex, CoinElement, FundElement, StateElement } from '$lib/chain/element/elements';
import type { CoinOutputId, FundOutputId } from '$lib/chain/ids';
import type { ElementAccumulator } from '$lib/chain/block/state';
import type { Holdings, OwnedCoin, OwnedFund } from './coins';
import { StaleBasisError, WrongProofError } from '../errors';
import { leadsToRoot, proofAt, type NodeChanges, type ProofNodes, ProofForest, type LeafRange } from './proofForest';

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

/** Entries being added and removed on top of a map that stays as it is. */
export class MapDraft<Id extends string, Entry extends { readonly id: Id }> {
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

export const placesOf = ({ coins, funds }: WalletCache): bigint[] =>
  [...coins.values(), ...funds.values()].flatMap(({ leafIndex }) => leafIndex ?? []);

/** A cache being changed; the one it began with stays as it is. */
export class CacheDraft {
  index: ChainIndex;
  fundTaxRevenue: Hastings;
  readonly forest: ProofForest;
  readonly #coins: MapDraft<CoinOutputId, OwnedCoin>;
  readonly #funds: MapDraft<FundOutputId, OwnedFund>;

  constructor(cache: WalletCache) {
    this.index = cache.index;
    this.fundTaxRevenue = cache.fundTaxRevenue;
    this.forest = new ProofForest(cache.nodes, placesOf(cache), cache.numLeaves);
    this.#coins = new MapDraft(cache.coins);
    this.#funds = new MapDraft(cache.funds);
  }

  /** Adds an unspent coin with its proof at the present. */
  addCoin({ id, output, maturityHeight, stateElement }: CoinElement): void {
    this.#coins.set({ id, output, maturityHeight, leafIndex: stateElement.leafIndex });
    this.forest.follow(stateElement);
  }

  addUnproven({ id, output, maturityHeight }: Omit<OwnedCoin, 'leafIndex'>): void {
    if (this.#coins.get(id) === undefined) this.#coins.set({ id, output, maturityHeight });
  }

  /** Removes the coin if the wallet has it. */
  removeCoin(id: CoinOutputId): void {
    const coin = this.#coins.get(id);
    if (coin === undefined) return;
    this.#coins.remove(id);
    if (coin.leafIndex !== undefined) this.forest.unfollow(coin.leafIndex);
  }

  addFund({ id, output, claimStart, stateElement }: FundElement): void {
    this.#funds.set({ id, output, claimStart, leafIndex: stateElement.leafIndex });
    this.forest.follow(stateElement);
  }

  removeFund(id: FundOutputId): void {
    const fund = this.#funds.get(id);
    if (fund === undefined) return;
    this.#funds.remove(id);
    this.forest.unfollow(fund.leafIndex);
  }

  /** One of the outputs in this part of the accumulator, with its proof at the present. */
  provenIn({ first, end }: LeafRange): { place: StateElement; leafHash: Uint8Array } | undefined {
    const isWithin = ({ leafIndex }: { readonly leafIndex?: bigint }): boolean =>
      leafIndex !== undefined && leafIndex >= first && leafIndex < end;
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
