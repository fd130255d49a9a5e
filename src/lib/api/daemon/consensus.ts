import * as z from 'zod/mini';
import { encodeU64le } from '$lib/codec/bytes';
import { MAX_BLOCK_ANSWER } from '../answerLimits';
import { get, json, nothing, post, stream } from '../http/route';
import { syncMode } from './shapes/syncMode';
import { parametersOf } from './shapes/parameters';
import { converted } from '../schemas/codec';
import { address, blockId } from '../schemas/scalars';
import { record } from './shapes/record';
import { coinOutput, transaction } from './shapes/transactions';
import { bignum, byteArray, int, list, seconds, target } from './shapes/values';

/** Consensus state and network parameters (in the units of `/daemon/constants`). */
export const consensusStatus = record(
  {
    synced: z.boolean(),
    height: int,
    currentBlock: blockId,
    /** Maximum id of a child block. */
    target,
    /** Expected number of hashes per block. */
    difficulty: bignum,
    foundationPrimaryAddress: address,
    foundationFailsafeAddress: address,
    blockFrequency: int,
    blockSizeLimit: int,
    extremeFutureThreshold: int,
    futureThreshold: int,
    genesisTimestamp: seconds,
    maturityDelay: int,
    medianTimestampWindow: int,
    fundCount: bignum,
    fundPortion: z.string(),
    /** Whole coins, not hastings. */
    initialCoinbase: int,
    /** Whole coins, not hastings. */
    minimumCoinbase: int,
    rootTarget: target,
    rootDepth: target,
    coinPrecision: bignum,
    /** Quarry's node only: height of the first block stored in full, if above 0. */
    firstBodyHeight: z.optional(int),
    /** Quarry's node only: height reached by validated headers from peers, while their blocks are being fetched. */
    headersHeight: z.optional(int),
    /** Timestamp of the last of these headers. */
    headersTimestamp: z.optional(seconds),
    /** Whether these are all headers that the peers have. */
    headersComplete: z.optional(z.boolean()),
    /** Unverified height of the network's tip according to peers; undefined if not above the node's own. */
    announcedHeight: z.optional(int),
    /** Quarry's node only, if it has peers: the user's choice for synchronization. */
    syncMode: z.optional(syncMode)
  },
  {
    foundationPrimaryAddress: 'foundationprimaryunlockhash',
    foundationFailsafeAddress: 'foundationfailsafeunlockhash',
    fundCount: 'svcfundcount',
    fundPortion: 'svcfundportion',
    coinPrecision: 'svccoinprecision'
  }
);
export type ConsensusStatus = z.output<typeof consensusStatus>;

const NONCE_BYTES = 8;

/** The nonce as 8 byte values in header order, a little-endian u64. */
const nonce = converted(
  byteArray(NONCE_BYTES),
  (bytes) => new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0, true),
  (number) => encodeU64le(number)
);

/** The fields of {@link daemonBlock} other than its transactions. */
export const blockFields = {
  id: blockId,
  height: int,
  parentId: blockId,
  nonce,
  /** Difficulty of the block's child. */
  difficulty: bignum,
  timestamp: seconds,
  minerPayouts: list(coinOutput)
};

/** The V1 part of a block. Requests by id also return side-branch blocks; compare with the id at that height. */
export const daemonBlock = record({ ...blockFields, transactions: list(transaction) });
export type DaemonBlock = z.output<typeof daemonBlock>;

/** Subscribes from genesis. */
export const FROM_GENESIS = '0'.repeat(64);
/** Skips all existing changes. */
export const FROM_NOW = `01${'0'.repeat(62)}`;

export const blockQuery = { query: parametersOf<'GET /consensus/blocks'>() };

export const consensusRoutes = {
  status: get('/consensus', json(consensusStatus)),
  /** Exactly one of `id` and `height`. */
  block: get('/consensus/blocks', json(daemonBlock), { ...blockQuery, maxBytes: MAX_BLOCK_ANSWER }),
  /** All changes after the given one, in binary. Pass the last ID to request the next ones. */
  subscribe: get('/consensus/subscribe/:id', stream, { timeoutMs: 60_000 }),
  /** Validates a transaction set, parents first. */
  validate: post('/consensus/validate/transactionset', json(list(transaction)), nothing, { effect: 'read' })
};
