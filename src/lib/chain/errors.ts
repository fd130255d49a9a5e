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

/** A spend policy not satisfied by its signatures, preimages, or the chain's height and time. */
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

/** Text that is not an amount, or a result outside the range of amounts. */
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
  | 'quantity/ambiguous'
  | 'quantity/negative'
  | 'quantity/too-long'
  | 'quantity/too-small'
  | 'quantity/too-large';

/** Text that is not a quantity, or a quantity outside its limits. */
export class QuantityError extends AppError {
  constructor(
    readonly code: QuantityErrorCode,
    message: string
  ) {
    super(message);
  }
}
