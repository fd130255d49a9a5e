import type { Alert } from '$lib/api/daemon/daemon';

/** From the worst to the mildest; words that a daemon may add later count as the mildest. */
export const SEVERITIES = ['critical', 'error', 'warning', 'info'] as const;

export type Severity = (typeof SEVERITIES)[number];

/** One of the four, whatever the daemon's spelling. */
export const severityOf = ({ severity }: Alert): Severity =>
  SEVERITIES.find((known) => known === severity.toLowerCase()) ?? 'info';

/** Names an alert by all that it says: one whose text changes is another alert. */
export const alertKey = ({ module, cause, severity, message }: Alert): string =>
  JSON.stringify([module, cause, severity, message]);

/** The same alerts, worst first; those alike keep the daemon's order. */
export const worstFirst = (alerts: readonly Alert[]): Alert[] =>
  alerts.toSorted((a, b) => SEVERITIES.indexOf(severityOf(a)) - SEVERITIES.indexOf(severityOf(b)));
