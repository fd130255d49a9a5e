import type { JsonValue } from '$lib/codec/json';

/**
 * The prefix of coin and fund names in a service's API: `svc` in our code and the API documentation, `sia` on the real
 * network's servers. Only this file knows both. A page's transport translates; everything else uses `svc`.
 */
export type Dialect = 'svc' | 'sia';
export const DIALECTS = ['svc', 'sia'] as const satisfies readonly Dialect[];
/** The dialect of everything on our side of the transport. */
export const OUR_DIALECT: Dialect = 'svc';
/** The dialect of the real network's servers. */
export const NETWORK_DIALECT: Dialect = 'sia';

/** Where the prefix occurs: `svccoinInputs`, `immatureSvccoins`, `svcfundportion`. `siapath` is the same in both. */
const PREFIX = /(?:svc|sia)(?=coin|fund)/gi;

/** Values that are names themselves, by key. */
const NAMED_VALUES: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['type', new Set(['svcfundClaim', 'siafundClaim'])]
]);

/** Keys of user-defined data, which is not translated, including its keys. */
const FREE_KEYS: ReadonlySet<string> = new Set(['metadata']);

/** Paths with user-defined segments below them, such as file names and addresses. */
const FREE_PATHS = /^\/(?:api\/)?(?:renter|gateway|host|hostdb)(?:\/|$)/;
const NAME = /(?:svc|sia)(?:coin|fund)/i;
const NAME_SEGMENT = /^(?:svc|sia)(?:coin|fund)s?$/i;

/**
 * Swaps the two prefixes, so translation is lossless: a name that is already in the other dialect is swapped too, and
 * restored on the way back.
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
 * Translates the keys of a JSON value, and values that are names. Subtrees without such names are shared with the
 * input. A round trip is the identity.
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
    // fromEntries defines properties, so a key named __proto__ stays a key.
    return isOther ? Object.fromEntries(fields) : item;
  };
  const translateValue = (key: string, inner: JsonValue): JsonValue => {
    if (FREE_KEYS.has(key)) return inner;
    return typeof inner === 'string' ? translateText(key, inner) : translate(inner);
  };
  return translate(value);
}

/** The text of a field, translated if it is a name. */
const translateText = (key: string, text: string): string =>
  NAMED_VALUES.get(key)?.has(text) ? swapPrefixes(text) : text;

/** The translation used by a page's transport. */
export const spellingOf = (dialect: Dialect) => ({
  dialect,
  write: (ours: JsonValue) => translateJsonKeys(ours, OUR_DIALECT, dialect),
  read: (theirs: JsonValue) => translateJsonKeys(theirs, dialect, OUR_DIALECT)
});

/**
 * A dialect other than ours, for encoders that write JSON field by field; the result is that of
 * {@link translateJsonKeys}.
 */
export const fieldSpelling = (dialect: Dialect) => ({
  ...spellingOf(dialect),
  key: swapPrefixes,
  /** User-defined data, written unchanged. */
  isFree: (key: string): boolean => FREE_KEYS.has(key),
  /** Whether texts in this field may be names. */
  hasNames: (key: string): boolean => NAMED_VALUES.has(key),
  text: translateText
});
export type FieldSpelling = ReturnType<typeof fieldSpelling>;

/** Translates an error text, including JSON in it. */
export const translateWords = (words: string, from: Dialect, to: Dialect): string =>
  from === to ? words : swapPrefixes(words);

/** The dialect whose names occur in the JSON's keys; undefined if none does. */
export function dialectOf(value: JsonValue): Dialect | undefined {
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
  if (from === to || !NAME.test(path) || FREE_PATHS.test(path)) return path;
  return path
    .split('/')
    .map((segment) => (NAME_SEGMENT.test(segment) ? swapPrefixes(segment) : segment))
    .join('/');
}

const SERVICE_WORDS = /\b(root)?(?:svc|sia)(?=coin|fund|path)/gi;
/**
 * File paths and host names: user-defined text. Names begin and end with a letter or digit: a hyphen or dot that could
 * also be part of what surrounds the name would take a time that grows with the cube of their number.
 */
const CHOSEN = /[/\\]|^\W*[a-z\d][a-z\d-]*(?:\.[a-z\d-]+)*\.[a-z\d-]*[a-z\d](?::\d+)?\W*$/;

/** An error text without the prefix, for people: `svccoin inputs` become `coin inputs`. */
export const withoutService = (words: string): string =>
  words.replace(/\S+/g, (word) => (CHOSEN.test(word) ? word : word.replace(SERVICE_WORDS, '$1')));

/** Required substring of the User-Agent header. */
export const agentName = (dialect: Dialect): string => (dialect === 'sia' ? 'Sia-Agent' : 'Svc-Agent');

/** Realm of a daemon's password challenge. */
export const authRealm = (dialect: Dialect): string => (dialect === 'sia' ? 'SiaAPI' : 'API');

/** Environment variable of a daemon's password. */
export const passwordVariable = (dialect: Dialect): string => `${dialect.toUpperCase()}_API_PASSWORD`;
