import type { Generation } from '$lib/chain/transaction/generation';
import { VOID_ADDRESS, type Address } from '$lib/chain/address';
import { fundUnits, hastings, type FundUnits, type Hastings } from '$lib/chain/currency/currency';
import type { Hash256, TransactionId } from '$lib/chain/ids';
import { hashHex } from '$lib/chain/hash';
import { v2TransactionIdOf } from '$lib/chain/transaction/v2TransactionIds';
import type { AddressBook } from '../keys/account';
import { decodeUnsigned, unsignedBytes } from './signatureHashes';
import { unprotectedClaim } from './claimRisk';
import { assessFee, isFeeLow, type FeeAssessment } from './feeCheck';
import { signedWeight } from './signedWeight';
import { findTransferFault } from './checkTransfer';
import { coinsSpent, spentIds, transferId, transferInputs, type Transfer } from './transfer';
import type { TransferFault } from '../errors';

/**
 * `own`: own address. `unknown`: not known to be own, nor whether it was paid before. `new`: never paid before.
 * `look-alike`: new, and easily confused with a known one. `namesake`: has the name of another recipient or of an own
 * wallet. `void`: unspendable. `repeated`: several outputs to this address.
 */
export type OutputWarning = 'own' | 'unknown' | 'new' | 'look-alike' | 'namesake' | 'void' | 'repeated';

/**
 * `high-fee`: the fee stands out; see `feeCheck`. `extreme-fee`: not signed unless the user typed the fee.
 * `low-fee`: it may never be confirmed. `unknown-input`: spends an output of a foreign address. `absent-input`: spends an
 * output of an own address that the wallet does not hold. `frozen-input`: spends a frozen output. `foreign-claim`: claims
 * go to a foreign address. `data`: contains arbitrary data. `paid-twice`: an earlier payment to the same recipient may
 * still be confirmed as well. `sent-before`: the same payment was sent a short while ago. `unsound`: invalid; see `fault`.
 */
export type SpendWarning =
  | 'high-fee'
  | 'extreme-fee'
  | 'low-fee'
  | 'unknown-input'
  | 'absent-input'
  | 'frozen-input'
  | 'foreign-claim'
  | 'data'
  | 'paid-twice'
  | 'sent-before'
  | 'unsound';

export interface SummaryOutput {
  readonly address: Address;
  /** The address in groups of four characters for visual comparison; the last three groups are its checksum. */
  readonly chunks: readonly string[];
  /** Exactly one of `coins` and `funds` is set. */
  readonly coins?: Hastings;
  readonly funds?: FundUnits;
  readonly own: boolean;
  readonly label: string;
  readonly warnings: readonly OutputWarning[];
  /** The known address that it could be confused with. */
  readonly resembles?: Address;
  /** Its name in the address book. */
  readonly contact?: string;
}

export interface SummaryInput {
  readonly id: Hash256;
  /** Address and amount are not covered by V2 signatures; the network rejects a transaction with a wrong amount. */
  readonly address: Address;
  readonly coins?: Hastings;
  readonly funds?: FundUnits;
  readonly own: boolean;
  readonly label: string;
}

/** The summary that a user approves, decoded from the signed bytes. */
export interface SpendSummary {
  readonly id: TransactionId;
  readonly generation: Generation;
  readonly network: string;
  readonly recipients: readonly SummaryOutput[];
  /** Outputs to own change addresses. */
  readonly change: readonly SummaryOutput[];
  readonly inputs: readonly SummaryInput[];
  readonly fee: Hastings;
  readonly feeCheck: FeeAssessment;
  /** Weight of the signed transaction. */
  readonly weight: number;
  /** Coins to recipients, without fee and change. */
  readonly sent: Hastings;
  readonly sentFunds: FundUnits;
  /** Claim addresses of spent fund units; not covered by V2 signatures. */
  readonly claims: readonly Address[];
  /** The claim that the broadcasting server could redirect; undefined if it is not worth stealing. */
  readonly unprotectedClaim?: Hastings;
  readonly warnings: readonly SpendWarning[];
  readonly fault?: TransferFault;
}

export interface SummaryContext {
  readonly addresses: AddressBook;
  /** Addresses paid before, as far as known. */
  readonly paidBefore: ReadonlySet<Address>;
  /** The chain was not read up to the transfer: other addresses may have been paid before, or be the wallet's own. */
  readonly isBehind?: boolean;
  /** Recipients that could be confused with a known address, with that address. */
  readonly resembled?: ReadonlyMap<Address, Address>;
  /** Names of the address book. */
  readonly contacts?: ReadonlyMap<Address, string>;
  /** Those whose name, or one that looks the same, another recipient or an own wallet has. */
  readonly namesakes?: ReadonlySet<Address>;
  /** Signed payments that were sent to a server and are neither confirmed nor in the pool. */
  readonly outstanding?: readonly Transfer[];
  /** Payments that were made a short while ago: a server has accepted them, or the pool or a block contains them. */
  readonly recent?: readonly MadePayment[];
  /** Ids of frozen outputs. */
  readonly frozen?: ReadonlySet<string>;
  /** Whether the wallet holds an output; omitted on a device that has not synced. */
  readonly isHeld?: (id: Hash256) => boolean;
  /** Recommended rate, hastings per unit of weight. */
  readonly feePerWeight?: Hastings;
  /** Tax revenue of all contracts so far; omitted if the broadcasting server is trusted or the chain is unknown. */
  readonly fundTaxRevenue?: Hastings;
}

