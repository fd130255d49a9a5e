import type { Daemon } from '$lib/api/daemon/client';
import type { MiningServer } from '$lib/api/mining-server/client';
import type { Tips } from '$lib/api/quarry/tips';
import type { WalletServer } from '$lib/api/wallet-server/client';
import type { Network } from '$lib/chain/network/network';
import type { Scheduler } from '$lib/async/scheduler';
import type { PoolLink } from '$lib/mining/stratum/stratumConnection';

/** The clients of services that provide work, with clock and randomness. */
export interface MiningServices {
  readonly daemon: Daemon;
  readonly wallet: WalletServer;
  readonly mining: MiningServer;
  readonly tips: Tips;
  /** The rules of the network, if the node has a wallet server. */
  readonly getNetwork?: (signal: AbortSignal) => Promise<Network>;
  /** The pool, if configured. */
  readonly pool?: PoolService;
  /** Milliseconds since 1970. */
  readonly nowMs: () => number;
  readonly randomBytes: (count: number) => Uint8Array;
  readonly scheduler: Scheduler;
}

export interface PoolService {
  /** The worker name at the pool. */
  readonly worker: string;
  readonly open: (signal: AbortSignal) => Promise<PoolLink>;
}
