import type { Address } from '$lib/chain/address';
import type { PublicKey } from '$lib/chain/keys/keys';
import { memoize } from '$lib/chain/memoize';
import { LockedError } from '$lib/wallet/errors';
import { policyOfKey, type KeyForm, type KeyRef } from '$lib/wallet/keys/account';
import type { DerivedKey } from '$lib/wallet/keys/discovery';
import { AlteredAddressError, NoAddressError } from './errors';
import type { AddressChange, WalletChange, WalletKeystore, WalletStorage } from './ports';
import type { AddressRow } from './records';

/**
 * Look-ahead: watched keys after the last used one, so that addresses issued by another copy of the wallet are noticed.
 */
export const KEYS_AHEAD = 20;
/** Gap limit: consecutive unused keys after which discovery ends. */
export const GAP_LIMIT = 40;
const FORMS: readonly KeyForm[] = ['uc', 'pk'];
/** The default form: both transaction versions can spend from it, and all wallets of this network scan for it. */
const ISSUED_FORM: KeyForm = 'uc';

/** All addresses of a wallet: issued or used ones, and the look-ahead. */
export type AddressRows = ReadonlyMap<Address, AddressRow>;

export interface AddressDeps {
  readonly walletId: string;
  readonly store: Pick<WalletStorage, 'addresses' | 'addAddresses' | 'patchAddresses' | 'issueAddress'>;
  readonly keystore: Pick<WalletKeystore, 'isUnlocked' | 'deriveAddresses'>;
  readonly nowMs: () => number;
}

type RepairDeps = Pick<AddressDeps, 'walletId' | 'nowMs'> & {
  readonly store: Pick<WalletStorage, 'addresses' | 'replaceAddresses'>;
  readonly keystore: Pick<WalletKeystore, 'deriveAddresses'>;
};

export const rowsByAddress = (rows: readonly AddressRow[]): AddressRows =>
  new Map(rows.map((row) => [row.address, row]));

const byKeyThenAge = (a: AddressRow, b: AddressRow): number =>
  (a.key?.index ?? -1) - (b.key?.index ?? -1) || a.createdAtMs - b.createdAtMs || (a.address < b.address ? -1 : 1);

/** Issued or used addresses, by key index. */
export const shownAddresses = (rows: AddressRows): AddressRow[] =>
  [...rows.values()].filter(({ shown, used }) => shown || used).sort(byKeyThenAge);

/** Both addresses of each key, not issued yet. */
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

/** By public key. Memoized: a transfer can name tens of thousands of keys. */
const keysOf = memoize(
  (rows: AddressRows): ReadonlyMap<PublicKey, KeyRef> =>
    new Map(
      Array.from(rows.values()).flatMap(({ key, policy }) =>
        key && policy?.type === 'pk' ? [[policy.publicKey, key] as const] : []
      )
    )
);

/** The derived key of the wallet's seed with this public key. */
export const keyOf = (rows: AddressRows, publicKey: PublicKey): KeyRef | undefined => keysOf(rows).get(publicKey);

/**
 * Checks that a seed wallet's own addresses among those paid are derived from its keys. Except for the keys, browser
 * storage is not sealed: an attacker who modified it could redirect change.
 * @param paid all paid addresses; foreign ones are ignored
 * @param shownAsOwn addresses shown to the user as the wallet's own; all of them must still be
 * @throws {AlteredAddressError} or keystore/locked
 */
export async function requireDerived(
  {
    walletId,
    keystore
  }: Pick<AddressDeps, 'walletId'> & { readonly keystore: Pick<WalletKeystore, 'deriveAddresses'> },
  rows: AddressRows,
  paid: readonly Address[],
  shownAsOwn: readonly Address[] = []
): Promise<void> {
  for (const address of shownAsOwn) {
    if (!rows.has(address)) throw new AlteredAddressError(address);
  }
  for (const address of new Set(paid)) {
    const row = rows.get(address);
    if (row === undefined) continue;
    const [derived] = row.key ? await keystore.deriveAddresses(walletId, row.key.index, 1) : [];
    if (row.key === undefined || derived?.[row.key.form] !== address) throw new AlteredAddressError(address);
  }
}

/** Keys per derivation request; the keystore can sign between batches. */
const BATCH = 50;

