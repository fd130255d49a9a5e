import { AppError } from '$lib/errors';
import type { Address } from '$lib/chain/address';
import type { ChainIndex } from '$lib/chain/element/elements';
import type { PublicKey } from '$lib/chain/keys/keys';

/** The server's responses about an address are inconsistent. */
export class ForeignOutputError extends AppError {
  readonly code = 'wallet/foreign-output';
  constructor(readonly id: string) {
    super(`The server listed output ${id} under an address that it does not pay. Its response was discarded.`);
  }
}

/** Why outputs of another server cannot be verified: our node does not have the block that they were proven at. */
export type ImportBasisFault = 'ahead' | 'before-checkpoint' | 'other-chain';

/** Outputs that another server proves at a block that our node does not have. */
export class ImportBasisError extends AppError {
  readonly code: `wallet/import-${ImportBasisFault}`;
  constructor(
    fault: ImportBasisFault,
    readonly basis: ChainIndex,
    /** Tip of our node. */
    readonly tip: ChainIndex,
    options?: { cause?: unknown }
  ) {
    super(`The outputs are proven at block ${basis.height}, which this node does not have (${fault}).`, options);
    this.code = `wallet/import-${fault}`;
  }
}

/** The network is unknown: the wallet was never connected to a server. */
export class NoNetworkError extends AppError {
  readonly code = 'wallet/no-network';
  constructor() {
    super('This wallet has not reached a server yet, so its network is unknown. Connect once, then try again.');
  }
}

/** The wallet was never synced. */
export class NotSyncedError extends AppError {
  readonly code = 'wallet/not-synced';
  constructor() {
    super('This wallet has not read the chain yet. Wait until it has, then try again.');
  }
}

/** A stored address does not match its key: the browser's storage was modified. */
export class AlteredAddressError extends AppError {
  readonly code = 'wallet/altered-address';
  constructor(readonly address: Address) {
    super(
      `The address ${address} is stored as one of this wallet but does not derive from its keys. Nothing was signed.`
    );
  }
}

/** The wallet has no unused address. */
export class NoAddressError extends AppError {
  readonly code = 'wallet/no-address';
  constructor() {
    super('This wallet has no suitable address. Add one with its spend policy.');
  }
}

/** A wallet that would have more addresses than the browser can hold. */
export class TooManyAddressesError extends AppError {
  readonly code = 'wallet/too-many-addresses';
  constructor(readonly most: number) {
    super(`A wallet has at most ${most} addresses. None was added.`);
  }
}

/** The server is known to be on another chain than the wallet. Nothing was sent. */
export class OtherChainError extends AppError {
  readonly code = 'send/other-chain';
  constructor() {
    super('The server is on another chain than this wallet. Nothing was sent.');
  }
}

/** A payment is to be sent again, although its recipient was paid in the meantime. Nothing was sent. */
export class PaidSinceError extends AppError {
  readonly code = 'send/paid-since';
  constructor() {
    super('The recipient was paid since, from other coins. Nothing was sent.');
  }
}

/**
 * A payment has warnings that it did not have when the user approved it, or a recipient was changed in the address book
 * or removed from it. Nothing was sent.
 */
export class ReviewChangedError extends AppError {
  readonly code = 'send/review-changed';
  constructor() {
    super(
      'Since this payment was reviewed, it got new warnings, or a recipient changed in the address book. Nothing was sent.'
    );
  }
}

/** The server rejected the transaction. */
export class RefusedError extends AppError {
  readonly code = 'send/refused';
  constructor(
    readonly reason: string,
    options?: { cause?: unknown }
  ) {
    super(
      `The server refused the transaction${reason === '' ? '' : `: ${reason}`}. It reports that nothing was sent.`,
      options
    );
  }
}

/** The signing server has none of the required keys. */
export class NoServerKeyError extends AppError {
  readonly code = 'signing/no-key';
  constructor() {
    super('The signing server has none of the missing keys. Import their phrase there, or derive more keys.');
  }
}

/** A returned signature does not match the request. */
export class WrongServerSignatureError extends AppError {
  readonly code = 'signing/wrong-signature';
  constructor() {
    super('The signing server returned a signature of something else. Its response was discarded.');
  }
}

/** A key's address does not match the key. */
export class WrongServerAddressError extends AppError {
  readonly code = 'signing/wrong-address';
  constructor(
    readonly publicKey: PublicKey,
    readonly address: string
  ) {
    super(
      `The signing server lists the address ${address} for a key that it does not belong to. Its response was discarded.`
    );
  }
}

/** A wallet whose phrase was not confirmed cannot be mined to until it is. */
export class PhraseDueError extends AppError {
  readonly code = 'wallet/phrase-due';
  constructor(readonly wallet: string) {
    super(`The recovery phrase of wallet ${wallet} must be confirmed first`);
  }
}

/** The wallet belongs to another chain than the server's: what is mined here would not appear in it. */
export class WalletElsewhereError extends AppError {
  readonly code = 'wallet/elsewhere';
  constructor(readonly network: string) {
    super(`This wallet belongs to another chain than the server’s: ${network}.`);
  }
}

/** No stored wallet has this id. */
export class UnknownWalletError extends AppError {
  readonly code = 'storage/unknown-wallet';
  constructor(readonly walletId: string) {
    super('There is no such wallet in this browser. It may have been removed in another tab.');
  }
}

/** Stored wallet records are invalid. */
export class DamagedWalletsError extends AppError {
  readonly code = 'storage/damaged';
  constructor(
    /** Number of wallets that cannot be shown. */
    readonly count: number
  ) {
    super(`The records of ${count} wallets are damaged. They were left unchanged.`);
  }
}

/** Why a backup file cannot be restored. */
export type BackupFault = 'format' | 'newer-version' | 'damaged' | 'wrong-password' | 'too-long';

/** A backup file that cannot be opened. Nothing was restored. */
export class BackupError extends AppError {
  readonly code: `backup/${BackupFault}`;
  constructor(fault: BackupFault, options?: { cause?: unknown }) {
    super(`The backup cannot be opened: ${fault}.`, options);
    this.code = `backup/${fault}`;
  }
}
