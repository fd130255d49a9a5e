import * as z from 'zod/mini';
import { converted, decodeJson, encodeJson, listOf, optional } from '$lib/api/schemas/codec';
import { spendPolicy } from '$lib/api/schemas/policies';
import { address, blockId } from '$lib/api/schemas/scalars';
import type { SpendPolicy } from '$lib/chain/policy/policy';
import { decodeHex, encodeHex, encodeUtf8 } from '$lib/codec/bytes';
import { parseJson, stringifyJson } from '$lib/codec/json';
import { visibleForm } from '$lib/codec/lookalikes';
import { containedText } from '$lib/codec/visibleText';
import { toAppError } from '$lib/errors';
import { isShort, roomBeside, type Contact } from '$lib/wallet/formats/contacts';
import { transferId } from '$lib/wallet/transfer/transfer';
import { decodeTransfer, encodeTransfer } from '$lib/wallet/transfer/transferText';
import { reachableEnd, rowsByAddress } from './addresses';
import { BackupError, type BackupFault } from './errors';
import type { ContactStorage, LabelChange, OnProgress, WalletKeystore, WalletStorage } from './ports';
import { isWalletRow, MAX_WALLET_ADDRESSES, type AddressRow, type SendRow, type WalletRow } from './records';
import { firstAddress, usedNames, walletWithFirst, type SameWallet } from './sameWallet';

// A backup file is JSON around one encrypted part, sealed like a key file under the backup's own password. Inside are
// the wallets with their addresses and labels, and their key files, which stay encrypted under each wallet's password.

const FORMAT = 'quarry-wallet-backup';
const VERSION = 1;

const envelope = z.object({ format: z.literal(FORMAT), version: z.number(), sealed: z.string() });

/** The file may be someone else's. */
const shownText = converted(z.string(), containedText, (text) => text);

const addressRecord = z.object({
  address,
  policy: optional(spendPolicy),
  key: z.optional(z.object({ index: z.number(), form: z.enum(['uc', 'pk']) })),
  label: shownText,
  isChange: z.boolean(),
  used: z.boolean(),
  shown: z.boolean(),
  createdAtMs: z.number()
});

/** A signed payment: its transfer, hex. */
const sendRecord = z.object({ transfer: z.string(), atMs: z.number(), minedHeight: z.optional(z.number()) });

const walletRecord = z.object({
  id: z.string(),
  name: shownText,
  kind: z.enum(['seed', 'watch']),
  policy: optional(spendPolicy),
  genesis: optional(blockId),
  createdAtMs: z.number(),
  checkedUpTo: z.number(),
  discover: z.boolean(),
  /** Its phrase was not confirmed; earlier versions did not save this. */
  phrasePending: z.optional(z.boolean()),
  /** The key file, hex. */
  keys: z.optional(z.string()),
  /** Labels, notes and frozen outputs as JSON lines. */
  labels: z.optional(z.string()),
  /** Signed payments that may still be mined; earlier versions did not save them. */
  sends: z.optional(z.array(sendRecord)),
  addresses: listOf(addressRecord, '[]')
});

const contactRecord = z.object({ address, name: shownText, note: shownText });

const content = z.object({
  createdAtMs: z.number(),
  wallets: listOf(walletRecord, '[]'),
  /** The address book. */
  contacts: z.optional(z.array(contactRecord))
});
type Content = z.output<typeof content>;

interface BackupDeps {
  readonly store: Pick<
    WalletStorage,
    | keyof ContactStorage
    | 'wallets'
    | 'addresses'
    | 'sends'
    | 'addWallet'
    | 'loadVault'
    | 'open'
    | 'labelText'
    | 'event'
  >;
  readonly keystore: Pick<WalletKeystore, 'sealBackup' | 'openBackup'>;
}

/** Contents of an opened backup, before anything is restored. */
export interface BackupPreview {
  readonly createdAtMs: number;
  readonly wallets: readonly {
    readonly id: string;
    readonly name: string;
    readonly hasKeys: boolean;
    /** The policy of all its coins, if it is a shared wallet. */
    readonly policy?: SpendPolicy;
    readonly addresses: number;
    readonly createdAtMs: number;
    /** Already in this browser, and left unchanged. */
    readonly isPresent: boolean;
    /** Another wallet of this browser has the same name, or one that looks the same. */
    readonly sharesName: boolean;
    /** The wallet of this browser with the same keys, if it was restored from its phrase. */
    readonly sameKeysAs?: SameWallet;
  }[];
  /** Number of recipients that are added to the address book. */
  readonly newContacts: number;
  /** How many of the missing recipients the address book cannot hold. */
  readonly omittedContacts: number;
  /** How many of the new ones have the name of another recipient or of a wallet here, or one that looks the same. */
  readonly sharedContactNames: number;
  readonly content: Content;
}

/** The text of a backup file. */
export interface WrittenBackup {
  readonly text: string;
  /** Ids of the wallets that it contains with all their addresses. */
  readonly complete: readonly string[];
}

