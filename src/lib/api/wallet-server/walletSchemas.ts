import * as z from 'zod/mini';
import { VOID_ADDRESS, type Address } from '$lib/chain/address';
import type { Hastings } from '$lib/chain/currency/currency';
import type { ChainIndex, CoinOutput, FundOutput } from '$lib/chain/element/elements';
import type { CoinOutputId, FundOutputId, Hash256, TransactionId } from '$lib/chain/ids';
import type { SpendPolicy } from '$lib/chain/policy/policy';
import type { UnixSeconds } from '$lib/chain/time';
import type { Transaction } from '$lib/chain/transaction/transaction';
import type { V2Transaction } from '$lib/chain/transaction/v2Transaction';
import type { JsonValue } from '$lib/codec/json';
import { converted, listOf, optional, renamed, type JsonCodec } from '../schemas/codec';
import { coinOutput, fundOutput } from '../schemas/elements';
import { spendPolicy } from '../schemas/policies';
import { amount } from '../schemas/amount';
import * as scalars from '../schemas/scalars';
import { transaction } from '../schemas/transactions';
import { v2Transaction } from '../schemas/v2transactions';

// Wallets on a wallet server: address lists with balances. The server has no keys.

/** Optional text. */
const textOrEmpty: JsonCodec<string> = converted(
  z.nullish(z.string()),
  (text) => text ?? '',
  (text) => text
);

/** User-defined JSON; null if absent. */
const metadata: JsonCodec<JsonValue> = converted(
  z.optional(z.unknown()),
  (value) => (value ?? null) as JsonValue,
  (value) => value
);

/** A wallet as listed by the server. */
export interface ServerWallet {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly createdAt: UnixSeconds;
  readonly updatedAt: UnixSeconds;
  readonly metadata: JsonValue;
}

export const serverWallet: JsonCodec<ServerWallet> = renamed(
  z.object({
    id: z.string(),
    name: z.string(),
    description: textOrEmpty,
    dateCreated: scalars.timestamp,
    lastUpdated: scalars.timestamp,
    metadata
  }),
  { dateCreated: 'createdAt', lastUpdated: 'updatedAt' }
);

/** A wallet's user-defined fields; omitted ones are cleared. */
export const walletRequest = z.object({ name: textOrEmpty, description: textOrEmpty, metadata });

/** An address of a wallet. The server can construct transactions only from addresses with a known policy. */
export interface ServerAddress {
  readonly address: Address;
  readonly description: string;
  readonly spendPolicy?: SpendPolicy;
  readonly metadata: JsonValue;
}

export const serverAddress: JsonCodec<ServerAddress> = z.object({
  address: scalars.address,
  description: textOrEmpty,
  spendPolicy: optional(spendPolicy),
  metadata
});

/** Output ids of both kinds. */
export interface OutputIds {
  readonly coinOutputs: readonly CoinOutputId[];
  readonly fundOutputs: readonly FundOutputId[];
}

export const outputIds: JsonCodec<OutputIds> = converted(
  z.object({
    svccoinOutputs: listOf(scalars.coinOutputId, '[]'),
    svcfundOutputs: listOf(scalars.fundOutputId, '[]')
  }),
  ({ svccoinOutputs, svcfundOutputs }): OutputIds => ({ coinOutputs: svccoinOutputs, fundOutputs: svcfundOutputs }),
  ({ coinOutputs, fundOutputs }) => ({ svccoinOutputs: [...coinOutputs], svcfundOutputs: [...fundOutputs] })
);

/** An optional address; by default the void address. */
const addressOrVoid: JsonCodec<Address> = converted(
  z.nullish(scalars.address),
  (address) => address ?? VOID_ADDRESS,
  (address) => address
);

/** Recipients and the change address. */
export interface ConstructRequest {
  readonly coins: readonly CoinOutput[];
  readonly funds: readonly FundOutput[];
  readonly changeAddress: Address;
}

export const constructRequest: JsonCodec<ConstructRequest> = converted(
  z.object({
    svccoins: listOf(coinOutput, '[]'),
    svcfunds: listOf(fundOutput, '[]'),
    changeAddress: addressOrVoid
  }),
  ({ svccoins, svcfunds, changeAddress }): ConstructRequest => ({ coins: svccoins, funds: svcfunds, changeAddress }),
  ({ coins, funds, changeAddress }) => ({ svccoins: [...coins], svcfunds: [...funds], changeAddress })
);

/** An unsigned transaction; the signer must review it first. */
export interface Constructed<T> {
  readonly basis: ChainIndex;
  readonly id: TransactionId;
  readonly transaction: T;
  readonly estimatedFee: Hastings;
}

const constructedFields = {
  basis: scalars.chainIndex,
  id: scalars.transactionId,
  estimatedFee: amount
};
/** With empty signatures. */
export const constructed: JsonCodec<Constructed<Transaction>> = z.object({ ...constructedFields, transaction });
/** With the signature hash of its inputs. */
export const constructedV2: JsonCodec<Constructed<V2Transaction> & { readonly inputSigHash: Hash256 }> = z.object({
  ...constructedFields,
  transaction: v2Transaction,
  inputSigHash: scalars.hash256
});

/** Adds inputs worth `amount` to a V1 transaction. */
export const fundRequest = z.object({ transaction, amount, changeAddress: addressOrVoid });
/** The same for fund units. */
export const fundUnitsRequest = z.object({
  transaction,
  amount: scalars.units,
  changeAddress: addressOrVoid,
  claimAddress: addressOrVoid
});

/** The transaction with its new inputs, still without unlock conditions, and the ids that need signatures. */
export interface Funded {
  readonly basis: ChainIndex;
  readonly transaction: Transaction;
  readonly toSign: readonly Hash256[];
  /** Unconfirmed parents, to be broadcast together with the transaction. */
  readonly dependsOn: readonly Transaction[];
}

export const funded: JsonCodec<Funded> = converted(
  z.object({
    basis: scalars.chainIndex,
    transaction,
    toSign: listOf(scalars.hash256, 'null'),
    dependsOn: listOf(transaction, 'null')
  }),
  (wire): Funded => wire,
  ({ toSign, dependsOn, ...rest }) => ({ ...rest, toSign: [...toSign], dependsOn: [...dependsOn] })
);
