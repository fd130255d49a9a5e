import { AppError } from '$lib/errors';
import { hastings, type Hastings } from '$lib/chain/currency/currency';
import { formatHastings } from '$lib/chain/currency/currencyText';
import type { ChainIndex } from '$lib/chain/element/elements';

/** A recovery phrase with too many or too few words. */
export class WordCountError extends AppError {
  readonly code = 'wallet/word-count';

  constructor(
    readonly count: number,
    readonly expected: string
  ) {
    super(`A recovery phrase has ${expected} words; this one has ${count}.`);
  }
}

/** A word that is in no recovery phrase. */
export class UnknownWordError extends AppError {
  readonly code = 'wallet/unknown-word';

  constructor(
    readonly word: string,
    /** 1 for the first word. */
    readonly position: number
  ) {
    super(`Word ${position}, "${word}", is not in the word list. Check its spelling; words are lower case.`);
  }
}

/** Words that are all known but do not belong together. */
export class PhraseChecksumError extends AppError {
  readonly code = 'wallet/phrase-checksum';

  constructor() {
    super('These words do not make a recovery phrase. One of them is probably wrong, or two are swapped.');
  }
}

/** Outputs whose proofs are valid at another block than the wallet's cache. */
export class StaleBasisError extends AppError {
  readonly code = 'wallet/stale-basis';

  constructor(
    readonly basis: ChainIndex,
    readonly expected: ChainIndex
  ) {
    super(`The server's outputs are of block ${basis.height}, the wallet is at block ${expected.height}.`);
  }
}

/** A proof that does not lead to the accumulator of the chain: the output is not what the server says. */
export class WrongProofError extends AppError {
  readonly code = 'wallet/wrong-proof';

  constructor(readonly id: string) {
    super(`The server's proof of output ${id} is wrong, so the output may not exist. Nothing was taken from it.`);
  }
}

/** A part of a proof that the cache should have and lacks. */
export class MissingProofError extends AppError {
  readonly code = 'wallet/missing-proof';

  constructor(readonly leafIndex: bigint) {
    super('The wallet lost a part of the proof of one of its outputs. Scan the wallet again to get it back.');
  }
}

/** Why a feed was refused. */
export type FeedFault = 'other-branch' | 'wrong-height' | 'wrong-count' | 'wrong-root' | 'wrong-shape';

const FEED_FAULTS: Record<FeedFault, string> = {
  'other-branch': 'a block does not follow the one before it',
  'wrong-height': 'a block has the wrong height',
  'wrong-count': 'the number of elements does not fit',
  'wrong-root': 'what a block changed does not lead to the state after it',
  'wrong-shape': 'an element is where none can be'
};

/** Changes that do not continue the wallet's cache, or contradict themselves. */
export class FeedError extends AppError {
  readonly code = 'wallet/feed';

  constructor(
    readonly fault: FeedFault,
    readonly at: ChainIndex
  ) {
    super(
      `The server's changes at block ${at.height} contradict themselves: ${FEED_FAULTS[fault]}. They were not used.`
    );
  }
}

/** An output that a transfer spends and the wallet does not hold, or no longer. */
export class InputGoneError extends AppError {
  readonly code = 'wallet/input-gone';

  constructor(readonly id: string) {
    super(`Output ${id.slice(0, 8)}… is not the wallet's, or was spent meanwhile. Compose the payment again.`);
  }
}

/** Why a transfer is refused. */
export type TransferFault = 'not-a-payment' | 'repeated-input' | 'wrong-policy' | 'empty-output' | 'unbalanced';

const TRANSFER_FAULTS: Record<TransferFault, string> = {
  'not-a-payment': 'it does more than pay coins or fund units',
  'repeated-input': 'it spends nothing, or an output twice',
  'wrong-policy': 'an input shows a policy that is not the one its output was paid to',
  'empty-output': 'it pays nothing to an address',
  unbalanced: 'it does not pay out exactly what it takes in'
};

/** A transaction that must not be signed. */
export class UnsoundTransferError extends AppError {
  readonly code = 'wallet/unsound-transfer';

  constructor(
    readonly fault: TransferFault,
    options?: { cause?: unknown }
  ) {
    super(`This transaction was not signed: ${TRANSFER_FAULTS[fault]}.`, options);
  }
}

