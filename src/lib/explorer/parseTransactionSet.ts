import * as z from 'zod/mini';
import { dialectOf, OUR_DIALECT, translateJsonKeys } from '$lib/api/dialect';
import { transaction as daemonTransaction } from '$lib/api/daemon/shapes/transactions';
import { transaction as walletTransaction } from '$lib/api/schemas/transactions';
import type { Transaction } from '$lib/chain/transaction/transaction';
import { parseJson, type JsonObject, type JsonValue } from '$lib/codec/json';
import { CodecError } from '$lib/codec/errors';
import { findJsonError } from '$lib/codec/jsonError';
import { AppError } from '$lib/errors';

/** A block holds 2 MB of transactions; as JSON they take a few times that. */
export const MOST_SET_CHARACTERS = 8_000_000;

/** The text is no transaction set; `line` and `column` (from 1) say where, where that is known. */
export class TransactionSetTextError extends AppError {
  constructor(
    readonly code: 'transaction-set/too-large' | 'transaction-set/not-json' | 'transaction-set/wrong-shape',
    message: string,
    readonly place?: { readonly line: number; readonly column: number },
    options?: { cause?: unknown }
  ) {
    super(place ? `Line ${place.line}, column ${place.column}: ${message}` : message, options);
  }
}

/** The transactions, and what a reader should know of how they were read. */
export interface ReadTransactionSet {
  readonly transactions: readonly Transaction[];
  /** Keys that mean nothing here; a daemon passes over them in silence, so that a misspelt list is an empty one. */
  readonly unknownKeys: readonly string[];
  readonly spelling: 'daemon' | 'wallet server';
}

/**
 * Reads pasted JSON: a list of V1 transactions as a daemon or a wallet server spells them, in either dialect. Lists may
 * be left out or null, amounts may be numbers or text, numbers may be of any length.
 * @throws {TransactionSetTextError}
 */
export function readTransactionSet(text: string): ReadTransactionSet {
  if (text.length > MOST_SET_CHARACTERS) {
    const limit = `${MOST_SET_CHARACTERS / 1e6} million`;
    throw new TransactionSetTextError(
      'transaction-set/too-large',
      `The text has more than ${limit} characters, which is more than fits a block.`
    );
  }
  const value = parsed(text);
  const items = listIn(translateJsonKeys(value, dialectOf(value) ?? OUR_DIALECT, OUR_DIALECT));
  const isWallet = items.some(hasWalletSpelling);
  const transactions = items.map((item, i) => {
    const { success, data, error } = z.safeParse(
      isWallet ? walletTransaction : daemonTransaction,
      isWallet ? item : lowerCaseKeys(item)
    );
    if (success) return data;
    const [issue] = error.issues;
    const path = [`transaction ${i + 1}`, ...(issue?.path ?? []).map(String)].join(' → ');
    throw new TransactionSetTextError('transaction-set/wrong-shape', `${path}: ${issue?.message ?? 'not readable'}`);
  });
  const known = isWallet ? WALLET_KEYS : DAEMON_KEYS;
  const unknownKeys = new Set(
    items.flatMap((item) => Object.keys(item).filter((key) => !known.has(isWallet ? key : key.toLowerCase())))
  );
  return { transactions, unknownKeys: [...unknownKeys], spelling: isWallet ? 'wallet server' : 'daemon' };
}

function parsed(text: string): JsonValue {
  try {
    return parseJson(text);
  } catch (error) {
    if (!(error instanceof CodecError)) throw error;
    if (text.trim() === '') {
      throw new TransactionSetTextError('transaction-set/not-json', 'There is nothing to check yet.', undefined, {
        cause: error
      });
    }
    const isMalformed = error.message.startsWith('malformed');
    const words = isMalformed ? faultWords(text, findJsonError(text)) : error.message;
    const place = isMalformed ? placeOf(text, findJsonError(text)) : undefined;
    throw new TransactionSetTextError('transaction-set/not-json', words, place, { cause: error });
  }
}

function faultWords(text: string, at: number): string {
  if (at >= text.length) return 'the JSON ends before it is complete: a bracket or a quote is not closed.';
  return `${JSON.stringify(text[at])} cannot stand here: this is not JSON.`;
}

/** Counted from 1, as editors do. */
export function placeOf(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset);
  const lineStart = before.lastIndexOf('\n') + 1;
  return { line: before.split('\n').length, column: offset - lineStart + 1 };
}

function listIn(value: JsonValue): JsonObject[] {
  if (value === null) return [];
  if (!Array.isArray(value)) {
    throw new TransactionSetTextError(
      'transaction-set/wrong-shape',
      'Expected a list of transactions: put [ before the first one and ] after the last.'
    );
  }
  return value.map((item, i) => {
    if (typeof item === 'object' && item !== null && !Array.isArray(item)) return item;
    throw new TransactionSetTextError('transaction-set/wrong-shape', `transaction ${i + 1} is no JSON object.`);
  });
}

const WALLET_KEYS = new Set([
  'id', 'svccoinInputs', 'svccoinOutputs', 'fileContracts', 'fileContractRevisions', 'storageProofs', 'svcfundInputs',
  'svcfundOutputs', 'minerFees', 'arbitraryData', 'signatures'
]); // prettier-ignore
const DAEMON_KEYS = new Set([
  'id', 'svccoininputs', 'svccoinoutputs', 'filecontracts', 'filecontractrevisions', 'storageproofs', 'svcfundinputs',
  'svcfundoutputs', 'minerfees', 'arbitrarydata', 'transactionsignatures'
]); // prettier-ignore

/** Wallet servers write `address` and camel case where daemons write `unlockhash` in small letters. */
const hasWalletSpelling = (item: JsonObject): boolean =>
  Object.keys(item).some((key) => WALLET_KEYS.has(key) && !DAEMON_KEYS.has(key));

/** Daemons read keys in any letter case. */
function lowerCaseKeys(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(lowerCaseKeys);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key.toLowerCase(), lowerCaseKeys(inner)]));
}
