import { endOfString } from './jsonNesting';

// Bare digits: not quoted, not part of a longer word, no fraction and no exponent.
const BARE_DIGITS = /(?<!["\w.+-])-?\d{16,}(?!["\w.])/g;

/** A place in a parsed value with a number that may have lost digits as a double. */
interface WidePlace {
  readonly owner: Record<string, unknown>;
  readonly key: string;
  readonly value: number;
}

/**
 * Parses JSON and restores the digits of wide integers from the text. A reviver does the same, but is called for every
 * value, of which anyone can send millions: on an update of 73 MB it took three times as long, and on short values
 * thirty times as long.
 * @param exact parses the digits
 */
export function parseWithDigits(text: string, exact: (digits: string) => bigint): unknown {
  let root: Record<string, unknown> = { value: JSON.parse(text) };
  let places = placesIn(root);
  if (places.length === 0) return root.value;
  const tokens = new Map<number, Token>();
  for (const [digits] of text.matchAll(BARE_DIGITS)) {
    const value = Number(digits);
    const known = tokens.get(value);
    if (known === undefined) tokens.set(value, { digits, count: 1 });
    else if (known.digits === digits) known.count++;
    else known.count = NaN;
  }
  const counts = new Map<number, number>();
  for (const { value } of places) counts.set(value, (counts.get(value) ?? 0) + 1);
  // A number without bare digits has a fraction or an exponent, and remains unchanged.
  const isClear = (value: number) => [undefined, counts.get(value)].includes(tokens.get(value)?.count);
  const unclear = new Set([...counts.keys()].filter((value) => !isClear(value)));
  if (unclear.size > 0) {
    root = { value: JSON.parse(takeApart(text, unclear, tokens, counts)) };
    places = placesIn(root);
  }
  for (const { owner, key, value } of places) {
    const digits = tokens.get(value)?.digits;
    if (digits !== undefined) owner[key] = exact(digits);
  }
  return root.value;
}

/** The digits of a wide integer, and how often they are in the text: not a number if others share their double. */
interface Token {
  readonly digits: string;
  count: number;
}

/** Replaces integers that share a double with others, or with digits in a string: each gets a double of its own. */
function takeApart(
  text: string,
  unclear: ReadonlySet<number>,
  tokens: Map<number, Token>,
  counts: ReadonlyMap<number, number>
): string {
  let stand = 2 ** 53;
  const apart = replaceDigits(text, (digits) => {
    if (!unclear.has(Number(digits))) return digits;
    do stand += 2;
    while (tokens.has(stand) || counts.has(stand));
    tokens.set(stand, { digits, count: 1 });
    return String(stand);
  });
  // What still has such a double has a fraction or an exponent.
  for (const value of unclear) tokens.delete(value);
  return apart;
}

/** Replaces bare digits that are not in a string. */
function replaceDigits(text: string, replace: (digits: string) => string): string {
  let replaced = '';
  let copied = 0;
  let quote = text.indexOf('"');
  let stringEnd = 0;
  for (const { 0: digits, index } of text.matchAll(BARE_DIGITS)) {
    for (; quote >= 0 && quote < index; quote = text.indexOf('"', stringEnd)) stringEnd = endOfString(text, quote) + 1;
    if (index < stringEnd) continue;
    replaced += text.slice(copied, index) + replace(digits);
    copied = index + digits.length;
  }
  return replaced + text.slice(copied);
}

/** Includes Infinity: that many digits are an error, which `exact` throws. */
const isWide = (value: number): boolean =>
  !Number.isSafeInteger(value) && (Number.isInteger(value) || !Number.isFinite(value));

function placesIn(root: Record<string, unknown>): WidePlace[] {
  const places: WidePlace[] = [];
  collect(root, places);
  return places;
}

function collect(owner: Record<string, unknown>, places: WidePlace[]): void {
  for (const key of Object.keys(owner)) {
    const value = owner[key];
    if (typeof value === 'number') {
      if (isWide(value)) places.push({ owner, key, value });
    } else if (Array.isArray(value)) {
      collectItems(value, places);
    } else if (typeof value === 'object' && value !== null) {
      collect(value as Record<string, unknown>, places);
    }
  }
}

function collectItems(items: unknown[], places: WidePlace[]): void {
  for (let i = 0; i < items.length; i++) {
    const item = items[i];
    // Most long lists are lists of strings.
    if (typeof item === 'string') continue;
    if (typeof item === 'number') {
      if (isWide(item))
        places.push({ owner: items as unknown as Record<string, unknown>, key: String(i), value: item });
    } else if (Array.isArray(item)) {
      collectItems(item, places);
    } else if (typeof item === 'object' && item !== null) {
      collect(item as Record<string, unknown>, places);
    }
  }
}
