import * as z from 'zod/mini';
import { parseAddress } from '$lib/chain/address';
import { fundUnits, hastings, type Hastings } from '$lib/chain/currency/currency';
import { readAmount } from '$lib/chain/currency/amountText';
import { readDecimal, type NumberNotation } from '$lib/chain/currency/decimalText';
import type { CurrencyErrorCode } from '$lib/chain/errors';
import type { SendRecipient } from './compose';

/** A recipient's form fields. */
export interface DraftRow {
  /** Key of the row in lists. */
  readonly key: number;
  address: string;
  amount: string;
  unit: 'coins' | 'funds';
  /** Receives the rest: the amount is computed. */
  isMax: boolean;
  /** Selected to pay the fee, if it is deducted from the amounts. */
  paysFee: boolean;
}

export const ADDRESS_LENGTH = 76;

/** The fee as chosen: recommended, double, or typed. */
export interface FeeDraft {
  kind: 'normal' | 'double' | 'custom';
  text: string;
  /** Deducted from the amounts instead of paid on top. */
  isTaken: boolean;
}

/** A payment form as it is stored. */
export interface StoredDraft {
  readonly rows: readonly Omit<DraftRow, 'key'>[];
  readonly fee: FeeDraft;
  readonly change: string;
  readonly choosing: boolean;
  /** Ids of the coins selected by hand. */
  readonly chosen: readonly string[];
  /** Id of the transaction that it was confirmed as, unless it was changed since. */
  readonly sentAs?: string;
}

/** The form of a wallet, and payments that were set aside when a link was opened. */
export interface StoredDrafts extends StoredDraft {
  readonly aside?: readonly StoredDraft[];
}

export const emptyDraft = (): StoredDraft => ({
  rows: [{ address: '', amount: '', unit: 'coins', isMax: false, paysFee: false }],
  fee: { kind: 'normal', text: '', isTaken: false },
  change: '',
  choosing: false,
  chosen: []
});

const storedRow = z.object({
  address: z.string(),
  amount: z.string(),
  unit: z.enum(['coins', 'funds']),
  isMax: z.boolean(),
  paysFee: z.boolean()
});
const storedDraft = z.object({
  rows: z.array(storedRow).check(z.minLength(1)),
  fee: z.object({ kind: z.enum(['normal', 'double', 'custom']), text: z.string(), isTaken: z.boolean() }),
  change: z.string(),
  choosing: z.boolean(),
  chosen: z.array(z.string()),
  sentAs: z.optional(z.string())
});
const storedDrafts = z.extend(storedDraft, { aside: z.optional(z.array(storedDraft)) });

/** Decodes stored drafts; undefined if invalid. */
export const parseDraft = (stored: unknown): StoredDrafts | undefined => storedDrafts.safeParse(stored).data;

/** Whether nothing was entered. */
export const isEmptyDraft = ({ rows, change }: Pick<StoredDraft, 'rows' | 'change'>): boolean =>
  change === '' && rows.every(({ address, amount, isMax }) => !address && !amount && !isMax);

let rowsMade = 0;

export const emptyRow = (): DraftRow => ({
  key: ++rowsMade,
  address: '',
  amount: '',
  unit: 'coins',
  isMax: false,
  paysFee: false
});

export type AddressProblem = 'length' | 'checksum';

/** Why an address is invalid; undefined if it is valid or empty. */
export function addressProblem(text: string): AddressProblem | undefined {
  const typed = text.trim();
  if (typed === '') return undefined;
  if (typed.length !== ADDRESS_LENGTH) return 'length';
  try {
    parseAddress(typed);
    return undefined;
  } catch {
    return 'checksum';
  }
}

export type AmountProblem = 'zero' | 'fractional-units' | 'ambiguous' | CurrencyErrorCode;

export interface ReadAmount<V extends bigint = bigint> {
  readonly value?: V;
  readonly problem?: AmountProblem;
  /** The meanings of an ambiguous amount: the user chooses. */
  readonly readings?: readonly V[];
}

/**
 * Parses typed coins: the exact amount, or why it is invalid; neither for empty text.
 * @param notations number formats of the user
 */
export function readCoins(text: string, notations: readonly NumberNotation[]): ReadAmount<Hastings> {
  const reading = readAmount(text, notations);
  switch (reading.kind) {
    case 'empty':
      return {};
    case 'amount':
      return reading.amount === 0n ? { problem: 'zero' } : { value: reading.amount };
    case 'ambiguous':
      return { problem: 'ambiguous', readings: reading.readings };
    case 'invalid':
      return { problem: reading.code };
  }
}

/** The amount of a row: exact, or why it is invalid; neither for an empty one. */
export function amountOf(
  { amount, unit, isMax }: Pick<DraftRow, 'amount' | 'unit' | 'isMax'>,
  notations: readonly NumberNotation[]
): ReadAmount {
  const text = amount.trim();
  if (isMax || text === '') return {};
  if (unit === 'coins') return readCoins(text, notations);
  const reading = readDecimal(text, notations);
  const numbers = reading.kind === 'ambiguous' ? reading.readings : reading.kind === 'number' ? [reading.number] : [];
  // Fund units are integers: what can only be read with decimals is no number of them, unless they are zeros.
  const readings = numbers.map((number) => number.replace(/\.0+$/, '')).filter((number) => /^\d{1,19}$/.test(number));
  const [value, other] = readings.map(BigInt);
  if (value === undefined) return { problem: 'fractional-units' };
  if (other !== undefined) return { problem: 'ambiguous', readings: [value, other] };
  return value === 0n ? { problem: 'zero' } : { value };
}

/** The rows as recipients; undefined while one is incomplete or invalid. */
export function recipientsOf(
  rows: readonly DraftRow[],
  notations: readonly NumberNotation[]
): SendRecipient[] | undefined {
  const recipients: SendRecipient[] = [];
  for (const row of rows) {
    if (row.address.trim() === '' || addressProblem(row.address) !== undefined) return undefined;
    const address = parseAddress(row.address.trim());
    const { value } = amountOf(row, notations);
    if (row.isMax) recipients.push({ address, unit: 'max' });
    else if (value === undefined) return undefined;
    else if (row.unit === 'funds') recipients.push({ address, unit: 'funds', funds: fundUnits(value) });
    else recipients.push({ address, unit: 'coins', coins: hastings(value) });
  }
  return recipients;
}

/**
 * Indexes of the rows whose amounts can pay the fee: those of coins. None if one receives the rest, which pays the fee
 * anyway.
 */
export const feePayers = (rows: readonly DraftRow[]): number[] =>
  rows.some(({ isMax }) => isMax) ? [] : rows.flatMap(({ unit }, i) => (unit === 'coins' ? [i] : []));

/** Indexes of the rows whose amounts pay the fee: the selected one, else all that can; empty if it is paid on top. */
export function feeFrom(rows: readonly DraftRow[], { isTaken }: FeeDraft): number[] {
  if (!isTaken) return [];
  const payers = feePayers(rows);
  const named = payers.filter((i) => rows[i]!.paysFee);
  return named.length > 0 ? named : payers;
}
