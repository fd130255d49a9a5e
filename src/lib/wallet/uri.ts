import type { Address } from '../chain/address';
import type { Hastings } from '../chain/currency';

export interface PaymentRequest {
  readonly address: Address;
  readonly coins?: Hastings;
  readonly label?: string;
}

/** `quarry:<address>?amount=<coins>&label=<text>` */
export declare function formatPaymentRequest(request: PaymentRequest): string;
/** Reads a request, or a bare address. @throws {CodecError | CurrencyError} */
export declare function parsePaymentRequest(text: string): PaymentRequest;
