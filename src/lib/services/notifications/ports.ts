import type { InboxEntry, Notice } from './notices';

/** Storage of the inbox; every call is one transaction. */
export interface InboxStorage {
  /** Newest first. */
  read(): Promise<InboxEntry[]>;
  /** Stores a notice by the rules of `enter`. @returns its entry */
  add(notice: Notice): Promise<InboxEntry>;
  /** @param id default: all entries */
  markRead(id?: string): Promise<void>;
  /** @param group default: all entries */
  clear(group?: string): Promise<void>;
}

/** The browser's own notifications. */
export interface BrowserNotifications {
  /** `unsupported` if the browser has none. */
  permission(): NotificationPermission | 'unsupported';
  /** Asks the user for permission; must be called from a click handler. */
  ask(): Promise<NotificationPermission | 'unsupported'>;
  /** Shows a notification, replacing an earlier one of the same entry. */
  show(entry: InboxEntry): void;
}
