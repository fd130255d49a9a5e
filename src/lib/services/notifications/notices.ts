import type { Height } from '$lib/chain/time';

export const NOTICE_KINDS = [
  'block-found',
  'payment-received',
  'payment-confirmed',
  'payment-dropped',
  'coins-matured',
  'alert',
  'node-unreachable',
  'host-unreachable',
  'tip-stale'
] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

/** Kinds that come from wallets, which must be followed for them. */
const OF_WALLETS: readonly NoticeKind[] = ['payment-received', 'payment-confirmed', 'payment-dropped', 'coins-matured'];

/** An event that the user is notified about. */
export interface Notice {
  readonly kind: NoticeKind;
  /** Notices are merged only within a group: a wallet's id, or an alert's identity. */
  readonly group: string;
  /** Milliseconds since 1970. */
  readonly atMs: number;
  /** Number of blocks or payments. */
  readonly count: number;
  /** Total amount; negative for outgoing payments. */
  readonly coins?: bigint;
  /** Height of the newest block. */
  readonly height?: Height;
  /** Name of the wallet, or the alert's own text. */
  readonly text?: string;
  /** The page with details. */
  readonly href: string;
}

/** A notice in the inbox. */
export interface InboxEntry extends Notice {
  readonly id: string;
  readonly read: boolean;
}

/** Where notices of a kind appear. */
export interface NoticeChannels {
  readonly inbox: boolean;
  /** Whether it is also a browser notification. */
  readonly browser: boolean;
}

export type NoticeSettings = Readonly<Record<NoticeKind, NoticeChannels>>;

const all = (channels: NoticeChannels) =>
  Object.fromEntries(NOTICE_KINDS.map((kind) => [kind, channels])) as unknown as NoticeSettings;

/** Browser notifications are opt-in. */
export const DEFAULT_NOTICES: NoticeSettings = all({ inbox: true, browser: false });

/** Decodes stored settings; missing kinds have their default. Undefined if invalid. */
export function parseNoticeSettings(stored: unknown): NoticeSettings | undefined {
  if (typeof stored !== 'object' || stored === null) return undefined;
  const given = stored as Partial<Record<string, Partial<Record<string, unknown>>>>;
  return Object.fromEntries(
    NOTICE_KINDS.map((kind) => {
      const { inbox, browser } = given[kind] ?? {};
      const isValid = typeof inbox === 'boolean' && typeof browser === 'boolean';
      return [kind, isValid ? { inbox, browser } : DEFAULT_NOTICES[kind]];
    })
  ) as unknown as NoticeSettings;
}

/** Whether any wallet notice is enabled. */
export const needsWallets = (settings: NoticeSettings): boolean =>
  OF_WALLETS.some((kind) => settings[kind].inbox || settings[kind].browser);

/** Maximum number of inbox entries; the oldest are dropped first. */
export const MAX_ENTRIES = 200;
/** As many of them as a node may report: alerts must not displace payments. */
const MAX_ALERTS = 50;
/** For this long, further notices of the same kind and group are merged into the last unread one. */
const MERGE_MS = 10 * 60_000;
/** Kinds that are merged, because they tend to come in bursts. */
const MERGED: readonly NoticeKind[] = ['block-found', 'payment-received', 'payment-confirmed', 'coins-matured'];

/**
 * Adds a notice to the inbox.
 * @param entries newest first
 * @param id id for a new entry
 * @returns the new or extended entry, and the ids of dropped entries
 */
export function enter(
  entries: readonly InboxEntry[],
  notice: Notice,
  id: string
): { readonly entry: InboxEntry; readonly dropped: readonly string[] } {
  const last = MERGED.includes(notice.kind)
    ? entries.find(({ kind, group, read }) => !read && kind === notice.kind && group === notice.group)
    : undefined;
  if (last && notice.atMs - last.atMs < MERGE_MS) {
    const coins = last.coins === undefined || notice.coins === undefined ? undefined : last.coins + notice.coins;
    return { entry: { ...last, ...notice, count: last.count + notice.count, coins }, dropped: [] };
  }
  const alerts = notice.kind === 'alert' ? entries.filter(({ kind }) => kind === 'alert') : [];
  const excess = [...alerts.slice(MAX_ALERTS - 1), ...entries.slice(MAX_ENTRIES - 1)];
  return { entry: { ...notice, id, read: false }, dropped: [...new Set(excess.map((entry) => entry.id))] };
}
