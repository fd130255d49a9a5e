import { enter, type InboxEntry, type Notice } from '$lib/services/notifications/notices';
import type { InboxStorage } from '$lib/services/notifications/ports';
import type { Database, ReadTransaction } from './database';

const newestFirst = async (at: ReadTransaction): Promise<InboxEntry[]> =>
  (await at.range('inbox', { index: 'byTime' })).reverse();

/** The inbox in this browser. */
export class InboxStore implements InboxStorage {
  readonly #database: Database;
  readonly #newId: () => string;

  constructor(database: Database, newId: () => string) {
    this.#database = database;
    this.#newId = newId;
  }

  read(): Promise<InboxEntry[]> {
    return this.#database.read(['inbox'], newestFirst);
  }

  add(notice: Notice): Promise<InboxEntry> {
    return this.#database.write(['inbox'], async (at) => {
      const { entry, dropped } = enter(await newestFirst(at), notice, this.#newId());
      for (const id of dropped) await at.delete('inbox', [id]);
      await at.put('inbox', entry);
      return entry;
    });
  }

  markRead(id?: string): Promise<void> {
    return this.#database.write(['inbox'], async (at) => {
      for (const entry of await newestFirst(at)) {
        if (!entry.read && (id === undefined || entry.id === id)) await at.put('inbox', { ...entry, read: true });
      }
    });
  }

  clear(group?: string): Promise<void> {
    return this.#database.remove(['inbox'], async (at) => {
      for (const entry of await newestFirst(at)) {
        if (group === undefined || entry.group === group) await at.delete('inbox', [entry.id]);
      }
    });
  }
}
