import type { WalletServer } from '$lib/api/wallet-server/client';
import type { ChainIndex } from '$lib/chain/element/elements';
import { Live, pollWhileVisible } from '../reactive/live.svelte';

const EVERY_MS = 5_000;

/** Tip of a wallet server's chain; for connections without a daemon. */
export class WalletServerTip {
  readonly tip: Live<ChainIndex>;

  constructor(server: Pick<WalletServer, 'tip'>) {
    this.tip = new Live((signal) => server.tip({}, { signal }));
  }

  /** Polls while the page is visible. @returns the stop function */
  follow(): () => void {
    return pollWhileVisible([this.tip], EVERY_MS);
  }
}
