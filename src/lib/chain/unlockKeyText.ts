import { specifier16, type Specifier, type UnlockKey } from './policy';
import { decodeHex, encodeHex, encodeUtf8 } from '../codec/bytes';
import { CodecError } from '../codec/errors';
import { encode } from '../codec/layout';

const PLAIN_ALGORITHM = /^[A-Za-z0-9]+$/;
const KEY_TEXT = /^(?:([A-Za-z0-9]*)|"((?:[^"\\]|\\.)*)"):((?:[0-9a-fA-F]{2})*)$/s;

/**
 * `algorithm:hex`; an algorithm with anything but letters and digits stands in quotes with escapes, for example
 * `"has space":00`.
 */
export function formatUnlockKey({ algorithm, key }: UnlockKey): string {
  return `${PLAIN_ALGORITHM.test(algorithm) ? algorithm : quote(algorithm)}:${encodeHex(key)}`;
}

/**
 * The key in a text `algorithm:hex`.
 * @throws {CodecError} another form, or an algorithm of more than 16 bytes
 */
export function parseUnlockKey(text: string): UnlockKey {
  const match = KEY_TEXT.exec(text);
  if (match === null) throw new CodecError('expected algorithm:hex');
  const algorithm = (match[1] ?? unquote(match[2]!)).replace(/\0+$/, '') as Specifier;
  encode(specifier16, algorithm);
  return { algorithm, key: decodeHex(match[3]!) };
}

// A specifier holds one character a byte, so what is not printable ASCII is written as the byte it is.
const NOT_PRINTABLE = /["\\]|[^\x20-\x7e]/g;

const quote = (algorithm: string): string =>
  `"${algorithm.replace(NOT_PRINTABLE, (character) =>
    character === '"' || character === '\\'
      ? `\\${character}`
      : `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`
  )}"`;

const ESCAPED: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '"': '"',
  '\\': '\\'
};
const PIECE = /\\x([0-9a-fA-F]{2})|\\u([0-9a-fA-F]{4})|\\(.)|([^\\]+)/gsu;

function unquote(body: string): string {
  return body.replace(PIECE, (_, byte?: string, unit?: string, letter?: string, plain?: string) => {
    if (byte !== undefined) return String.fromCharCode(parseInt(byte, 16));
    if (unit !== undefined) return bytesAsCharacters(String.fromCharCode(parseInt(unit, 16)));
    if (plain !== undefined) return bytesAsCharacters(plain);
    const meant = ESCAPED[letter!];
    if (meant === undefined) throw new CodecError(`unknown escape \\${letter} in a key's algorithm`);
    return meant;
  });
}

const bytesAsCharacters = (text: string): string => String.fromCharCode(...encodeUtf8(text));
