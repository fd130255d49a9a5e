import type { Alert } from '$lib/api/daemon/daemon';
import type { Height } from '$lib/chain/time';
import { alertKey, severityOf } from '../node/alerts';
import type { Notice } from './notices';

/** A snapshot of the node. */
export interface NodeLook {
  /** Milliseconds since 1970. */
  readonly nowMs: number;
  readonly isUnreachable: boolean;
  /** Height of the tip; undefined before the first response. */
  readonly height: Height | undefined;
  /** Whether blocks come at the pace of the main network. */
  readonly isPublic: boolean;
  /** Alerts that have not been acknowledged. */
  readonly alerts: readonly Alert[];
}

/** Restarts and short interruptions are not reported. */
const UNREACHABLE_MS = 30_000;
/** With a block every ten minutes, one in eight thousand takes longer. */
const STALE_MS = 90 * 60_000;
/** Maximum number of alerts remembered as reported. */
export const MAX_KNOWN_ALERTS = 1_000;

/** Notices about the node: once for each outage, each overdue block and each new alert. */
export class NodeWatch {
  #unreachable: { readonly sinceMs: number; told: boolean } | undefined;
  #tip: { readonly height: Height; readonly sinceMs: number; told: boolean } | undefined;

  /** @param known identities of alerts already reported */
  look({ nowMs, isUnreachable, height, isPublic, alerts }: NodeLook, known: ReadonlySet<string>): Notice[] {
    const notices: Notice[] = [];
    const base = { atMs: nowMs, count: 1 };
    if (!isUnreachable) this.#unreachable = undefined;
    else this.#unreachable ??= { sinceMs: nowMs, told: false };
    if (this.#unreachable && !this.#unreachable.told && nowMs - this.#unreachable.sinceMs >= UNREACHABLE_MS) {
      this.#unreachable.told = true;
      notices.push({ ...base, kind: 'node-unreachable', group: '', href: '/connections' });
    }
    // The tip of an unreachable node says nothing about the network.
    if (isUnreachable || height === undefined) this.#tip = undefined;
    else if (height !== this.#tip?.height) this.#tip = { height, sinceMs: nowMs, told: false };
    if (isPublic && this.#tip && !this.#tip.told && nowMs - this.#tip.sinceMs >= STALE_MS) {
      this.#tip.told = true;
      notices.push({ ...base, kind: 'tip-stale', group: '', href: '/network', height: this.#tip.height });
    }
    for (const alert of alerts) {
      const group = alertKey(alert);
      if (known.has(group) || severityOf(alert) === 'info') continue;
      notices.push({ ...base, kind: 'alert', group, text: alert.message, href: '/daemon' });
    }
    return notices;
  }
}
