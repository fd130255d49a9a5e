import { AppError } from '$lib/errors';

/** Settings of the host that cannot be taken; nothing was changed. */
export class HostSettingsError extends AppError {
  readonly code = 'host/settings';
}

/** A storage folder that cannot be added, resized or removed. */
export class FolderError extends AppError {
  constructor(
    readonly code:
      | 'host/folder-path'
      | 'host/folder-size'
      | 'host/folder-count'
      | 'host/folder-in-use'
      | 'host/folder-unknown'
      | 'host/folder-files'
      | 'host/folder-full',
    message: string,
    options?: { cause?: unknown }
  ) {
    super(message, options);
  }
}

/** No folder holds the sector. */
export class UnknownSectorError extends AppError {
  readonly code = 'host/unknown-sector';
  constructor() {
    super('could not find the desired sector');
  }
}
