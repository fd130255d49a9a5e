import type { Address } from '$lib/chain/address';
import type { CoinOutputId, Hash256, TransactionId } from '$lib/chain/ids';
import { v2CoinOutputId } from '$lib/chain/transaction/v2TransactionIds';
import { ContainerError } from '$lib/wallet/formats/errors';
import { formatLabels, parseLabels, type LabelLine, type LabelSet, type LabelType } from '$lib/wallet/formats/labels';
import { parseAddressList } from '$lib/wallet/formats/importLists';
import type { EventTexts } from '$lib/wallet/sync/walletEvent';
import { StaleWriteError } from '../errors';
import type { AddressRows } from './addresses';
import type { LabelChange, WalletStorage } from './ports';

export interface LabelDeps {
  readonly walletId: string;
  readonly store: Pick<WalletStorage, 'labelText' | 'event'>;
}

/** Labels stored in the wallet itself: those of its addresses, and frozen outputs. */
export interface OwnLabels {
  readonly rows: AddressRows;
  readonly frozen: ReadonlySet<CoinOutputId>;
}

const ID_LENGTH = 64;

const isPosition = (ref: string): boolean => ref.includes(':');

/**
 * The coin output that a line is about. `<transaction>:<n>` counts coin outputs: the id of a V2 output follows from it,
 * that of a V1 output is found in the history.
 */
async function outputOf({ walletId, store }: LabelDeps, ref: string): Promise<CoinOutputId> {
  if (!isPosition(ref)) return ref as CoinOutputId;
  const [transaction = '', index = ''] = ref.split(':');
  const event = await store.event(walletId, transaction as Hash256);
  const coins = event?.outputs.filter(({ coins }) => coins !== undefined) ?? [];
  const known = coins[Number(index)]?.id as string | undefined;
  return (known as CoinOutputId | undefined) ?? v2CoinOutputId(transaction as TransactionId, Number(index));
}

/** The line with the label that the wallet shows, by address: lines with an origin are about other accounts. */
function shownLines(lines: readonly LabelLine[]): ReadonlyMap<Address, LabelLine> {
  const labels = lines.filter(({ type }) => type === 'addr');
  const ownLast = labels.toSorted((a, b) => Number(a.origin === undefined) - Number(b.origin === undefined));
  return new Map(ownLast.map((line) => [line.ref as Address, line]));
}

/** All labels of the wallet: those it shows, and those kept from files for other software. */
export async function readLabels(deps: LabelDeps, { rows, frozen }: OwnLabels): Promise<LabelSet> {
  const stored = parseLabels((await deps.store.labelText(deps.walletId)) ?? '');
  const lines: LabelLine[] = [];
  const shown = shownLines(stored.lines);
  const covered = new Set<CoinOutputId>();
  for (const line of stored.lines) {
    const row = shown.get(line.ref as Address) === line ? rows.get(line.ref as Address) : undefined;
    if (row) lines.push({ ...line, label: row.label });
    else if (line.type === 'output') {
      const id = await outputOf(deps, line.ref);
      covered.add(id);
      const spendable = frozen.has(id) ? false : line.spendable === false ? true : line.spendable;
      lines.push(spendable === undefined ? line : { ...line, spendable });
    } else lines.push(line);
  }
  for (const { address, label, key } of rows.values()) {
    if (label === '' || shown.has(address)) continue;
    lines.push({ type: 'addr', ref: address, label, ...(key && { more: { keypath: `/${key.index}` } }) });
  }
  for (const id of frozen) if (!covered.has(id)) lines.push({ type: 'output', ref: id, spendable: false });
  return { lines, raw: stored.raw };
}

/**
 * What replaces the wallet's labels by these. Labels of addresses that are not the wallet's yet appear when they become
 * its own; frozen outputs are also frozen if they arrive later.
 * @param own as the labels were read with it: what has changed since stays
 */
