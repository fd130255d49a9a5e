import type { Handlers } from '$lib/api/http/route';
import { WALLET_SERVER_BOUNDS } from '$lib/api/parameterBounds';
import type { lookupRoutes } from '$lib/api/wallet-server/lookupRoutes';
import type { Address } from '$lib/chain/address';
import { fundUnits, hastings } from '$lib/chain/currency/currency';
import type { ChainIndex, CoinElement, FundElement } from '$lib/chain/element/elements';
import { ZERO_BLOCK_ID } from '$lib/chain/ids';
import { unixSeconds, ZERO_TIME, type Height } from '$lib/chain/time';
import type { Transaction } from '$lib/chain/transaction/transaction';
import { coinOutputId, fundOutputId } from '$lib/chain/transaction/transactionIds';
import type { ChainEvent } from '../store/eventData';
import { chainView } from '../wallet/eventView';
import { refusal } from '../errors';
import type { StepHandlers } from '../http/tables';
import { eventsOfAny } from '../wallet/mergedEvents';
import { pageOf, pageOfMany } from '../store/paging';
import { unconfirmedEvents } from '../wallet/poolView';
import { withAncestors } from '../pool/ancestors';
import { rebaseTransactions, RebaseError } from '../pool/rebase';
import type { WalletAddressParts } from './walletAddresses';

type StepRoute = 'batchEvents' | 'poolEvents' | 'rebase';
type LookupHandlers = Handlers<Omit<typeof lookupRoutes, 'checkpoint' | 'connectPeer' | StepRoute>> &
  StepHandlers<Pick<typeof lookupRoutes, StepRoute>>;

const DEFAULT_PAGE = 100;
const MAX_PAGE = 1000;
const { largest: MAX_ADDRESSES } = WALLET_SERVER_BOUNDS.addressesAsked;
interface Stored<E> {
  readonly element: E;
  readonly spent: Height | undefined;
}

const BEFORE_GENESIS: ChainIndex = { height: 0, id: ZERO_BLOCK_ID };

