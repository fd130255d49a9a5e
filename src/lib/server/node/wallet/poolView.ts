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
import { unlockHash } from '$lib/chain/policy/policyAddress';
import { unixSeconds } from '$lib/chain/time';
import { coinOutputId, fundOutputId } from '$lib/chain/transaction/transactionIds';
import { v2CoinOutputId, v2FundOutputId } from '$lib/chain/transaction/v2TransactionIds';
import { v2Addresses } from '../chain/blockEvents';
import type { ChainManager } from '../chain/chainManager';
import type { ChainStore } from '../store/store';
import type { PoolEntry } from '../pool/poolEntry';
import type { TransactionPool } from '../pool/transactionPool';

const EPHEMERAL: StateElement = { leafIndex: UNASSIGNED_LEAF_INDEX, merkleProof: [] };

/** Outputs that the pool spends and creates. */
export interface PoolOutputs {
  readonly spent: ReadonlySet<CoinOutputId | FundOutputId>;
  /** Created outputs of an address that the pool does not spend again. */
  coinsOf(address: Address): UnspentCoin[];
  fundsOf(address: Address): UnspentFund[];
}

/** A snapshot of the pool. */
export function poolOutputs(pool: TransactionPool, chain: ChainManager): PoolOutputs {
  const spent = new Set<CoinOutputId | FundOutputId>();
  const coins: CoinElement[] = [];
  const funds: FundElement[] = [];
  const claimStart = chain.state.fundTaxRevenue;
  for (const entry of pool.entries) {
    const { id } = entry;
    for (const parent of spentBy(entry)) spent.add(parent);
    entry.txn.coinOutputs.forEach((output, i) => {
      const coinId = entry.version === 1 ? coinOutputId(entry.txn, i) : v2CoinOutputId(id, i);
      coins.push({ id: coinId, stateElement: EPHEMERAL, output, maturityHeight: 0n });
    });
    entry.txn.fundOutputs.forEach((output, i) => {
      const fundId = entry.version === 1 ? fundOutputId(entry.txn, i) : v2FundOutputId(id, i);
      funds.push({ id: fundId, stateElement: EPHEMERAL, output, claimStart });
    });
  }
  const ownedBy = <E extends CoinElement | FundElement>(elements: readonly E[], address: Address) =>
    elements
      .filter(({ id, output }) => output.address === address && !spent.has(id))
      .map((element) => ({ ...element, confirmations: 0 }));
  return { spent, coinsOf: (address) => ownedBy(coins, address), fundsOf: (address) => ownedBy(funds, address) };
}

function spentBy(entry: PoolEntry): (CoinOutputId | FundOutputId)[] {
  if (entry.version === 2) return [...entry.txn.coinInputs, ...entry.txn.fundInputs].map(({ parent }) => parent.id);
  return [...entry.txn.coinInputs, ...entry.txn.fundInputs].map(({ parentId }) => parentId);
}

/**
 * The pool's transactions as events of the next block, whose height is also their maturity height.
 * @param relevantOf selects the relevant ones of a transaction's addresses; undefined omits the transaction
 */
export function unconfirmedEvents(
  store: ChainStore,
  pool: TransactionPool,
  chain: ChainManager,
  nowMs: number,
  relevantOf: (touched: readonly Address[]) => readonly Address[] | undefined
): WalletEvent[] {
  const height = chain.tip.height + 1;
  return pool.entries.flatMap((entry): WalletEvent[] => {
    const relevant = relevantOf([...new Set(addressesOf(entry))]);
    if (relevant === undefined) return [];
    return [
      {
        id: entry.id as string as Hash256,
        index: { height, id: ZERO_BLOCK_ID },
        confirmations: 0,
        maturityHeight: height,
        timestamp: unixSeconds(Math.floor(nowMs / 1000)),
        relevant,
        data: unconfirmedData(store, entry)
      }
    ];
  });
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

function addressesOf(entry: PoolEntry): Address[] {
  if (entry.version === 2) return v2Addresses(entry.txn);
  const { coinInputs, fundInputs, coinOutputs, fundOutputs } = entry.txn;
  return [
    ...[...coinInputs, ...fundInputs].map(({ unlockConditions }) => unlockHash(unlockConditions)),
    ...[...coinOutputs, ...fundOutputs].map(({ address }) => address)
  ];
}
