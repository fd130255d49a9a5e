import { excerpt } from '$lib/codec/visibleText';
import { InvalidSettingsError, NoSettingsFileError, SettingsVersionError, UnknownSettingsError } from './errors';

/** Version of the file format: adding a setting does not need a new one, changing a setting's meaning does. */
const VERSION = 1;

/** Parses a setting's value; undefined if invalid. */
export type ParseSetting = (value: unknown) => unknown;

/** Formats settings as the text of a file. */
export const writeSettings = (settings: Readonly<Record<string, unknown>>): string =>
  `${JSON.stringify({ kind: 'quarry-settings', version: VERSION, settings }, undefined, 2)}\n`;

/**
 * Parses the settings of a file, which must all be valid. Settings that it omits are unchanged.
 * @throws {NoSettingsFileError | SettingsVersionError | UnknownSettingsError | InvalidSettingsError}
 */
export function readSettings(
  text: string,
  parsers: Readonly<Record<string, ParseSetting>>
): ReadonlyMap<string, unknown> {
  const { kind, version, settings } = asObject(parseJson(text));
  if (kind !== 'quarry-settings') throw new NoSettingsFileError();
  if (version !== VERSION) throw new SettingsVersionError(version, VERSION);
  const given = Object.entries(asObject(settings));
  const unknown = given.filter(([name]) => !Object.hasOwn(parsers, name)).map(([name]) => name);
  if (unknown.length > 0) throw new UnknownSettingsError(excerptOf(unknown));
  const read = given.map(([name, value]) => [name, parsers[name]!(value)] as const);
  const invalid = read.filter(([, value]) => value === undefined).map(([name]) => name);
  if (invalid.length > 0) throw new InvalidSettingsError(invalid.join(', '));
  return new Map(read);
}

/** Of the names that are reported. */
const MAX_NAMES = 10;

/** A file from someone else may have any names. */
const excerptOf = (names: readonly string[]): string =>
  [...names.slice(0, MAX_NAMES).map(excerpt), ...(names.length > MAX_NAMES ? ['…'] : [])].join(', ');

/** Nothing in a file is dropped silently: a value is invalid if `parse` omits or changes a part of it. */
export const strict =
  <T>(parse: (value: unknown) => T | undefined) =>
  (value: unknown): T | undefined => {
    const read = parse(value);
    return read !== undefined && hasAllOf(read, value) ? read : undefined;
  };

function hasAllOf(read: unknown, given: unknown): boolean {
  if (typeof given !== 'object' || given === null) return Object.is(read, given);
  if (typeof read !== 'object' || read === null) return false;
  return Object.entries(given).every(
    ([name, part]) => Object.hasOwn(read, name) && hasAllOf(read[name as keyof typeof read], part)
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new NoSettingsFileError();
  }
}

function asObject(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new NoSettingsFileError();
  return value as Readonly<Record<string, unknown>>;
}