/**
 * Compares all stored addresses with the unlocked keys. Removes addresses of other keys, of no key, or of a key so far
 * beyond the others that restoring from the phrase would not find it; adds missing addresses of the wallet's keys.
 * @returns the removed addresses, and all rows afterwards: the given ones if nothing changed
 */
export async function repairAddresses(
  { walletId, store, keystore, nowMs }: RepairDeps,
  rows: AddressRows
): Promise<{ readonly altered: readonly Address[]; readonly rows: AddressRows }> {
  const all = [...rows.values()];
  const end = reachableEnd(all);
  const derived = new Map<number, DerivedKey>();
  for (let from = 0; from < end; from += BATCH) {
    const keys = await keystore.deriveAddresses(walletId, from, Math.min(BATCH, end - from));
    for (const key of keys) derived.set(key.index, key);
  }
  const altered = all.filter(({ address, key }) => !key || derived.get(key.index)?.[key.form] !== address);
  const absent = [...derived.values()].filter((key) => FORMS.some((form) => !rows.has(key[form])));
  if (altered.length === 0 && absent.length === 0) return { altered: [], rows };
  const removed = altered.map(({ address }) => address);
  await store.replaceAddresses(walletId, removed, rowsOfKeys(walletId, absent, nowMs()));
  return { altered: removed, rows: rowsByAddress(await store.addresses(walletId)) };
}

/** The index after the last reachable key; keys are derived in sequence, so a large gap ends the wallet's own. */
export function reachableEnd(rows: Iterable<Pick<AddressRow, 'key'>>): number {
  const indexes = new Set(Array.from(rows, ({ key }) => key?.index ?? -1));
  let end = 0;
  for (const index of [...indexes].filter(isKeyIndex).sort((a, b) => a - b)) {
    if (index >= end + KEYS_AHEAD) break;
    end = index + 1;
  }
  return end;
}

const isKeyIndex = (index: number): boolean => Number.isSafeInteger(index) && index >= 0;

const hasKeys = (rows: AddressRows): boolean => [...rows.values()].some(({ key }) => key);

/** The next unused address, without issuing it. @throws {NoAddressError} a watch-only wallet has none */
export function nextAddress(rows: AddressRows): AddressRow {
  const all = [...rows.values()];
  const touched = new Set(all.filter(({ used }) => used).map(({ key }) => key?.index));
  const free = all.filter(({ key, shown }) => key?.form === ISSUED_FORM && !shown && !touched.has(key.index));
  const [first] = free.sort(byKeyThenAge);
  if (!first) throw new NoAddressError();
  return first;
}

/**
 * The change address: an unused one, or for a watch-only wallet the first whose coins can be spent.
 * @throws {NoAddressError}
 */
export function changeAddress(rows: AddressRows): Address {
  if (hasKeys(rows)) return nextAddress(rows).address;
  const own = shownAddresses(rows).find(({ policy }) => policy);
  if (!own) throw new NoAddressError();
  return own.address;
}

/** Marks addresses as issued, e.g. by another copy of the wallet. */
export const asIssued = (addresses: readonly Address[]): AddressChange[] =>
  addresses.map((address) => ({ address, change: { shown: true } }));

/** Stores address changes. @returns all rows as they are stored now */
export async function changeAddresses(
  { walletId, store }: Pick<AddressDeps, 'walletId' | 'store'>,
  changes: readonly AddressChange[]
): Promise<AddressRows> {
  await store.patchAddresses(walletId, changes);
  return rowsByAddress(await store.addresses(walletId));
}

/**
 * Issues a new address, which no other call, here or in another tab, issues as well.
 * @throws {AlteredAddressError} detected only while the keys are unlocked
 * @throws {LockedError} all derived addresses are issued, and the keys are locked
 */
export async function issueAddress(
  deps: AddressDeps,
  before: AddressRows,
  label: string
): Promise<{ readonly rows: AddressRows; readonly row: AddressRow }> {
  const { walletId, store, keystore } = deps;
  for (let known = before; ;) {
    known = await extendLookAhead(deps, known);
    const { address } = nextOrLocked(known);
    if (keystore.isUnlocked(walletId)) await requireDerived(deps, known, [address]);
    const isIssued = await store.issueAddress(walletId, address, label);
    known = rowsByAddress(await store.addresses(walletId));
    if (!isIssued) continue;
    const rows = await extendLookAhead(deps, known);
    return { rows, row: rows.get(address)! };
  }
}

