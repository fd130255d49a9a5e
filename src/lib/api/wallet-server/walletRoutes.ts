import { MAX_BLOCK_ANSWER, MAX_LIST_ANSWER } from '../answerLimits';
import { del, get, json, nothing, post, put } from '../http/route';
import { listOf } from '../schemas/codec';
import * as scalars from '../schemas/scalars';
import { walletEvent } from './events';
import { page, pathId } from './query';
import { balance, coinOutputs, fundOutputs } from './schemas';
import {
  constructed,
  constructedV2,
  constructRequest,
  funded,
  fundRequest,
  fundUnitsRequest,
  outputIds,
  serverAddress,
  serverWallet,
  walletRequest
} from './walletSchemas';

const params = { id: pathId };
const access = 'password';

/** Wallets on the server: address lists with their balances. */
export const walletRoutes = {
  wallets: get('/wallets', json(listOf(serverWallet, '[]')), { access }),
  createWallet: post('/wallets', json(walletRequest), json(serverWallet), { access }),
  updateWallet: post('/wallets/:id', json(walletRequest), json(serverWallet), { params, access }),
  deleteWallet: del('/wallets/:id', nothing, { params, access }),

  walletAddresses: get('/wallets/:id/addresses', json(listOf(serverAddress, '[]')), {
    params,
    access,
    maxBytes: MAX_LIST_ANSWER
  }),
  /** Adds or updates an address. */
  putAddress: put('/wallets/:id/addresses', json(serverAddress), nothing, { params, access }),
  /** At most 10,000 per request. */
  putAddresses: put('/wallets/:id/batch/addresses', json(listOf(serverAddress, '[]')), nothing, {
    params,
    access,
    timeoutMs: 30_000
  }),
  removeAddress: del('/wallets/:id/addresses/:address', nothing, {
    params: { ...params, address: scalars.address },
    access
  }),

  walletBalance: get('/wallets/:id/balance', json(balance), { params, access }),
  /** Highest maturity height first; empty for an unknown wallet. */
  walletEvents: get('/wallets/:id/events', json(listOf(walletEvent, '[]')), {
    params,
    query: page,
    access,
    maxBytes: MAX_LIST_ANSWER
  }),
  walletUnconfirmedEvents: get('/wallets/:id/events/unconfirmed', json(listOf(walletEvent, '[]')), {
    params,
    access,
    maxBytes: MAX_LIST_ANSWER
  }),
  /** Mature outputs, unordered. */
  walletCoinOutputs: get('/wallets/:id/outputs/svccoin', json(coinOutputs), {
    params,
    query: page,
    access,
    maxBytes: MAX_LIST_ANSWER
  }),
  walletFundOutputs: get('/wallets/:id/outputs/svcfund', json(fundOutputs), {
    params,
    query: page,
    access,
    maxBytes: MAX_LIST_ANSWER
  }),

  /** Excludes the outputs from constructed transactions for an hour. */
  reserve: post('/wallets/:id/reserve', json(outputIds), nothing, { params, access }),
  release: post('/wallets/:id/release', json(outputIds), nothing, { params, access }),
  fund: post('/wallets/:id/fund', json(fundRequest), json(funded), { params, access, maxBytes: MAX_LIST_ANSWER }),
  fundUnits: post('/wallets/:id/fundsf', json(fundUnitsRequest), json(funded), {
    params,
    access,
    maxBytes: MAX_LIST_ANSWER
  }),
  /** Constructs an unsigned V1 transaction. The outputs it spends remain reserved for an hour. */
  construct: post('/wallets/:id/construct/transaction', json(constructRequest), json(constructed), {
    params,
    access,
    maxBytes: MAX_BLOCK_ANSWER
  }),
  /** Constructs an unsigned V2 transaction. The outputs it spends remain reserved for an hour. */
  constructV2: post('/wallets/:id/construct/v2/transaction', json(constructRequest), json(constructedV2), {
    params,
    access,
    maxBytes: MAX_BLOCK_ANSWER
  })
};
