import { AppError } from '$lib/errors';

/** Why a payment link is refused. */
export type PaymentLinkFault =
  | 'no-link'
  | 'address'
  | 'encoding'
  | 'amount'
  /** A part that may occur once occurs twice. */
  | 'repeated'
  /** A part that whoever pays has to understand, and that is not known here. */
  | 'required'
  /** For another network than that of the wallet. */
  | 'network';

/** A payment link that cannot be read, or must not be paid here. */
export class PaymentLinkError extends AppError {
  readonly code = 'wallet/payment-link';

  constructor(
    readonly fault: PaymentLinkFault,
    /** The part at fault, such as `req-asset`, or the network. */
    readonly part: string,
    options?: { cause?: unknown }
  ) {
    super(`The payment link is refused: ${fault} ${part}`, options);
  }
}

/** Why scanned or opened content is refused. */
export type ContainerFault =
  /** Changed, incomplete, or a mix of two series of codes. */
  | 'damaged'
  | 'too-large'
  /** Of a file: what is stored of it is read with every note. */
  | 'large-file'
  /** Of a later version. */
  | 'version'
  /** Of a kind that is not known here. */
  | 'kind'
  /** Made by other software for something else. */
  | 'file-type'
  /** Readable, but not what was asked for here. */
  | 'other-content';

/** Content of QR codes or of a file that cannot be read. */
export class ContainerError extends AppError {
  readonly code = 'wallet/container';

  constructor(
    readonly fault: ContainerFault,
    /** Of the version or kind; the size in bytes or frames of what is too large. */
    readonly number: number,
    options?: { cause?: unknown }
  ) {
    super(`The content is refused: ${fault} ${number}`, options);
  }
}
