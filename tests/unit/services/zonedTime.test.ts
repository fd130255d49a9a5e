import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fromLocalMs, parseLocalTime, startOfDay, toLocalMs } from '$lib/services/zonedTime';

const iso = (atMs: number): string => new Date(atMs).toISOString();

test.each([
  ['UTC', '2026-11-30T12:00', '2026-11-30T12:00:00.000Z'],
  ['Asia/Kolkata', '2026-11-30', '2026-11-29T18:30:00.000Z'],
  ['Asia/Kathmandu', '2026-11-30T00:15', '2026-11-29T18:30:00.000Z'],
  ['Pacific/Kiritimati', '2026-11-30T13:59', '2026-11-29T23:59:00.000Z'],
  ['America/New_York', '2026-07-01', '2026-07-01T04:00:00.000Z'],
  // 02:00 to 03:00 does not exist on this day, and 01:00 to 02:00 exists twice on the other.
  ['America/New_York', '2026-03-08T02:30', '2026-03-08T07:30:00.000Z'],
  ['America/New_York', '2026-11-01T01:30', '2026-11-01T05:30:00.000Z'],
  ['America/New_York', '2026-11-01T02:00', '2026-11-01T07:00:00.000Z'],
  // Clocks change by half an hour; midnight does not exist; a whole day does not exist.
  ['Australia/Lord_Howe', '2026-10-04T02:15', '2026-10-03T15:45:00.000Z'],
  ['America/Santiago', '2026-09-06', '2026-09-06T04:00:00.000Z'],
  ['Pacific/Apia', '2011-12-30T12:00', '2011-12-30T22:00:00.000Z'],
  // While a year is typed, its field holds the year 2.
  ['UTC', '0002-11-30', '0002-11-30T00:00:00.000Z']
])('in %s, %s is %s', (timeZone, text, expected) => {
  expect(iso(parseLocalTime(text, timeZone))).toBe(expected);
});

test.each(['', 'soon', '2026-13-01', '2026-11-30T25:00', '+275760-09-13'])('%j is not a time', (text) => {
  expect(parseLocalTime(text, 'UTC')).toBeNaN();
});

test('times beyond what a date can represent have no local time', () => {
  expect(toLocalMs(1e16, 'UTC')).toBeNaN();
  expect(startOfDay(1e16, 'UTC')).toBeNaN();
});

test('a day begins at midnight of its time zone', () => {
  const atMs = Date.UTC(2026, 10, 30, 20);
  expect(iso(startOfDay(atMs, 'Asia/Kolkata'))).toBe('2026-11-30T18:30:00.000Z');
  expect(iso(startOfDay(atMs, 'America/New_York'))).toBe('2026-11-30T05:00:00.000Z');
  expect(iso(startOfDay(-1, 'UTC'))).toBe('1969-12-31T00:00:00.000Z');
});

describe('properties', () => {
  const seconds = fc.integer({ min: 0, max: 4_000_000_000 }).map((s) => s * 1000);

  test('the system’s own time zone is that of Date', () => {
    fc.assert(
      fc.property(seconds, (atMs) => {
        const at = new Date(atMs);
        const local = Date.UTC(
          at.getFullYear(),
          at.getMonth(),
          at.getDate(),
          at.getHours(),
          at.getMinutes(),
          at.getSeconds()
        );
        expect(toLocalMs(atMs, '')).toBe(local);
      })
    );
  });

  test('a local time is read back, except where a clock change repeats or skips it', () => {
    const zones = fc.constantFrom('UTC', 'Asia/Kolkata', 'America/New_York', 'Australia/Lord_Howe', 'Pacific/Apia');
    fc.assert(
      fc.property(seconds, zones, (atMs, timeZone) => {
        const localMs = toLocalMs(atMs, timeZone);
        const readMs = fromLocalMs(localMs, timeZone);
        expect(toLocalMs(readMs, timeZone)).toBe(localMs);
        expect(readMs).toBeLessThanOrEqual(atMs);
      })
    );
  });
});
