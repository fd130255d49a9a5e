import type { Handlers } from '$lib/api/http/route';
import type { walletServerRoutes } from '$lib/api/wallet-server/routes';
import type { ChainManager } from '../chain/chainManager';
import type { StepHandlers } from '../http/tables';
import { chainView } from '../wallet/eventView';
import { eventsAt } from '../wallet/mergedEvents';
import { poolOutputs, involving, unconfirmedEvents } from '../wallet/poolView';
import { pageOf, type Page } from '../store/paging';
import type { ChainStore } from '../store/store';
import type { TransactionPool } from '../pool/transactionPool';

type Routes = typeof walletServerRoutes;
type StepRoute = 'events' | 'unconfirmedEvents' | 'coinOutputs' | 'fundOutputs';
type AddressHandlers = Handlers<Pick<Routes, 'balance'>> & StepHandlers<Pick<Routes, StepRoute>>;

export interface WalletAddressParts {
  readonly store: ChainStore;
  readonly chain: ChainManager;
  readonly pool: TransactionPool;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}

const DEFAULT_OUTPUTS = 50;
const DEFAULT_EVENTS = 1000;
const MAX_PAGE = 1000;

/** Serves any address of the chain; none has to be registered. */
export function walletAddressHandlers(parts: WalletAddressParts): AddressHandlers {
  const { store, chain, pool } = parts;
  const { listed, events } = chainView(store, chain);
  return {
    balance: ({ params: { address } }) => store.balances.at(address, chain.tip.height),
    events: ({ params: { address }, query }) => {
      const page = pageOf(query, DEFAULT_EVENTS, MAX_PAGE);
      return events((isCurrent) => eventsAt(store.events, store.events.places(address, page), [address], isCurrent));
    },
    unconfirmedEvents: ({ params: { address } }) =>
      unconfirmedEvents(
        parts,
        involving((touched) => touched === address)
      ),
    coinOutputs: function* ({ params: { address }, query }) {
      const page = pageOf(query, DEFAULT_OUTPUTS, MAX_PAGE);
      if (query.tpool) yield* pool.untilSettled();
      const { tip } = chain;
      if (!query.tpool) return { basis: tip, outputs: store.coins.maturePage(address, tip.height, page).map(listed) };
      const { spentOf, coinsOf } = poolOutputs(pool, chain);
      const confirmed = store.coins.maturePage(address, tip.height, page, store.coins.leavesOf(spentOf(address)));
      return { basis: tip, outputs: lastPage(confirmed.map(listed), page, coinsOf(address)) };
    },
    fundOutputs: function* ({ params: { address }, query }) {
      const page = pageOf(query, DEFAULT_OUTPUTS, MAX_PAGE);
      if (query.tpool) yield* pool.untilSettled();
      const { tip } = chain;
      if (!query.tpool) return { basis: tip, outputs: store.funds.page(address, page).map(listed) };
      const { spentOf, fundsOf } = poolOutputs(pool, chain);
      const confirmed = store.funds.page(address, page, store.funds.leavesOf(spentOf(address)));
      return { basis: tip, outputs: lastPage(confirmed.map(listed), page, fundsOf(address)) };
    }
  };
}

/**
 * A page, followed by all outputs that the pool creates if it is the last one, as in the network's servers: offsets do
 * not count these.
 */
const lastPage = <T>(page: readonly T[], { limit }: Page, created: readonly T[]): T[] =>
  page.length === limit ? [...page] : [...page, ...created];
