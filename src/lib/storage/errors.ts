import { AppError } from '$lib/errors';

/** The browser keeps nothing for this page: private window, a setting, or a broken profile. */
export class StorageBlockedError extends AppError {
  readonly code = 'storage/blocked';
  constructor(options?: { cause?: unknown }) {
    super(
      'This browser does not let Quarry store anything. Wallets work until this tab is closed; write down the recovery phrase.',
      options
    );
  }
}

/** No room is left. */
export class StorageFullError extends AppError {
  readonly code = 'storage/full';
  constructor(options?: { cause?: unknown }) {
    super(
      'This browser has no room left for Quarry. Wallets go on in memory until this tab is closed; free some space, then reload.',
      options
    );
  }
}

/** Another tab runs an older Quarry and holds the data. */
export class StorageOutdatedError extends AppError {
  readonly code = 'storage/outdated-tab';
  constructor() {
    super('Another tab runs an older or newer Quarry. Close the other tabs, then reload this one.');
  }
}
