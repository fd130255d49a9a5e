import { parseAddress, type Address } from '$lib/chain/address';
import { MAX_BLOCK_WEIGHT } from '$lib/chain/block/maxWeight';
import { fundUnits, type Hastings } from '$lib/chain/currency/currency';
import { readAmount } from '$lib/chain/currency/amountText';
import { publicKeyFromBytes } from '$lib/chain/keys/keys';
import type { SpendPolicy } from '$lib/chain/policy/policy';
import { policyAddress } from '$lib/chain/policy/policyAddress';
import { parsePolicy } from '$lib/chain/policy/policyText';
import { decodeHex } from '$lib/codec/bytes';
import { parseCsvRows, unescaped } from '$lib/codec/csv';
import { parseJson, type JsonValue } from '$lib/codec/json';
import { containedText } from '$lib/codec/visibleText';
import { AppError } from '$lib/errors';
import { policyOfKey, type KeyForm } from '../keys/account';
import { ImportError } from '../errors';
import type { Recipient } from '../spend/plan';
import { atLine, parseLines } from './lineFaults';

/** A watch-only address; its policy is known if a key or policy was given. */
export interface ImportedAddress {
  readonly address: Address;
  readonly policy?: SpendPolicy;
  readonly label: string;
}

/** Each address is hashed, stored, read with every page of its wallet, and looked up on the server. */
const MAX_ADDRESSES = 20_000;