/** A transaction made for another network. */
export class WrongNetworkError extends AppError {
  readonly code = 'wallet/wrong-network';

  constructor(
    readonly network: string,
    readonly expected: string
  ) {
    super(`This transaction is for the network "${network}", the wallet is on "${expected}".`);
  }
}

/** Signatures brought back for another transaction. */
export class OtherTransferError extends AppError {
  readonly code = 'wallet/other-transfer';

  constructor() {
    super('This is another transaction than the one that waits for signatures. Nothing was taken from it.');
  }
}

/** A transaction that is not signed by everybody it needs. */
export class IncompleteTransferError extends AppError {
  readonly code = 'wallet/incomplete-transfer';

  constructor(readonly incompleteInputs: number) {
    super('The transaction cannot be broadcast yet: signatures are missing.');
  }
}

/** Signatures of the older generation, after the chain stopped to take them. */
export class UpgradePassedError extends AppError {
  readonly code = 'wallet/upgrade-passed';

  constructor() {
    super('The network was upgraded since this transaction was signed. Compose the payment again.');
  }
}

/** Bytes or text that hold no transfer. */
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
    /** Hastings or fund units, the fee included. */
    readonly required: bigint,
    readonly spendable: bigint
  ) {
    const show = (amount: bigint): string =>
      unit === 'coins' ? formatHastings(hastings(amount)) : `${amount} fund units`;
    super(`This needs ${show(required)}, and ${show(spendable)} can be spent.`);
  }
}

/** A payment to nobody. */
export class NoRecipientError extends AppError {
  readonly code = 'wallet/no-recipient';

  constructor() {
    super('Add an address to pay to.');
  }
}

/** A payment of nothing. */
export class ZeroAmountError extends AppError {
  readonly code = 'wallet/zero-amount';

  constructor(
    /** Of the recipients; 0 for the first. */
    readonly index: number
  ) {
    super('An amount must be above zero.');
  }
}

/** A fee of one's own that is far from what the network asks for. */
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
        ? `A fee of ${formatHastings(fee)} is too low to be confirmed; offer ${formatHastings(lowest)} or more.`
        : `A fee of ${formatHastings(fee)} is far more than the network asks for; the limit is ${formatHastings(highest)}.`
    );
    this.code = isLow ? 'wallet/fee-too-low' : 'wallet/fee-too-high';
  }
}

/** More inputs and outputs than one transaction can hold. */
export class TransactionTooLargeError extends AppError {
  readonly code = 'wallet/transaction-too-large';

  constructor(
    readonly weight: number,
    readonly limit: number
  ) {
    super('This payment needs too many outputs for one transaction. Consolidate small outputs first, or pay in parts.');
  }
}

/** Fewer than two outputs that are worth putting together. */
export class NothingToConsolidateError extends AppError {
  readonly code = 'wallet/nothing-to-consolidate';

  constructor() {
    super('There are no small outputs that are worth putting together.');
  }
}

/** What is wrong with a policy's shape. */
export type PolicyFault = 'open' | 'unreachable' | 'too-many' | 'nested-unlock-conditions';

const POLICY_FAULTS: Record<PolicyFault, string> = {
  open: 'it can be satisfied without a key or a secret, so that anybody could spend',
  unreachable: 'it asks for more than there is to satisfy it with, so that nobody could ever spend',
  'too-many': 'a threshold holds at most 255 conditions',
  'nested-unlock-conditions': 'unlock conditions cannot be a part of another policy'
};

/** A policy nobody should be paid to. */
export class PolicyShapeError extends AppError {
  readonly code = 'wallet/policy-shape';

  constructor(readonly fault: PolicyFault) {
    super(`This policy cannot be used: ${POLICY_FAULTS[fault]}.`);
  }
}

/** A line of a list that cannot be read. */
export class ImportError extends AppError {
  readonly code = 'wallet/import';

  constructor(
    /** 1 for the first line. */
    readonly line: number,
    readonly reason: string,
    options?: { cause?: unknown }
  ) {
    super(`Line ${line} cannot be read: ${reason}.`, options);
  }
}

/** The keys are not in memory. */
export class LockedError extends AppError {
  readonly code = 'keystore/locked';
  constructor() {
    super('The wallet is locked. Unlock it with its password first.');
  }
}
