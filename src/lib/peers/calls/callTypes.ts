import { list, struct, u64, utf8String, type Decoded, type Layout } from '$lib/codec/layout';
import { blockHeader, v1BlockWith, v1Transactions } from '$lib/chain/block/block';
import { v2BlockWithCache } from '$lib/chain/block/blockLayout';
import { MAX_SENT_BLOCK_BYTES } from '$lib/chain/block/maxWeight';
import { chainState } from '$lib/chain/block/stateLayout';
import { chainIndex } from '$lib/chain/element/elements';
import { blockId32, hash256 } from '$lib/chain/ids';
import { v2Transaction } from '$lib/chain/transaction/v2Transaction';
import { tooHeavy, validateV2Weight } from '$lib/consensus/validate/validateWeightInSteps';
import { blockOutline } from '../outline/outline';

/** A call: a request by the caller, and the response, if any. */
export interface CallType<Q, A> {
  /** Its id on the wire: ASCII, at most 16 characters. */
  readonly name: string;
  readonly request: Layout<Q>;
  readonly maxRequestBytes: number;
  /** Undefined for a call without a response. */
  readonly response: Layout<A> | undefined;
  readonly maxResponseBytes: (request: Q) => number;
  /** The caller's timeout for the whole call, in ms. */
  readonly timeoutMs: number;
}

const nothing: Layout<void> = { write: () => undefined, read: () => undefined };

const noResponse = { response: undefined, maxResponseBytes: () => 0 };

/** Encoded size of a 120-byte string with its length prefix. */
const MAX_TEXT_BYTES = 128;
/** The protocol's limit per block, and on other messages of that size. */
const MAX_BLOCK_BYTES = MAX_SENT_BLOCK_BYTES;
/**
 * Maximum size of a received block. Weight, which is limited to 2,000,000, counts no proofs: those of 16,000 inputs, as
 * many as fit, add up to seven megabytes. Nodes that request many blocks at once accept such a block.
 */
export const MAX_RECEIVED_BLOCK_BYTES = 12_000_000;
const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** Maximum headers in a response, regardless of the request. */
export const MAX_HEADERS = 10_000;
/** Maximum blocks in a response, regardless of the request. */
export const MAX_BLOCKS = 100;
/** Maximum ids in a history, as limited by the request size. */
export const MAX_HISTORY = 32;
/** Maximum hashes of missing transactions, as limited by the request size. */
export const MAX_HASHES = 100;

const headersRequest = struct({ index: chainIndex, max: u64 });
export type HeadersRequest = Decoded<typeof headersRequest>;
const headersResponse = struct({ headers: list(blockHeader), remaining: u64 });
/** `remaining` is the number of further headers that the peer claims to have; suitable only for displaying progress. */
export type HeadersResponse = Decoded<typeof headersResponse>;

const blocksRequest = struct({ history: list(blockId32), max: u64 });
export type BlocksRequest = Decoded<typeof blocksRequest>;
/** Anyone can send another body than a block's own: one that is too heavy is refused before its proofs are computed. */
export const receivedBlock = v2BlockWithCache(() => undefined, validateV2Weight, v1BlockWith(tooHeavy));

const blocksResponse = struct({ blocks: list(receivedBlock), remaining: u64 });
export type BlocksResponse = Decoded<typeof blocksResponse>;

const transactionsRequest = struct({ index: chainIndex, hashes: list(hash256) });
export type TransactionsRequest = Decoded<typeof transactionsRequest>;
const transactionsResponse = struct({ transactions: v1Transactions(tooHeavy), v2transactions: list(v2Transaction) });
export type TransactionsResponse = Decoded<typeof transactionsResponse>;

const checkpointResponse = struct({ block: receivedBlock, state: chainState });
/** A block and the state before it. */
export type CheckpointResponse = Decoded<typeof checkpointResponse>;

const transactionSet = struct({ basis: chainIndex, transactions: list(v2Transaction) });
/** Transactions that may spend each other's outputs, with proofs valid for the state after the basis. */
export type TransactionSet = Decoded<typeof transactionSet>;

