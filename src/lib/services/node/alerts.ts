import type { Alert } from '$lib/api/daemon/daemon';

/** Most severe first; unknown severities count as the least severe. */
export const SEVERITIES = ['critical', 'error', 'warning', 'info'] as const;

export type Severity = (typeof SEVERITIES)[number];

/** Normalizes the daemon's spelling of a severity. */
export const severityOf = ({ severity }: Alert): Severity =>
  SEVERITIES.find((known) => known === severity.toLowerCase()) ?? 'info';

/** Identity of an alert: all its fields, so that a changed text is a new alert. */
export const alertKey = ({ module, cause, severity, message }: Alert): string =>
  JSON.stringify([module, cause, severity, message]);

/** Alerts by severity, most severe first; stable. */
export const worstFirst = (alerts: readonly Alert[]): Alert[] =>
  alerts.toSorted((a, b) => SEVERITIES.indexOf(severityOf(a)) - SEVERITIES.indexOf(severityOf(b)));
