import { get, json, nothing, post } from '../http/route';
import { block, blockWithId } from '../schemas/blocks';
import { listOf } from '../schemas/codec';
import { network } from '../schemas/network';
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

/** Where a wallet server keeps the paths below. */
export const WALLET_SERVER_PREFIX = '/api';

const params = { address: scalars.address };

export const walletServerRoutes = {
  state: get('/state', json(serverState)),
  /** 204 when the tip is fresh, else a server error that says why. */
  health: get('/health', nothing),

  network: get('/consensus/network', json(network)),
  tip: get('/consensus/tip', json(scalars.chainIndex)),
  tipState: get('/consensus/tipstate', json(chainState)),
  /** The block at a height, or of an id. */
  block: get('/consensus/blocks/:idOrHeight', json(blockWithId)),
  indexAt: get('/consensus/index/:height', json(scalars.chainIndex), { params: { height: pathHeight } }),
  /** Changes after the index `height::id`; at most `limit` blocks, 1 to 100, 10 when not given. */
  updates: get('/consensus/updates/:index', json(chainUpdates), {
    params: { index: scalars.chainIndexText },
    query: { limit: queryCount },
    timeoutMs: 30_000
  }),

  balance: get('/addresses/:address/balance', json(balance), { params }),
  /** Newest maturity first. */
  events: get('/addresses/:address/events', json(listOf(walletEvent, '[]')), { params, query: page }),
  unconfirmedEvents: get('/addresses/:address/events/unconfirmed', json(listOf(walletEvent, '[]')), { params }),
  /** Mature outputs; with `tpool` those spent in the pool are left out and those waiting there added. */
  coinOutputs: get('/addresses/:address/outputs/svccoin', json(coinOutputs), {
    params,
    query: { ...page, tpool: queryFlag }
  }),
  fundOutputs: get('/addresses/:address/outputs/svcfund', json(fundOutputs), {
    params,
    query: { ...page, tpool: queryFlag }
  }),

  /** Hastings for one unit of weight. */
  fee: get('/txpool/fee', json(scalars.amount)),
  poolTransactions: get('/txpool/transactions', json(transactionSet)),
  /** The set as the pool took it. A server without peers answers 500 although it did take it. */
  broadcast: post('/txpool/broadcast', json(broadcastRequest), json(transactionSet), {
    query: { allowVoid: queryFlag },
    timeoutMs: 30_000
  }),

  peers: get('/syncer/peers', json(listOf(syncerPeer, '[]'))),
  /** A solved block. A server without peers answers 500 although it took it: look at the tip. */
  broadcastBlock: post('/syncer/broadcast/block', json(block), nothing, { timeoutMs: 30_000 }),

  ...walletRoutes,
  ...lookupRoutes
};