/** A payment that was made before, here or by another copy of the wallet. */
export interface MadePayment {
  readonly id: string;
  /** Ids of the outputs that it spends. */
  readonly spent: ReadonlySet<string>;
  /** Hastings or fund units. */
  readonly outputs: readonly { readonly address: Address; readonly value: bigint }[];
}

export const madePayment = (transfer: Transfer): MadePayment => ({
  id: transferId(transfer),
  spent: spentIds(transfer),
  outputs: [...transfer.transaction.coinOutputs, ...transfer.transaction.fundOutputs]
});

const CHUNK = 4;

/** The address in groups of characters. */
export const addressChunks = (address: Address): string[] =>
  Array.from({ length: address.length / CHUNK }, (_, i) => address.slice(i * CHUNK, (i + 1) * CHUNK));

/**
 * @throws {InvalidTransferError} not a plain payment
 */
export function summarize(
  transfer: Transfer,
  {
    addresses,
    paidBefore,
    isBehind = false,
    resembled,
    contacts,
    namesakes,
    outstanding = [],
    recent = [],
    frozen,
    isHeld,
    feePerWeight,
    fundTaxRevenue
  }: SummaryContext
): SpendSummary {
  const atRisk = fundTaxRevenue === undefined ? undefined : unprotectedClaim(transfer, fundTaxRevenue);
  const bytes = unsignedBytes(transfer);
  const content = decodeUnsigned(transfer.generation, bytes);
  const outputs = [
    ...content.coinOutputs.map(({ address, value }) => ({ address, coins: value })),
    ...content.fundOutputs.map(({ address, value }) => ({ address, funds: value }))
  ];
  const isChange = ({ address }: { readonly address: Address }): boolean => addresses.get(address)?.isChange ?? false;
  const paid = outputs.filter((output) => !isChange(output));
  const describe = (output: { readonly address: Address; readonly coins?: Hastings; readonly funds?: FundUnits }) => ({
    ...output,
    ...(resembled?.has(output.address) && { resembles: resembled.get(output.address) }),
    ...(contacts?.has(output.address) && { contact: contacts.get(output.address) }),
    chunks: addressChunks(output.address),
    own: addresses.has(output.address),
    label: addresses.get(output.address)?.label ?? ''
  });
  const times = new Map<Address, number>();
  for (const { address } of paid) times.set(address, (times.get(address) ?? 0) + 1);
  const warningsOf = ({ address }: { readonly address: Address }): OutputWarning[] => {
    if (address === VOID_ADDRESS) return ['void'];
    const strange: OutputWarning = isBehind ? 'unknown' : 'new';
    return [
      ...(addresses.has(address) ? (['own'] as const) : paidBefore.has(address) ? [] : [strange]),
      ...(resembled?.has(address) ? (['look-alike'] as const) : []),
      ...(namesakes?.has(address) ? (['namesake'] as const) : []),
      ...(times.get(address)! > 1 ? (['repeated'] as const) : [])
    ];
  };
  const recipients = paid.map((output) => ({ ...describe(output), warnings: warningsOf(output) }));
  const sent = paid.reduce((sum, output) => ('coins' in output ? sum + output.coins : sum), 0n);
  const sentFunds = paid.reduce((sum, output) => ('funds' in output ? sum + output.funds : sum), 0n);

  const inputById = new Map(transferInputs(transfer).map((input) => [input.id, input]));
  const inputs = [...content.coinInputs, ...content.fundInputs].flatMap((id): SummaryInput[] => {
    const input = inputById.get(id);
    if (input === undefined) return [];
    const { address } = input.output;
    const amount = input.kind === 'coin' ? { coins: input.output.value } : { funds: input.output.value };
    return [{ id, address, ...amount, own: addresses.has(address), label: addresses.get(address)?.label ?? '' }];
  });
  const claims = claimsOf(transfer, content.claimAddresses);
  const weight = signedWeight(transfer, { height: transfer.basis.height, medianTimestamp: Infinity });
  const fault = findTransferFault(transfer);
  const feeCheck = assessFee({
    fee: content.fee,
    weight,
    sent: hastings(sent),
    spent: coinsSpent(transfer),
    recommended: feePerWeight
  });
  const payment = madePayment(transfer);
  const isPaidTwice = outstanding.some((earlier) => paysAgain(payment, madePayment(earlier), addresses));
  const isSentBefore = !isPaidTwice && repeatsOneOf(payment, recent, addresses);
  const warnings: SpendWarning[] = [
    ...(feeCheck.level === 'high' ? (['high-fee'] as const) : []),
    ...(feeCheck.level === 'extreme' ? (['extreme-fee'] as const) : []),
    ...(isFeeLow({ fee: content.fee, weight, recommended: feePerWeight }) ? (['low-fee'] as const) : []),
    ...(inputs.some(({ own }) => !own) ? (['unknown-input'] as const) : []),
    ...(inputs.some(({ id, own }) => own && isHeld?.(id) === false) ? (['absent-input'] as const) : []),
    ...(inputs.some(({ id }) => frozen?.has(id)) ? (['frozen-input'] as const) : []),
    ...(claims.some((address) => !addresses.has(address)) ? (['foreign-claim'] as const) : []),
    ...(content.hasData ? (['data'] as const) : []),
    ...(isPaidTwice ? (['paid-twice'] as const) : []),
    ...(isSentBefore ? (['sent-before'] as const) : []),
    ...(fault !== undefined ? (['unsound'] as const) : [])
  ];
  return {
    id: transfer.generation === 'v2' ? v2TransactionIdOf(bytes) : hashHex(bytes),
    generation: transfer.generation,
    network: transfer.network,
    recipients,
    change: outputs.filter(isChange).map((output) => ({ ...describe(output), warnings: [] })),
    inputs,
    fee: content.fee,
    feeCheck,
    weight,
    sent: hastings(sent),
    sentFunds: fundUnits(sentFunds),
    claims,
    ...(atRisk !== undefined && { unprotectedClaim: atRisk }),
    warnings,
    ...(fault !== undefined && { fault })
  };
}