function nextOrLocked(rows: AddressRows): AddressRow {
  try {
    return nextAddress(rows);
  } catch (error) {
    if (hasKeys(rows) && error instanceof NoAddressError) throw new LockedError();
    throw error;
  }
}

/** The index after the highest; 0 without any. */
const endOf = (indexes: readonly number[]): number =>
  indexes.reduce((highest, index) => Math.max(highest, index), -1) + 1;

/** The first key that is not watched, the first that need not be, and the first after those that other copies used. */
function lookAhead(rows: AddressRows) {
  const keys = [...rows.values()].flatMap(({ key, shown, used }) => (key ? [{ index: key.index, shown, used }] : []));
  return {
    from: endOf(keys.map(({ index }) => index)),
    until: endOf(keys.filter(({ shown, used }) => shown || used).map(({ index }) => index)) + KEYS_AHEAD,
    endElsewhere: endOf(keys.filter(({ shown, used }) => used && !shown).map(({ index }) => index))
  };
}

/**
 * Derives further look-ahead addresses if the keys are unlocked and too few are left. A used key that was not issued
 * here was used by another copy of the wallet: if it is so close to the last watched key that the missing ones may have
 * been used as well, a discovery of those is due.
 * @returns all rows afterwards
 */
export async function extendLookAhead(deps: AddressDeps, rows: AddressRows): Promise<AddressRows> {
  const { from, until, endElsewhere } = lookAhead(rows);
  if (from >= until || !deps.keystore.isUnlocked(deps.walletId)) return rows;
  const isLate = endElsewhere > 0 && endElsewhere + KEYS_AHEAD > from;
  return addKeys(deps, from, until, isLate ? { discover: true, checkedUpTo: from } : {});
}

/**
 * The look-ahead after addresses that blocks use which are not stored yet: those blocks may use the added addresses,
 * too. If too few were left before, as after a first sync of addresses that were used meanwhile, it is completed first.
 * @returns all rows afterwards; the given ones if none are missing
 */
export async function extendLookAheadFor(
  deps: AddressDeps,
  rows: AddressRows,
  used: readonly Address[]
): Promise<AddressRows> {
  if (used.length === 0 || !deps.keystore.isUnlocked(deps.walletId)) return rows;
  const completed = await extendLookAhead(deps, rows);
  const found = used.flatMap((address) => completed.get(address) ?? []);
  const marked = rowsByAddress([...completed.values(), ...found.map((row) => ({ ...row, used: true }))]);
  const { from, until } = lookAhead(marked);
  return from >= until ? completed : addKeys(deps, from, until, {});
}

/**
 * Keys after the watched ones among which a device that does not follow the chain looks for the addresses of a
 * transfer: the device that does may have issued many since.
 */
export const KEYS_RECOGNIZED = 200;

/**
 * Adds the keys of addresses that the unlocked seed derives beyond the look-ahead, with those before them.
 * @returns all rows afterwards; the given ones if none was found
 */
export async function recognizeAddresses(
  deps: AddressDeps,
  rows: AddressRows,
  addresses: readonly Address[]
): Promise<AddressRows> {
  const missing = new Set(addresses.filter((address) => !rows.has(address)));
  if (missing.size === 0 || !hasKeys(rows) || !deps.keystore.isUnlocked(deps.walletId)) return rows;
  const { from } = lookAhead(rows);
  let until = from;
  for (let next = from; next < from + KEYS_RECOGNIZED && missing.size > 0; next += BATCH) {
    for (const key of await deps.keystore.deriveAddresses(deps.walletId, next, BATCH))
      for (const form of FORMS) if (missing.delete(key[form])) until = key.index + 1;
  }
  return until === from ? rows : addKeys(deps, from, until, {});
}

async function addKeys(
  { walletId, store, keystore, nowMs }: AddressDeps,
  from: number,
  until: number,
  change: WalletChange
): Promise<AddressRows> {
  const keys = await keystore.deriveAddresses(walletId, from, until - from);
  await store.addAddresses(walletId, rowsOfKeys(walletId, keys, nowMs()), change);
  return rowsByAddress(await store.addresses(walletId));
}
