import type { ChainManager } from '../../chain/chainManager';
import type { TransactionPool } from '../../pool/transactionPool';
import type { ChainStore } from '../../store/store';
import type { Peer } from '../peer';

/** Dependencies of the relays. */
export interface RelayParts {
  readonly store: ChainStore;
  readonly chain: ChainManager;
  readonly pool: TransactionPool;
  readonly peers: () => readonly Peer[];
  /** Requests headers again from a peer that has something we lack. */
  readonly resync: (peer: Peer) => void;
}

/** Entries per cache of what was relayed. */
export const MAX_REMEMBERED = 20_000;