/**
 * Formats all wallets of this browser as a backup file.
 * @param nowMs milliseconds since 1970
 */
export async function writeBackup(
  { store, keystore }: BackupDeps,
  password: string,
  nowMs: number,
  onProgress?: OnProgress
): Promise<WrittenBackup> {
  const wallets: Content['wallets'] = [];
  // A damaged record must not prevent saving the others.
  const rows = (await store.wallets()).filter(isWalletRow).toSorted((a, b) => a.createdAtMs - b.createdAtMs);
  for (const row of rows) {
    const { id, name, kind, policy, genesis, createdAtMs, checkedUpTo, discover, phrasePending } = row;
    const vault = await store.loadVault(id);
    const addresses = (await store.addresses(id)).map(({ walletId: _, policy, ...record }) => ({ ...record, policy }));
    const keys = vault && encodeHex(vault);
    const labels = await labelsOf(store, id);
    const sends = (await store.sends(id)).map(({ transfer, atMs, minedHeight }) => ({
      transfer: encodeHex(encodeTransfer(transfer)),
      atMs,
      minedHeight
    }));
    const known = { id, name, kind, policy, genesis, createdAtMs, checkedUpTo, discover, phrasePending };
    wallets.push({ ...known, keys, labels, sends, addresses });
  }
  const contacts = [...(await store.contacts())];
  const plain = encodeUtf8(stringifyJson(encodeJson(content, { createdAtMs: nowMs, wallets, contacts })));
  const sealed = encodeHex(await keystore.sealBackup(plain, password, onProgress));
  const text = stringifyJson({ format: FORMAT, version: VERSION, sealed });
  // Sealing takes a while, in which this tab or another may add addresses; keys are derived again from the phrase.
  const now = await Promise.all(wallets.map(({ id }) => store.addresses(id)));
  const countWatched = (all: readonly Pick<AddressRow, 'key'>[]) => all.filter(({ key }) => key === undefined).length;
  const isComplete = ({ addresses }: Content['wallets'][number], i: number) =>
    countWatched(addresses) === countWatched(now[i]!);
  return { text, complete: wallets.filter(isComplete).map(({ id }) => id) };
}

/** What a file lacks to be a backup is said before its password is asked for. @throws {BackupError} */
export const requireBackup = (text: string): void => void sealedIn(text);

/**
 * Opens a backup without restoring anything.
 * @throws {BackupError}
 */
export async function readBackup(
  { store, keystore }: BackupDeps,
  text: string,
  password: string,
  onProgress?: OnProgress
): Promise<BackupPreview> {
  const sealed = sealedIn(text);
  const plain = await keystore.openBackup(sealed, password, onProgress).catch(refuse);
  const opened = attempt('damaged', () => decodeJson(content, parseJson(new TextDecoder().decode(plain))));
  requireSound(opened);
  const stored = await store.wallets();
  const present = new Set(stored.map(({ id }) => id));
  const walletNames = new Set(stored.filter(isWalletRow).map(({ name }) => visibleForm(name)));
  const here = await store.contacts();
  const missing = missingContacts(opened, here);
  const newContacts = missing.filter(isShort).slice(0, roomBeside(here));
  const names = await usedNames(store, newContacts, [...here, ...newContacts]);
  const sameKeysAs = ({ id, addresses, genesis }: Content['wallets'][number]) =>
    present.has(id)
      ? undefined
      : walletWithFirst(store, firstAddress(addresses), (row) => !row.genesis || !genesis || row.genesis === genesis);
  const same = await Promise.all(opened.wallets.map(sameKeysAs));
  return {
    createdAtMs: opened.createdAtMs,
    wallets: opened.wallets.map(({ id, name, keys, policy, addresses, createdAtMs }, i) => ({
      id,
      name,
      hasKeys: keys !== undefined,
      ...(policy && { policy }),
      addresses: addresses.length,
      createdAtMs,
      isPresent: present.has(id),
      sharesName: !present.has(id) && walletNames.has(visibleForm(name)),
      ...(same[i] && { sameKeysAs: same[i] })
    })),
    newContacts: newContacts.length,
    omittedContacts: missing.length - newContacts.length,
    sharedContactNames: newContacts.filter((contact) => names.namesakeOf(contact)).length,
    content: opened
  };
}

/**
 * Adds the wallets and contacts of a backup that are missing here; what wallets hold is read from the chain.
 * @returns number of added wallets
 */
export async function restoreBackup({ store }: BackupDeps, { content }: BackupPreview): Promise<number> {
  const { wallets } = content;
  const here = await store.contacts();
  await store.saveContacts(missingContacts(content, here).filter(isShort).slice(0, roomBeside(here)));
  const present = new Set((await store.wallets()).map(({ id }) => id));
  const missing = wallets.filter(({ id }) => !present.has(id));
  for (const { keys, labels, sends = [], addresses, ...wallet } of missing) {
    const row: WalletRow = { ...wallet, ...discoveryAfter(addresses), firstSync: true };
    const rows = addresses.map((record): AddressRow => ({ ...record, walletId: wallet.id }));
    const change = labels === undefined ? undefined : await changeOf(store, rows, wallet.id, labels);
    const vault = keys === undefined ? undefined : decodeHex(keys);
    const released = sends.flatMap((send) => releasedSend(wallet.id, send));
    await store.addWallet(row, rows, { vault, labels: change, sends: released });
  }
  return missing.length;
}

