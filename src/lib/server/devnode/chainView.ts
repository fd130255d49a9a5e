import type { WalletEvent } from '$lib/api/wallet-server/events';
import type { CoinElement, FundElement } from '$lib/chain/elements';
import type { Height } from '$lib/chain/time';
import type { ChainEvent } from './chainEvent';
import type { ChainManager } from './chainManager';
import type { ChainStore } from './store/store';

/** How what is stored looks from the tip: with proofs and confirmations. */
export function chainView(store: ChainStore, chain: ChainManager) {
  return {
    /** A stored output as it is listed. */
    listed: <E extends CoinElement | FundElement>(stored: { readonly element: E; readonly created: Height }) => ({
      ...store.prove(stored.element, chain.state.elements.numLeaves),
      confirmations: chain.tip.height - stored.created + 1
    }),
    event: ({ id, height, data, maturityHeight, timestamp, relevant }: ChainEvent): WalletEvent => ({
      id,
      index: { height, id: store.blocks.bestAt(height)! },
      confirmations: chain.tip.height - height + 1,
      data,
      maturityHeight,
      timestamp,
      relevant
    })
  };
}
