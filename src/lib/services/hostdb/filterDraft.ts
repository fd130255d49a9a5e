import type { FilterMode, HostdbEntry } from '$lib/api/daemon/hostdb';
import { coversHost, parseAddressRule } from './addressRule';

/** The hosts the renter may use, as in the node's own filter. Keys are `ed25519:<64 hex>`. */
export interface Filter {
  readonly filterMode: FilterMode;
  readonly hosts: readonly string[];
  /** IP addresses, ranges and domains. */
  readonly netAddresses: readonly string[];
}

/** Splits pasted text at line ends, commas and spaces, without duplicates. */
export function splitList(text: string): readonly string[] {
  return [...new Set(text.split(/[\s,;]+/).filter((entry) => entry !== ''))];
}

const HOST_KEY = /^ed25519:[0-9a-f]{64}$/;

/** Parses a key, case-insensitive, with or without prefix; undefined if invalid. */
export function readKey(text: string): string | undefined {
  const lower = text.toLowerCase();
  const key = lower.startsWith('ed25519:') ? lower : `ed25519:${lower}`;
  return HOST_KEY.test(key) ? key : undefined;
}

/** Invalid entries; at least one. */
interface InvalidEntries<Code> {
  readonly code: Code;
  readonly entries: readonly string[];
}

export interface DraftProblems {
  /** Why the list of keys cannot be used. */
  readonly hosts?: InvalidEntries<'invalidKeys'> | { readonly code: 'emptyWhitelist' | 'emptyBlacklist' };
  readonly netAddresses?: InvalidEntries<'invalidAddresses'>;
}

export interface FilterDraft {
  readonly mode: FilterMode;
  readonly hostsText: string;
  readonly netAddressesText: string;
}

/** The filter of the form, and its problems. With problems, the filter contains the valid entries. */
export function readFilterDraft({ mode, hostsText, netAddressesText }: FilterDraft): {
  readonly filter: Filter;
  readonly problems: DraftProblems;
} {
  if (mode === 'disable') return { filter: { filterMode: mode, hosts: [], netAddresses: [] }, problems: {} };
  const given = splitList(hostsText);
  const hosts = [...new Set(given.flatMap((text) => readKey(text) ?? []))];
  const badKeys = given.filter((text) => readKey(text) === undefined);
  const netAddresses = splitList(netAddressesText);
  const badNets = netAddresses.filter((text) => parseAddressRule(text) === undefined);
  const problems: DraftProblems = {
    ...(badKeys.length > 0
      ? { hosts: { code: 'invalidKeys', entries: badKeys } }
      : mode === 'whitelist' && hosts.length === 0
        ? { hosts: { code: 'emptyWhitelist' } }
        : mode === 'blacklist' && hosts.length === 0 && netAddresses.length === 0
          ? { hosts: { code: 'emptyBlacklist' } }
          : {}),
    ...(badNets.length > 0 && { netAddresses: { code: 'invalidAddresses', entries: badNets } })
  };
  return { filter: { filterMode: mode, hosts, netAddresses }, problems };
}

export const sameFilter = (a: Filter, b: Filter): boolean =>
  a.filterMode === b.filterMode && sameList(a.hosts, b.hosts) && sameList(a.netAddresses, b.netAddresses);

const sameList = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && new Set([...a, ...b]).size === new Set(a).size;

type Filterable = Pick<HostdbEntry, 'publicKey' | 'netAddress' | 'ipNets'>;

/** Predicate of the hosts that the filter allows. */
export function allows({ filterMode, hosts, netAddresses }: Filter): (host: Filterable) => boolean {
  if (filterMode === 'disable') return () => true;
  const keys = new Set(hosts);
  const rules = netAddresses.map(parseAddressRule).filter((rule) => rule !== undefined);
  const isListed = ({ publicKey, netAddress, ipNets }: Filterable) =>
    keys.has(publicKey) || rules.some((rule) => coversHost(rule, netAddress, ipNets));
  // A whitelist allows the listed keys only; the node ignores its addresses.
  return filterMode === 'blacklist' ? (host) => !isListed(host) : ({ publicKey }) => keys.has(publicKey);
}

/** The predicted effect of a filter change; the node decides. */
export interface FilterPreview {
  /** Keys added and removed. */
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** Hosts that become excluded, and those that become usable. */
  readonly newlyBarred: readonly Filterable[];
  readonly newlyAllowed: readonly Filterable[];
  /** Number of usable hosts afterwards. */
  readonly usable: number;
  /** Active contracts with excluded hosts: the renter replaces them. */
  readonly contractsToReplace: number;
  /** Keys in the new list that are unknown to this node. */
  readonly unknownKeys: readonly string[];
}

/** @param contracts active contracts by host key */
export function previewFilter(
  now: Filter,
  next: Filter,
  hosts: readonly Filterable[],
  contracts: readonly { readonly hostKey: string }[]
): FilterPreview {
  const before = allows(now);
  const after = allows(next);
  const known = new Map(hosts.map((host) => [host.publicKey, host]));
  const listedNow = new Set(now.hosts);
  const listedNext = new Set(next.hosts);
  const usable = hosts.filter(after);
  const isBarred = (key: string) => !after(known.get(key) ?? { publicKey: key, netAddress: '', ipNets: [] });
  return {
    added: next.hosts.filter((key) => !listedNow.has(key)),
    removed: now.hosts.filter((key) => !listedNext.has(key)),
    newlyBarred: hosts.filter((host) => before(host) && !after(host)),
    newlyAllowed: usable.filter((host) => !before(host)),
    usable: usable.length,
    contractsToReplace: contracts.filter(({ hostKey }) => isBarred(hostKey)).length,
    unknownKeys: next.hosts.filter((key) => !known.has(key))
  };
}

/** Initial values from a link: a proposed mode, keys to add or remove. */
export interface FilterProposal {
  readonly mode?: FilterMode;
  readonly add?: readonly string[];
  readonly remove?: readonly string[];
}

/**
 * The form's initial values. A list belongs to its mode: keys proposed for a whitelist are not added to a blacklist.
 */
export function startDraft(now: Filter, { mode = now.filterMode, add = [], remove = [] }: FilterProposal): FilterDraft {
  const kept = mode === now.filterMode ? now.hosts.filter((key) => !remove.includes(key)) : [];
  return {
    mode,
    hostsText: [...new Set([...kept, ...add])].join('\n'),
    netAddressesText: (mode === now.filterMode ? now.netAddresses : []).join('\n')
  };
}

/** The proposal in a URL: `?mode=blacklist&add=ed25519:…`; invalid values are ignored. */
export function readProposal(search: URLSearchParams): FilterProposal {
  const mode = search.get('mode');
  const keys = (name: string) => search.getAll(name).flatMap((text) => readKey(text) ?? []);
  return {
    ...((mode === 'whitelist' || mode === 'blacklist' || mode === 'disable') && { mode }),
    add: keys('add'),
    remove: keys('remove')
  };
}
