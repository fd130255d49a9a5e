import { AppError } from '$lib/errors';

/** The password opens nothing. */
export class WrongPasswordError extends AppError {
  readonly code = 'keystore/wrong-password';
  constructor() {
    super('That is not the password of this wallet. Nothing was changed; try again.');
  }
}

/** The stored key file is not as it was written: bits changed, or it was put together by someone else. */
export class DamagedVaultError extends AppError {
  readonly code = 'keystore/damaged';
  constructor(
    readonly reason: string,
    options?: { cause?: unknown }
  ) {
    super(
      `The stored keys of this wallet are damaged (${reason}). They were left as they are; restore the wallet from its recovery phrase.`,
      options
    );
  }
}

/** The stored key file ends too early. */
export class TruncatedVaultError extends AppError {
  readonly code = 'keystore/truncated';
  constructor(
    readonly bytes: number,
    readonly expectedBytes: number
  ) {
    super(
      `The stored keys of this wallet are incomplete: ${bytes} of ${expectedBytes} bytes. They were left as they are; restore the wallet from its recovery phrase.`
    );
  }
}

/** Written by a later version of Quarry. */
export class NewerVaultError extends AppError {
  readonly code = 'keystore/newer-version';
  constructor(readonly version: number) {
    super('The stored keys of this wallet were written by a newer Quarry. Reload the page to get it.');
  }
}

/** Nothing is stored under this wallet. */
export class NoVaultError extends AppError {
  readonly code = 'keystore/no-keys';
  constructor() {
    super('This browser holds no keys of this wallet. Restore it from its recovery phrase.');
  }
}

/** The passkey is not one of this wallet's. */
export class UnknownPasskeyError extends AppError {
  readonly code = 'keystore/unknown-passkey';
  constructor() {
    super('This passkey does not open this wallet. Use the password.');
  }
}

/** Passkeys, or the part of them that yields a secret, are not to be had here. */
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
  browser: 'This browser has no passkeys here. The password works as before.',
  address: 'Passkeys need a page with a name: open Quarry as localhost or by its https address.',
  authenticator: 'This passkey cannot keep a secret for a wallet. Try another one; the password works as before.'
} as const;

/** The person, or the time limit, ended it. */
export class PasskeyRefusedError extends AppError {
  readonly code = 'keystore/passkey-refused';
  constructor(options?: { cause?: unknown }) {
    super('The passkey was not used: it was cancelled or took too long.', options);
  }
}

/** The worker that holds the keys could not be loaded, or broke. */
export class KeyWorkerError extends AppError {
  readonly code = 'keystore/worker-failed';
  constructor(readonly detail: string) {
    super(
      `The part of the page that keeps the keys stopped${detail === '' ? '' : `: ${detail}`}. Unlock the wallet again.`
    );
  }
}

/** An error that was thrown in the worker: its code and words, as they crossed. */
export class KeystoreError extends AppError {
  constructor(
    readonly code: string,
    message: string
  ) {
    super(message);
  }
}
