import { TimeSlices } from '$lib/async/timeSlices';
import type { Address } from '$lib/chain/address';
import type { Hastings } from '$lib/chain/currency/currency';
import type { CoinOutputId, FundOutputId, Hash256 } from '$lib/chain/ids';
import { UsedNames, type Contact } from '$lib/wallet/formats/contacts';
import type { AddressBook } from '$lib/wallet/keys/account';
import type { Moment } from '$lib/wallet/policy/satisfy';
import type { WalletEvent } from '$lib/wallet/sync/walletEvent';
import type { WalletCache } from '$lib/wallet/sync/cache';
import type { OwnedCoin, OwnedFund } from '$lib/wallet/sync/coins';
import { InvalidTransferError } from '$lib/wallet/errors';
import { missingSignatures, type MissingSignatures } from '$lib/wallet/transfer/finalize';
import { SimilarAddresses } from '$lib/wallet/transfer/similarAddresses';
import { verifySignatures } from '$lib/wallet/transfer/signing';
import {
  madePayment,
  summarize,
  type MadePayment,
  type SpendSummary,
  type SummaryContext
} from '$lib/wallet/transfer/summarize';
import { paidAddresses, transferInputs, withHeldInputs, type Transfer } from '$lib/wallet/transfer/transfer';
import { keyOf, type AddressRows } from '../addresses';
import { BURIED } from './followSend';
import { paymentsSince } from './paymentsSince';
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
  /** The address book. */
  readonly contacts: () => Promise<readonly Contact[]>;
  /** Names of the address book and of the browser's wallets, to look up those of some recipients. */
  readonly usedNames?: (some: readonly Contact[], all: readonly Contact[]) => Promise<UsedNames>;
  /** The wallet's history, newest first; read as far as needed. */
  readonly payments: () => AsyncIterable<WalletEvent>;
  /** The wallet's outputs; undefined on a device that has not synced. */
  readonly held: () => Promise<Pick<WalletCache, 'coins' | 'funds'> | undefined>;
  /** Those of the outputs that any wallet of this browser holds. */
  readonly heldHere: (ids: readonly Hash256[]) => Promise<readonly (OwnedCoin | OwnedFund)[]>;
  /** Signed payments that others may have and that are neither confirmed nor in the pool. */
  readonly outstanding: readonly Transfer[];
  /** Payments that this browser has sent a short while ago. */
  readonly recent?: readonly Transfer[];
  /** Addresses of this browser's other wallets, and those that they have paid; read as far as needed. */
  readonly knownElsewhere?: () => AsyncIterable<Address>;
  /** Payments of this browser's other wallets. */
  readonly paidElsewhere?: () => Promise<readonly MadePayment[]>;
  /** Unconfirmed events in the pool. */
  readonly unconfirmed?: readonly WalletEvent[];
  /** Shown after it was sent: it has spent its inputs. */
  readonly isSent?: boolean;
}

/** @throws {InvalidTransferError} not a plain payment, or its inputs differ from the wallet's outputs */
export async function reviewTransfer(
  given: Transfer,
  {
    network,
    addresses,
    moment,
    feePerWeight,
    contacts,
    usedNames = async (_, all) => new UsedNames(all),
    payments,
    fundTaxRevenue,
    isOwnNode,
    held,
    heldHere,
    outstanding,
    recent = [],
    unconfirmed = [],
    knownElsewhere = async function* () {},
    paidElsewhere = async () => [],
    isSent = false,
    frozen
  }: ReviewContext
): Promise<Reviewed> {
  const wallet = await held();
  // The start of a claim is not signed: a reorganization may change it, and a file may name a later one to hide a claim.
  const transfer = wallet && given.transaction.fundInputs.length > 0 ? withHeldInputs(given, wallet) : given;
  const isHeld = (id: string): boolean => outputOf(wallet, id) !== undefined;
  const book = reviewBook(transfer, addresses);
  const paid = new Set(paidAddresses(transfer));
  const foreign = [...paid].filter((address) => !book.has(address));
  const made =
    foreign.length === 0
      ? []
      : [...(await paymentsSince(moment.height - BURIED, unconfirmed, payments())), ...(await paidElsewhere())];
  const known = await contacts();
  const inBook = new Map(known.map(({ address, name }) => [address, name]));
  const history = await recipientHistory(payments, knownElsewhere, foreign, [...addresses.keys(), ...inBook.keys()]);
  const summary = summarize(transfer, {
    addresses: book,
    paidBefore: new Set([...history.paidBefore, ...paidUnconfirmed(unconfirmed)]),
    resembled: history.resembled,
    contacts: inBook,
    namesakes: await namesakesAmong(paid, known, usedNames),
    isBehind: wallet === undefined || moment.height < transfer.basis.height,
    outstanding: spendable(outstanding, transfer, addresses, wallet),
    recent: isSent ? [] : [...recent.map(madePayment), ...made],
    frozen,
    ...(wallet && !isSent && { isHeld }),
    feePerWeight,
    ...(!isOwnNode && fundTaxRevenue !== undefined && { fundTaxRevenue })
  });
  const absent = isSent ? [] : summary.inputs.filter(({ id }) => !isHeld(id)).map(({ id }) => id);
  requireHeldOutputs(transfer, wallet, absent.length > 0 ? await heldHere(absent) : []);
  await verifySignatures(transfer, network);
  const missing = missingSignatures(transfer, network, momentFor(transfer, moment));
  const canSign = missing.some(({ candidates }) => candidates.some((key) => keyOf(addresses, key)));
  return { transfer, summary, missing, canSign };
}

