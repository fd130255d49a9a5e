import { CodecError } from '$lib/codec/errors';
import type { JsonValue } from '$lib/codec/json';

/**
 * The prefix a service writes before its names: `svc` is ours and the API documents', `sia` the real network's servers'.
 * This file is the only place that knows both; a page's transport reads and writes the other, everything else speaks
 * `svc`.
 */
export type Dialect = 'svc' | 'sia';
export const DIALECTS = ['svc', 'sia'] as const satisfies readonly Dialect[];
/** What everything on our side of the transport speaks. */
export const OUR_DIALECT: Dialect = 'svc';
/** What the real network's servers speak. */
export const NETWORK_DIALECT: Dialect = 'sia';

/** What the prefix stands before: `svccoinInputs`, `immatureSvccoins`, `svcfundportion`. `siapath` is the same in both. */
const PREFIX = /(?:svc|sia)(?=coin|fund)/gi;

/** Values that are names themselves, by the key they stand under. */
const NAMED_VALUES: Readonly<Record<string, ReadonlySet<string>>> = { type: new Set(['svcfundClaim', 'siafundClaim']) };

/** Whatever stands under these is somebody's own, keys and all. */
const FREE_KEYS: ReadonlySet<string> = new Set(['metadata']);

/** Paths below these hold what people chose, such as names of files and of other computers. */
const FREE_PATHS = /^\/(?:api\/)?(?:renter|gateway|host|hostdb)(?:\/|$)/;
const NAME_SEGMENT = /^(?:svc|sia)(?:coin|fund)s?$/i;

/**
 * The two prefixes change places, so nothing is ever lost: what looks like a name of the other dialect already becomes
 * one of this, and comes back as it was.
 */
const swapPrefixes = (name: string): string => name.replace(PREFIX, swapPrefix);

/** `Sia` → `Svc`, `svC` → `siA`. */
function swapPrefix(prefix: string): string {
  const other = prefix.toLowerCase() === 'svc' ? 'sia' : 'svc';
  return Array.from(other, (letter, i) =>
    prefix[i] === prefix[i]!.toLowerCase() ? letter : letter.toUpperCase()
  ).join('');
}

/**
 * The same JSON with keys, and values that are names, in the other dialect; what holds none is shared. There and back is
 * the identity.
 * @throws {CodecError} nesting by the thousand
 */
export function translateJsonKeys(value: JsonValue, from: Dialect, to: Dialect): JsonValue {
  if (from === to) return value;
  const names = new Map<string, string>();
  const nameOf = (key: string): string => {
    let name = names.get(key);
    if (name === undefined) names.set(key, (name = swapPrefixes(key)));
    return name;
  };
  const translate = (item: JsonValue): JsonValue => {
    if (typeof item !== 'object' || item === null) return item;
    if (Array.isArray(item)) {
      let copy: JsonValue[] | undefined;
      for (let i = 0; i < item.length; i++) {
        const inner = translate(item[i]!);
        if (inner !== item[i]) (copy ??= [...item])[i] = inner;
      }
      return copy ?? item;
    }
    let isOther = false;
    const fields = Object.entries(item).map(([key, inner]): [string, JsonValue] => {
      const field: [string, JsonValue] = [nameOf(key), translateValue(key, inner)];
      isOther ||= field[0] !== key || field[1] !== inner;
      return field;
    });
    // fromEntries defines its keys, so a key named __proto__ stays a key.
    return isOther ? Object.fromEntries(fields) : item;
  };
  const translateValue = (key: string, inner: JsonValue): JsonValue => {
    if (FREE_KEYS.has(key)) return inner;
    return typeof inner === 'string' && NAMED_VALUES[key]?.has(inner) ? swapPrefixes(inner) : translate(inner);
  };
  try {
    return translate(value);
  } catch (error) {
    if (error instanceof RangeError) throw new CodecError('JSON nests too deep', '', { cause: error });
    throw error;
  }
}

/** How a page's transport reads and writes a dialect. */
export const spellingOf = (dialect: Dialect) => ({
  dialect,
  write: (ours: JsonValue) => translateJsonKeys(ours, OUR_DIALECT, dialect),
  read: (theirs: JsonValue) => translateJsonKeys(theirs, dialect, OUR_DIALECT)
});

/** A server's words, and JSON among them, in the other dialect. */
export const translateWords = (words: string, from: Dialect, to: Dialect): string =>
  from === to ? words : swapPrefixes(words);

/** The dialect whose names occur in the JSON's keys; nothing when none does. */
export function dialectOf(value: JsonValue): Dialect | undefined {
  // A list of what is still to be looked at rather than recursion: the value may nest by the thousand.
  const waiting: JsonValue[] = [value];
  for (let item = waiting.pop(); item !== undefined; item = waiting.pop()) {
    if (typeof item !== 'object' || item === null) continue;
    for (const [key, inner] of Object.entries(item) as [string, JsonValue][]) {
      const prefix = Array.isArray(item) ? undefined : key.match(PREFIX)?.[0].toLowerCase();
      const found = DIALECTS.find((dialect) => dialect === prefix);
      if (found) return found;
      if (!FREE_KEYS.has(key)) waiting.push(inner);
    }
  }
  return undefined;
}

/** The path with its name segments in the other dialect: `/outputs/svccoin/…` ↔ `/outputs/siacoin/…`. */
export function translatePath(path: string, from: Dialect, to: Dialect): string {
  if (from === to || FREE_PATHS.test(path)) return path;
  return path
    .split('/')
    .map((segment) => (NAME_SEGMENT.test(segment) ? swapPrefixes(segment) : segment))
    .join('/');
}

const SERVICE_WORDS = /\b(root)?(?:svc|sia)(?=coin|fund|path)/gi;
/** Paths of files, and names of computers: what people chose. */
const CHOSEN = /[/\\]|^\W*[a-z\d-]+(?:\.[a-z\d-]+)+(?::\d+)?\W*$/;

/** A server's sentence without the service's prefix: `svccoin inputs` are coin inputs to people. */
export const withoutService = (words: string): string =>
  words.replace(/\S+/g, (word) => (CHOSEN.test(word) ? word : word.replace(SERVICE_WORDS, '$1')));

/** What a daemon wants to find in the User-Agent header. */
export const agentName = (dialect: Dialect): string => (dialect === 'sia' ? 'Sia-Agent' : 'Svc-Agent');

/** What a daemon calls itself when it asks for a password. */
export const authRealm = (dialect: Dialect): string => (dialect === 'sia' ? 'SiaAPI' : 'API');

/** The environment variable that gives a daemon its password. */
export const passwordVariable = (dialect: Dialect): string => `${dialect.toUpperCase()}_API_PASSWORD`;
