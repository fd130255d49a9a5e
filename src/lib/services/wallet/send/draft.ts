import { parseAddress } from '$lib/chain/address';
import { fundUnits, hastings, type Hastings } from '$lib/chain/currency/currency';
import { parseCoins } from '$lib/chain/currency/currencyText';
import { CurrencyError, type CurrencyErrorCode } from '$lib/chain/errors';
import type { SendRecipient } from './compose';

/** A recipient as it is being typed. */
export interface DraftRow {
  /** Tells rows apart while they come and go. */
  readonly key: number;
  address: string;
  /** Plain digits with a point for decimals, whatever the page's language writes. */
  amount: string;
  unit: 'coins' | 'funds';
  /** Gets whatever is left: the amount is computed. */
  isMax: boolean;
}

export const ADDRESS_LENGTH = 76;

let rowsMade = 0;

export const emptyRow = (): DraftRow => ({ key: ++rowsMade, address: '', amount: '', unit: 'coins', isMax: false });

export type AddressProblem = 'length' | 'checksum';

/** What is wrong with a typed address; undefined when nothing is, also of an empty one. */
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

/** `grouped`: separators between thousands are not accepted; one in the wrong place would change the amount. */
export type AmountProblem = 'zero' | 'fractional-units' | 'grouped' | CurrencyErrorCode;

export interface ReadAmount<V extends bigint = bigint> {
  readonly value?: V;
  readonly problem?: AmountProblem;
}

/** Typed coins, with a point for decimals: exact, or why they are no amount; neither for an empty text. */
export function readCoins(text: string): ReadAmount<Hastings> {
  const typed = text.trim();
  if (typed === '') return {};
  if (typed.includes(',')) return { problem: 'grouped' };
  try {
    const value = parseCoins(typed);
    return value === 0n ? { problem: 'zero' } : { value };
  } catch (error) {
    if (error instanceof CurrencyError) return { problem: error.code };
    throw error;
  }
}

/** The amount of a row: exact, or why it is none; neither for an empty one. */
export function amountOf({ amount, unit, isMax }: DraftRow): ReadAmount {
  const text = amount.trim();
  if (isMax || text === '') return {};
  if (unit === 'coins') return readCoins(text);
  if (!/^\d{1,19}$/.test(text)) return { problem: 'fractional-units' };
  return BigInt(text) === 0n ? { problem: 'zero' } : { value: BigInt(text) };
}

/** The rows as recipients, or undefined while one of them is incomplete or wrong. */
export function recipientsOf(rows: readonly DraftRow[]): SendRecipient[] | undefined {
  const recipients: SendRecipient[] = [];
  for (const row of rows) {
    if (row.address.trim() === '' || addressProblem(row.address) !== undefined) return undefined;
    const address = parseAddress(row.address.trim());
    const { value } = amountOf(row);
    if (row.isMax) recipients.push({ address, unit: 'max' });
    else if (value === undefined) return undefined;
    else if (row.unit === 'funds') recipients.push({ address, unit: 'funds', funds: fundUnits(value) });
    else recipients.push({ address, unit: 'coins', coins: hastings(value) });
  }
  return recipients;
}
