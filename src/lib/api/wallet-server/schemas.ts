import * as z from 'zod/mini';
import type { Block } from '$lib/chain/block/block';
import type { ChainIndex, CoinElement, FundElement } from '$lib/chain/element/elements';
import type { BlockId } from '$lib/chain/ids';
import type { ChainState } from '$lib/chain/block/state';
import type { Transaction } from '$lib/chain/transaction/transaction';
import type { ApplyUpdate, RevertUpdate } from '$lib/chain/proof/update';
import type { V2Transaction } from '$lib/chain/transaction/v2Transaction';
import { block } from '../schemas/blocks';
import { converted, listOf, renamed, type JsonCodec } from '../schemas/codec';
import { coinElementFields, fundElementFields } from '../schemas/elements';
import { amount } from '../schemas/amount';
import * as scalars from '../schemas/scalars';
import { chainState } from '../schemas/state';
import { transaction } from '../schemas/transactions';
import { applyUpdate, revertUpdate } from '../schemas/updates';
import { v2Transaction } from '../schemas/v2transactions';

// Wallet server objects that are not chain objects.

/** Spendable confirmed coins, immature coins, and fund units. */
export const balance = renamed(z.object({ svccoins: amount, immatureSvccoins: amount, svcfunds: scalars.units }), {
  svccoins: 'coins',
  immatureSvccoins: 'immatureCoins',
  svcfunds: 'funds'
});

/** An unspent output of an address; `confirmations` is 0 for an output in the pool. */
export type UnspentCoin = CoinElement & { readonly confirmations?: number };
export type UnspentFund = FundElement & { readonly confirmations?: number };

const confirmations = z.optional(scalars.confirmations);
const unspentCoin: JsonCodec<UnspentCoin> = renamed(z.object({ ...coinElementFields, confirmations }), {
  svccoinOutput: 'output'
});
const unspentFund: JsonCodec<UnspentFund> = renamed(z.object({ ...fundElementFields, confirmations }), {
  svcfundOutput: 'output'
});

/** A page of outputs with proofs valid at `basis`. */
const outputsOf = <T>(output: JsonCodec<T>) => z.object({ basis: scalars.chainIndex, outputs: listOf(output, 'null') });
export const coinOutputs = outputsOf(unspentCoin);
export const fundOutputs = outputsOf(unspentFund);

/** Transactions of both versions; V2 proofs are valid at `basis`. */
export interface TransactionSet {
  readonly basis: ChainIndex;
  readonly transactions: readonly Transaction[];
  readonly v2Transactions: readonly V2Transaction[];
}

export const transactionSet: JsonCodec<TransactionSet> = converted(
  z.object({
    basis: scalars.chainIndex,
    transactions: listOf(transaction, 'null'),
    v2transactions: listOf(v2Transaction, '[]')
  }),
  ({ basis, transactions, v2transactions }): TransactionSet => ({
    basis,
    transactions,
    v2Transactions: v2transactions
  }),
  ({ basis, transactions, v2Transactions }) => ({
    basis,
    transactions: [...transactions],
    v2transactions: [...v2Transactions]
  })
);

/** Placeholder for a missing basis. */
export const NO_BASIS: ChainIndex = { height: 0, id: '0'.repeat(64) as BlockId };

/** A broadcast request. The basis may be omitted without V2 transactions. */
export const broadcastRequest: JsonCodec<TransactionSet> = converted(
  z.object({
    basis: z.nullish(scalars.chainIndex),
    transactions: listOf(transaction, '[]'),
    v2transactions: listOf(v2Transaction, '[]')
  }),
  ({ basis, transactions, v2transactions }): TransactionSet => ({
    basis: basis ?? NO_BASIS,
    transactions,
    v2Transactions: v2transactions
  }),
  ({ basis, transactions, v2Transactions }) => ({
    basis,
    transactions: [...transactions],
    v2transactions: [...v2Transactions]
  })
);

/** A block, its changes, and the state after it (for a reverted block, its parent's). */
export interface ChainUpdate<Update> {
  readonly update: Update;
  readonly state: ChainState;
  readonly block: Block;
}

/** Changes since an index: revert `reverted`, newest first, then apply `applied`. */
export interface ChainUpdates {
  readonly applied: readonly ChainUpdate<ApplyUpdate>[];
  readonly reverted: readonly ChainUpdate<RevertUpdate>[];
}

const updateOf = <Update>(update: JsonCodec<Update>): JsonCodec<ChainUpdate<Update>> =>
  z.object({ update, state: chainState, block });

export const chainUpdates: JsonCodec<ChainUpdates> = converted(
  z.object({ applied: listOf(updateOf(applyUpdate), 'null'), reverted: listOf(updateOf(revertUpdate), 'null') }),
  (wire): ChainUpdates => wire,
  ({ applied, reverted }) => ({ applied: [...applied], reverted: [...reverted] })
);

/** Server information; `indexMode` must be `full` for queries about any address. */
export const serverState = z.object({
  version: scalars.shortText,
  commit: z.optional(scalars.shortText),
  os: z.optional(scalars.shortText),
  buildTime: z.optional(scalars.shortText),
  startTime: scalars.shortText,
  indexMode: z.optional(scalars.shortText),
  /** Quarry's node only: height of the first block of a chain that began with a checkpoint. */
  firstHeight: z.optional(scalars.height),
  /** Quarry's node only: height of the oldest block stored in full, unless that is genesis. */
  firstBodyHeight: z.optional(scalars.height)
});

/** A peer of the node. */
export const syncerPeer = z.object({ address: scalars.shortText, inbound: z.boolean(), version: scalars.shortText });