/**
 * The transfers of the same payer that can still be mined as far as the wallet knows: its own inputs are unspent. What a
 * shared wallet paid, signed here as well, is no reason not to pay with coins of this one.
 */
function spendable(
  transfers: readonly Transfer[],
  reviewed: Transfer,
  addresses: AddressRows,
  held: Pick<WalletCache, 'coins' | 'funds'> | undefined
): readonly Transfer[] {
  const payers = new Set(transferInputs(reviewed).map(({ output }) => output.address));
  const isSpent = (id: string) => held !== undefined && outputOf(held, id) === undefined;
  return transfers.filter((transfer) => {
    const inputs = transferInputs(transfer);
    const isSamePayer = inputs.some(({ output: { address } }) => addresses.has(address) || payers.has(address));
    return isSamePayer && !inputs.some(({ id, output }) => addresses.has(output.address) && isSpent(id));
  });
}

/**
 * Signatures do not cover the values of inputs: a co-signer could understate ours and overstate theirs, and correct this
 * once it is signed. Nor do they cover addresses: a coin whose key signs here as well could be presented as theirs, or
 * as one of the shared address, which would then not pay. So could one of another wallet.
 * @param others outputs of other wallets
 */
function requireHeldOutputs(
  transfer: Transfer,
  held: Pick<WalletCache, 'coins' | 'funds'> | undefined,
  others: readonly (OwnedCoin | OwnedFund)[]
): void {
  const elsewhere = new Map(others.map((output) => [output.id as string, output]));
  for (const { id, output } of transferInputs(transfer)) {
    const known = outputOf(held, id) ?? elsewhere.get(id);
    if (known && (known.output.value !== output.value || known.output.address !== output.address))
      throw new InvalidTransferError('other-amount');
  }
}

const outputOf = (held: Pick<WalletCache, 'coins' | 'funds'> | undefined, id: string) =>
  held?.coins.get(id as CoinOutputId) ?? held?.funds.get(id as FundOutputId);

/** An offline device knows the chain only from the transfer. */
const momentFor = ({ basis }: Transfer, moment: Moment): Moment =>
  moment.height >= basis.height ? moment : { height: basis.height, medianTimestamp: moment.medianTimestamp };

/** The recipients that the address book calls like another one, or like a wallet of the user. */
async function namesakesAmong(
  paid: ReadonlySet<Address>,
  contacts: readonly Contact[],
  usedNames: NonNullable<ReviewContext['usedNames']>
): Promise<ReadonlySet<Address>> {
  const named = contacts.filter(({ address }) => paid.has(address));
  if (named.length === 0) return new Set();
  const names = await usedNames(named, contacts);
  return new Set(named.filter((contact) => names.namesakeOf(contact) !== undefined).map(({ address }) => address));
}

/** Whom the wallet pays in the pool: not for the first time, but a look-alike is still to be noticed. */
const paidUnconfirmed = (unconfirmed: readonly WalletEvent[]): readonly Address[] =>
  unconfirmed
    .filter(({ inputs }) => inputs.some(({ own }) => own))
    .flatMap(({ outputs }) => outputs.map(({ address }) => address));

/**
 * Which recipients the wallet has paid before, and which of the others resemble a known address: attackers send dust
 * from look-alike addresses, to be copied from the history by mistake.
 * @param known addresses of the wallet and of the address book
 */
async function recipientHistory(
  payments: () => AsyncIterable<WalletEvent>,
  knownElsewhere: () => AsyncIterable<Address>,
  recipients: readonly Address[],
  known: readonly Address[]
): Promise<Pick<SummaryContext, 'paidBefore' | 'resembled'>> {
  const unknown = new Set(recipients);
  const alike = new SimilarAddresses(unknown);
  const paidBefore = new Set<Address>();
  const resembled = new Map<Address, Address>();
  const compare = (other: Address): void => {
    for (const address of alike.of(other)) if (unknown.has(address)) resembled.set(address, other);
  };
  if (unknown.size > 0) known.forEach(compare);
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
  if (unknown.size > 0) {
    for await (const address of knownElsewhere()) {
      await slices.turn();
      if (!unknown.delete(address)) compare(address);
      if (unknown.size === 0) break;
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
