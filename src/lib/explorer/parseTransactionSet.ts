import * as z from 'zod/mini';
import { dialectOf, OUR_DIALECT, translateJsonKeys } from '$lib/api/dialect';
import { transaction as daemonTransaction } from '$lib/api/daemon/shapes/transactions';
import { transaction as walletTransaction } from '$lib/api/schemas/transactions';
import type { Transaction } from '$lib/chain/transaction/transaction';
import { parseJson, type JsonObject, type JsonValue } from '$lib/codec/json';
import { CodecError } from '$lib/codec/errors';
import { findJsonError } from '$lib/codec/jsonError';
import { AppError } from '$lib/errors';

/** A block has up to 2 MB of transactions; as JSON a few times that. */
export const MAX_SET_CHARACTERS = 8_000_000;

/** Why a text is not a transaction set. */
export type TransactionSetFault =
  | { readonly code: 'transaction-set/too-large' }
  | { readonly code: 'transaction-set/empty' }
  /** An unclosed bracket or quote. */
  | { readonly code: 'transaction-set/incomplete' }
  | { readonly code: 'transaction-set/unexpected-character'; readonly character: string }
  /** Valid JSON that is rejected: an integer of more than 100 digits, or too deep nesting. */
  | { readonly code: 'transaction-set/unreadable-json'; readonly detail: string }
  | { readonly code: 'transaction-set/not-a-list' }
  /** Transactions are counted from 1. */
  | { readonly code: 'transaction-set/not-an-object'; readonly transaction: number }
  | {
      readonly code: 'transaction-set/wrong-shape';
      readonly transaction: number;
      readonly path: readonly string[];
      /** The schema's error text. */
      readonly detail: string;
    };

/** The text is not a transaction set; `line` and `column` (from 1) locate the error, if known. */
export class TransactionSetTextError extends AppError {
  readonly code: TransactionSetFault['code'];

  constructor(
    readonly fault: TransactionSetFault,
    readonly place?: { readonly line: number; readonly column: number },
    options?: { cause?: unknown }
  ) {
    const detail = 'detail' in fault ? `: ${fault.detail}` : '';
    super(`${fault.code}${place ? ` at line ${place.line}, column ${place.column}` : ''}${detail}`, options);
    this.code = fault.code;
  }
}

/** The transactions, with notes on how they were parsed. */
export interface ReadTransactionSet {
  readonly transactions: readonly Transaction[];
  /** Unknown keys; daemons ignore them, so a misspelled list is an empty one. */
  readonly unknownKeys: readonly string[];
  readonly spelling: 'daemon' | 'walletServer';
}

/**
 * Parses pasted JSON: a list of V1 transactions in a daemon's or wallet server's form, in either dialect. Lists may be
 * missing or null, amounts numbers or strings, numbers of any length.
 * @throws {TransactionSetTextError}
 */
export function readTransactionSet(text: string): ReadTransactionSet {
  if (text.length > MAX_SET_CHARACTERS) throw new TransactionSetTextError({ code: 'transaction-set/too-large' });
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
    throw new TransactionSetTextError({
      code: 'transaction-set/wrong-shape',
      transaction: i + 1,
      path: (issue?.path ?? []).map(String),
      detail: issue?.message ?? 'not readable'
    });
  });
  const known = isWallet ? WALLET_KEYS : DAEMON_KEYS;
  const unknownKeys = new Set(
    items.flatMap((item) => Object.keys(item).filter((key) => !known.has(isWallet ? key : key.toLowerCase())))
  );
  return { transactions, unknownKeys: [...unknownKeys], spelling: isWallet ? 'walletServer' : 'daemon' };
}

function parsed(text: string): JsonValue {
  try {
    return parseJson(text);
  } catch (error) {
    if (!(error instanceof CodecError)) throw error;
    if (text.trim() === '') throw new TransactionSetTextError({ code: 'transaction-set/empty' });
    if (!(error.cause instanceof SyntaxError)) {
      const { message: detail } = error;
      throw new TransactionSetTextError({ code: 'transaction-set/unreadable-json', detail }, undefined, {
        cause: error
      });
    }
    const at = findJsonError(text);
    const fault: TransactionSetFault =
      at >= text.length
        ? { code: 'transaction-set/incomplete' }
        : { code: 'transaction-set/unexpected-character', character: text[at]! };
    throw new TransactionSetTextError(fault, placeOf(text, at), { cause: error });
  }
}

/** Counted from 1, as in editors. */
export function placeOf(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset);
  const lineStart = before.lastIndexOf('\n') + 1;
  return { line: before.split('\n').length, column: offset - lineStart + 1 };
}

function listIn(value: JsonValue): JsonObject[] {
  if (value === null) return [];
  if (!Array.isArray(value)) throw new TransactionSetTextError({ code: 'transaction-set/not-a-list' });
  return value.map((item, i) => {
    if (typeof item === 'object' && item !== null && !Array.isArray(item)) return item;
    throw new TransactionSetTextError({ code: 'transaction-set/not-an-object', transaction: i + 1 });
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

/** Wallet servers write `address` and camel case, daemons `unlockhash` and lower case. */
const hasWalletSpelling = (item: JsonObject): boolean =>
  Object.keys(item).some((key) => WALLET_KEYS.has(key) && !DAEMON_KEYS.has(key));

/** Daemons match keys case-insensitively. */
function lowerCaseKeys(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(lowerCaseKeys);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key.toLowerCase(), lowerCaseKeys(inner)]));
}