/** Queries for many addresses, for single outputs and events, and for the pool. */
export function walletLookupHandlers(parts: WalletAddressParts): LookupHandlers {
  const { store, chain, pool, clock } = parts;
  const { listed, event, events } = chainView(store, chain);
  let rescan = { startIndex: BEFORE_GENESIS, startTime: ZERO_TIME };
  let rescanError: string | undefined;

  const unspent = <E extends CoinElement | FundElement>(stored: Stored<E> | undefined): E => {
    if (stored === undefined || stored.spent !== undefined) throw refusal('wallet-server/output-not-found');
    return store.prove(stored.element, chain.state.elements.numLeaves);
  };
  const spentStatus = (id: string, stored: Stored<CoinElement | FundElement> | undefined) => {
    if (stored === undefined) throw refusal('wallet-server/not-found');
    if (stored.spent === undefined) return { spent: false, event: undefined };
    // A transaction matures with its block.
    for (const candidate of store.events.maturingAt(stored.element.output.address, stored.spent)) {
      if (spentIn(candidate.data).some((spent) => spent === id)) return { spent: true, event: event(candidate) };
    }
    return { spent: true, event: undefined };
  };

  return {
    batchBalance: ({ body }) => {
      let [coins, immature, funds] = [0n, 0n, 0n];
      for (const address of uniqueAddresses(body.addresses)) {
        const balance = store.balances.at(address, chain.tip.height);
        coins += balance.coins;
        immature += balance.immatureCoins;
        funds += balance.funds;
      }
      return { coins: hastings(coins), immatureCoins: hastings(immature), funds: fundUnits(funds) };
    },
    batchEvents: function* ({ body, query }) {
      const addresses = uniqueAddresses(body.addresses);
      const page = pageOf(query, DEFAULT_PAGE, MAX_PAGE);
      return yield* events((isCurrent) => eventsOfAny(store.events, addresses, page, isCurrent));
    },
    batchCoinOutputs: ({ body, query }) => {
      const { height } = chain.tip;
      const outputs = pageOfMany(uniqueAddresses(body.addresses), pageOf(query, DEFAULT_PAGE, MAX_PAGE), {
        count: (address) => store.coins.matureCount(address, height),
        page: (address, page) => store.coins.maturePage(address, height, page)
      });
      return { basis: chain.tip, outputs: outputs.map(listed) };
    },
    batchFundOutputs: ({ body, query }) => {
      const outputs = pageOfMany(uniqueAddresses(body.addresses), pageOf(query, DEFAULT_PAGE, MAX_PAGE), {
        count: (address) => store.funds.count(address),
        page: (address, page) => store.funds.page(address, page)
      });
      return { basis: chain.tip, outputs: outputs.map(listed) };
    },
    checkAddresses: ({ body }) => ({
      known: [...uniqueAddresses(body.addresses)].some((address) => store.wallets.isKnown(address))
    }),

    event: ({ params: { id } }) => {
      const found = store.events.get(id);
      if (found === undefined) throw refusal('wallet-server/event-not-found');
      return event(found);
    },
    coinOutput: ({ params: { id } }) => unspent(store.coins.get(id)),
    coinOutputSpent: ({ params: { id } }) => spentStatus(id, store.coins.get(id)),
    fundOutput: ({ params: { id } }) => unspent(store.funds.get(id)),
    fundOutputSpent: ({ params: { id } }) => spentStatus(id, store.funds.get(id)),

    // The network's servers report no maturity for V2 events of the whole pool.
    poolEvents: () =>
      unconfirmedEvents(
        parts,
        () => [],
        ({ version }, height) => (version === 2 ? 0 : height)
      ),
    poolParents: async ({ body }) => {
      await pool.settled();
      return unconfirmedParents(pool.transactions, body);
    },
    rebase: function* ({ body }) {
      try {
        const transactions = yield* rebaseTransactions(store, chain.network, body);
        return { basis: body.target, transactions };
      } catch (error) {
        if (error instanceof RebaseError) {
          throw refusal('wallet-server/basis-not-moved', { reason: error.message }, error);
        }
        throw error;
      }
    },

    // All addresses are indexed from genesis, so a scan is complete at once.
    rescan: ({ body: height }) => {
      const id = height === 0 ? BEFORE_GENESIS.id : store.blocks.bestAt(height);
      if (id === undefined) throw refusal('wallet-server/height-not-found');
      rescan = { startIndex: { height, id }, startTime: unixSeconds(Math.floor(clock() / 1000)) };
      rescanError = 'scans are disabled in index mode full';
    },
    // The index is always at the tip.
    rescanStatus: () => ({ ...rescan, index: chain.tip, error: rescanError })
  };
}

/** Ids of the outputs spent by an event. */
function spentIn(data: ChainEvent['data']): string[] {
  if (data.type === 'v2Transaction') {
    return [...data.transaction.coinInputs, ...data.transaction.fundInputs].map(({ parent }) => parent.id);
  }
  if (data.type !== 'v1Transaction') return [];
  return [...data.transaction.coinInputs, ...data.transaction.fundInputs].map(({ parentId }) => parentId);
}

function uniqueAddresses(addresses: readonly Address[]): ReadonlySet<Address> {
  if (addresses.length > MAX_ADDRESSES)
    throw refusal('wallet-server/too-many-addresses-asked', { most: MAX_ADDRESSES });
  return new Set(addresses);
}

/** Unconfirmed ancestors of the transaction, parents first. */
function unconfirmedParents(waiting: readonly Transaction[], child: Transaction): Transaction[] {
  const makerOf = new Map<string, Transaction>();
  for (const txn of waiting) {
    txn.coinOutputs.forEach((_, i) => makerOf.set(coinOutputId(txn, i), txn));
    txn.fundOutputs.forEach((_, i) => makerOf.set(fundOutputId(txn, i), txn));
  }
  const parentsOf = ({ coinInputs, fundInputs }: Transaction) =>
    [...coinInputs, ...fundInputs].flatMap(({ parentId }) => makerOf.get(parentId) ?? []);
  return withAncestors(parentsOf(child), parentsOf);
}