const PUBLIC_KEY = /^ed25519:([0-9a-fA-F]{64})$/;
const POLICY = /^\s*[a-z]+\s*\(/;

/**
 * Parses a line with an address, a public key (both its addresses), or a policy.
 * @throws {CodecError}
 */
export function parseWatched(text: string): Omit<ImportedAddress, 'label'>[] {
  const trimmed = text.trim();
  const key = PUBLIC_KEY.exec(trimmed)?.[1];
  if (key !== undefined) {
    const publicKey = publicKeyFromBytes(decodeHex(key));
    return (['uc', 'pk'] satisfies KeyForm[]).map((form) => withAddress(policyOfKey(publicKey, form)));
  }
  return POLICY.test(trimmed) ? [withAddress(parsePolicy(trimmed))] : [{ address: parseAddress(trimmed) }];
}

const withAddress = (policy: SpendPolicy) => ({ address: policyAddress(policy), policy });

/**
 * Parses addresses, public keys or policies with labels: lines, CSV (columns `address` and `label`, or the second
 * column as label), or JSON (strings, or objects with `address` and `label` or `description`). Duplicates are removed.
 * @param maxRows by default as many as a wallet can watch
 * @throws {ImportError} with the line numbers or JSON list indexes
 */
export function parseAddressList(text: string, maxRows = MAX_ADDRESSES): ImportedAddress[] {
  const found = new Map<Address, ImportedAddress>();
  const rows = parseRows(text);
  const [firstTooMany] = rows.slice(maxRows);
  if (firstTooMany) throw new ImportError(firstTooMany.at, 'too-many-addresses');
  const parsed = parseLines(
    rows,
    ({ at }) => at,
    ({ at, text: line, policy, label }) => {
      if (line === undefined) throw new ImportError(at, 'no-address');
      const entries = parseWatched(policy || line);
      if (policy !== '' && entries.some(({ address }) => address !== parseAddress(line)))
        throw new ImportError(at, 'other-policy');
      return { entries, label: containedText(label) };
    }
  );
  for (const { entries, label } of parsed) {
    for (const entry of entries) {
      const known = found.get(entry.address);
      found.set(entry.address, { ...known, ...entry, label: label || (known?.label ?? '') });
    }
  }
  return [...found.values()];
}

interface ListRow {
  /** Line number or list index, from 1. */
  readonly at: number;
  /** Undefined in a JSON item without an address. */
  readonly text: string | undefined;
  readonly policy: string;
  readonly label: string;
}

function parseRows(text: string): ListRow[] {
  if (/^\s*[[{]/.test(text)) return listedJson(text);
  if (POLICY.test(text) || !/[,;\t"]/.test(text)) {
    return linesOf(text).map(([line, at]) => ({ at, text: line, policy: '', label: '' }));
  }
  const rows = parseCsvRows(text);
  const header = rows[0]!.fields.map((name) => name.trim().toLowerCase());
  const column = header.indexOf('address');
  const policyColumn = header.indexOf('spend policy');
  const label = header.indexOf('label');
  const skipped = column === -1 ? 0 : 1;
  return rows.slice(skipped).map(({ fields: row, line }) => ({
    at: line,
    text: row[Math.max(column, 0)] ?? '',
    policy: policyColumn === -1 ? '' : (row[policyColumn] ?? '').trim(),
    label: unescaped(row[label === -1 ? 1 : label] ?? '').trim()
  }));
}

const linesOf = (text: string): [string, number][] =>
  text
    .split(/\r?\n/)
    .map((line, i): [string, number] => [line.trim(), i + 1])
    .filter(([line]) => line !== '');

function listedJson(text: string): ListRow[] {
  const json = atLine(1, () => parseJson(text));
  const items: JsonValue[] = Array.isArray(json) ? json : [json];
  return items.map((item, i) => {
    const at = i + 1;
    if (typeof item === 'string') return { at, text: item, policy: '', label: '' };
    const { address, label, description } = (typeof item === 'object' && !Array.isArray(item) && item) || {};
    return {
      at,
      text: typeof address === 'string' ? address : undefined,
      policy: '',
      label: ([label, description].find((t) => typeof t === 'string' && t !== '') as string | undefined) ?? ''
    };
  });
}

/** An output weighs at least 40, so no block holds more. */
const MAX_RECIPIENTS = MAX_BLOCK_WEIGHT / 40;
/** Far longer than any amount; the patterns take quadratic time. */
const MAX_AMOUNT_LENGTH = 200;
const UNITS = /^(?:SF|FU|funds?|fund units?)$/i;

/** Columns of a recipient list, in the order assumed without a header. */
const RECIPIENT_COLUMNS = ['address', 'amount', 'unit'] as const;

/**
 * Parses recipients: rows of address, amount, and an optional unit (default: coins). `SF` or `fund units` for fund
 * units; `H`, `KS` and the other amount units. A header may place these columns anywhere; others are ignored.
 * @throws {ImportError} with the line numbers
 */
export function parseRecipients(text: string): Recipient[] {
  const rows = parseCsvRows(text);
  const header = (rows[0]?.fields ?? []).map((name) => name.trim().toLowerCase());
  const hasHeader = header.includes('address');
  // Guessing another column could pay an invoice number.
  if (hasHeader && header.filter((name) => name === 'amount').length !== 1)
    throw new ImportError(1, 'no-amount-column');
  // Nor is the first address the one to pay: another may be for refunds.
  if (['address', 'unit'].some((column) => header.indexOf(column) !== header.lastIndexOf(column)))
    throw new ImportError(1, 'repeated-column');
  const places = RECIPIENT_COLUMNS.map((column, i) => (hasHeader ? header.indexOf(column) : i));
  if (rows.length > MAX_RECIPIENTS + 1) throw new ImportError(MAX_RECIPIENTS + 1, 'too-many');
  return parseLines(
    rows.slice(hasHeader ? 1 : 0),
    ({ line }) => line,
    ({ fields }) => recipientOf(places.map((place) => (fields[place] ?? '').trim()))
  );
}

function recipientOf([addressText = '', amountText = '', unitText = '']: readonly string[]): Recipient {
  const address = addressOf(addressText);
  if (amountText.length > MAX_AMOUNT_LENGTH) throw new ImportError(0, 'no-amount');
  const [, amount = amountText, attached = ''] =
    /^([\d.,'’\s]*\d)\s*([\p{Letter}\p{Currency_Symbol} ]+)$/u.exec(amountText) ?? [];
  const unit = (unitText || attached).trim();
  if (attached !== '' && attached.trim() !== unit) throw new ImportError(0, 'unknown-unit');
  // In a comma-separated file, an unquoted 1,500 splits into two columns.
  if (!/^[a-zA-Z ]*$/.test(unit)) throw new ImportError(0, 'unknown-unit');
  if (UNITS.test(unit)) return { address, funds: fundUnits(parseCount(amount)) };
  return { address, coins: coinsOf(`${amount} ${unit}`) };
}

function addressOf(text: string): Address {
  try {
    return parseAddress(text);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new ImportError(0, text === '' ? 'no-address' : 'wrong-address', { cause: error });
  }
}

/** A file's locale is unknown: an amount that reads differently in the two notations is rejected, not guessed. */
const ANY_NOTATION = [
  { decimal: '.', group: ',' },
  { decimal: ',', group: '.' }
];

function coinsOf(text: string): Hastings {
  const reading = readAmount(text, ANY_NOTATION);
  if (reading.kind === 'amount') return reading.amount;
  if (reading.kind === 'ambiguous') throw new ImportError(0, 'ambiguous-amount');
  const isUnit = reading.kind === 'invalid' && reading.code === 'currency/unknown-unit';
  throw new ImportError(0, isUnit ? 'unknown-unit' : 'no-amount');
}

function parseCount(text: string): bigint {
  if (!/^\d{1,5}$/.test(text)) throw new ImportError(0, 'fund-units');
  return BigInt(text);
}
