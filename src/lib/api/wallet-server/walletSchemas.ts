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
import * as scalars from '../schemas/scalars';
import { transaction } from '../schemas/transactions';
import { v2Transaction } from '../schemas/v2transactions';

// Wallets that a wallet server keeps: lists of addresses it adds up. It has no keys.

/** Text that may be left out. */
const textOrEmpty: JsonCodec<string> = converted(
  z.nullish(z.string()),
  (text) => text ?? '',
  (text) => text
);

/** Whatever JSON its owner wants to keep; null when nothing. */
const metadata: JsonCodec<JsonValue> = converted(
  z.optional(z.unknown()),
  (value) => (value ?? null) as JsonValue,
  (value) => value
);

/** A wallet as the server lists it. */
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

/** What a person says of a wallet; what is left out is emptied. */
export const walletRequest = z.object({ name: textOrEmpty, description: textOrEmpty, metadata });

/** An address of a wallet. Only with its policy can the server construct transactions that spend from it. */
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

/** Outputs by id, of both kinds. */
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

/** An address that may be left out and then is the void address. */
const addressOrVoid: JsonCodec<Address> = converted(
  z.nullish(scalars.address),
  (address) => address ?? VOID_ADDRESS,
  (address) => address
);

/** Who is to get what, and where the rest goes. */
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

/** An unsigned transaction; whoever signs it must look at it first. */
export interface Constructed<T> {
  readonly basis: ChainIndex;
  readonly id: TransactionId;
  readonly transaction: T;
  readonly estimatedFee: Hastings;
}

const constructedFields = {
  basis: scalars.chainIndex,
  id: scalars.transactionId,
  estimatedFee: scalars.amount
};
/** Its signatures are there, empty. */
export const constructed: JsonCodec<Constructed<Transaction>> = z.object({ ...constructedFields, transaction });
/** What every input signs comes with it. */
export const constructedV2: JsonCodec<Constructed<V2Transaction> & { readonly inputSigHash: Hash256 }> = z.object({
  ...constructedFields,
  transaction: v2Transaction,
  inputSigHash: scalars.hash256
});

/** A V1 transaction that is to get inputs worth `amount`. */
export const fundRequest = z.object({ transaction, amount: scalars.amount, changeAddress: addressOrVoid });
/** The same with fund units. */
export const fundUnitsRequest = z.object({
  transaction,
  amount: scalars.units,
  changeAddress: addressOrVoid,
  claimAddress: addressOrVoid
});

/** The transaction with its new inputs, which have no unlock conditions yet, and the ids those need signatures for. */
export interface Funded {
  readonly basis: ChainIndex;
  readonly transaction: Transaction;
  readonly toSign: readonly Hash256[];
  /** Unconfirmed parents, to be broadcast with it. */
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
