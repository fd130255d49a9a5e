import type { ChainManager } from '../../chain/chainManager';
import type { TransactionPool } from '../../pool/transactionPool';
import type { ChainStore } from '../../store/store';
import type { Peer } from '../peer';

/** What relaying needs. */
export interface RelayParts {
  readonly store: ChainStore;
  readonly chain: ChainManager;
  readonly pool: TransactionPool;
  readonly peers: () => readonly Peer[];
  /** The peer has what we lack: its headers are to be asked for again. */
  readonly resync: (peer: Peer) => void;
}

/** Entries of each memory of what was relayed. */
export const MAX_REMEMBERED = 20_000;
