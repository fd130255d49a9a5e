import { separatorsOf, type NumberNotation } from './numberNotation';

export type { NumberNotation } from './numberNotation';

/** The result of reading a typed or pasted number. */
export type DecimalReading =
  /** Exact decimal text with ASCII digits and a decimal point: `1234.5`. */
  | { readonly kind: 'number'; readonly number: string }
  /** The notations disagree. Distinct readings, in the order of the notations. */
  | { readonly kind: 'ambiguous'; readonly readings: readonly string[] }
  | { readonly kind: 'invalid' };

/** A language's notation, normalized for {@link readDecimal}: one character per separator. */
export function notationOf(tag: string): NumberNotation {
  const { decimal, group } = separatorsOf(tag);
  return { decimal: fold(decimal) || '.', group: fold(group) };
}

/** Code points of the digit zero in the scripts that Intl formats numbers with. */
const ZEROS = [
  ...[0x0660, 0x06f0, 0x07c0, 0x0966, 0x09e6, 0x0a66, 0x0ae6, 0x0b66, 0x0be6, 0x0c66, 0x0ce6, 0x0d66, 0x0e50],
  ...[0x0ed0, 0x0f20, 0x1040, 0x17e0, 0x1810, 0xff10]
];

/** The decimal separator of Arabic scripts, which never separates thousands. */
const ARABIC_DECIMAL = '٫';

/** Normalizes digits to ASCII, and variants of a separator to a single character. */
function fold(text: string): string {
  return [...text.replace(/[\u200e\u200f\u061c\u2066-\u2069]/g, '')]
    .map((character) => {
      const code = character.codePointAt(0)!;
      const zero = ZEROS.find((first) => code >= first && code < first + 10);
      if (zero !== undefined) return String(code - zero);
      if (/\s/.test(character)) return ' ';
      if (/['’ʼ＇]/.test(character)) return "'";
      if (character === ARABIC_DECIMAL || character === '，') return ',';
      if (character === '٬') return "'";
      return character === '．' ? '.' : character;
    })
    .join('');
}

/** Groups of three digits or, as in India, three and then groups of two. */
const groupedBy = (separator: string): RegExp => {
  const escaped = `\\${separator}`;
  return new RegExp(`^[0-9]{1,3}(?:${escaped}[0-9]{3})+$|^[0-9]{1,2}(?:${escaped}[0-9]{2})*${escaped}[0-9]{3}$`);
};
/** Separators that are never a decimal point. */
const GROUPS_ONLY = [' ', "'", '_'];
const DIGITS = /^[0-9]+$/;

/** The whole part without its separators; undefined if they do not separate valid groups. */
function ungrouped(whole: string, separators: readonly string[]): string | undefined {
  if (whole === '' || DIGITS.test(whole)) return whole;
  const separator = separators.find((candidate) => groupedBy(candidate).test(whole));
  // 0,123 is not grouped: a grouped number does not begin with zero.
  return separator === undefined || whole.startsWith('0') ? undefined : whole.replaceAll(separator, '');
}

/** Joins a whole part and a fraction, such as `12.50`; undefined without any digit. */
function joined(whole: string | undefined, fraction = ''): string | undefined {
  if (whole === undefined || (whole === '' && fraction === '') || (fraction !== '' && !DIGITS.test(fraction))) {
    return undefined;
  }
  const digits = whole.replace(/^0+(?=\d)/, '') || '0';
  return fraction === '' ? digits : `${digits}.${fraction}`;
}

/** Reads the text with this character as the decimal point and any other as the group separator. */
function withDecimal(text: string, decimal: string): string | undefined {
  const parts = text.split(decimal);
  if (parts.length > 2) return undefined;
  const groups = ['.', ',', ...GROUPS_ONLY].filter((separator) => separator !== decimal);
  return joined(ungrouped(parts[0] ?? '', groups), parts[1]);
}

/** More than any height, and always exact in a double. */
const MAX_WHOLE_DIGITS = 12;

/**
 * Reads a whole number, such as a height, in the notations of many languages: `1234`, `1,234`, `1.234`, `1 234`. Since
 * the number is whole, every separator is a group separator.
 */
export function readWholeNumber(typed: string): number | undefined {
  const text = fold(typed.trim());
  const digits = ungrouped(text, ['.', ',', ...GROUPS_ONLY]);
  return digits && DIGITS.test(digits) && digits.length <= MAX_WHOLE_DIGITS ? Number(digits) : undefined;
}

/** Reads the text as a whole number with this group separator. */
const withoutDecimal = (text: string, group: string): string | undefined => joined(ungrouped(text, [group]));

/**
 * Reads a non-negative number in the notations of many languages: `1.5`, `1,5`, `1,234.56`, `1.234,56`, `1 234,56`,
 * `1'234.56`, `12,34,567`, `٣٫٥`. No exponent, no sign, no unit.
 *
 * Most texts have a single reading. A single point or comma before exactly three digits, as in `1,234`, has two. The
 * user's notations decide; if they disagree, or none of them uses the character, the text is ambiguous.
 * @param notations the user's, at least one; if there are several, all possible readings are returned
 */
export function readDecimal(typed: string, notations: readonly NumberNotation[]): DecimalReading {
  const text = fold(typed.trim());
  if (!/^[0-9.,'_ ]+$/.test(text)) return { kind: 'invalid' };
  if (typed.includes(ARABIC_DECIMAL)) return one([withDecimal(text, ',')]);
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
