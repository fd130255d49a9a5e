import type { Daemon } from '$lib/api/daemon/client';
import type { Alert } from '$lib/api/daemon/daemon';
import { Live } from '../reactive/live.svelte';
import { Persisted } from '../reactive/persisted.svelte';
import { type Severity, severityOf, alertKey, worstFirst } from '$lib/services/node/alerts';

/** Maximum number of stored acknowledgments; the oldest are dropped first. */
const MAX_REMEMBERED = 1_000;

const isTexts = (stored: unknown): stored is string[] =>
  Array.isArray(stored) && stored.every((text) => typeof text === 'string');

/**
 * The node's alerts. The daemon cannot dismiss alerts, so acknowledgments are stored in this browser; an alert whose
 * content changes is open again.
 */
export class Alerts {
  /** All alerts, most severe first. */
  readonly live: Live<readonly Alert[]>;
  readonly #acknowledged = new Persisted<readonly string[]>('alerts.acknowledged', [], (stored) =>
    isTexts(stored) ? stored : undefined
  );
  readonly #known = $derived(new Set(this.#acknowledged.value));

  /** Unacknowledged alerts. */
  readonly open = $derived(this.#all().filter((alert) => !this.isAcknowledged(alert)));
  readonly acknowledged = $derived(this.#all().filter((alert) => this.isAcknowledged(alert)));
  /** Highest severity among the open alerts. */
  readonly worst: Severity | undefined = $derived(this.open[0] && severityOf(this.open[0]));

  constructor(daemon: Pick<Daemon, 'daemon'>) {
    this.live = new Live(async (signal) => worstFirst((await daemon.daemon.alerts({}, { signal })).alerts));
  }

  isAcknowledged(alert: Alert): boolean {
    return this.#known.has(alertKey(alert));
  }

  acknowledge(alerts: readonly Alert[]): void {
    const keys = alerts.map(alertKey);
    const others = this.#acknowledged.value.filter((key) => !keys.includes(key));
    this.#acknowledged.value = [...others, ...new Set(keys)].slice(-MAX_REMEMBERED);
  }

  /** Reverts an acknowledgment. */
  reopen(alert: Alert): void {
    this.#acknowledged.value = this.#acknowledged.value.filter((key) => key !== alertKey(alert));
  }

  #all(): readonly Alert[] {
    return this.live.value ?? [];
  }
}
