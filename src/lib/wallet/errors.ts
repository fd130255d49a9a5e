import { AppError } from '$lib/errors';
import { hastings, type Hastings } from '$lib/chain/currency/currency';
import { formatHastings } from '$lib/chain/currency/currencyText';
import type { ChainIndex } from '$lib/chain/element/elements';

/** A recovery phrase with the wrong number of words. */
export class WordCountError extends AppError {
  readonly code = 'wallet/word-count';

  constructor(
    readonly count: number,
    /** The counts that are allowed, ascending. */
    readonly expected: readonly number[]
  ) {
    super(`A recovery phrase has ${expected.join(' or ')} words; this one has ${count}.`);
  }
}

/** A word that is not in the word list. */
export class UnknownWordError extends AppError {
  readonly code = 'wallet/unknown-word';

  constructor(
    readonly word: string,
    /** 1 for the first word. */
    readonly position: number,
    /** The word that is probably meant. */
    readonly similar: string | undefined
  ) {
    const closest = similar === undefined ? '' : ` The closest word is "${similar}".`;
    super(`Word ${position}, "${word}", is not in the word list. Check its spelling.${closest}`);
  }
}

/** Known words with a wrong checksum. */
export class PhraseChecksumError extends AppError {
  readonly code = 'wallet/phrase-checksum';

  constructor() {
    super('Invalid recovery phrase: the checksum does not match. A word is probably wrong, or two are swapped.');
  }
}

/** 128 hexadecimal digits whose second half is not the public key of the first. */
export class PrivateKeyMismatchError extends AppError {
  readonly code = 'wallet/private-key-mismatch';

  constructor() {
    super('The second half is not the public key of the first: a digit is wrong or missing.');
  }
}

/** Longer than any word, and not a private key of 64 or 128 hexadecimal digits. */
export class PrivateKeyFormatError extends AppError {
  readonly code = 'wallet/private-key-format';

  constructor(
    readonly length: number,
    readonly isHex: boolean
  ) {
    super(`A private key has 64 or 128 hexadecimal digits, not these ${length} characters.`);
  }
}

/** Outputs whose proofs are valid at a different block than the wallet cache. */
export class StaleBasisError extends AppError {
  readonly code = 'wallet/stale-basis';

  constructor(
    readonly basis: ChainIndex,
    readonly expected: ChainIndex
  ) {
    super(`The server's outputs are at block ${basis.height}, the wallet is at block ${expected.height}.`);
  }
}

/** A proof that does not match the accumulator of the chain. */
export class WrongProofError extends AppError {
  readonly code = 'wallet/wrong-proof';

  constructor(readonly id: string) {
    super(`Invalid proof of output ${id}: the output may not exist. The response was discarded.`);
  }
}

/** A proof node is missing from the cache. */
export class MissingProofError extends AppError {
  readonly code = 'wallet/missing-proof';

  constructor(readonly leafIndex: bigint) {
    super('The proof of an output is incomplete. Rescan the wallet to restore it.');
  }
}

/** Why an update feed was rejected. */
export type FeedFault =
  | 'other-branch'
  | 'wrong-height'
  | 'wrong-count'
  | 'wrong-root'
  | 'wrong-shape'
  | 'wrong-commitment'
  | 'wrong-state'
  | 'wrong-revenue'
  | 'too-little-work'
  | 'less-work'
  | 'other-outputs';

const FEED_FAULTS: Record<FeedFault, string> = {
  'other-branch': 'a block does not extend the previous one',
  'wrong-height': 'a block has the wrong height',
  'wrong-count': 'the number of elements is wrong',
  'wrong-root': 'changed elements do not match the accumulator',
  'wrong-shape': 'an element has an invalid leaf index',
  'wrong-commitment': 'the header of a block does not commit to its content and the state before it',
  'wrong-state': 'the last block does not lead to the state after it',
  'wrong-revenue': 'the revenue of the fund units does not follow from the contracts of a block',
  'too-little-work': 'a block has far less work than those of this network',
  'less-work': 'blocks are reverted, and those in their place have less work',
  'other-outputs': 'the outputs that a block created and spent are not those of its transactions'
};

/** An update feed that does not continue the wallet's cache, or contradicts itself. */
export class FeedError extends AppError {
  readonly code = 'wallet/feed';

  constructor(
    readonly fault: FeedFault,
    readonly at: ChainIndex,
    options?: { cause?: unknown }
  ) {
    super(
      `Invalid updates from the server at block ${at.height}: ${FEED_FAULTS[fault]}. They were discarded.`,
      options
    );
  }
}

/** A transfer input that the wallet does not hold, or no longer holds. */
export class InputGoneError extends AppError {
  readonly code = 'wallet/input-gone';

