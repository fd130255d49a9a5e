import { AppError } from '$lib/errors';

/** Storage is blocked: private window, a browser setting, or a broken profile. */
export class StorageBlockedError extends AppError {
  readonly code = 'storage/blocked';
  constructor(options?: { cause?: unknown }) {
    super(
      'This browser blocks storage. Wallets work until this tab is closed; write down the recovery phrase.',
      options
    );
  }
}

/** The database was written by a newer version of Quarry: this one does not know its format. */
export class StorageNewerError extends AppError {
  readonly code = 'storage/newer-version';
  constructor(options?: { cause?: unknown }) {
    super('The wallets of this browser were stored by a newer version of Quarry. Nothing was changed.', options);
  }
}

/** The database exists but cannot be opened: it is damaged, the browser crashed, or opening timed out. */
export class StorageUnreadableError extends AppError {
  readonly code = 'storage/unreadable';
  constructor(options?: { cause?: unknown }) {
    super('The browser cannot open its stored data. Nothing was changed.', options);
  }
}

/** The storage quota is exceeded. */
export class StorageFullError extends AppError {
  readonly code = 'storage/full';
  constructor(options?: { cause?: unknown }) {
    super(
      'The browser’s storage is full. New wallets and changes are in memory until this tab is closed; free some space.',
      options
    );
  }
}

/** The storage quota is exceeded, and a change that must outlast the tab was not made. */
export class StorageNoRoomError extends AppError {
  readonly code = 'storage/no-room';
  constructor(options?: { cause?: unknown }) {
    super('The browser’s storage is full. Nothing was changed; free some space, then try again.', options);
  }
}

/** The browser closed the database while it was in use: its data was cleared, or the disk failed. */
export class StorageClosedError extends AppError {
  readonly code = 'storage/closed';
  constructor() {
    super('The stored data is no longer accessible.');
  }
}

/** Another tab with a different version of Quarry holds the database. */
export class StorageOutdatedError extends AppError {
  readonly code = 'storage/outdated-tab';
  constructor() {
    super('Another tab runs a different version of Quarry. Close the other tabs, then reload this one.');
  }
}
