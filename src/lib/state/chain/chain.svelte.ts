import { sleep } from '$lib/async/sleep';
import type { Daemon } from '$lib/api/daemon/client';
import type { WalletServer } from '$lib/api/wallet-server/client';
import { ChainBlocks } from './blocks.svelte';
import { ChainCharts } from './charts.svelte';
import { ChainReader } from '$lib/explorer/blockReader';
import { ChangeFollower } from './changes.svelte';
import type { NodeStatus } from '../node/nodeStatus.svelte';
import type { NodeSync } from '../node/nodeSync.svelte';
import { SetValidator } from './transactionSet.svelte';

interface ChainDeps {
  readonly daemon: Pick<Daemon, 'consensus'>;
  /** Undefined without a wallet server. */
  readonly wallet: WalletServer | undefined;
  readonly nodeStatus: NodeStatus;
  readonly sync: NodeSync;
  /** Milliseconds since 1970. */
  readonly nowMs: () => number;
}

/** State shared by the chain pages. */
export class Chain {
  readonly daemon: Pick<Daemon, 'consensus'>;
  readonly wallet: WalletServer | undefined;
  readonly reader: ChainReader;
  readonly blocks: ChainBlocks;
  readonly charts: ChainCharts;
  readonly follower: ChangeFollower;
  readonly validator: SetValidator;
  readonly sync: NodeSync;

  constructor({ daemon, wallet, nodeStatus, sync, nowMs }: ChainDeps) {
    this.daemon = daemon;
    this.sync = sync;
    this.wallet = wallet;
    this.reader = new ChainReader({ daemon, wallet });
    this.blocks = new ChainBlocks({
      reader: this.reader,
      readTip: async (signal) => {
        const { consensus } = nodeStatus;
        await consensus.refresh(signal);
        if (consensus.value && !consensus.problem) return consensus.value;
        signal.throwIfAborted();
        const { height, id } = await this.reader.tip(signal);
        return { height, currentBlock: id };
      }
    });
    this.charts = new ChainCharts(daemon);
    this.follower = new ChangeFollower({ daemon, nowMs, sleep });
    this.validator = new SetValidator(daemon, nowMs);
  }

  /** Stops background work. */
  close(): void {
    this.charts.cancel();
    this.follower.stop();
  }
}
