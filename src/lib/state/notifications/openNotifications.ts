import { runUnlessAlone } from '$lib/storage/leader';
import { InboxStore } from '$lib/storage/inboxStore';
import { openDisposableDatabase } from '$lib/storage/openDatabase';
import { randomId } from '$lib/storage/randomId';
import type { InboxEntry } from '$lib/services/notifications/notices';
import type { BrowserNotifications } from '$lib/services/notifications/ports';
import type { OpenChannel } from '$lib/services/ports';
import { Notifications } from './notifications.svelte';

/** A notification's texts and its click action. */
export interface NotificationView {
  readonly textOf: (entry: InboxEntry) => { readonly title: string; readonly body: string };
  readonly open: (href: string) => void;
}

const ICON = '/icon-192.png';

function openBrowserNotifications({ textOf, open }: NotificationView): BrowserNotifications {
  // A click on a notification of the service worker.
  navigator.serviceWorker?.addEventListener('message', ({ data }: MessageEvent<{ readonly open?: string } | null>) => {
    if (data?.open !== undefined) open(data.open);
  });
  // Undefined in insecure contexts and some mobile browsers.
  const Shown = globalThis.Notification as typeof Notification | undefined;
  const permission = () => Shown?.permission ?? 'unsupported';
  return {
    permission,
    ask: async () => (await Shown?.requestPermission()) ?? permission(),
    show(entry) {
      const { title, body } = textOf(entry);
      const options = { body, icon: ICON, tag: entry.id, data: { href: entry.href } };
      try {
        const shown = new Shown!(title, options);
        shown.onclick = () => {
          window.focus();
          open(entry.href);
          shown.close();
        };
      } catch {
        // Mobile browsers only show notifications of service workers.
        navigator.serviceWorker?.getRegistration().then(
          (registration) => registration?.showNotification(title, options),
          () => undefined
        );
      }
    }
  };
}

/** Opens the inbox of this browser. */
export async function openNotifications(view: NotificationView, openChannel: OpenChannel): Promise<Notifications> {
  const database = await openDisposableDatabase();
  const notifications = new Notifications({
    store: new InboxStore(database, randomId),
    browser: openBrowserNotifications(view),
    openChannel,
    runAsLeader: (name, work) => runUnlessAlone(navigator.locks, name, work, database.alone)
  });
  await notifications.refresh();
  return notifications;
}
