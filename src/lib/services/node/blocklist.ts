import { isHostName, parseIp, splitHostPort } from '$lib/codec/ipAddress';

/** What can be done with the list; a daemon's handler crashes over any other word. */
export type BlocklistAction = 'append' | 'remove' | 'set';

/** What is wrong with an entry to be blocked. */
export type BlockEntryProblem =
  | { readonly code: 'range' | 'invalid' }
  /** The length of the prefix of a range, 0 to `max`. */
  | { readonly code: 'prefix'; readonly max: number }
  /** An address with a port; addresses are blocked whatever the port. */
  | { readonly code: 'port'; readonly host: string };

/** What is wrong with an entry to be blocked; undefined when nothing is. */
export function blockEntryProblem(entry: string): BlockEntryProblem | undefined {
  const [base = '', prefix, ...more] = entry.split('/');
  const ip = parseIp(base);
  if (prefix !== undefined) {
    if (!ip || more.length > 0) return { code: 'range' };
    const bits = Number(prefix);
    return /^\d{1,3}$/.test(prefix) && bits <= ip.bits ? undefined : { code: 'prefix', max: ip.bits };
  }
  if (ip || isHostName(base)) return undefined;
  const parts = splitHostPort(base);
  if (parts && (parseIp(parts.host) || isHostName(parts.host))) {
    return { code: 'port', host: parts.host };
  }
  return { code: 'invalid' };
}

/**
 * What a person typed or pasted, between line ends, commas and spaces, each once; whatever cannot be used with its
 * reason. What is on the list already is fine as it is, however it came to be there, and keeps its spelling.
 */
export function readEntries(
  text: string,
  current: readonly string[]
): {
  readonly entries: readonly string[];
  readonly problems: readonly { readonly entry: string; readonly problem: BlockEntryProblem }[];
} {
  const spellings = new Map(current.map((entry) => [entry.toLowerCase(), entry]));
  const given = text.toLowerCase().split(/[\s,;]+/);
  const entries = [...new Set(given.filter((entry) => entry !== '').map((entry) => spellings.get(entry) ?? entry))];
  const problems = entries.flatMap((entry) => {
    const problem = current.includes(entry) ? undefined : blockEntryProblem(entry);
    return problem === undefined ? [] : [{ entry, problem }];
  });
  return { entries, problems };
}

/** What the list becomes. */
export interface BlocklistPreview {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly kept: readonly string[];
  /** Asked to be added and already there, or asked to be removed and not there. */
  readonly unchanged: readonly string[];
}

/** What an action would change. */
export function previewBlocklist(
  current: readonly string[],
  action: BlocklistAction,
  entries: readonly string[]
): BlocklistPreview {
  const listed = new Set(current);
  const given = new Set(entries);
  const fresh = [...given].filter((entry) => !listed.has(entry));
  const known = [...given].filter((entry) => listed.has(entry));
  const others = [...listed].filter((entry) => !given.has(entry));
  switch (action) {
    case 'append':
      return { added: fresh, removed: [], kept: [...listed], unchanged: known };
    case 'remove':
      return { added: [], removed: known, kept: others, unchanged: fresh };
    case 'set':
      return { added: fresh, removed: others, kept: known, unchanged: [] };
  }
}
