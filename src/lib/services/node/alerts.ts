import type { Alert } from '$lib/api/daemon/daemon';

/** Most severe first; unknown severities count as the least severe. */
export const SEVERITIES = ['critical', 'error', 'warning', 'info'] as const;

export type Severity = (typeof SEVERITIES)[number];

/** Normalizes the daemon's spelling of a severity. */
export const severityOf = ({ severity }: Alert): Severity =>
  SEVERITIES.find((known) => known === severity.toLowerCase()) ?? 'info';

/** Keys are stored, a thousand of them in a few megabytes that all settings share. */
const MAX_KEY_CHARACTERS = 500;

/** Identity of an alert: all its fields, so that a changed text is a new alert; of very long ones, the beginning. */
export function alertKey({ module, cause, severity, message }: Alert): string {
  const key = JSON.stringify([module, cause, severity, message]);
  return key.length <= MAX_KEY_CHARACTERS ? key : `${key.slice(0, MAX_KEY_CHARACTERS)} ${key.length}`;
}

/** Alerts by severity, most severe first; stable. */
export const worstFirst = (alerts: readonly Alert[]): Alert[] =>
  alerts.toSorted((a, b) => SEVERITIES.indexOf(severityOf(a)) - SEVERITIES.indexOf(severityOf(b)));
