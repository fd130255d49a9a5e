import { AppError } from '$lib/errors';

/** Why a payment link is rejected. */
export type PaymentLinkFault =
  | 'no-link'
  | 'too-long'
  | 'address'
  | 'encoding'
  | 'amount'
  /** A parameter that may occur only once is repeated. */
  | 'repeated'
  /** A required (`req-`) parameter, or a value of one, that is not supported. */
  | 'required'
  /** For a different network than the wallet's. */
  | 'network';

/** A payment link that cannot be read, or must not be paid here. */
export class PaymentLinkError extends AppError {
  readonly code = 'wallet/payment-link';

  constructor(
    readonly fault: PaymentLinkFault,
    /** The offending part, such as `req-asset`, or the network. */
    readonly part: string,
    options?: { cause?: unknown }
  ) {
    super(`The payment link was rejected: ${fault} ${part}`, options);
  }
}

/** Why scanned or opened content is rejected. */
export type ContainerFault =
  /** Modified, incomplete, or mixed from two sequences of codes. */
  | 'damaged'
  | 'too-large'
  /** A label file that is too large to store. */
  | 'large-file'
  /** A later version. */
  | 'version'
  /** An unknown kind. */
  | 'kind'
  /** From other software, for a different purpose. */
  | 'file-type'
  /** Readable, but not the kind expected here. */
  | 'other-content';

/** Unreadable content of QR codes or a file. */
export class ContainerError extends AppError {
  readonly code = 'wallet/container';

  constructor(
    readonly fault: ContainerFault,
    /** The version or kind, or the size in bytes or frames of content that is too large. */
    readonly number: number,
    options?: { cause?: unknown }
  ) {
    super(`The content was rejected: ${fault} ${number}`, options);
  }
}
