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

/** Who else has a recipient's name, or one that looks the same: one of the user's wallets, or another recipient. */
export type Namesake = 'wallet' | 'recipient';

/** The names that a recipient could be taken for: those of other recipients and of the user's own wallets. */
export class UsedNames {
  readonly #contacts: ReadonlyMap<string, readonly Contact[]>;
  readonly #wallets: ReadonlySet<string>;
  readonly #walletOf: (address: string) => string | undefined;

  /**
   * @param wallets names of the user's wallets
   * @param walletOf name of the wallet that an address belongs to
   */
  constructor(
    contacts: readonly Contact[],
    wallets: readonly string[] = [],
    walletOf: (address: string) => string | undefined = () => undefined
  ) {
    this.#contacts = Map.groupBy(contacts, ({ name }) => visibleForm(name));
    this.#wallets = new Set(wallets.map(visibleForm));
    this.#walletOf = walletOf;
  }

  namesakeOf({ address, name }: { readonly address: string; readonly name: string }): Namesake | undefined {
    const form = visibleForm(name);
    if (form === '') return undefined;
    if (this.#wallets.has(form) && visibleForm(this.#walletOf(address) ?? '') !== form) return 'wallet';
    return this.#contacts.get(form)?.some((other) => other.address !== address) ? 'recipient' : undefined;
  }
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
