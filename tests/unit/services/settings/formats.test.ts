import { expect, test } from 'vitest';
import { DEFAULT_FORMATS, FORMAT_CHOICES, isTimeZone, parseFormats } from '$lib/services/settings/formats';

test('stored formats are read back, and missing ones from an older version have their default', () => {
  const stored = { amounts: 'hastings', decimals: 6, sizes: 'binary', times: 'absolute', timeZone: 'Asia/Tokyo' };
  expect(parseFormats(stored)).toEqual(stored);
  expect(parseFormats({ sizes: 'binary' })).toEqual({ ...DEFAULT_FORMATS, sizes: 'binary' });
});

test.each([
  { amounts: 'doubloons' },
  { decimals: '3' },
  { decimals: 24 },
  { times: '' },
  { timeZone: 'Mars/Olympus' },
  ...['binary', 7, null, ['binary']]
])('values that no version writes are rejected: %o', (stored) => expect(parseFormats(stored)).toBeUndefined());

test('the default is the first choice', () => {
  for (const [name, [first]] of Object.entries(FORMAT_CHOICES))
    expect(DEFAULT_FORMATS[name as keyof typeof FORMAT_CHOICES]).toBe(first);
});

test.each([
  ['', true],
  ['Europe/Berlin', true],
  ['Europe/Berlin ', false],
  [7, false],
  [undefined, false]
])('%j as a time zone: %s', (name, isOne) => expect(isTimeZone(name)).toBe(isOne));
