import * as z from 'zod/mini';
import type { Address } from '$lib/chain/address';
import type { PublicKey } from '$lib/chain/keys/keys';
import type { Network } from '$lib/chain/network/network';
import type { SpendPolicy } from '$lib/chain/policy/policy';
import type { ChainState } from '$lib/chain/block/state';
import type { UnixSeconds } from '$lib/chain/time';
import type { Transaction } from '$lib/chain/transaction/transaction';
import type { V2Transaction } from '$lib/chain/transaction/v2Transaction';
import { converted, listOf, optional, type JsonCodec } from '../schemas/codec';
import { network } from '../schemas/network';
import { spendPolicy } from '../schemas/policies';
import * as scalars from '../schemas/scalars';
import { chainState } from '../schemas/state';
import { transaction } from '../schemas/transactions';
import { v2Transaction } from '../schemas/v2transactions';

/** A seed id, which is a number or text on the wire, depending on the server. */
const seedId: JsonCodec<string> = converted(
  z.union([z.string(), z.int()]),
  (id) => String(id),
  (id) => id
);

/** Public data of a seed; its phrase is never returned. */
export interface SigningSeed {
  readonly id: string;
  /** Index of the last derived key; also 0 if there are none. */
  readonly lastIndex: number;
  readonly createdAt: UnixSeconds;
}

export const signingSeed: JsonCodec<SigningSeed> = z.object({
  id: seedId,
  lastIndex: scalars.count,
  createdAt: scalars.timestamp
});

export const signingSeeds = z.object({ seeds: listOf(signingSeed, '[]') });
/** 12 words, or 28 or 29. */
export const importRequest = z.object({ phrase: z.string() });
/** Number of keys to derive. */
export const deriveRequest = z.object({ count: scalars.count });

/** A key that the server can sign with, and its policy's address. */
export interface SigningKey {
  readonly publicKey: PublicKey;
  readonly address: Address;
  readonly spendPolicy: SpendPolicy;
}

export const signingKeys: JsonCodec<{ readonly keys: readonly SigningKey[] }> = converted(
  z.object({ keys: listOf(z.object({ publicKey: scalars.publicKey, address: scalars.address, spendPolicy }), '[]') }),
  (wire): { readonly keys: readonly SigningKey[] } => wire,
  ({ keys }) => ({ keys: [...keys] })
);

/** A transaction to sign; network and state are optional if the server has its own. */
export interface SignRequest<T> {
  /** The state at the tip. */
  readonly state?: ChainState;
  readonly network?: Network;
  readonly transaction: T;
}

const chainFields = { state: optional(chainState), network: optional(network) };
export const signRequest: JsonCodec<SignRequest<Transaction>> = z.object({ ...chainFields, transaction });
export const signV2Request: JsonCodec<SignRequest<V2Transaction>> = z.object({
  ...chainFields,
  transaction: v2Transaction
});

export const signed = z.object({ transaction, fullySigned: z.boolean() });
export const signedV2 = z.object({ transaction: v2Transaction, fullySigned: z.boolean() });

/** A hash to sign without its transaction. */
export const blindSignRequest = z.object({ publicKey: scalars.publicKey, sigHash: scalars.hash256 });
export const blindSigned = z.object({ signature: scalars.signature });
