import { parseAddress, type Address } from '$lib/chain/address';
import { transferId } from '$lib/wallet/transfer/transfer';
import { decodeTransfer, encodeTransfer } from '$lib/wallet/transfer/transferText';
import type { Unshared, UnsharedMessage } from '../ports';
import type { SendRow } from '../records';

/** @returns undefined if there is nothing */
export function unsharedMessage({ sends, issued }: Unshared): UnsharedMessage | undefined {
  if (sends.length + issued.length === 0) return undefined;
  return {
    sends: sends.map(({ transfer, atMs, isUnclear, isReleased }) => ({
      transfer: encodeTransfer(transfer),
      atMs,
      isUnclear,
      isReleased
    })),
    issued
  };
}

/** The valid part of what another tab has sent; a tab of another version may send something else. */
export function readUnshared(walletId: string, message: unknown): Unshared {
  const { sends, issued } = recordOf(message);
  return {
    sends: listOf(sends).flatMap((send) => readSend(walletId, recordOf(send)) ?? []),
    issued: listOf(issued).flatMap((row) => readIssued(recordOf(row)) ?? [])
  };
}

const recordOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const isFlag = (value: unknown): value is boolean | undefined => value === undefined || typeof value === 'boolean';

function readSend(walletId: string, { transfer: bytes, ...row }: Readonly<Record<string, unknown>>) {
  const { atMs, isUnclear, isReleased } = row;
  if (!(bytes instanceof Uint8Array) || !Number.isSafeInteger(atMs)) return undefined;
  if (!isFlag(isUnclear) || !isFlag(isReleased)) return undefined;
  const transfer = validOrUndefined(() => decodeTransfer(bytes));
  if (!transfer) return undefined;
  const flags = { ...(isUnclear && { isUnclear }), ...(isReleased && { isReleased }) };
  return { walletId, id: transferId(transfer), transfer, atMs: atMs as number, ...flags } satisfies SendRow;
}

function readIssued({ address: text, label }: Readonly<Record<string, unknown>>) {
  if (typeof text !== 'string' || typeof label !== 'string') return undefined;
  const address = validOrUndefined((): Address => parseAddress(text));
  return address && { address, label };
}

function validOrUndefined<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