/** Limits are the reference implementation's; for requests, those of its callees. */
export const calls = {
  /** Addresses of other peers. */
  shareNodes: {
    name: 'ShareNodes',
    request: nothing,
    maxRequestBytes: 0,
    response: list(utf8String),
    maxResponseBytes: () => 100 * MAX_TEXT_BYTES,
    timeoutMs: 5 * SECOND
  } satisfies CallType<void, string[]>,

  /** The caller's host as seen by the callee. */
  discoverIp: {
    name: 'DiscoverIP',
    request: nothing,
    maxRequestBytes: 0,
    response: utf8String,
    maxResponseBytes: () => MAX_TEXT_BYTES,
    timeoutMs: 5 * SECOND
  } satisfies CallType<void, string>,

  /** Headers after a block of the callee's best chain. */
  sendHeaders: {
    name: 'SendHeaders',
    request: headersRequest,
    maxRequestBytes: 48,
    response: headersResponse,
    maxResponseBytes: ({ max }) => 16 + 80 * Number(max),
    timeoutMs: 30 * SECOND
  } satisfies CallType<HeadersRequest, HeadersResponse>,

  /** Blocks after the first id that is on the callee's best chain; after genesis if none is. */
  sendBlocks: {
    name: 'SendV2Blocks',
    request: blocksRequest,
    maxRequestBytes: 8 + 32 * MAX_HISTORY + 8,
    response: blocksResponse,
    maxResponseBytes: ({ max }) => MAX_BLOCK_BYTES * Number(max),
    timeoutMs: 2 * MINUTE
  } satisfies CallType<BlocksRequest, BlocksResponse>,

  /** Transactions by outline hash, from a block or the pool; unknown ones are omitted. */
  sendTransactions: {
    name: 'SendTransactions',
    request: transactionsRequest,
    maxRequestBytes: 40 + 8 + 32 * MAX_HASHES,
    response: transactionsResponse,
    maxResponseBytes: () => MAX_BLOCK_BYTES,
    timeoutMs: 3 * MINUTE
  } satisfies CallType<TransactionsRequest, TransactionsResponse>,

  /** A block and the state before it. */
  sendCheckpoint: {
    name: 'SendCheckpoint',
    request: struct({ index: chainIndex }),
    maxRequestBytes: 40,
    response: checkpointResponse,
    maxResponseBytes: () => MAX_BLOCK_BYTES + 4000,
    timeoutMs: 30 * SECOND
  } satisfies CallType<{ index: Decoded<typeof chainIndex> }, CheckpointResponse>,

  /** A new block's header. */
  relayHeader: {
    name: 'RelayV2Header',
    request: blockHeader,
    maxRequestBytes: 80,
    ...noResponse,
    timeoutMs: 5 * SECOND
  } satisfies CallType<Decoded<typeof blockHeader>, void>,

  /** A new block. */
  relayOutline: {
    name: 'RelayV2Outline',
    request: blockOutline,
    maxRequestBytes: MAX_BLOCK_BYTES,
    ...noResponse,
    timeoutMs: MINUTE
  } satisfies CallType<Decoded<typeof blockOutline>, void>,

  /** New transactions. */
  relayTransactions: {
    name: 'RelayV2Txns',
    request: transactionSet,
    maxRequestBytes: MAX_BLOCK_BYTES,
    ...noResponse,
    timeoutMs: MINUTE
  } satisfies CallType<TransactionSet, void>
} as const;

export type Calls = typeof calls;
export type CallName = keyof Calls;
export type RequestOf<N extends CallName> = Decoded<Calls[N]['request']>;

/** Length of a call's id. */
export const CALL_ID_BYTES = 16;

/** The id of a call: its name in ASCII, padded with zeros. */
export function callId(name: string): Uint8Array<ArrayBuffer> {
  const id = new Uint8Array(CALL_ID_BYTES);
  id.set(new TextEncoder().encode(name));
  return id;
}
