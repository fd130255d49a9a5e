import { m } from './ui';

/** How grave an alert of a daemon is; its own word where it is none of those known. */
export function severityName(severity: string): string {
  const names: Readonly<Record<string, string>> = m.severity;
  const key = severity.toLowerCase();
  return Object.hasOwn(names, key) ? names[key]! : severity;
}
