import { MAX_BLOCK_ANSWER, MAX_LIST_ANSWER, MAX_OUTPUTS_ANSWER, MAX_UPDATE_ANSWER } from '../answerLimits';
import { get, json, nothing, post } from '../http/route';
import { block, blockWithId } from '../schemas/blocks';
import { listOf } from '../schemas/codec';
import { network } from '../schemas/network';
import { amount } from '../schemas/amount';
import * as scalars from '../schemas/scalars';
import { chainState } from '../schemas/state';
import { walletEvent } from './events';
import { lookupRoutes } from './lookupRoutes';
import { page, pathHeight, queryCount, queryFlag } from './query';
import { walletRoutes } from './walletRoutes';
import {
  balance,
  broadcastRequest,
  chainUpdates,
  coinOutputs,
  fundOutputs,
  serverState,
  syncerPeer,
  transactionSet
} from './schemas';

/** Path prefix of a wallet server. */
export const WALLET_SERVER_PREFIX = '/api';

/** Full blocks take a while on a slow connection. */
const UPDATES_MS = 120_000;

const params = { address: scalars.address };

export const walletServerRoutes = {
  state: get('/state', json(serverState)),
  /** 204 if the tip is recent, otherwise a server error with the reason. */
  health: get('/health', nothing),

  network: get('/consensus/network', json(network)),
  tip: get('/consensus/tip', json(scalars.chainIndex)),
  tipState: get('/consensus/tipstate', json(chainState)),
  /** A block by height or ID. */
  block: get('/consensus/blocks/:idOrHeight', json(blockWithId), { maxBytes: MAX_BLOCK_ANSWER }),
  indexAt: get('/consensus/index/:height', json(scalars.chainIndex), { params: { height: pathHeight } }),
  /** Changes after the index `height::id`; at most `limit` blocks, 1 to 100, default 10. */
  updates: get('/consensus/updates/:index', json(chainUpdates), {
    params: { index: scalars.chainIndexText },
    query: { limit: queryCount },
    timeoutMs: UPDATES_MS,
    maxBytes: MAX_UPDATE_ANSWER
  }),

  balance: get('/addresses/:address/balance', json(balance), { params }),
  /** Highest maturity height first. */
  events: get('/addresses/:address/events', json(listOf(walletEvent, '[]')), {
    params,
    query: page,
    maxBytes: MAX_LIST_ANSWER
  }),
  unconfirmedEvents: get('/addresses/:address/events/unconfirmed', json(listOf(walletEvent, '[]')), {
    params,
    maxBytes: MAX_LIST_ANSWER
  }),
  /** Mature outputs; with `tpool`, excludes those spent and includes those created in the pool. */
  coinOutputs: get('/addresses/:address/outputs/svccoin', json(coinOutputs), {
    params,
    query: { ...page, tpool: queryFlag },
    maxBytes: MAX_OUTPUTS_ANSWER
  }),
  fundOutputs: get('/addresses/:address/outputs/svcfund', json(fundOutputs), {
    params,
    query: { ...page, tpool: queryFlag },
    maxBytes: MAX_OUTPUTS_ANSWER
  }),

  /** Hastings per unit of weight. */
  fee: get('/txpool/fee', json(amount)),
  poolTransactions: get('/txpool/transactions', json(transactionSet), { maxBytes: MAX_LIST_ANSWER }),
  /** Returns the accepted set. A server without peers accepts the set but responds 500. */
  broadcast: post('/txpool/broadcast', json(broadcastRequest), json(transactionSet), {
    query: { allowVoid: queryFlag },
    timeoutMs: 30_000,
    maxBytes: MAX_LIST_ANSWER
  }),

  peers: get('/syncer/peers', json(listOf(syncerPeer, '[]'))),
  /** Submits a solved block. A server without peers accepts it but responds 500: check the tip. */
  broadcastBlock: post('/syncer/broadcast/block', json(block), nothing, { timeoutMs: 30_000 }),

  ...walletRoutes,
  ...lookupRoutes
};
