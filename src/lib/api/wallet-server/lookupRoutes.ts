import * as z from 'zod/mini';
import type { Address } from '$lib/chain/address';
import type { ChainIndex } from '$lib/chain/element/elements';
import type { V2Transaction } from '$lib/chain/transaction/v2Transaction';
import { MAX_BLOCK_ANSWER, MAX_LIST_ANSWER } from '../answerLimits';
import { get, json, nothing, post } from '../http/route';
import { block } from '../schemas/blocks';
import { converted, listOf, optional, type JsonCodec } from '../schemas/codec';
import { coinElement, fundElement } from '../schemas/elements';
import * as scalars from '../schemas/scalars';
import { chainState } from '../schemas/state';
import { transaction } from '../schemas/transactions';
import { v2Transaction } from '../schemas/v2transactions';
import { walletEvent } from './events';
import { page } from './query';
import { balance, coinOutputs, fundOutputs } from './schemas';

const addresses: JsonCodec<{ readonly addresses: readonly Address[] }> = converted(
  z.object({ addresses: listOf(scalars.address, '[]') }),
  (wire): { readonly addresses: readonly Address[] } => wire,
  ({ addresses }) => ({ addresses: [...addresses] })
);

/** Whether an output is spent, and the spending event. */
const spentStatus = z.object({ spent: z.boolean(), event: optional(walletEvent) });

/** V2 transactions with proofs valid at `basis`, and the target index. */
export interface RebaseRequest {
  readonly basis: ChainIndex;
  readonly target: ChainIndex;
  readonly transactions: readonly V2Transaction[];
}

const rebaseRequest: JsonCodec<RebaseRequest> = converted(
  z.object({
    basis: scalars.chainIndex,
    target: scalars.chainIndex,
    transactions: listOf(v2Transaction, '[]')
  }),
  (wire): RebaseRequest => wire,
  ({ transactions, ...rest }) => ({ ...rest, transactions: [...transactions] })
);

/** Progress of a scan for new addresses; not available on servers that index all addresses. */
const rescanStatus = z.object({
  startIndex: scalars.chainIndex,
  index: scalars.chainIndex,
  startTime: scalars.timestamp,
  error: z.optional(z.nullable(z.string()))
});

const output = { params: { id: scalars.hash256 } } as const;
const reads = { effect: 'read', timeoutMs: 30_000, maxBytes: MAX_LIST_ANSWER } as const;

/** Queries for many addresses, single outputs and events, and the pool. */
export const lookupRoutes = {
  /** Total of up to 1,000 addresses. */
  batchBalance: post('/batch/addresses/balance', json(addresses), json(balance), reads),
  batchEvents: post('/batch/addresses/events', json(addresses), json(listOf(walletEvent, '[]')), {
    ...reads,
    query: page
  }),
  batchCoinOutputs: post('/batch/addresses/outputs/svccoin', json(addresses), json(coinOutputs), {
    ...reads,
    query: page
  }),
  batchFundOutputs: post('/batch/addresses/outputs/svcfund', json(addresses), json(fundOutputs), {
    ...reads,
    query: page
  }),
  /** Whether any of the addresses is known. */
  checkAddresses: post('/check/addresses', json(addresses), json(z.object({ known: z.boolean() })), reads),

  event: get('/events/:id', json(walletEvent), { ...output, maxBytes: MAX_BLOCK_ANSWER }),
  coinOutput: get('/outputs/svccoin/:id', json(coinElement), { params: { id: scalars.coinOutputId } }),
  coinOutputSpent: get('/outputs/svccoin/:id/spent', json(spentStatus), {
    params: { id: scalars.coinOutputId },
    maxBytes: MAX_BLOCK_ANSWER
  }),
  fundOutput: get('/outputs/svcfund/:id', json(fundElement), { params: { id: scalars.fundOutputId } }),
  fundOutputSpent: get('/outputs/svcfund/:id/spent', json(spentStatus), {
    params: { id: scalars.fundOutputId },
    maxBytes: MAX_BLOCK_ANSWER
  }),

  /** The pool's transactions as events of the next block. */
  poolEvents: get('/txpool/events', json(listOf(walletEvent, '[]')), { maxBytes: MAX_LIST_ANSWER }),
  /** Unconfirmed V1 transactions whose outputs the given transaction spends. */
  poolParents: post('/txpool/parents', json(transaction), json(listOf(transaction, '[]')), {
    effect: 'read',
    maxBytes: MAX_LIST_ANSWER
  }),
  /** The transactions with proofs valid at another index. */
  rebase: post(
    '/txpool/transactions/v2/basis',
    json(rebaseRequest),
    json(z.object({ basis: scalars.chainIndex, transactions: listOf(v2Transaction, 'null') })),
    reads
  ),

  /** A block and the state after it. */
  checkpoint: get('/consensus/checkpoint/:idOrHeight', json(z.object({ state: chainState, block })), {
    maxBytes: MAX_BLOCK_ANSWER
  }),
  connectPeer: post('/syncer/connect', json(z.string()), nothing, { access: 'password', timeoutMs: 30_000 }),
  rescanStatus: get('/rescan', json(rescanStatus), { access: 'password' }),
  /** Starts a scan from a height. */
  rescan: post('/rescan', json(scalars.height), nothing, { access: 'password' })
};
