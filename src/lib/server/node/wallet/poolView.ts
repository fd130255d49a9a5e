import type { Steps } from '$lib/async/stepQueue';
import type { WalletEvent } from '$lib/api/wallet-server/events';
import type { UnspentCoin, UnspentFund } from '$lib/api/wallet-server/schemas';
import type { Address } from '$lib/chain/address';
import {
  UNASSIGNED_LEAF_INDEX,
  type CoinElement,
  type FundElement,
  type StateElement
} from '$lib/chain/element/elements';
import { ZERO_BLOCK_ID, type CoinOutputId, type FundOutputId, type Hash256 } from '$lib/chain/ids';
import { memoize } from '$lib/chain/memoize';
import { unlockHash } from '$lib/chain/policy/policyAddress';
import { unixSeconds, type Height } from '$lib/chain/time';
import { coinOutputId, fundOutputId } from '$lib/chain/transaction/transactionIds';
import { v2CoinOutputIds, v2FundOutputId } from '$lib/chain/transaction/v2TransactionIds';
import type { ChainManager } from '../chain/chainManager';
import type { ChainStore } from '../store/store';
import type { SpentOutput } from '../store/outputs';
import type { PoolEntry } from '../pool/poolEntry';
import type { TransactionPool } from '../pool/transactionPool';

const EPHEMERAL: StateElement = { leafIndex: UNASSIGNED_LEAF_INDEX, merkleProof: [] };

/** Outputs that the pool spends and creates. */
export interface PoolOutputs {
  readonly spent: ReadonlySet<CoinOutputId | FundOutputId>;
  /** The spent ones of an address that are on the chain. */
  spentOf(address: Address): readonly SpentOutput[];
  /** Created outputs of an address that the pool does not spend again. */
  coinsOf(address: Address): UnspentCoin[];
  fundsOf(address: Address): UnspentFund[];
}

type Created<E extends CoinElement | FundElement> = Pick<E, 'id' | 'output'>;

/** The outputs of a pool by address. */
class OutputIndex {
  readonly spent = new Set<CoinOutputId | FundOutputId>();
  readonly spentBy = new ListsByAddress<SpentOutput>();
  readonly coinsBy = new ListsByAddress<Created<CoinElement>>();
  readonly fundsBy = new ListsByAddress<Created<FundElement>>();
  #count = 0;

  constructor(readonly generation: number) {}

  /** Adds the entries that are not indexed yet. */
  addUpTo(entries: readonly PoolEntry[]): void {
    for (; this.#count < entries.length; this.#count++) this.#add(entries[this.#count]!);
  }

  #add(entry: PoolEntry): void {
    for (const [output, owner] of inputsOf(entry)) {
      this.spent.add(output.id);
      if (output.leafIndex !== UNASSIGNED_LEAF_INDEX) this.spentBy.add(owner, output);
    }
    const coinIds = entry.version === 1 ? undefined : v2CoinOutputIds(entry.txn);
    entry.txn.coinOutputs.forEach((output, i) => {
      const id = entry.version === 1 ? coinOutputId(entry.txn, i) : coinIds![i]!;
      this.coinsBy.add(output.address, { id, output });
    });
    entry.txn.fundOutputs.forEach((output, i) => {
      const id = entry.version === 1 ? fundOutputId(entry.txn, i) : v2FundOutputId(entry.id, i);
      this.fundsBy.add(output.address, { id, output });
    });
  }
}

const indexes = new WeakMap<TransactionPool, OutputIndex>();

/** Kept between requests: a full pool has a hundred thousand outputs, and with each addition most stay the same. */
function indexOf(pool: TransactionPool): OutputIndex {
  const { entries, generation } = pool;
  let index = indexes.get(pool);
  if (index?.generation !== generation) indexes.set(pool, (index = new OutputIndex(generation)));
  index.addUpTo(entries);
  return index;
}

class ListsByAddress<T> {
  readonly #lists = new Map<Address, T[]>();

  add(address: Address, item: T): void {
    const list = this.#lists.get(address);
    if (list === undefined) this.#lists.set(address, [item]);
    else list.push(item);
  }

