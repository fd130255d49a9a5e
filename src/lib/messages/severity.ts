import type { Alert } from '$lib/api/daemon/daemon';
import { m } from './ui';

type AlertTexts = Readonly<Record<string, { readonly message: string; readonly cause: string }>>;

/** How grave an alert of a daemon is; its own word where it is none of those known. */
export function severityName(severity: string): string {
  const names: Readonly<Record<string, string>> = m.severity;
  const key = severity.toLowerCase();
  return Object.hasOwn(names, key) ? names[key]! : severity;
}

/** What an alert is about: in the page's language where it is one of Quarry's own node, else in the daemon's own words. */
export function alertMessage(message: string): string {
  return known(message)?.message ?? message;
}

/** An alert as a page shows it; `lang` where the words are the daemon's own. */
export function alertWords({ message, module, cause }: Pick<Alert, 'message' | 'module' | 'cause'>): {
  readonly message: string;
  readonly cause: string;
  readonly lang?: 'en';
} {
  return known(message) ?? { message, cause: [module, cause].filter(Boolean).join(': '), lang: 'en' };
}

function known(message: string) {
  const texts: AlertTexts = m.alerts;
  return Object.hasOwn(texts, message) ? texts[message] : undefined;
}
