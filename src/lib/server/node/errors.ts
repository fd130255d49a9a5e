import { daemonErrors, type DaemonErrorData } from '$lib/api/daemon/errors';
import { writeErrorText, type ErrorRow } from '$lib/api/http/errorTable';
import { miningServerErrors, type MiningServerErrorData } from '$lib/api/mining-server/errors';
import { signingServerErrors, type SigningServerErrorData } from '$lib/api/signing-server/errors';
import { walletServerErrors, type WalletServerErrorData } from '$lib/api/wallet-server/errors';
import type { BlockId, TransactionId } from '$lib/chain/ids';
import type { ConsensusError, RuleCode } from '$lib/consensus/errors';
import { AppError } from '$lib/errors';

/** The error tables of all services of the node. */
export const serviceErrors = { ...daemonErrors, ...walletServerErrors, ...miningServerErrors, ...signingServerErrors };
type ServiceErrorData = DaemonErrorData & WalletServerErrorData & MiningServerErrorData & SigningServerErrorData;
export type ServiceErrorCode = keyof ServiceErrorData;
type DataArguments<Code extends ServiceErrorCode> = keyof ServiceErrorData[Code] extends never
  ? [data?: object, cause?: unknown]
  : [data: ServiceErrorData[Code], cause?: unknown];

/** A request refused with an error from its service's table, which defines status and text of the response. */
export class Refusal extends AppError {
  constructor(
    readonly code: ServiceErrorCode,
    readonly data: object,
    cause: unknown,
    /** The parameter at fault, if any. */
    readonly parameter?: string
  ) {
    super(writeErrorText(serviceErrors[code].wire, { ...data }), { cause });
  }

  /** The same error, attributed to the parameter of that name. */
  about(parameter: string): Refusal {
    return new Refusal(this.code, this.data, this.cause, parameter);
  }

  /** HTTP status. */
  get status(): number {
    const row: ErrorRow = serviceErrors[this.code];
    return row.status ?? 400;
  }
}

/** `throw refusal('renter/too-few-hosts', { least: 20, given: 5 })` */
export const refusal = <Code extends ServiceErrorCode>(code: Code, ...[data, cause]: DataArguments<Code>): Refusal =>
  new Refusal(code, data ?? {}, cause);

/** This release has no checkpoint of the network. */
export class NoCheckpointError extends AppError {
  readonly code = 'node/no-checkpoint';
}

/** The stored chain has a different block at the height of the given checkpoint. */
export class CheckpointConflictError extends AppError {
  readonly code = 'node/checkpoint-conflict';
}

/** A block that cannot be validated or stored, for reasons other than a consensus rule. */
export class BlockRefusedError extends AppError {
  constructor(
    readonly code:
      | 'chain/unknown-parent'
      | 'chain/invalid-ancestor'
      | 'chain/known-invalid'
      | 'chain/future-timestamp'
      | 'chain/malformed'
      | 'chain/checkpoint-conflict'
      | 'chain/fork-too-deep',
    /** The block at fault: the refused one, or its invalid ancestor. */
    readonly blockId: BlockId,
    message: string,
    options?: { cause?: unknown }
  ) {
    super(message, options);
  }
}

/** A transaction that is invalid on top of the tip and the pool; `code` is the violated rule. */
export class InvalidTransactionError extends AppError {
  readonly code: RuleCode;
  constructor(
    readonly transactionId: TransactionId,
    readonly version: 1 | 2,
    readonly rule: ConsensusError
  ) {
    super(`${version === 2 ? 'v2 ' : ''}transaction ${transactionId} is invalid: ${rule.message}`, { cause: rule });
    this.code = rule.code;
  }
}

/** Transactions that pay too little for a nearly full pool. */
export class PoolFullError extends AppError {
  readonly code = 'pool/full';
  constructor(
    readonly size: number,
    readonly maxSize: number
  ) {
    super(`The transaction pool is full (${size} of ${maxSize}). Try again after the next blocks`);
  }
}

/** A set of more transactions than fit in a block. */
export class SetTooLongError extends AppError {
  readonly code = 'pool/set-too-long';
  constructor(readonly most: number) {
    super(`a set can have at most ${most} transactions`);
  }
}

/** Why a miner's header or block was refused. */
export class WorkRefusedError extends AppError {
  constructor(readonly code: 'work/unknown-header' | 'work/nonce-factor' | 'work/above-target' | 'work/stale') {
    super(`The work was not accepted: ${code}`);
  }
}
