import type { InboxEntry, Notice } from './notices';

/** Storage of the inbox; every call is one transaction. */
export interface InboxStorage {
  /** Newest first. */
  read(): Promise<InboxEntry[]>;
  /** Stores a notice as `enter` says. @returns its entry */
  add(notice: Notice): Promise<InboxEntry>;
  /** @param id all of them if left out */
  markRead(id?: string): Promise<void>;
  clear(): Promise<void>;
}

/** The browser's own notifications. */
export interface BrowserNotifications {
  /** `unsupported` where the browser has none. */
  permission(): NotificationPermission | 'unsupported';
  /** Asks the user; must be called by a click. */
  ask(): Promise<NotificationPermission | 'unsupported'>;
  /** Shows a notification; one of the same entry is replaced. */
  show(entry: InboxEntry): void;
}
