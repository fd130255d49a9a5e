import type { Alert } from '$lib/api/daemon/daemon';
import { isSimulatedMarket } from '$lib/api/daemon/errors/alerts';
import { outputExcerpt } from '$lib/codec/visibleText';
import type { Height } from '$lib/chain/time';
import { alertKey, severityOf } from '../node/alerts';
import type { Notice } from './notices';

/** A snapshot of the node. */
export interface NodeSnapshot {
  /** Milliseconds since 1970. */
  readonly nowMs: number;
  readonly isUnreachable: boolean;
  /** Its tip in the latest response, and when that arrived, milliseconds since 1970; undefined before the first. */
  readonly tip: { readonly height: Height; readonly atMs: number } | undefined;
  /** Whether blocks come at the pace of the main network. */
  readonly isPublic: boolean;
  /** Alerts that have not been acknowledged. */
  readonly alerts: readonly Alert[];
}

/** Restarts and short interruptions are not reported. */
const UNREACHABLE_MS = 30_000;
/** With a block every ten minutes, one in eight thousand takes longer. */
const STALE_MS = 90 * 60_000;
/** After a longer gap the computer was asleep, or the node was not asked: what was measured before it does not count. */
const MAX_GAP_MS = 5 * 60_000;
/** Alerts reported in ten minutes: more would hide other notices. */
const MAX_ALERTS = 20;
const ALERTS_MS = 10 * 60_000;
/** Maximum number of alerts remembered as reported. */
export const MAX_KNOWN_ALERTS = 1_000;

/** Notices about the node: once for each outage, each overdue block and each new alert. */
export class NodeWatch {
  #lookedAtMs: number | undefined;
  #unreachable: { readonly sinceMs: number; isReported: boolean } | undefined;
  /** Since and until when the node has responded with this tip. */
  #tip: { readonly height: Height; readonly sinceMs: number; untilMs: number; isReported: boolean } | undefined;

  /** When the newest alerts were reported. */
  #alertsMs: readonly number[] = [];

  /** @param known identities of alerts already reported */
  look({ nowMs, isUnreachable, tip, isPublic, alerts }: NodeSnapshot, known: ReadonlySet<string>): Notice[] {
    const notices: Notice[] = [];
    const base = { atMs: nowMs, count: 1 };
    if (!isUnreachable || (isGap(this.#lookedAtMs, nowMs) && !this.#unreachable?.isReported))
      this.#unreachable = undefined;
    if (isUnreachable) this.#unreachable ??= { sinceMs: nowMs, isReported: false };
    this.#lookedAtMs = nowMs;
    if (this.#unreachable && !this.#unreachable.isReported && nowMs - this.#unreachable.sinceMs >= UNREACHABLE_MS) {
      this.#unreachable.isReported = true;
      notices.push({ ...base, kind: 'node-unreachable', group: '', href: '/connections' });
    }
    // The tip of an unreachable node says nothing about the network.
    if (isUnreachable || tip === undefined) this.#tip = undefined;
    else if (tip.height !== this.#tip?.height || isGap(this.#tip.untilMs, tip.atMs)) {
      this.#tip = { height: tip.height, sinceMs: tip.atMs, untilMs: tip.atMs, isReported: false };
    } else this.#tip.untilMs = tip.atMs;
    if (isPublic && this.#tip && !this.#tip.isReported && this.#tip.untilMs - this.#tip.sinceMs >= STALE_MS) {
      this.#tip.isReported = true;
      notices.push({ ...base, kind: 'tip-stale', group: '', href: '/network', height: this.#tip.height });
    }
    return [...notices, ...this.#alertNotices(alerts, known, nowMs)];
  }

  /** Those that have to wait are reported later. */
  #alertNotices(alerts: readonly Alert[], known: ReadonlySet<string>, nowMs: number): Notice[] {
    const recent = this.#alertsMs.filter((atMs) => Math.abs(nowMs - atMs) < ALERTS_MS);
    const notices: Notice[] = [];
    for (const alert of alerts) {
      if (recent.length + notices.length >= MAX_ALERTS) break;
      const group = alertKey(alert);
      if (known.has(group) || !isNews(alert)) continue;
      const text = outputExcerpt(alert.message);
      notices.push({ atMs: nowMs, count: 1, kind: 'alert', group, text, href: '/daemon' });
    }
    this.#alertsMs = [...recent, ...notices.map(({ atMs }) => atMs)];
    return notices;
  }
}

/** That a development network has a simulated market is on its pages from the start. */
const isNews = (alert: Alert): boolean => severityOf(alert) !== 'info' && !isSimulatedMarket(alert);

/** Also if the clock was set back. */
const isGap = (beforeMs: number | undefined, nowMs: number): boolean =>
  beforeMs !== undefined && Math.abs(nowMs - beforeMs) > MAX_GAP_MS;
