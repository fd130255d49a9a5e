import type { Address } from '../chain/address';
import type { FundUnits, Hastings } from '../chain/currency';
import type { Hash256, TransactionId } from '../chain/ids';
import type { AddressBook } from './account';
import type { Transfer } from './transfer';

/**
 * `own`: paid to ourselves. `new`: never paid before. `void`: lost for good. `repeated`: the address is there twice.
 */
export type OutputWarning = 'own' | 'new' | 'void' | 'repeated';
/**
 * `high-fee`: more than a tenth of what is sent, or far above the recommended rate. `unknown-input`: spends an output that is not ours.
 * `unbalanced`: inputs claim another sum than goes out. `foreign-claim`: claims go to somebody else. `data`: carries arbitrary data.
 */
export type SpendWarning = 'high-fee' | 'unknown-input' | 'unbalanced' | 'foreign-claim' | 'data';

export interface SummaryOutput {
  readonly address: Address;
  /** The address in groups of characters to compare by eye. */
  readonly chunks: readonly string[];
  readonly coins?: Hastings;
  readonly funds?: FundUnits;
  readonly own: boolean;
  readonly label: string;
  readonly warnings: readonly OutputWarning[];
}

export interface SummaryInput {
  readonly id: Hash256;
  readonly address: Address;
  readonly coins?: Hastings;
  readonly funds?: FundUnits;
  readonly own: boolean;
  readonly label: string;
}

/** What a person approves, read from the bytes that are signed. */
export interface SpendSummary {
  readonly id: TransactionId;
  readonly generation: 'v1' | 'v2';
  readonly network: string;
  readonly recipients: readonly SummaryOutput[];
  readonly change: readonly SummaryOutput[];
  readonly inputs: readonly SummaryInput[];
  readonly fee: Hastings;
  /** Coins to recipients, without fee and change. */
  readonly sent: Hastings;
  readonly sentFunds: FundUnits;
  /** Where claims of fund units go; not covered by V2 signatures. */
  readonly claims: readonly Address[];
  readonly warnings: readonly SpendWarning[];
}

export interface SummaryContext {
  readonly addresses: AddressBook;
  /** Addresses paid before. */
  readonly paidBefore: ReadonlySet<Address>;
  /** Recommended, hastings for one unit of weight. */
  readonly feePerWeight?: Hastings;
}

/** @throws {UnsoundTransferError} bytes that are no plain payment (contracts, attestations, …) */
export declare function summarize(transfer: Transfer, context: SummaryContext): SpendSummary;
