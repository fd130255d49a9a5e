import { expect, test } from 'vitest';
import { AppError } from '$lib/errors';
import { parseFormats } from '$lib/services/settings/formats';
import { readSettings, strict, writeSettings } from '$lib/services/settings/settingsFile';

const parsers = {
  power: (value: unknown) => (typeof value === 'number' && value <= 1 ? value : undefined),
  formats: parseFormats
};
const file = (settings: unknown, version: unknown = 1) =>
  JSON.stringify({ kind: 'quarry-settings', version, settings });

function refusal(text: string): AppError {
  try {
    readSettings(text, parsers);
  } catch (error) {
    if (error instanceof AppError) return error;
  }
  throw new Error('It was read.');
}

test('what was written is read back', () => {
  const settings = {
    power: 0.5,
    formats: { amounts: 'coins', decimals: 0, sizes: 'binary', times: 'absolute', timeZone: 'UTC' }
  };
  expect(Object.fromEntries(readSettings(writeSettings(settings), parsers))).toEqual(settings);
});

test('settings missing from a file are not in the result', () => {
  expect([...readSettings(file({ power: 1 }), parsers).keys()]).toEqual(['power']);
});

test.each([
  ['no JSON', '{', 'settings/not-a-file'],
  ['JSON of something else', '{"kind":"quarry-wallets","version":1}', 'settings/not-a-file'],
  ['a list', '[]', 'settings/not-a-file'],
  ['no settings', file(null), 'settings/not-a-file'],
  ['a later format', file({}, 2), 'settings/version'],
  ['no version', JSON.stringify({ kind: 'quarry-settings', settings: {} }), 'settings/version']
])('%s is rejected', (_, text, code) => expect(refusal(text).code).toBe(code));

test('unknown settings are reported, including names of inherited properties', () => {
  expect(refusal(file({ power: 1, colour: 'red', toString: 1 }))).toMatchObject({
    code: 'settings/unknown',
    names: 'colour, toString'
  });
});

test('of many or long unknown names, and of those that reverse the text beside them, excerpts are reported', () => {
  const names = ['\u202edecrever', 'x'.repeat(1_000_000), ...Array.from({ length: 1_000 }, (_, i) => `n${i}`)];
  const error = refusal(file(Object.fromEntries(names.map((name) => [name, 1]))));
  const shown = ['decrever', `${'x'.repeat(40)}…`, 'n0', 'n1', 'n2', 'n3', 'n4', 'n5', 'n6', 'n7', '…'].join(', ');
  expect(error).toMatchObject({ code: 'settings/unknown', names: shown });
  const { message } = refusal(file({}, '\u202e'.repeat(1_000_000)));
  expect(message).toBe('The settings file has version ""; this Quarry reads version 1.');
});

test('invalid values are reported, and no others are applied', () => {
  expect(refusal(file({ power: 2, formats: { sizes: 'ternary' } }))).toMatchObject({
    code: 'settings/invalid',
    names: 'power, formats'
  });
});

test.each([
  ['whole', { sizes: 'binary', hours: { from: 1, to: 2 } }, true],
  ['with a part that the parser drops', { sizes: 'binary', hours: { from: 1, to: 2, zone: 'UTC' } }, false],
  ['with a part that the parser changes', { sizes: ' binary', hours: { from: 1, to: 2 } }, false],
  ['with the name of an inherited property', { sizes: 'binary', hours: { from: 1, to: 2 }, valueOf: 1 }, false],
  ['of another type', 'binary', false]
])('a value %s', (_, value, isTaken) => {
  const parse = (given: unknown) => {
    const { sizes, hours } = given as { sizes?: string; hours?: { from: number; to: number } };
    return { sizes: sizes?.trim(), hours: { from: hours?.from, to: hours?.to } };
  };
  expect(strict(parse)(value) !== undefined).toBe(isTaken);
});