/**
 * Whether both may be confirmed and pay the same foreign address: transactions with a common input exclude each other.
 */
export function paysAgain(
  payment: MadePayment,
  earlier: MadePayment,
  addresses: { readonly has: (address: Address) => boolean }
): boolean {
  if (earlier.id === payment.id) return false;
  const paid = new Set(earlier.outputs.map(({ address }) => address));
  return (
    payment.outputs.some(({ address }) => paid.has(address) && !addresses.has(address)) &&
    ![...payment.spent].some((id) => earlier.spent.has(id))
  );
}

/**
 * Whether it pays the same amounts to the same foreign addresses as one of the others, as from a second tab with the
 * same form.
 */
function repeatsOneOf(payment: MadePayment, others: readonly MadePayment[], addresses: AddressBook): boolean {
  const foreign = ({ outputs }: MadePayment): string =>
    outputs
      .filter(({ address }) => !addresses.has(address))
      .map(({ address, value }) => `${address} ${value}`)
      .sort()
      .join();
  const paid = foreign(payment);
  return others.some((earlier) => foreign(earlier) === paid && paysAgain(payment, earlier, addresses));
}

/** The paid addresses that a summary shows as own. */
export const ownAddresses = ({ change, recipients, claims, warnings }: SpendSummary): Address[] => [
  ...[...change, ...recipients].filter(({ own }) => own).map(({ address }) => address),
  ...(warnings.includes('foreign-claim') ? [] : claims)
];

/**
 * Whether a payment has warnings that it did not have when it was reviewed, or a recipient has left the address book or
 * has another name there: meanwhile, another tab may have paid the same recipient, frozen a coin or corrected the
 * recipient. Inputs that are gone are reported when it is sent.
 */
export function hasNewWarnings(now: SpendSummary, seen: SpendSummary): boolean {
  const known = new Set(allWarnings(seen));
  const contacts = contactsOf(now);
  return (
    allWarnings(now).some((warning) => !known.has(warning)) ||
    [...contactsOf(seen)].some((contact) => !contacts.has(contact))
  );
}

const contactsOf = ({ recipients }: SpendSummary): ReadonlySet<string> =>
  new Set(recipients.flatMap(({ address, contact }) => (contact === undefined ? [] : [`${address} ${contact}`])));

const allWarnings = ({ warnings, recipients }: SpendSummary): string[] => [
  ...warnings.filter((warning) => warning !== 'absent-input'),
  ...recipients.flatMap(({ address, warnings: ofOutput }) => ofOutput.map((warning) => `${warning} ${address}`))
];

function claimsOf(transfer: Transfer, signed: readonly Address[] | undefined): Address[] {
  if (signed !== undefined) return [...new Set(signed)];
  const { fundInputs } = transfer.transaction as { readonly fundInputs: readonly { readonly claimAddress: Address }[] };
  return [...new Set(fundInputs.map(({ claimAddress }) => claimAddress))];
}
