import type { Address } from '$lib/chain/address';
import type { PublicKey } from '$lib/chain/keys/keys';
import type { Keystore } from '$lib/keystore/keystore';
import type { DerivedKey } from '$lib/wallet/keys/discovery';
import { LockedError } from '$lib/wallet/errors';
import type { AddressRow } from '$lib/services/wallet/records';
import type { WalletStore } from '$lib/storage/walletStore';
import { policyOfKey, type KeyForm, type KeyRef } from '$lib/wallet/keys/account';
import { NoAddressError } from '$lib/services/wallet/errors';

/** Keys ahead of the last one in use whose addresses are watched: what a copy of the wallet elsewhere hands out is noticed. */
export const KEYS_AHEAD = 20;
const FORMS: readonly KeyForm[] = ['uc', 'pk'];
/** Coins at it can be spent in both generations of transactions, and every wallet of this network looks for it. */
const HANDED_OUT: KeyForm = 'uc';

/** Both addresses of each key, not handed out yet. */
export function rowsOfKeys(walletId: string, keys: readonly DerivedKey[], createdAtMs: number): AddressRow[] {
  return keys.flatMap((key) =>
    FORMS.map((form) => ({
      walletId,
      address: key[form],
      policy: policyOfKey(key.publicKey, form),
      key: { index: key.index, form },
      label: '',
      isChange: false,
      createdAtMs,
      shown: false,
      used: false
    }))
  );
}

interface AddressDeps {
  readonly walletId: string;
  readonly store: WalletStore;
  readonly keystore: Keystore;
  readonly nowMs: () => number;
}

const byKeyThenAge = (a: AddressRow, b: AddressRow): number =>
  (a.key?.index ?? -1) - (b.key?.index ?? -1) || a.createdAtMs - b.createdAtMs || (a.address < b.address ? -1 : 1);

/** The addresses of an open wallet: those handed out or used, and those that wait ahead. */
export class WalletAddresses {
  #rows = $state.raw<ReadonlyMap<Address, AddressRow>>(new Map());
  readonly #deps: AddressDeps;

  /** Handed out or used, in the order of their keys. */
  readonly shown: readonly AddressRow[] = $derived(
    [...this.#rows.values()].filter(({ shown, used }) => shown || used).sort(byKeyThenAge)
  );
  /** All of them, those that wait ahead too. */
  get book(): ReadonlyMap<Address, AddressRow> {
    return this.#rows;
  }

  constructor(deps: AddressDeps) {
    this.#deps = deps;
  }

  has(address: Address): boolean {
    return this.#rows.has(address);
  }

  get all(): Address[] {
    return [...this.#rows.keys()];
  }

  show(rows: readonly AddressRow[]): void {
    this.#rows = new Map(rows.map((row) => [row.address, row]));
  }

  async reload(): Promise<void> {
    this.show(await this.#deps.store.addresses(this.#deps.walletId));
  }

  /** The key of the wallet's seed with this public half, among those that were derived so far. */
  keyOf(publicKey: PublicKey): KeyRef | undefined {
    for (const { key, policy } of this.#rows.values()) {
      if (key && policy?.type === 'pk' && policy.publicKey === publicKey) return key;
    }
    return undefined;
  }

  /** The next address nobody was given, without giving it away. @throws {NoAddressError} a watched wallet has none */
  next(): AddressRow {
    const touched = new Set([...this.#rows.values()].filter(({ used }) => used).map(({ key }) => key?.index));
    const free = [...this.#rows.values()].filter(
      ({ key, shown }) => key?.form === HANDED_OUT && !shown && !touched.has(key.index)
    );
    const [first] = free.sort(byKeyThenAge);
    if (!first) throw new NoAddressError();
    return first;
  }

  /** Where change goes: a fresh address, or with a watched wallet the first whose coins can be composed from. */
  changeAddress(): Address {
    if ([...this.#rows.values()].some(({ key }) => key)) return this.next().address;
    const own = this.shown.find(({ policy }) => policy);
    if (!own) throw new NoAddressError();
    return own.address;
  }

  /**
   * Hands out a fresh address.
   * @throws {LockedError} all derived ones were given away, and the keys are locked
   */
  async handOut(label: string): Promise<AddressRow> {
    await this.keepAhead();
    const row = this.#nextOrLocked();
    await this.change([{ address: row.address, change: { shown: true, label } }]);
    await this.keepAhead();
    return this.#rows.get(row.address)!;
  }

  #nextOrLocked(): AddressRow {
    try {
      return this.next();
    } catch (error) {
      const hasKeys = [...this.#rows.values()].some(({ key }) => key);
      if (hasKeys && error instanceof NoAddressError) throw new LockedError();
      throw error;
    }
  }

  async change(changes: readonly { readonly address: Address; readonly change: Partial<AddressRow> }[]): Promise<void> {
    await this.#deps.store.patchAddresses(this.#deps.walletId, changes);
    await this.reload();
  }

  /** Derives further addresses to watch, when the keys are unlocked and too few wait ahead. */
  async keepAhead(): Promise<void> {
    const { walletId, store, keystore, nowMs } = this.#deps;
    if (!keystore.isUnlocked(walletId)) return;
    const indexes = [...this.#rows.values()].flatMap(({ key, shown, used }) => (key ? [{ ...key, shown, used }] : []));
    const inUse = indexes.filter(({ shown, used }) => shown || used).map(({ index }) => index);
    const from = Math.max(-1, ...indexes.map(({ index }) => index)) + 1;
    const until = Math.max(-1, ...inUse) + 1 + KEYS_AHEAD;
    if (from >= until) return;
    const keys = await keystore.deriveAddresses(walletId, from, until - from);
    await store.addAddresses(walletId, rowsOfKeys(walletId, keys, nowMs()), {});
    await this.reload();
  }
}
