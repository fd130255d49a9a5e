import type { Address } from '$lib/chain/address';
import type { OpenChannel, TabChannel } from '$lib/services/ports';
import type { ContactStorage } from '$lib/services/wallet/ports';
import { parseContacts, type Contact } from '$lib/wallet/formats/contacts';

const CHANNEL = 'quarry:contacts';

/** The address book of this browser: recipients of all wallets, by name. Changed in one tab, it changes in all. */
export class Contacts {
  list = $state.raw<readonly Contact[]>([]);
  readonly #store: ContactStorage;
  readonly #channel: TabChannel<''>;

  constructor(store: ContactStorage, openChannel: OpenChannel) {
    this.#store = store;
    // A failure is reported by the next action.
    this.#channel = openChannel(CHANNEL, () => void this.load().catch(() => undefined));
  }

  async load(): Promise<void> {
    const contacts = await this.#store.contacts();
    this.list = contacts.toSorted((a, b) => a.name.localeCompare(b.name) || (a.address < b.address ? -1 : 1));
  }

  /** Reloads the list, here and in other tabs. */
  async changed(): Promise<void> {
    this.#channel.post('');
    await this.load();
  }

  readonly find = (address: string): Contact | undefined =>
    this.list.find((contact) => contact.address === address.trim().toLowerCase());

  readonly nameOf = (address: string): string => this.find(address)?.name ?? '';

  /** Adds a contact, or replaces the one with the same address. */
  async save(contact: Contact): Promise<void> {
    await this.#store.saveContacts([contact]);
    await this.changed();
  }

  async remove(address: Address): Promise<void> {
    await this.#store.removeContact(address);
    await this.changed();
  }

  /**
   * Reads the contacts of a CSV file, to be added.
   * @throws {ImportError}
   */
  async readFile(text: string): Promise<readonly Contact[]> {
    return parseContacts(text, await this.#store.contacts());
  }

  /** Adds contacts; those with the same address are replaced. */
  async add(contacts: readonly Contact[]): Promise<void> {
    await this.#store.saveContacts(contacts);
    await this.changed();
  }
}