  of(address: Address): readonly T[] {
    return this.#lists.get(address) ?? [];
  }
}

/** A snapshot of the pool. */
export function poolOutputs(pool: TransactionPool, chain: ChainManager): PoolOutputs {
  const { spent, spentBy, coinsBy, fundsBy } = indexOf(pool);
  const claimStart = chain.state.fundTaxRevenue;
  const unspent = <C extends Created<CoinElement | FundElement>>(created: readonly C[]) =>
    created.filter(({ id }) => !spent.has(id)).map((made) => ({ ...made, stateElement: EPHEMERAL, confirmations: 0 }));
  return {
    spent,
    spentOf: (address) => spentBy.of(address),
    coinsOf: (address) => unspent(coinsBy.of(address)).map((coin) => ({ ...coin, maturityHeight: 0n })),
    fundsOf: (address) => unspent(fundsBy.of(address)).map((fund) => ({ ...fund, claimStart }))
  };
}

/** The outputs that a transaction spends, with their addresses. */
function inputsOf(entry: PoolEntry): (readonly [SpentOutput, Address])[] {
  if (entry.version === 2) {
    return [...entry.txn.coinInputs, ...entry.txn.fundInputs].map(({ parent }) => [
      { id: parent.id, leafIndex: parent.stateElement.leafIndex },
      parent.output.address
    ]);
  }
  return [...entry.txn.coinInputs, ...entry.txn.fundInputs].map(({ parentId, unlockConditions }) => [
    { id: parentId },
    unlockHash(unlockConditions)
  ]);
}

/** Where {@link unconfirmedEvents} come from. */
interface EventSource {
  readonly store: ChainStore;
  readonly pool: TransactionPool;
  readonly chain: ChainManager;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}

/**
 * The pool's transactions as events of the next block. Yields before each: a full pool has tens of thousands.
 * @param relevantOf selects the relevant ones of a transaction's addresses; undefined omits the transaction
 * @param maturityHeightAt their maturity height, from the height of that block
 */
export function* unconfirmedEvents(
  { store, pool, chain, clock }: EventSource,
  relevantOf: (touched: readonly Address[]) => readonly Address[] | undefined,
  maturityHeightAt: (entry: PoolEntry, height: Height) => Height = (_, height) => height
): Steps<WalletEvent[]> {
  // A request that waits for its turn holds nothing.
  yield;
  yield* pool.untilSettled();
  const events: WalletEvent[] = [];
  const height = chain.tip.height + 1;
  const timestamp = unixSeconds(Math.floor(clock() / 1000));
  for (const entry of pool.entries) {
    yield;
    const relevant = relevantOf(addressesOf(entry));
    if (relevant === undefined) continue;
    events.push({
      id: entry.id as string as Hash256,
      index: { height, id: ZERO_BLOCK_ID },
      confirmations: 0,
      maturityHeight: maturityHeightAt(entry, height),
      timestamp,
      relevant,
      data: unconfirmedData(store, entry)
    });
  }
  return events;
}

const unconfirmedData = (store: ChainStore, entry: PoolEntry): WalletEvent['data'] =>
  entry.version === 2
    ? { type: 'v2Transaction', transaction: entry.txn }
    : {
        type: 'v1Transaction',
        transaction: entry.txn,
        spentCoins: entry.txn.coinInputs.flatMap(({ parentId }) => store.coins.get(parentId)?.element ?? []),
        spentFunds: entry.txn.fundInputs.flatMap(({ parentId }) => store.funds.get(parentId)?.element ?? [])
      };

/** For {@link unconfirmedEvents}: transactions that involve one of these addresses. */
export const involving = (isOwn: (address: Address) => boolean) => (touched: readonly Address[]) => {
  const relevant = touched.filter(isOwn);
  return relevant.length > 0 ? relevant : undefined;
};

const addressesOf = memoize((entry: PoolEntry): readonly Address[] => [
  ...new Set([
    ...inputsOf(entry).map(([, owner]) => owner),
    ...[...entry.txn.coinOutputs, ...entry.txn.fundOutputs].map(({ address }) => address)
  ])
]);
