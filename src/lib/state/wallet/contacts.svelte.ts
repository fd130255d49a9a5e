import type { Address } from '$lib/chain/address';
import type { ContactStorage } from '$lib/services/wallet/ports';
import { parseContacts, withSharedName, type Contact } from '$lib/wallet/formats/contacts';

/** The address book of this browser: recipients of all wallets, by name. */
export class Contacts {
  list = $state.raw<readonly Contact[]>([]);
  readonly #store: ContactStorage;

  constructor(store: ContactStorage) {
    this.#store = store;
  }

  async load(): Promise<void> {
    const contacts = await this.#store.contacts();
    this.list = contacts.toSorted((a, b) => a.name.localeCompare(b.name) || (a.address < b.address ? -1 : 1));
  }

  readonly find = (address: string): Contact | undefined =>
    this.list.find((contact) => contact.address === address.trim().toLowerCase());

  readonly nameOf = (address: string): string => this.find(address)?.name ?? '';

  /** Adds a contact, or replaces the one with the same address. */
  async save(contact: Contact): Promise<void> {
    await this.#store.saveContacts([contact]);
    await this.load();
  }

  async remove(address: Address): Promise<void> {
    await this.#store.removeContact(address);
    await this.load();
  }

  /**
   * Adds the contacts of a CSV file; those with the same address are replaced.
   * @returns number of contacts in the file, and how many of them share another contact's name
   * @throws {ImportError}
   */
  async importFile(text: string): Promise<{ readonly count: number; readonly sharedNames: number }> {
    const contacts = parseContacts(text);
    await this.#store.saveContacts(contacts);
    await this.load();
    return { count: contacts.length, sharedNames: withSharedName(contacts, this.list).length };
  }
}