/** A payment of the file, which may have been mined, dropped or dismissed since: it is only kept to warn of a second one. */
function releasedSend(walletId: string, { transfer: text, ...seen }: z.output<typeof sendRecord>): SendRow[] {
  try {
    const transfer = decodeTransfer(decodeHex(text));
    return [{ walletId, id: transferId(transfer), transfer, ...seen, isReleased: true }];
  } catch {
    // Of a later version.
    return [];
  }
}

/** As created: another text could be the path of another page, where the wallet could not even be removed. */
const WALLET_ID = /^[0-9a-f-]{1,64}$/;
const LAST_TIME_MS = 8.64e15;
/** The page of wallets lists them all. */
const MAX_WALLETS = 1_000;
const isCount = (value: number): boolean => Number.isSafeInteger(value) && value >= 0;
const isTime = (ms: number): boolean => Math.abs(ms) <= LAST_TIME_MS;

/**
 * What a schema that also writes files must not refuse: a damaged record must not prevent saving the others.
 * @throws {BackupError} values that this app never wrote, with which a wallet could be neither opened nor removed
 */
function requireSound({ createdAtMs, wallets }: Content): void {
  const isLong = wallets.some(({ addresses }) => addresses.length > MAX_WALLET_ADDRESSES);
  if (isLong || wallets.length > MAX_WALLETS) throw new BackupError('too-long');
  const areTimes = [createdAtMs, ...wallets.map((wallet) => wallet.createdAtMs)].every(isTime);
  const areDistinct = new Set(wallets.map(({ id }) => id)).size === wallets.length;
  const areWallets = wallets.every(
    ({ id, checkedUpTo, sends = [], addresses }) =>
      WALLET_ID.test(id) &&
      isCount(checkedUpTo) &&
      sends.every(({ atMs, minedHeight = 0 }) => isTime(atMs) && isCount(minedHeight)) &&
      addresses.every(({ key, createdAtMs: at }) => isTime(at) && (key === undefined || isCount(key.index)))
  );
  if (!areTimes || !areDistinct || !areWallets) throw new BackupError('damaged');
}

/** The file's recipients that are not in the address book, each address once. */
function missingContacts({ contacts = [] }: Content, here: readonly Contact[]): Contact[] {
  const known = new Set(here.map((contact) => contact.address));
  return [...new Map(contacts.map((contact) => [contact.address, contact])).values()].filter(
    (contact) => !known.has(contact.address)
  );
}

/** The wallet may have issued further addresses since the file was saved. */
function discoveryAfter(addresses: readonly Pick<AddressRow, 'key'>[]): Partial<WalletRow> {
  const checkedUpTo = reachableEnd(addresses);
  return checkedUpTo > 0 ? { discover: true, checkedUpTo } : {};
}

/** Loaded lazily, with the first backup. */
const loadLabels = async () => ({ ...(await import('./labels')), ...(await import('$lib/wallet/formats/labels')) });

async function labelsOf(store: BackupDeps['store'], walletId: string): Promise<string> {
  const { readLabels, formatLabels } = await loadLabels();
  const { addresses, frozenIds } = await store.open(walletId);
  return formatLabels(await readLabels({ walletId, store }, { rows: rowsByAddress(addresses), frozen: frozenIds }));
}

async function changeOf(
  store: BackupDeps['store'],
  rows: readonly AddressRow[],
  walletId: string,
  text: string
): Promise<LabelChange> {
  const { labelChange, parseLabels } = await loadLabels();
  return labelChange({ walletId, store }, { rows: rowsByAddress(rows), frozen: new Set() }, parseLabels(text));
}

function sealedIn(text: string): Uint8Array {
  const parsed = attempt('format', () => parseJson(text.trim()));
  const isBackup = typeof parsed === 'object' && parsed !== null && Reflect.get(parsed, 'format') === FORMAT;
  if (!isBackup) throw new BackupError('format');
  const { version, sealed } = attempt('damaged', () => decodeJson(envelope, parsed));
  if (version > VERSION) throw new BackupError('newer-version');
  return attempt('damaged', () => decodeHex(sealed));
}

function attempt<T>(fault: BackupFault, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    throw new BackupError(fault, { cause });
  }
}

const FAULTS: Readonly<Record<string, BackupFault>> = {
  'keystore/wrong-password': 'wrong-password',
  'keystore/damaged': 'damaged',
  'keystore/truncated': 'damaged',
  'keystore/newer-version': 'newer-version'
};

function refuse(error: unknown): never {
  const fault = FAULTS[toAppError(error).code];
  throw fault === undefined ? error : new BackupError(fault, { cause: error });
}
