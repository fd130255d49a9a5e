import type { WalletEvent } from '$lib/api/wallet-server/events';
import type { ChainIndex, CoinElement, FundElement } from '$lib/chain/element/elements';
import type { Height } from '$lib/chain/time';
import type { ChainEvent } from '../store/eventData';
import type { ChainManager } from '../chain/chainManager';
import type { ChainStore } from '../store/store';

/** Stored outputs and events as seen from the tip: with proofs and confirmations. */
export function chainView(store: ChainStore, chain: ChainManager) {
  const indexAt = (height: Height): ChainIndex => ({ height, id: store.blocks.bestAt(height)! });
  const shown = (event: ChainEvent, index: ChainIndex): WalletEvent => ({
    id: event.id,
    index,
    confirmations: chain.tip.height - index.height + 1,
    data: event.data,
    maturityHeight: event.maturityHeight,
    timestamp: event.timestamp,
    relevant: event.relevant
  });
  /** A page of events. Events of one block are adjacent, so its index is looked up once. */
  const eventsOf = (page: readonly ChainEvent[]): WalletEvent[] => {
    let index: ChainIndex | undefined;
    return page.map((event) => {
      if (index?.height !== event.height) index = indexAt(event.height);
      return shown(event, index);
    });
  };
  return {
    /** A stored output as listed by the API. */
    listed: <E extends CoinElement | FundElement>(stored: { readonly element: E; readonly created: Height }) => ({
      ...store.prove(stored.element, chain.state.elements.numLeaves),
      confirmations: chain.tip.height - stored.created + 1
    }),
    event: (event: ChainEvent): WalletEvent => shown(event, indexAt(event.height)),
    /**
     * A page of events that are read in steps. After a reorganization, which removes events, it starts over.
     * @param read returns undefined once its argument returns false
     */
    *events(
      read: (isCurrent: () => boolean) => Generator<void, readonly ChainEvent[] | undefined>
    ): Generator<void, WalletEvent[]> {
      for (;;) {
        const { height, id } = chain.tip;
        const page = yield* read(() => store.blocks.bestAt(height) === id);
        if (page !== undefined) return eventsOf(page);
      }
    }
  };
}
