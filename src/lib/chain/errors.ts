import { AppError } from '$lib/errors';

export type PolicyErrorCode =
  | 'policy/height-not-reached'
  | 'policy/median-not-reached'
  | 'policy/invalid-signature'
  | 'policy/invalid-preimage'
  | 'policy/opaque'
  | 'policy/threshold-not-reached'
  | 'policy/threshold-exceeded'
  | 'policy/nested-unlock-conditions'
  | 'policy/entropy-key'
  | 'policy/too-complex'
  | 'policy/superfluous-signatures'
  | 'policy/superfluous-preimages';

/** A spend policy that its signatures, preimages or the chain's height and time do not satisfy. */
export class PolicyError extends AppError {
  constructor(
    readonly code: PolicyErrorCode,
    message: string
  ) {
    super(message);
  }
}

export type CurrencyErrorCode =
  | 'currency/not-a-number'
  | 'currency/not-an-integer'
  | 'currency/negative'
  | 'currency/overflow'
  | 'currency/unknown-unit';

/** An amount that cannot be read, or a sum or difference that is no amount. */
export class CurrencyError extends AppError {
  constructor(
    readonly code: CurrencyErrorCode,
    message: string
  ) {
    super(message);
  }
}

export type QuantityErrorCode =
  | 'quantity/empty'
  | 'quantity/not-a-number'
  | 'quantity/negative'
  | 'quantity/too-long'
  | 'quantity/too-small'
  | 'quantity/too-large';

/** A quantity that cannot be read, or is outside its limits. */
export class QuantityError extends AppError {
  constructor(
    readonly code: QuantityErrorCode,
    message: string
  ) {
    super(message);
  }
}
