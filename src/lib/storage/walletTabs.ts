import type { WalletNotification, WalletTabs } from '$lib/services/wallet/ports';
import type { OpenChannel } from '$lib/services/ports';
import { openChannel } from './channel';
import { isWaitedFor, runExclusively } from './leader';

/**
 * The tabs that have a wallet open. The one that holds the wallet's Web Lock follows the chain; the others show what it
 * writes. If the browser has no locks, every tab syncs, and the database rejects all steps but one.
 * @param alone aborts when this tab stores wallets in its own memory, where other tabs see nothing
 */
export function openWalletTabs(
  walletId: string,
  onnews: (news: WalletNotification) => void,
  locks: LockManager | undefined = navigator.locks,
  open: OpenChannel = openChannel,
  alone?: AbortSignal
): WalletTabs {
  const name = `quarry:wallet:${walletId}`;
  /** What is stored on the disk is no news for such a tab, and what it stores none for others. */
  const isShared = ({ type }: WalletNotification): boolean => type !== 'chain' || !alone?.aborted;
  const channel = open<WalletNotification>(name, (news) => {
    if (isShared(news)) onnews(news);
  });
  return {
    lead: (work) => runExclusively(locks, name, work, alone),
    isWaitedFor: async () => !alone?.aborted && isWaitedFor(locks, name),
    post(news) {
      if (isShared(news)) channel.post(news);
    },
    close: () => channel.close()
  };
}
