import { toAppError, type AppError } from '$lib/errors';
import {
  DEFAULT_NOTICES,
  parseNoticeSettings,
  type InboxEntry,
  type Notice,
  type NoticeChannels,
  type NoticeKind,
  type NoticeSettings
} from '$lib/services/notifications/notices';
import type { BrowserNotifications, InboxStorage } from '$lib/services/notifications/ports';
import type { OpenChannel, RunAsLeader, TabChannel } from '$lib/services/ports';
import { Persisted } from '../reactive/persisted.svelte';

const CHANNEL = 'quarry:inbox';

interface NotificationsDeps {
  readonly store: InboxStorage;
  readonly browser: BrowserNotifications;
  readonly openChannel: OpenChannel;
  readonly runAsLeader: RunAsLeader;
}

/** This browser's inbox, and the user's notification settings. */
export class Notifications {
  /** Newest first; undefined until read. */
  entries = $state.raw<readonly InboxEntry[]>();
  /** Why the inbox could not be read or changed. */
  problem = $state.raw<AppError>();
  /** The browser's notification permission. */
  permission = $state<ReturnType<BrowserNotifications['permission']>>('default');
  readonly unread: number = $derived((this.entries ?? []).filter(({ read }) => !read).length);

  /** Runs work whose notices belong in the inbox of all tabs. */
  readonly runAsLeader: RunAsLeader;

  readonly #deps: NotificationsDeps;
  readonly #settings = new Persisted<NoticeSettings>('notifications', DEFAULT_NOTICES, parseNoticeSettings);
  readonly #channel: TabChannel<''>;

  constructor(deps: NotificationsDeps) {
    this.#deps = deps;
    this.runAsLeader = deps.runAsLeader;
    this.#channel = deps.openChannel(CHANNEL, () => void this.refresh());
    this.permission = deps.browser.permission();
  }

  get settings(): NoticeSettings {
    return this.#settings.value;
  }

  set settings(settings: NoticeSettings) {
    this.#settings.value = settings;
  }

  choose(kind: NoticeKind, channels: Partial<NoticeChannels>): void {
    const { settings } = this;
    this.#settings.value = { ...settings, [kind]: { ...settings[kind], ...channels } };
  }

  /** Requests the permission to show notifications. Call from a click handler. */
  async askPermission(): Promise<void> {
    this.permission = await this.#deps.browser.ask();
  }

  async refresh(): Promise<void> {
    try {
      this.entries = await this.#deps.store.read();
      this.problem = undefined;
    } catch (error) {
      this.problem = toAppError(error);
    }
  }

  /** Adds the notices to the inbox and shows them, according to the user's settings for each kind. */
  async notify(notices: readonly Notice[]): Promise<void> {
    const wanted = notices.filter(({ kind }) => this.settings[kind].inbox || this.settings[kind].browser);
    if (wanted.length === 0) return;
    await this.#change(async ({ store, browser }) => {
      for (const notice of wanted) {
        const { inbox, browser: isShown } = this.settings[notice.kind];
        const entry = inbox ? await store.add(notice) : { ...notice, id: notice.kind + notice.group, read: true };
        if (isShown && browser.permission() === 'granted') browser.show(entry);
      }
    });
  }

  /** @param id entry to mark; all entries if omitted */
  markRead(id?: string): Promise<void> {
    return this.#change(({ store }) => store.markRead(id));
  }

  /** @param group such as a wallet's id; all entries if omitted */
  clear(group?: string): Promise<void> {
    return this.#change(({ store }) => store.clear(group));
  }

  async #change(change: (deps: NotificationsDeps) => Promise<void>): Promise<void> {
    try {
      await change(this.#deps);
    } catch (error) {
      this.problem = toAppError(error);
      return;
    }
    await this.refresh();
    this.#channel.post('');
  }
}
