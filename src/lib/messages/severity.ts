import type { Alert } from '$lib/api/daemon/daemon';
import { wordsFor } from '$lib/api/daemon/errors/alerts';
import { outputExcerpt } from '$lib/codec/visibleText';
import { m } from './ui';

interface AlertWords {
  readonly message: string;
  readonly cause?: string;
}

/** How grave an alert of a daemon is; its own word where it is none of those known. */
export function severityName(severity: string): string {
  const names: Readonly<Record<string, string>> = m.severity;
  const key = severity.toLowerCase();
  return Object.hasOwn(names, key) ? names[key]! : severity;
}

/** Words of an alert as a page shows them; `lang` where they are the daemon's own. */
interface Words {
  readonly text: string;
  readonly lang?: 'en';
}

/**
 * What an alert is about: in the page's language where it is one of Quarry's own node. A daemon's own words may quote
 * what a host or peer has sent.
 */
export function alertMessage(message: string): Words {
  const own = known(message);
  return own ? { text: own.message } : { text: outputExcerpt(message), lang: 'en' };
}

/** Why, beside {@link alertMessage}. */
export function alertCause({ message, module, cause }: Pick<Alert, 'message' | 'module' | 'cause'>): Words {
  const own = known(message)?.cause;
  if (own !== undefined) return { text: own };
  return { text: outputExcerpt([module, cause].filter(Boolean).join(': ')), lang: 'en' };
}

function known(message: string): AlertWords | undefined {
  return wordsFor<AlertWords>(m.alerts, message);
}
