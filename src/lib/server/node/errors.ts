import type { BlockId, TransactionId } from '$lib/chain/ids';
import type { ConsensusError, RuleCode } from '$lib/consensus/errors';
import { AppError } from '$lib/errors';

/** A block that cannot be judged or kept, for reasons that are no rule of the network. */
export class BlockRefusedError extends AppError {
  constructor(
    readonly code:
      | 'chain/unknown-parent'
      | 'chain/invalid-ancestor'
      | 'chain/known-invalid'
      | 'chain/future-timestamp'
      | 'chain/malformed',
    readonly blockId: BlockId,
    message: string,
    options?: { cause?: unknown }
  ) {
    super(message, options);
  }
}

/** A transaction of a set that breaks a rule on top of the tip and the pool; `code` is the rule's. */
export class InvalidTransactionError extends AppError {
  readonly code: RuleCode;
  constructor(
    readonly transactionId: TransactionId,
    readonly version: 1 | 2,
    rule: ConsensusError
  ) {
    super(`${version === 2 ? 'v2 ' : ''}transaction ${transactionId} is invalid: ${rule.message}`, { cause: rule });
    this.code = rule.code;
  }
}

/** A transaction the pool has no room for. */
export class PoolFullError extends AppError {
  readonly code = 'pool/full';
  constructor(
    readonly weight: number,
    readonly maxWeight: number
  ) {
    super(`The transaction pool is full (${weight} of ${maxWeight}). Try again after the next blocks`);
  }
}

/** Why a solved header or block of a miner was not taken; the message is the one miners know from other daemons. */
export class WorkRefusedError extends AppError {
  constructor(
    readonly code: 'work/unknown-header' | 'work/nonce-factor' | 'work/above-target' | 'work/stale',
    message: string
  ) {
    super(message);
  }
}

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
