import type { Address } from '$lib/chain/address';
import type { PublicKey } from '$lib/chain/keys/keys';
import type { SpendPolicy } from '$lib/chain/policy/policy';
import { policyAddress, standardUnlockConditions } from '$lib/chain/policy/policyAddress';

/** The two addresses every key has: of its unlock conditions (older), and of its `pk` policy. */
export type KeyForm = 'uc' | 'pk';

/** Key `index` of a wallet's seed, behind the address of this form. */
export interface KeyRef {
  readonly index: number;
  readonly form: KeyForm;
}

/** `seed` can sign; `watch` covers pasted addresses, public keys, policies and m-of-n. */
export type WalletKind = 'seed' | 'watch';

/** An address of a wallet. */
export interface WalletAddress {
  readonly address: Address;
  /** Needed to spend what is paid here; a pasted address may lack it. */
  readonly policy?: SpendPolicy;
  /** The key of the wallet's own seed that signs for it alone. */
  readonly key?: KeyRef;
  readonly label: string;
  readonly isChange: boolean;
  readonly createdAtMs: number;
}

/** The addresses of a wallet, by address. */
export type AddressBook = ReadonlyMap<Address, WalletAddress>;

/** The policy a key has in this form. */
export const policyOfKey = (publicKey: PublicKey, form: KeyForm): SpendPolicy =>
  form === 'pk' ? { type: 'pk', publicKey } : { type: 'uc', unlockConditions: standardUnlockConditions(publicKey) };

/** The address a key has in this form. */
export const addressOfKey = (publicKey: PublicKey, form: KeyForm): Address =>
  policyAddress(policyOfKey(publicKey, form));
