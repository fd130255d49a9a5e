import { AppError } from '$lib/errors';

/** Code of the violated consensus rule, `area/violation`. */
export type RuleCode =
  // Headers.
  | 'header/wrong-parent'
  | 'header/too-early'
  | 'header/nonce-factor'
  | 'header/insufficient-work'
  // Blocks.
  | 'block/too-heavy'
  | 'block/fee-zero'
  | 'block/fee-overflow'
  | 'block/payout-count'
  | 'block/payout-zero'
  | 'block/payout-sum'
  | 'block/wrong-height'
  | 'block/wrong-commitment'
  | 'block/supplement'
  // V1 transactions.
  | 'txn/v1-not-allowed'
  | 'txn/overflow'
  | 'txn/too-heavy'
  | 'txn/zero-value'
  | 'txn/timelocked'
  | 'txn/double-spend'
  | 'txn/unknown-parent'
  | 'txn/wrong-unlock-conditions'
  | 'txn/immature'
  | 'txn/unbalanced-coins'
  | 'txn/unbalanced-funds'
  | 'txn/foundation-malformed'
  | 'txn/foundation-void'
  | 'txn/foundation-unsigned'
  | 'txn/repeated-parent'
  | 'txn/signature-without-parent'
  | 'txn/signature-without-key'
  | 'txn/signature-redundant'
  | 'txn/signature-timelocked'
  | 'txn/signature-covers-nothing'
  | 'txn/signature-entropy'
  | 'txn/signature-invalid'
  | 'txn/signature-missing'
  // V1 contracts.
  | 'contract/window-started'
  | 'contract/window-order'
  | 'contract/unequal-payouts'
  | 'contract/wrong-tax'
  | 'contract/conflict'
  | 'contract/revision-late'
  | 'contract/revision-number'
  | 'contract/revision-changes-sum'
  | 'contract/proof-with-outputs'
  | 'contract/proof-repeated'
  | 'contract/proof-early'
  | 'contract/proof-invalid'
  // V2 transactions.
  | 'v2/not-allowed'
  | 'v2/overflow'
  | 'v2/empty'
  | 'v2/too-heavy'
  | 'v2/double-spend'
  | 'v2/repeated-parent'
  | 'v2/immature'
  | 'v2/unknown-ephemeral'
  | 'v2/wrong-ephemeral'
  | 'v2/ephemeral-fund'
  | 'v2/unknown-parent'
  | 'v2/wrong-policy'
  | 'v2/policy-unsatisfied'
  | 'v2/zero-value'
  | 'v2/unbalanced-coins'
  | 'v2/unbalanced-funds'
  | 'v2/attestation-key'
  | 'v2/attestation-signature'
  | 'v2/foundation-unauthorized'
  // V2 contracts.
  | 'v2-contract/filesize'
  | 'v2-contract/proof-height-passed'
  | 'v2-contract/no-time'
  | 'v2-contract/zero-value'
  | 'v2-contract/missed-host-value'
  | 'v2-contract/collateral'
  | 'v2-contract/renter-signature'
  | 'v2-contract/host-signature'
  | 'v2-contract/already-resolved'
  | 'v2-contract/already-revised'
  | 'v2-contract/unknown-parent'
  | 'v2-contract/revision-late'
  | 'v2-contract/revision-number'
  | 'v2-contract/revision-changes-sum'
  | 'v2-contract/revision-capacity'
  | 'v2-contract/renewal-keys'
  | 'v2-contract/renewal-payout'
  | 'v2-contract/renewal-rollover'
  | 'v2-contract/proof-early'
  | 'v2-contract/proof-index'
  | 'v2-contract/proof-invalid'
  | 'v2-contract/expiration-early';

/**
 * A header, transaction or block that violates a consensus rule; `code` names the rule, the message contains the
 * values.
 */
export class ConsensusError extends AppError {
  constructor(
    readonly code: RuleCode,
    message: string,
    options?: { cause?: unknown }
  ) {
    super(message, options);
  }
}

/**
 * Throws a ConsensusError.
 * @throws {ConsensusError} always
 */
export function reject(code: RuleCode, message: string, options?: { cause?: unknown }): never {
  throw new ConsensusError(code, message, options);
}