  constructor(readonly id: string) {
    super(
      `Output ${id.slice(0, 8)}… does not belong to the wallet, or was spent in the meantime. Create the payment again.`
    );
  }
}

/** Why a transfer is invalid. */
export type TransferFault =
  | 'not-a-payment'
  | 'repeated-input'
  | 'wrong-policy'
  | 'empty-output'
  | 'unbalanced'
  | 'other-amount';

const TRANSFER_FAULTS: Record<TransferFault, string> = {
  'not-a-payment': 'it contains more than payments of coins or fund units',
  'repeated-input': 'it has no inputs, or duplicate inputs',
  'wrong-policy': 'the policy of an input does not match its address',
  'empty-output': 'an output has zero value',
  unbalanced: 'inputs and outputs do not balance',
  'other-amount': 'it states a different amount or address for an output than the wallet has'
};

/** A transaction that must not be signed. */
export class InvalidTransferError extends AppError {
  readonly code = 'wallet/unsound-transfer';

  constructor(
    readonly fault: TransferFault,
    options?: { cause?: unknown }
  ) {
    super(`This transaction was not signed: ${TRANSFER_FAULTS[fault]}.`, options);
  }
}

/** A transaction for another network. */
export class WrongNetworkError extends AppError {
  readonly code = 'wallet/wrong-network';

  constructor(
    readonly network: string,
    readonly expected: string
  ) {
    super(`This transaction is for the network "${network}", the wallet is on "${expected}".`);
  }
}

/** Signatures for another transaction. */
export class OtherTransferError extends AppError {
  readonly code = 'wallet/other-transfer';

  constructor() {
    super('These signatures are for another transaction. They were ignored.');
  }
}

/** A transaction with missing signatures. */
export class IncompleteTransferError extends AppError {
  readonly code = 'wallet/incomplete-transfer';

  constructor(readonly incompleteInputs: number) {
    super('The transaction cannot be broadcast: signatures are missing.');
  }
}

/** V1 signatures after the hard fork that ended V1. */
export class UpgradePassedError extends AppError {
  readonly code = 'wallet/upgrade-passed';

  constructor() {
    super('The network was upgraded since this transaction was signed. Create the payment again.');
  }
}

/** Bytes or text that are not a transfer. */
export class TransferFormatError extends AppError {
  readonly code = 'wallet/transfer-format';

  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options);
  }
}

/** Not enough coins, or fund units, for a payment. */
export class InsufficientFundsError extends AppError {
  readonly code = 'wallet/insufficient-funds';

  constructor(
    readonly unit: 'coins' | 'funds',
    /** Hastings or fund units, including the fee. */
    readonly required: bigint,
    readonly spendable: bigint
  ) {
    const show = (amount: bigint): string =>
      unit === 'coins' ? formatHastings(hastings(amount)) : `${amount} fund units`;
    super(`This needs ${show(required)}, and ${show(spendable)} can be spent.`);
  }
}

/** A payment without recipients. */
export class NoRecipientError extends AppError {
  readonly code = 'wallet/no-recipient';

  constructor() {
    super('Add an address to pay to.');
  }
}

/** A payment of zero. */
export class ZeroAmountError extends AppError {
  readonly code = 'wallet/zero-amount';

  constructor(
    /** Index of the recipient, from 0. */
    readonly index: number
  ) {
    super('An amount must be above zero.');
  }
}

/** A recipient's amount that does not exceed the share of the fee deducted from it. */
export class AmountBelowFeeError extends AppError {
  readonly code = 'wallet/amount-below-fee';

  constructor(
    /** Index of the recipient, from 0. */
    readonly index: number,
    readonly amount: Hastings,
    /** Share of the fee deducted from it. */
    readonly share: Hastings
  ) {
    super(`A fee of ${formatHastings(share)} cannot be taken from an amount of ${formatHastings(amount)}.`);
  }
}

/** A custom fee far from the recommended one. */
export class FeeError extends AppError {
  readonly code: 'wallet/fee-too-low' | 'wallet/fee-too-high';

  constructor(
    readonly fee: Hastings,
    readonly lowest: Hastings,
    readonly highest: Hastings
  ) {
    const isLow = fee < lowest;
    super(
      isLow
        ? `With a fee of ${formatHastings(fee)}, the payment may never be confirmed; pay ${formatHastings(lowest)} or more.`
        : `A fee of ${formatHastings(fee)} is far more than the network requires; the limit is ${formatHastings(highest)}.`
    );
    this.code = isLow ? 'wallet/fee-too-low' : 'wallet/fee-too-high';
  }
}

