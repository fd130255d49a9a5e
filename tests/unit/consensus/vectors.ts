import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { translateJsonKeys } from '$lib/api/dialect';
import { decodeJson, encodeJson, type JsonCodec } from '$lib/api/schemas/codec';
import { coinElement, fundElement } from '$lib/api/schemas/elements';
import { fileContractElement } from '$lib/api/schemas/fileContracts';
import { network as networkJson } from '$lib/api/schemas/network';
import type { Block } from '$lib/chain/block/block';
import { v1Block } from '$lib/chain/block/block';
import { v2Block } from '$lib/chain/block/blockLayout';
import type { BlockId } from '$lib/chain/ids';
import type { Network } from '$lib/chain/network/network';
import type { ChainState } from '$lib/chain/block/state';
import { chainState } from '$lib/chain/block/stateLayout';
import { decodeHex } from '$lib/codec/bytes';
import { parseJson, stringifyJson, type JsonValue } from '$lib/codec/json';
import { decode } from '$lib/codec/layout';
import {
  EMPTY_SUPPLEMENT,
  EMPTY_TRANSACTION_SUPPLEMENT,
  type BlockSupplement,
  type TransactionSupplement
} from '$lib/consensus/apply/supplement';

/** A vector file in our dialect, wide integers exact. The caller names the shape it relies on. */
export function loadVectors<Shape>(name: string): Shape {
  const text = readFileSync(join(import.meta.dirname, '../../vectors', `${name}.json`), 'utf8');
  return translateJsonKeys(parseJson(text), 'sia', 'svc') as Shape;
}

export const decodeNetwork = (json: JsonValue): Network => decodeJson(networkJson, json);

export const decodeState = (hex: string): ChainState => decode(chainState, decodeHex(hex));

export interface BlockRow {
  readonly header: string;
  readonly id: string;
  readonly json: JsonValue;
  readonly v1hex?: string;
  readonly v2hex?: string;
}

/** The block in whichever encoding the row has. */
export const decodeBlock = ({ v1hex, v2hex }: BlockRow): Block =>
  v2hex === undefined ? decode(v1Block, decodeHex(v1hex!)) : decode(v2Block, decodeHex(v2hex));

export interface TransactionSupplementRow {
  readonly SvccoinInputs: JsonValue[] | null;
  readonly SvcfundInputs: JsonValue[] | null;
  readonly RevisedFileContracts: JsonValue[] | null;
  readonly StorageProofs: { readonly FileContract: JsonValue; readonly WindowID: string }[] | null;
}

export interface SupplementRow {
  readonly Transactions: TransactionSupplementRow[] | null;
  readonly ExpiringFileContracts: JsonValue[] | null;
}

export const decodeTransactionSupplement = (row: TransactionSupplementRow | undefined): TransactionSupplement =>
  row === undefined
    ? EMPTY_TRANSACTION_SUPPLEMENT
    : {
        coinInputs: (row.SvccoinInputs ?? []).map((json) => decodeJson(coinElement, json)),
        fundInputs: (row.SvcfundInputs ?? []).map((json) => decodeJson(fundElement, json)),
        revisedFileContracts: (row.RevisedFileContracts ?? []).map((json) => decodeJson(fileContractElement, json)),
        storageProofs: (row.StorageProofs ?? []).map(({ FileContract, WindowID }) => ({
          fileContract: decodeJson(fileContractElement, FileContract),
          windowId: WindowID as BlockId
        }))
      };

export const decodeSupplement = (row: SupplementRow | undefined): BlockSupplement =>
  row === undefined
    ? EMPTY_SUPPLEMENT
    : {
        transactions: (row.Transactions ?? []).map(decodeTransactionSupplement),
        expiringFileContracts: (row.ExpiringFileContracts ?? []).map((json) => decodeJson(fileContractElement, json))
      };

/** Our value as decoded JSON, in the form of `loadVectors`, for comparison. */
export const asJson = <T>(codec: JsonCodec<T>, value: T): JsonValue =>
  parseJson(stringifyJson(encodeJson(codec, value)));
