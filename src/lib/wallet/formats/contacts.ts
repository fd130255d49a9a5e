import { parseAddress, type Address } from '$lib/chain/address';
import { formatCsv, parseCsvRows, unescaped } from '$lib/codec/csv';
import { visibleForm } from '$lib/codec/lookalikes';
import { containedText } from '$lib/codec/visibleText';
import { AppError } from '$lib/errors';
import { ImportError } from '../errors';
import { parseLines } from './lineFaults';

/** A recipient in the address book. */
export interface Contact {
  readonly address: Address;
  readonly name: string;
  readonly note: string;
}

/** Characters in a name. */
export const MAX_CONTACT_NAME = 80;
/** Characters in a note. */
export const MAX_CONTACT_NOTE = 255;

const COLUMNS = ['address', 'name', 'note'] as const;

/** The contacts of `some` whose name, or one that looks the same, also belongs to a different address in `all`. */
export function withSharedName(some: readonly Contact[], all: readonly Contact[]): Contact[] {
  const byName = Map.groupBy(all, ({ name }) => visibleForm(name));
  return some.filter((contact) =>
    byName.get(visibleForm(contact.name))?.some(({ address }) => address !== contact.address)
  );
}

/** `address,name,note`, one line each; read back by {@link parseContacts}. */
export const contactsCsv = (contacts: readonly Contact[]): string =>
  formatCsv([[...COLUMNS], ...contacts.map(({ address, name, note }) => [address, name, note])]);

/** The recipient field offers all contacts, so their number is limited. */
const MAX_CONTACTS = 10_000;

/** Whether the address book accepts the contact's texts. */
export const isShort = ({ name, note }: Pick<Contact, 'name' | 'note'>): boolean =>
  [...name].length <= MAX_CONTACT_NAME && [...note].length <= MAX_CONTACT_NOTE;

/** Number of contacts that can be added to these. */
export const roomBeside = ({ length }: readonly Contact[]): number => Math.max(0, MAX_CONTACTS - length);

/**
 * Parses contacts from CSV. With a header, columns are found by name (`label` is an alias of `name`); without one they
 * are in the order of {@link contactsCsv}. The last line of an address wins.
 * @param before the contacts to which they are added
 * @throws {ImportError} with the line numbers
 */
export function parseContacts(text: string, before: readonly Contact[] = []): Contact[] {
  const rows = parseCsvRows(text);
  if (rows.length > MAX_CONTACTS + 1) throw new ImportError(MAX_CONTACTS + 1, 'too-many-contacts');
  const header = (rows[0]?.fields ?? []).map((name) =>
    name
      .trim()
      .toLowerCase()
      .replace(/^label$/, 'name')
  );
  const hasHeader = header.includes('address');
  const places = COLUMNS.map((column, i) => (hasHeader ? header.indexOf(column) : i));
  const found = new Map<Address, Contact>();
  const known = new Set(before.map((contact) => contact.address));
  let room = roomBeside(before);
  const contacts = parseLines(
    rows.slice(hasHeader ? 1 : 0),
    ({ line }) => line,
    ({ fields, line }) => {
      const [address = '', name = '', note = ''] = places.map((place) => ownText(fields[place] ?? ''));
      if (!isShort({ name, note })) throw new ImportError(line, 'long-contact');
      return { line, contact: { address: addressOfLine(line, address), name, note } };
    }
  );
  for (const { line, contact } of contacts) {
    if (!found.has(contact.address) && !known.has(contact.address) && room-- === 0) {
      throw new ImportError(line, 'too-many-contacts');
    }
    found.set(contact.address, contact);
  }
  return [...found.values()];
}

const ownText = (field: string): string => containedText(unescaped(field)).trim();

function addressOfLine(line: number, text: string): Address {
  try {
    return parseAddress(text);
  } catch (error) {
    const fault = text === '' ? 'no-address' : 'wrong-address';
    throw new ImportError(line, fault, { cause: error instanceof AppError ? error : undefined });
  }
}
