import { AppError } from '$lib/errors';
import type { PublicKey } from '$lib/chain/keys';

/** None of the keys that may sign is kept by the signing server. */
export class NoServerKeyError extends AppError {
  readonly code = 'signing/no-key';
  constructor() {
    super(
      'The signing server keeps none of the keys that are missing. Import their phrase there, or derive more keys.'
    );
  }
}

/** A signature that is none of what was sent. */
export class WrongServerSignatureError extends AppError {
  readonly code = 'signing/wrong-signature';
  constructor() {
    super('The signing server answered with a signature of something else. Nothing was taken from it.');
  }
}

/** A key shown with an address that is not the key's. */
export class WrongServerAddressError extends AppError {
  readonly code = 'signing/wrong-address';
  constructor(
    readonly publicKey: PublicKey,
    readonly address: string
  ) {
    super(`The signing server names the address ${address} for a key that it does not belong to. Nothing was taken.`);
  }
}
