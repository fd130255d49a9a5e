import { decodeHex, encodeHex } from '$lib/codec/bytes';
import { CodecError } from '$lib/codec/errors';
import type { UnlockKey } from './policy';
import {
  bytesAsCharacters,
  SPECIFIER_BYTES,
  specifierOf,
  specifierText,
  withoutPadding,
  type Specifier
} from './specifier';

// A specifier has one character per byte; quoted text is UTF-8 with the escapes of Go's strconv.Quote.

// In quotes, an escape of up to ten characters for each byte.
const MAX_NAME_LENGTH = 2 + 10 * SPECIFIER_BYTES;
const PLAIN_ALGORITHM = /^[A-Za-z0-9]*$/;

/**
 * `algorithm:hex`; an algorithm with characters other than letters and digits is quoted with escapes, for example `"has
 * space":00`.
 */
export function formatUnlockKey({ algorithm, key }: UnlockKey): string {
  return `${PLAIN_ALGORITHM.test(algorithm) ? algorithm : quote(algorithm)}:${encodeHex(key)}`;
}

/**
 * Parses `algorithm:hex`.
 * @throws {CodecError} a syntax error, or an algorithm of more than 16 bytes
 */
export function parseUnlockKey(text: string): UnlockKey {
  const colon = text.lastIndexOf(':');
  if (colon === -1) throw new CodecError('expected algorithm:hex');
  const name = text.slice(0, colon);
  if (name.length > MAX_NAME_LENGTH) throw new CodecError('the algorithm is longer than 16 bytes');
  const algorithm = name.startsWith('"') ? withoutPadding(unquote(name)) : specifierOf(name);
  return { algorithm, key: decodeHex(text.slice(colon + 1)) };
}

const ESCAPES: readonly (readonly [letter: string, meant: string])[] = [
  ['a', '\x07'],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['v', '\v'],
  ['"', '"'],
  ['\\', '\\']
];
const LETTER_OF: ReadonlyMap<string, string> = new Map(ESCAPES.map(([letter, meant]) => [meant, letter]));
const MEANT_BY: ReadonlyMap<string, string> = new Map(ESCAPES);

const PRINTABLE = /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]$/u;

function escape(character: string): string {
  const letter = LETTER_OF.get(character);
  if (letter !== undefined) return `\\${letter}`;
  if (PRINTABLE.test(character)) return character;
  const code = character.codePointAt(0)!;
  // A lone surrogate stands for a byte that is not valid UTF-8; see codec/text.
  if (code >= 0xdc80 && code <= 0xdcff) return `\\x${(code - 0xdc00).toString(16)}`;
  const hex = code.toString(16);
  if (code < 0x20 || code === 0x7f) return `\\x${hex.padStart(2, '0')}`;
  return code > 0xffff ? `\\U${hex.padStart(8, '0')}` : `\\u${hex.padStart(4, '0')}`;
}

const quote = (algorithm: Specifier): string => `"${[...specifierText(algorithm)].map(escape).join('')}"`;

const QUOTED = /^"((?:[^"\\\n]|\\.)*)"$/s;
const PIECE =
  /\\(?:x([0-9a-fA-F]{2})|([0-3][0-7]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([abfnrtv"\\]))|(\\)|([^\\]+)/gs;

function unquote(quoted: string): string {
  const body = QUOTED.exec(quoted)?.[1];
  if (body === undefined) throw new CodecError('unterminated quotes around the algorithm');
  return body.replace(
    PIECE,
    (
      _,
      byte?: string,
      octal?: string,
      unit?: string,
      wide?: string,
      letter?: string,
      stray?: string,
      plain?: string
    ) => {
      if (byte !== undefined) return String.fromCharCode(parseInt(byte, 16));
      if (octal !== undefined) return String.fromCharCode(parseInt(octal, 8));
      if (letter !== undefined) return MEANT_BY.get(letter)!;
      if (plain !== undefined) return bytesAsCharacters(plain);
      if (stray !== undefined) throw new CodecError(`unknown escape in the algorithm ${quoted}`);
      return bytesAsCharacters(codePoint(parseInt((unit ?? wide)!, 16)));
    }
  );
}

function codePoint(code: number): string {
  if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) throw new CodecError(`invalid code point ${code}`);
  return String.fromCodePoint(code);
}
