import { separatorsOf, type NumberNotation } from './numberNotation';

export type { NumberNotation } from './numberNotation';

/** What a person typed or pasted, as a number. */
export type DecimalReading =
  /** Exact decimal text with ASCII digits and a point: `1234.5`. */
  | { readonly kind: 'number'; readonly number: string }
  /** The notations in use read it differently; each reading once, in the order of the notations. */
  | { readonly kind: 'ambiguous'; readonly readings: readonly string[] }
  | { readonly kind: 'invalid' };

/** The notation of a language as {@link readDecimal} compares it, one character for each separator. */
export function notationOf(tag: string): NumberNotation {
  const { decimal, group } = separatorsOf(tag);
  return { decimal: fold(decimal) || '.', group: fold(group) };
}

/** Code points of the digit zero in the scripts that Intl prints numbers in. */
const ZEROS = [
  ...[0x0660, 0x06f0, 0x07c0, 0x0966, 0x09e6, 0x0a66, 0x0ae6, 0x0b66, 0x0be6, 0x0c66, 0x0ce6, 0x0d66, 0x0e50],
  ...[0x0ed0, 0x0f20, 0x1040, 0x17e0, 0x1810, 0xff10]
];

/** Digits as ASCII, and one character for each separator that is written in several ways. */
function fold(text: string): string {
  return [...text.replace(/[\u200e\u200f\u061c\u2066-\u2069]/g, '')]
    .map((character) => {
      const code = character.codePointAt(0)!;
      const zero = ZEROS.find((first) => code >= first && code < first + 10);
      if (zero !== undefined) return String(code - zero);
      if (/\s/.test(character)) return ' ';
      if (/['’ʼ＇]/.test(character)) return "'";
      if (character === '٫' || character === '，') return ',';
      if (character === '٬') return "'";
      return character === '．' ? '.' : character;
    })
    .join('');
}

/** Thousands in groups of three, or as in India the first three and then twos. */
const groupedBy = (separator: string): RegExp => {
  const escaped = `\\${separator}`;
  return new RegExp(`^[0-9]{1,3}(?:${escaped}[0-9]{3})+$|^[0-9]{1,2}(?:${escaped}[0-9]{2})*${escaped}[0-9]{3}$`);
};
/** These never stand before a fraction. */
const GROUPS_ONLY = [' ', "'", '_'];
const DIGITS = /^[0-9]+$/;

/** The whole part without its separators; undefined where they do not stand between groups. */
function ungrouped(whole: string, separators: readonly string[]): string | undefined {
  if (whole === '' || DIGITS.test(whole)) return whole;
  const separator = separators.find((candidate) => groupedBy(candidate).test(whole));
  // 0,123 groups nothing: no number of thousands begins with zero.
  return separator === undefined || whole.startsWith('0') ? undefined : whole.replaceAll(separator, '');
}

/** `12.50` of a whole part and a fraction; undefined unless there is a digit. */
function joined(whole: string | undefined, fraction = ''): string | undefined {
  if (whole === undefined || (whole === '' && fraction === '') || (fraction !== '' && !DIGITS.test(fraction))) {
    return undefined;
  }
  const digits = whole.replace(/^0+(?=\d)/, '') || '0';
  return fraction === '' ? digits : `${digits}.${fraction}`;
}

/** The text with this character before the fraction, any other between groups. */
function withDecimal(text: string, decimal: string): string | undefined {
  const parts = text.split(decimal);
  if (parts.length > 2) return undefined;
  const groups = ['.', ',', ...GROUPS_ONLY].filter((separator) => separator !== decimal);
  return joined(ungrouped(parts[0] ?? '', groups), parts[1]);
}

/** Heights have fewer digits, and all of them are exact in a double. */
const MAX_WHOLE_DIGITS = 12;

/**
 * Reads a whole number as people of several languages write it, such as a height: `1234`, `1,234`, `1.234`, `1 234`. Where
 * only whole numbers can stand, every separator is one of thousands.
 */
export function readWholeNumber(typed: string): number | undefined {
  const text = fold(typed.trim());
  const digits = ungrouped(text, ['.', ',', ...GROUPS_ONLY]);
  return digits && DIGITS.test(digits) && digits.length <= MAX_WHOLE_DIGITS ? Number(digits) : undefined;
}

/** The text without a fraction. */
const withoutDecimal = (text: string, group: string): string | undefined => joined(ungrouped(text, [group]));

/**
 * Reads a number that is not negative as people of several languages write it: `1.5`, `1,5`, `1,234.56`, `1.234,56`,
 * `1 234,56`, `1'234.56`, `12,34,567`, `٣٫٥`. No exponent, no sign, no unit.
 *
 * Most texts have one reading. A single point or comma before exactly three digits has two, as in `1,234`: then it means
 * what it means in the reader's notations, and where these differ, or none of them knows the character, it is ambiguous.
 * @param notations of the reader, at least one; where several are in use, all that it could mean are asked back
 */
export function readDecimal(typed: string, notations: readonly NumberNotation[]): DecimalReading {
  const text = fold(typed.trim());
  if (!/^[0-9.,'_ ]+$/.test(text)) return { kind: 'invalid' };
  const separator = /^[0-9]{1,3}([.,])[0-9]{3}$/.exec(text)?.[1];
  if (separator !== undefined && !text.startsWith('0')) {
    const fraction = withDecimal(text, separator)!;
    const thousands = withoutDecimal(text, separator)!;
    const readings = notations.flatMap(({ decimal, group }) =>
      separator === decimal ? [fraction] : separator === group ? [thousands] : [thousands, fraction]
    );
    return one(readings);
  }
  return one([
    ...[',', '.'].map((decimal) => (text.includes(decimal) ? withDecimal(text, decimal) : undefined)),
    ...['.', ',', ...GROUPS_ONLY].map((group) => withoutDecimal(text, group))
  ]);
}

function one(readings: readonly (string | undefined)[]): DecimalReading {
  const different = [...new Set(readings.filter((reading) => reading !== undefined))];
  const [number] = different;
  if (number === undefined) return { kind: 'invalid' };
  return different.length === 1 ? { kind: 'number', number } : { kind: 'ambiguous', readings: different };
}
