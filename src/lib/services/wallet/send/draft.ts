import { parseAddress } from '$lib/chain/address';
import { fundUnits, hastings } from '$lib/chain/currency/currency';
import { parseCoins } from '$lib/chain/currency/currencyText';
import { toAppError } from '$lib/errors';
import type { SendRecipient } from '$lib/state/wallet/send.svelte';

/** A recipient as it is being typed. */
export interface DraftRow {
  /** Tells rows apart while they come and go. */
  readonly key: number;
  address: string;
  amount: string;
  unit: 'coins' | 'funds';
  /** Gets whatever is left: the amount is computed. */
  isMax: boolean;
}

const ADDRESS_LENGTH = 76;

let rowsMade = 0;

export const emptyRow = (): DraftRow => ({ key: ++rowsMade, address: '', amount: '', unit: 'coins', isMax: false });

/** What is wrong with a typed address; undefined when nothing is, also of an empty one. */
export function addressProblem(text: string): string | undefined {
  const typed = text.trim();
  if (typed === '') return undefined;
  if (typed.length !== ADDRESS_LENGTH) return `An address has ${ADDRESS_LENGTH} characters; this has ${typed.length}.`;
  try {
    parseAddress(typed);
    return undefined;
  } catch {
    return 'The checksum does not fit: a character is wrong or two are swapped.';
  }
}

/** The amount of a row: exact, or why it is none; nothing of an empty one. */
export function amountOf(row: DraftRow): { readonly value?: bigint; readonly problem?: string } {
  const text = row.amount.trim().replaceAll(',', '');
  if (row.isMax || text === '') return {};
  if (row.unit === 'funds') {
    if (!/^\d{1,19}$/.test(text)) return { problem: 'Fund units are whole: type a number without a point.' };
    return BigInt(text) === 0n ? { problem: 'At least one fund unit.' } : { value: BigInt(text) };
  }
  try {
    const value = parseCoins(text);
    return value === 0n ? { problem: 'More than nothing.' } : { value };
  } catch (error) {
    return { problem: sentence(toAppError(error).message) };
  }
}

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

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