/** The transaction exceeds the maximum weight. */
export class TransactionTooLargeError extends AppError {
  readonly code = 'wallet/transaction-too-large';

  constructor(
    readonly weight: number,
    readonly limit: number
  ) {
    super('This payment needs too many outputs for one transaction. Consolidate small outputs first, or pay in parts.');
  }
}

/** Fewer than two outputs that are worth consolidating. */
export class NothingToConsolidateError extends AppError {
  readonly code = 'wallet/nothing-to-consolidate';

  constructor() {
    super('There are no small outputs worth consolidating.');
  }
}

/** Why a policy is rejected. */
export type PolicyFault =
  | 'open'
  | 'unreachable'
  | 'too-many'
  | 'too-complex'
  | 'nested-unlock-conditions'
  | 'fewer-keys'
  | 'hidden'
  | 'not-a-key'
  | 'empty-part'
  | 'wrapping-time'
  | 'distant-time'
  | 'mixed-up-lock';

const POLICY_FAULTS: Record<PolicyFault, string> = {
  open: 'it can be satisfied without a key or secret, so anyone could spend its coins',
  unreachable: 'it cannot be satisfied, so no one could ever spend its coins',
  'too-many': 'a threshold holds at most 255 conditions',
  'too-complex': 'it has more conditions than the network verifies, so its coins might be lost',
  'nested-unlock-conditions': 'unlock conditions cannot be a sub-policy',
  'fewer-keys': 'a key is repeated or of an unknown kind, so fewer signatures than it says are enough',
  hidden: 'a part of it is hidden, and whoever knows that part may be able to spend alone',
  'not-a-key': 'either anyone or no one could sign for one of its keys',
  'empty-part': 'a part of it requires nothing, so fewer signatures than it seems are enough',
  'wrapping-time': 'its time lock is so late that the network treats it as a time long past',
  'distant-time': 'its time lock opens in thousands of years',
  'mixed-up-lock': 'a lock has a time in place of a height, or a height in place of a time'
};

/** A policy that should not receive payments. */
export class PolicyShapeError extends AppError {
  readonly code = 'wallet/policy-shape';

  constructor(readonly fault: PolicyFault) {
    super(`This policy cannot be used: ${POLICY_FAULTS[fault]}.`);
  }
}

/** What is wrong with a line of a list; `unreadable` has a `cause` with details. */
export type ImportFault =
  | 'no-address'
  | 'wrong-address'
  | 'other-policy'
  | 'fund-units'
  | 'unknown-unit'
  | 'ambiguous-amount'
  | 'no-amount'
  /** A header without exactly one `amount` column. */
  | 'no-amount-column'
  /** A header with several `address` or `unit` columns. */
  | 'repeated-column'
  | 'too-many'
  | 'too-many-contacts'
  | 'too-many-addresses'
  | 'long-contact'
  | 'unreadable';

/** What is wrong with one line. */
export interface LineFault {
  /** 1 for the first line. */
  readonly line: number;
  readonly fault: ImportFault;
}

/** A list with lines that cannot be parsed. */
export class ImportError extends AppError {
  readonly code = 'wallet/import';
  /** All faulty lines, in order; the first ones, if there are very many. */
  readonly faults: readonly LineFault[];
  /** There are further faulty lines. */
  readonly hasMore: boolean;

  constructor(
    /** The first faulty line, 1 for the first of the list. */
    readonly line: number,
    readonly fault: ImportFault,
    {
      cause,
      faults = [{ line, fault }],
      hasMore = false
    }: { readonly cause?: AppError; readonly faults?: readonly LineFault[]; readonly hasMore?: boolean } = {}
  ) {
    super(`Line ${line} cannot be read: ${cause?.message ?? fault}`, { cause });
    this.faults = faults;
    this.hasMore = hasMore;
  }
}

/** The keys are not in memory. */
export class LockedError extends AppError {
  readonly code = 'keystore/locked';
  constructor() {
    super('The wallet is locked. Unlock it with its password first.');
  }
}

/** A fee far above the going rate that the user did not confirm by typing it. Nothing was signed. */
export class FeeNotConfirmedError extends AppError {
  readonly code = 'wallet/fee-not-confirmed';
  constructor(readonly fee: Hastings) {
    super(`The fee of ${formatHastings(fee)} is far above what miners charge; it has to be confirmed before signing`);
  }
}

/** A claim that the server could redirect, a risk that the user did not accept. Nothing was sent. */
export class ClaimNotConfirmedError extends AppError {
  readonly code = 'wallet/claim-not-confirmed';
  constructor(readonly claim: Hastings) {
    super(
      `No signature covers the address of the claim of ${formatHastings(claim)}; the risk has to be accepted first`
    );
  }
}
