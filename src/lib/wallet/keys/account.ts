import type { Address } from '$lib/chain/address';
import type { PublicKey } from '$lib/chain/keys/keys';
import type { SpendPolicy } from '$lib/chain/policy/policy';
import { policyAddress, standardUnlockConditions } from '$lib/chain/policy/policyAddress';

/** The two addresses of a key: of its unlock conditions (V1), and of its `pk` policy (V2). */
export type KeyForm = 'uc' | 'pk';

/** Key `index` of a wallet's seed, and the form of its address. */
export interface KeyRef {
  readonly index: number;
  readonly form: KeyForm;
}

/** `seed` can sign; `watch` holds imported addresses, public keys, policies and m-of-n policies. */
export type WalletKind = 'seed' | 'watch';

/** An address of a wallet. */
export interface WalletAddress {
  readonly address: Address;
  /** Required for spending; unknown for imported plain addresses. */
  readonly policy?: SpendPolicy;
  /** The key of the wallet's seed that can spend it alone. */
  readonly key?: KeyRef;
  readonly label: string;
  readonly isChange: boolean;
  readonly createdAtMs: number;
}

/** Addresses of a wallet, by address. */
export type AddressBook = ReadonlyMap<Address, WalletAddress>;

/** The policy of a key in this form. */
export const policyOfKey = (publicKey: PublicKey, form: KeyForm): SpendPolicy =>
  form === 'pk' ? { type: 'pk', publicKey } : { type: 'uc', unlockConditions: standardUnlockConditions(publicKey) };

/** The address of a key in this form. */
export const addressOfKey = (publicKey: PublicKey, form: KeyForm): Address =>
  policyAddress(policyOfKey(publicKey, form));
