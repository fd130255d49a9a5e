import type { WalletServer } from '$lib/api/wallet-server/client';
import { installFastHash } from '$lib/chain/fastHash';
import { openKeystore } from '$lib/keystore/open';
import type { OpenChannel } from '$lib/services/ports';
import { askToPersist, openDatabase, storageStatus } from '$lib/storage/openDatabase';
import { prioritize } from '$lib/storage/priority';
import { randomId } from '$lib/storage/randomId';
import { WalletStore } from '$lib/storage/walletStore';
import { openWalletTabs } from '$lib/storage/walletTabs';
import { Wallets, type WalletHome, type WalletsDeps } from './wallets.svelte';

const POLL_MS = 2_000;
/** The text of the warning names a time that is longer. */
const STORE_AGAIN_MS = 5_000;

/** The wallets of this browser, with their storage, keys and locks. */
export function openWallets(
  server: WalletServer,
  isOwnNode: boolean,
  openChannel: OpenChannel,
  provenAt: WalletsDeps['provenAt']
): Wallets {
  // A wallet with many outputs computes millions of hashes; the first hashes do not wait for this.
  void installFastHash();
  /** Known once they are open. */
  let alone: AbortSignal | undefined;
  return new Wallets({
    server,
    isOwnNode,
    provenAt,
    openHome: async (onwarning): Promise<WalletHome> => {
      const database = await openDatabase();
      alone = database.alone;
      const store = new WalletStore(database);
      database.onwarning = (warning) => {
        onwarning(warning);
        // Reading the list stores what the full disk has refused.
        setInterval(() => void store.wallets().catch(() => undefined), STORE_AGAIN_MS);
      };
      if (database.warning) onwarning(database.warning);
      const keystore = openKeystore({
        load: (id) => store.loadVault(id),
        replace: (id, before, next) => store.replaceVault(id, before, next)
      });
      return { store, keystore };
    },
    openTabs: (walletId, onnews) => openWalletTabs(walletId, onnews, navigator.locks, openChannel, alone),
    openChannel,
    askToPersist,
    readStorage: storageStatus,
    newId: randomId,
    randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
    nowMs: Date.now,
    pollMs: POLL_MS,
    prioritize: (work) => prioritize(navigator.locks, work)
  });
}