export async function labelChange(deps: LabelDeps, { rows, frozen }: OwnLabels, set: LabelSet): Promise<LabelChange> {
  const labels = new Map([...shownLines(set.lines)].map(([address, { label = '' }]) => [address, label]));
  const freeze = new Set<CoinOutputId>();
  for (const { ref, spendable } of set.lines) if (spendable === false) freeze.add(await outputOf(deps, ref));
  const changes = [...rows.values()].flatMap(({ address, label: before }) => {
    const label = labels.get(address) ?? '';
    if (label === before) return [];
    // Another copy of the wallet issued an address that it labels.
    return [{ address, change: label === '' ? { label } : { label, shown: true } }];
  });
  return {
    text: formatLabels(set),
    waiting: new Map([...labels].filter(([address, label]) => label !== '' && !rows.has(address))),
    changes,
    frozen: [...freeze].filter((id) => !frozen.has(id)),
    thawed: [...frozen].filter((id) => !freeze.has(id))
  };
}

/**
 * Changes the labels as they are now, which may be later than they were shown. Starts over if others are stored in the
 * meantime, for example a second note.
 */
export async function changeLabels<S extends LabelSet>(
  deps: LabelDeps & { readonly store: Pick<WalletStorage, 'saveLabels'> },
  readOwn: () => OwnLabels,
  change: (current: LabelSet) => S
): Promise<{ readonly before: LabelSet; readonly after: S }> {
  const { walletId, store } = deps;
  for (;;) {
    const text = await store.labelText(walletId);
    const own = readOwn();
    const before = await readLabels(deps, own);
    const after = change(before);
    try {
      await store.saveLabels(walletId, text, await labelChange(deps, own, after));
      return { before, after };
    } catch (error) {
      if (!(error instanceof StaleWriteError)) throw error;
    }
  }
}

/** Notes by event id. A transaction without one has the label of an input, which other wallets may give it. */
function notesOf({ lines }: LabelSet): ReadonlyMap<Hash256, string> {
  const labelsOf = (type: LabelType) =>
    lines.flatMap(({ type: own, ref, origin, label }) =>
      own === type && origin === undefined && label !== undefined
        ? [[ref.slice(0, ID_LENGTH) as Hash256, label] as const]
        : []
    );
  return new Map([...labelsOf('input'), ...labelsOf('tx')]);
}

/** The note of a transaction or another event; empty without one. */
export const noteOf = (set: LabelSet, eventId: Hash256): string => notesOf(set).get(eventId) ?? '';

/** The texts by which a user recognizes events. @param rows addresses of the wallet */
export async function readEventTexts(
  { walletId, store }: { readonly walletId: string; readonly store: Pick<WalletStorage, 'labelText' | 'contacts'> },
  rows: AddressRows
): Promise<EventTexts> {
  const [text, contacts] = await Promise.all([store.labelText(walletId), store.contacts()]);
  const names = new Map(contacts.map(({ address, name }) => [address, name]));
  return {
    nameOf: (address) => rows.get(address)?.label || (names.get(address) ?? ''),
    notes: notesOf(parseLabels(text ?? ''))
  };
}

/** The labels with the event's note replaced. */
export function withNote({ lines, raw }: LabelSet, eventId: Hash256, note: string): LabelSet {
  const before = lines.find(({ type, ref, origin }) => type === 'tx' && ref === eventId && origin === undefined);
  const noted: LabelLine = { type: 'tx', ref: eventId, ...before, label: note };
  return { lines: [...lines.filter((line) => line !== before), noted], raw };
}

/** In characters: about 100,000 labels, a second of work on a slow phone. */
const MAX_FILE_LENGTH = 10_000_000;

/**
 * Parses a label file: JSON lines, or CSV of address and label.
 * @throws {ImportError} CSV that cannot be read
 * @throws {ContainerError} too large: stored labels are read again for every note
 */
export function readLabelFile(text: string) {
  if (text.length > MAX_FILE_LENGTH) throw new ContainerError('large-file', text.length);
  if (/^[\s\ufeff]*\{/.test(text)) return parseLabels(text);
  const labeled = parseAddressList(text, Infinity);
  const lines = labeled.map(({ address, label }): LabelLine => ({ type: 'addr', ref: address, label }));
  return { lines, raw: [], unknown: 0, damaged: 0 };
}
