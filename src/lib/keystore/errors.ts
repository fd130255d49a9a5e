import { AppError } from '$lib/errors';

/** The password is wrong. */
export class WrongPasswordError extends AppError {
  readonly code = 'keystore/wrong-password';
  constructor() {
    super('Wrong password. Nothing was changed.');
  }
}

/** Browsers provide encryption to secure pages only: HTTPS, or the computer itself. */
export class InsecurePageError extends AppError {
  readonly code = 'keystore/insecure-page';
  constructor() {
    super('This page is not secure, so the browser cannot encrypt keys.');
  }
}

/** The stored key file is corrupt or was tampered with. */
export class DamagedVaultError extends AppError {
  readonly code = 'keystore/damaged';
  constructor(
    readonly reason: string,
    options?: { cause?: unknown }
  ) {
    super(
      `The stored keys of this wallet are damaged (${reason}). They were left unchanged; restore the wallet from its recovery phrase.`,
      options
    );
  }
}

/** The stored key file is truncated. */
export class TruncatedVaultError extends AppError {
  readonly code = 'keystore/truncated';
  constructor(
    readonly bytes: number,
    readonly expectedBytes: number
  ) {
    super(
      `The stored keys of this wallet are incomplete: ${bytes} of ${expectedBytes} bytes. They were left unchanged; restore the wallet from its recovery phrase.`
    );
  }
}

/** The key file was written by a newer version of Quarry. */
export class NewerVaultError extends AppError {
  readonly code = 'keystore/newer-version';
  constructor(readonly version: number) {
    super('The stored keys of this wallet were written by a newer version of Quarry. Reload the page to update.');
  }
}

/** No keys are stored for this wallet. */
export class NoVaultError extends AppError {
  readonly code = 'keystore/no-keys';
  constructor() {
    super('This browser has no keys of this wallet. Restore it from its recovery phrase.');
  }
}

/** The passkey does not belong to this wallet. */
export class UnknownPasskeyError extends AppError {
  readonly code = 'keystore/unknown-passkey';
  constructor() {
    super('This passkey does not open this wallet. Use the password.');
  }
}

/** Passkeys, or their PRF extension, are not available. */
export class PasskeyUnavailableError extends AppError {
  readonly code = 'keystore/passkey-unavailable';
  constructor(
    readonly reason: 'browser' | 'address' | 'authenticator',
    options?: { cause?: unknown }
  ) {
    super(PASSKEY_WORDS[reason], options);
  }
}

const PASSKEY_WORDS = {
  browser: 'This browser does not support passkeys here. The password works as before.',
  address: 'Passkeys do not work at an IP address: open Quarry as localhost or by its https address.',
  authenticator: 'This passkey cannot derive a key for a wallet. Try another one; the password works as before.'
} as const;

/** The passkey request was canceled or timed out. */
export class PasskeyRefusedError extends AppError {
  readonly code = 'keystore/passkey-refused';
  constructor(options?: { cause?: unknown }) {
    super('The passkey was not used: the request was canceled or timed out.', options);
  }
}

/** The key worker could not be loaded, or failed. */
export class KeyWorkerError extends AppError {
  readonly code = 'keystore/worker-failed';
  constructor(readonly detail: string) {
    super(`The key worker stopped${detail === '' ? '' : `: ${detail}`}. Unlock the wallet again.`);
  }
}
