import { TimeSlices } from '$lib/async/timeSlices';
import type { Address } from '$lib/chain/address';
import type { Hastings } from '$lib/chain/currency/currency';
import type { AddressBook } from '$lib/wallet/keys/account';
import type { Moment } from '$lib/wallet/policy/satisfy';
import type { WalletEvent } from '$lib/wallet/sync/walletEvent';
import { missingSignatures, type MissingSignatures } from '$lib/wallet/transfer/signing';
import { looksLike, summarize, type SpendSummary, type SummaryContext } from '$lib/wallet/transfer/summarize';
import { paidAddresses, transferInputs, type Transfer } from '$lib/wallet/transfer/transfer';
import { keyOf, type AddressRows } from '../addresses';
import type { SpendContext } from './spendableWallet';

/** A transaction for approval: its summary and its missing signatures. */
export interface Reviewed {
  readonly transfer: Transfer;
  /** Decoded from the exact bytes that are signed. */
  readonly summary: SpendSummary;
  /** Empty if it is complete. */
  readonly missing: readonly MissingSignatures[];
  /** A key of this wallet can add a signature. */
  readonly canSign: boolean;
}

interface ReviewContext extends SpendContext {
  /** Recommended fee; undefined if it cannot be read. */
  readonly feePerWeight: Hastings | undefined;
  /** The wallet's history, newest first; read as far as needed. */
  readonly payments: () => AsyncIterable<WalletEvent>;
  /** Signed payments that a server was given and that are neither confirmed nor in the pool. */
  readonly outstanding: readonly Transfer[];
}

/** @throws {InvalidTransferError} the transfer is not a plain payment */
export async function reviewTransfer(
  transfer: Transfer,
  { network, addresses, moment, feePerWeight, payments, fundTaxRevenue, isOwnNode, outstanding }: ReviewContext
): Promise<Reviewed> {
  const book = reviewBook(transfer, addresses);
  const foreign = paidAddresses(transfer).filter((address) => !book.has(address));
  const summary = summarize(transfer, {
    addresses: book,
    ...(await recipientHistory(payments, foreign, addresses)),
    outstanding,
    feePerWeight,
    ...(!isOwnNode && fundTaxRevenue !== undefined && { fundTaxRevenue })
  });
  const missing = missingSignatures(transfer, network, momentFor(transfer, moment));
  const canSign = missing.some(({ candidates }) => candidates.some((key) => keyOf(addresses, key)));
  return { transfer, summary, missing, canSign };
}

/** An offline device knows the chain only from the transfer. */
const momentFor = ({ basis }: Transfer, moment: Moment): Moment =>
  moment.height >= basis.height ? moment : { height: basis.height, medianTimestamp: moment.medianTimestamp };

/**
 * Which recipients the wallet has paid before, and which of the others resemble an address that it has paid or that is
 * its own: dust from such an address puts it into the history, to be copied from there.
 */
async function recipientHistory(
  payments: () => AsyncIterable<WalletEvent>,
  recipients: readonly Address[],
  own: AddressRows
): Promise<Pick<SummaryContext, 'paidBefore' | 'resembled'>> {
  const unknown = new Set(recipients);
  const paidBefore = new Set<Address>();
  const resembled = new Map<Address, Address>();
  const compare = (known: Address): void => {
    for (const address of unknown) if (looksLike(address, known)) resembled.set(address, known);
  };
  if (unknown.size > 0) for (const address of own.keys()) compare(address);
  const slices = new TimeSlices();
  for await (const { inputs, outputs } of payments()) {
    await slices.turn();
    if (unknown.size === 0) break;
    if (!inputs.some(({ own }) => own)) continue;
    for (const { address } of outputs) {
      if (unknown.delete(address)) {
        paidBefore.add(address);
        resembled.delete(address);
      } else compare(address);
    }
  }
  return { paidBefore, resembled };
}

/**
 * The wallet's addresses for the review. An output to an address that was never issued, or that is spent from, counts
 * as change, so that the review is the same on every device with the keys.
 */
function reviewBook(transfer: Transfer, rows: AddressRows): AddressBook {
  const spentFrom = new Set(transferInputs(transfer).map(({ output }) => output.address));
  const outputs = paidAddresses(transfer).flatMap((address) => {
    const row = rows.get(address);
    if (row === undefined) return [];
    return [[address, { ...row, isChange: row.isChange || !row.shown || spentFrom.has(address) }] as const];
  });
  return new Map([...rows, ...outputs]);
}
