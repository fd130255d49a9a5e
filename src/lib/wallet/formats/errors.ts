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
