import type { Handlers } from '$lib/api/http/route';
import { WALLET_SERVER_BOUNDS } from '$lib/api/parameterBounds';
import type { walletRoutes } from '$lib/api/wallet-server/walletRoutes';
import { unixSeconds } from '$lib/chain/time';
import { chainView } from '../wallet/eventView';
import { refusal, type Refusal } from '../errors';
import { inSteps, type StepHandlers } from '../http/tables';
import { pageOf, takePage } from '../store/paging';
import { eventsAt } from '../wallet/mergedEvents';
import { involving, unconfirmedEvents } from '../wallet/poolView';
import type { WalletAddressParts } from './walletAddresses';

type ConstructRoute = 'reserve' | 'release' | 'fund' | 'fundUnits' | 'construct' | 'constructV2';
type StepRoute = 'walletEvents' | 'walletUnconfirmedEvents' | 'walletCoinOutputs' | 'walletFundOutputs';
type WalletHandlers = Handlers<Omit<typeof walletRoutes, ConstructRoute | StepRoute>> &
  StepHandlers<Pick<typeof walletRoutes, StepRoute>>;

const DEFAULT_EVENTS = 50;
const DEFAULT_OUTPUTS = 1000;
const MAX_PAGE = 1000;
const { largest: MAX_ADDRESSES } = WALLET_SERVER_BOUNDS.addressesAdded;

/** Stored wallets: address lists, with their balances and events. */
export function walletHandlers(parts: WalletAddressParts): WalletHandlers {
  const { store, chain, clock } = parts;
  const { wallets } = store;
  const { listed, events } = chainView(store, chain);
  const now = () => unixSeconds(Math.floor(clock() / 1000));
  /** The number of an existing wallet; throws `otherwise()` if there is none. */
  const existing = (id: string, otherwise: () => Refusal): number => {
    if (wallets.get(Number(id)) === undefined) throw otherwise();
    return Number(id);
  };
  const unknown = () => refusal('wallet-server/not-found');
  const unknownTo = (action: string) => () => refusal('wallet-server/wallet-not-found', { action });

  return {
    wallets: () => wallets.all(),
    createWallet: ({ body }) => wallets.create(body, now()),
    updateWallet: ({ params: { id }, body }) => {
      const updated = wallets.update(Number(id), body, now());
      if (updated === undefined) throw unknown();
      return updated;
    },
    deleteWallet: ({ params: { id } }) => {
      const wallet = existing(id, unknown);
      store.transaction(() => wallets.remove(wallet));
    },

    walletAddresses: ({ params: { id } }) => wallets.addresses(existing(id, unknownTo('load addresses'))),
    putAddress: ({ params: { id }, body }) => {
      wallets.putAddress(existing(id, unknownTo('add address')), body);
    },
    putAddresses: ({ params: { id }, body }) => {
      if (body.length > MAX_ADDRESSES) throw refusal('wallet-server/too-many-addresses-added', { most: MAX_ADDRESSES });
      const wallet = existing(id, unknownTo('add addresses'));
      store.transaction(() => {
        for (const address of body) wallets.putAddress(wallet, address);
      });
    },
    removeAddress: ({ params: { id, address } }) => {
      if (!wallets.removeAddress(existing(id, unknown), address)) throw unknown();
    },

    walletBalance: ({ params: { id } }) => {
      const wallet = existing(id, unknown);
      const { mature, immature } = store.coins.walletBalance(wallet, chain.tip.height);
      return { coins: mature, immatureCoins: immature, funds: store.funds.walletBalance(wallet) };
    },
    walletEvents: ({ params: { id }, query }) => {
      const page = pageOf(query, DEFAULT_EVENTS, MAX_PAGE);
      const isOwn = ownership(Number(id));
      return events((isCurrent) =>
        eventsAt(store.events, store.events.walletPlaces(Number(id), page), isOwn, isCurrent)
      );
    },
    walletUnconfirmedEvents: ({ params: { id } }) =>
      // One block later than for an address, as in the network's servers.
      unconfirmedEvents(parts, involving(ownership(existing(id, unknown))), (_, height) => height + 1),
    walletCoinOutputs: ({ params: { id }, query }) => {
      const wallet = existing(id, unknownTo('load coin outputs'));
      const mature = store.coins.matureOfWallet(wallet, chain.tip.height, pageOf(query, DEFAULT_OUTPUTS, MAX_PAGE));
      return inSteps({ basis: chain.tip, outputs: mature.map(listed) });
    },
    walletFundOutputs: ({ params: { id }, query }) => {
      const wallet = existing(id, unknownTo('load fund outputs'));
      const outputs = takePage(store.funds.unspentOfWallet(wallet), pageOf(query, DEFAULT_OUTPUTS, MAX_PAGE));
      return inSteps({ basis: chain.tip, outputs: outputs.map(listed) });
    }
  };

  function ownership(wallet: number) {
    return (address: Parameters<typeof wallets.address>[1]) => wallets.has(wallet, address);
  }
}
