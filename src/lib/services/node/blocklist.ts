import { isHostName, parseIp, splitHostPort } from '$lib/codec/ipAddress';

/** Valid actions; any other crashes a daemon's handler. */
export type BlocklistAction = 'append' | 'remove' | 'set';

/** Why a blocklist entry is invalid. */
export type BlockEntryProblem =
  | { readonly code: 'range' | 'invalid' }
  /** Prefix length of a range, 0 to `max`. */
  | { readonly code: 'prefix'; readonly max: number }
  /** An address with a port; addresses are blocked for all ports. */
  | { readonly code: 'port'; readonly host: string };

/** Why a blocklist entry is invalid; undefined if it is valid. */
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
 * Splits pasted text at line ends, commas and spaces, without duplicates; invalid entries come with a reason. Entries
 * already on the list are valid as they are and keep their spelling.
 */
export function readEntries(
  text: string,
  current: readonly string[]
): {
  readonly entries: readonly string[];
  readonly problems: readonly { readonly entry: string; readonly problem: BlockEntryProblem }[];
} {
  const listed = new Set(current);
  const spellings = new Map(current.map((entry) => [entry.toLowerCase(), entry]));
  const given = text.toLowerCase().split(/[\s,;]+/);
  const entries = [...new Set(given.filter((entry) => entry !== '').map((entry) => spellings.get(entry) ?? entry))];
  const problems = entries.flatMap((entry) => {
    const problem = listed.has(entry) ? undefined : blockEntryProblem(entry);
    return problem === undefined ? [] : [{ entry, problem }];
  });
  return { entries, problems };
}

/** The resulting list. */
export interface BlocklistPreview {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly kept: readonly string[];
  /** Entries to add that are already there, or to remove that are not. */
  readonly unchanged: readonly string[];
}

/** Predicts the effect of an action. */
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
