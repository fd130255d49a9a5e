import { AppError } from '$lib/errors';
import { m } from './errors';
import type { ErrorText } from './errorText';

export { load as loadErrorHelp } from './errors';

/** What an error means to the reader, and what they can do about it. */
export interface ErrorHelp extends ErrorText {
  /** A state of the node rather than a fault. */
  readonly isCalm: boolean;
  /** Where to do it. */
  readonly link?: { readonly href: string; readonly label: string };
}

const CALM: ReadonlySet<string> = new Set([
  'api/stopped',
  'api/module-loading',
  'api/module-disabled',
  'pool/reconnect',
  'wallet/restless-chain',
  'wallet/not-synced',
  'wallet-server/no-peers',
  'mining-server/no-peers'
]);

/** Their cause is the reason, and known to people too. */
const EXPLAINED_BY_CAUSE: ReadonlySet<string> = new Set(['send/refused', 'mining/engine-failed']);

type Entry = ErrorText | ((facts: never) => ErrorText);

/** What happened and what to do, by the error's code, once `loadErrorHelp` has run. */
export function helpFor(error: AppError): ErrorHelp {
  return { ...textOf(error), isCalm: CALM.has(error.code), link: linkOf(error.code) };
}

/** The same as sentences in a row, for a line of a form. */
export function errorWords(error: AppError): string {
  const { title, action } = textOf(error);
  return `${title}. ${action}`;
}

function textOf(error: AppError): ErrorText {
  const { code } = error;
  const rules: Readonly<Record<string, string>> = m.rules;
  const rule = rules[code];
  if (rule !== undefined) return m.brokenRule(rule);
  const texts: Readonly<Record<string, Entry>> = m.texts;
  const entry = texts[code];
  // Only what a test forgot to list: see tests/unit/messages/errorHelp.test.ts.
  if (entry === undefined) return { title: m.unknown, action: m.seeDetails };
  const text = typeof entry === 'function' ? entry(error.facts as never) : entry;
  return EXPLAINED_BY_CAUSE.has(code) && error.cause instanceof AppError
    ? { title: text.title, action: `${text.action} ${errorWords(error.cause)}` }
    : text;
}

function linkOf(code: string): ErrorHelp['link'] {
  if (code === 'api/unauthorized') return { href: '/login?again', label: m.links.signIn };
  if (code === 'api/not-configured' || code === 'connection/unknown') {
    return { href: '/connections', label: m.links.connections };
  }
  return undefined;
}
