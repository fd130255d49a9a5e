import { expect, test } from 'vitest';
import { daysToShow } from '$lib/services/mining/miningRecords';

const HOUR_MS = 60 * 60 * 1000;
const dayIn = (timeZone: string) => {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' });
  return (atMs: number) => format.format(atMs);
};
const limits = { min: 3, max: 90 };

test('the chart of days ends with today in the reader’s time zone', () => {
  const nowMs = Date.UTC(2026, 0, 10, 4);
  const days = (zone: string) => daysToShow({ ...limits, nowMs, firstMs: nowMs }, dayIn(zone)).map(dayIn(zone));
  expect(days('UTC')).toEqual(['2026-01-08', '2026-01-09', '2026-01-10']);
  expect(days('America/Los_Angeles')).toEqual(['2026-01-07', '2026-01-08', '2026-01-09']);
});

test.each([0, 1, 11, 12, 23])('the chart begins with the day of the first record, also at hour %i', (hour) => {
  const nowMs = Date.UTC(2026, 2, 20, 13);
  const firstMs = Date.UTC(2026, 2, 14, hour);
  const days = daysToShow({ ...limits, nowMs, firstMs }, dayIn('UTC')).map(dayIn('UTC'));
  expect([days[0], days.length]).toEqual(['2026-03-14', 7]);
});

test('a day of 23 hours is not skipped, nor one of 25 shown twice', () => {
  const zone = dayIn('Europe/Berlin');
  for (const changeMs of [Date.UTC(2026, 2, 29), Date.UTC(2026, 9, 25)])
    for (let hour = 0; hour < 24; hour++) {
      const nowMs = changeMs + 48 * HOUR_MS + hour * HOUR_MS;
      const days = daysToShow({ min: 5, max: 5, nowMs, firstMs: nowMs }, zone).map((atMs) =>
        Number(zone(atMs).slice(8))
      );
      expect(days.slice(1).every((day, i) => day - days[i]! === 1 || day === 1)).toBe(true);
    }
});

test('no more days are shown than fit', () => {
  const nowMs = Date.UTC(2026, 0, 10, 4);
  expect(daysToShow({ ...limits, nowMs, firstMs: 0 }, dayIn('UTC'))).toHaveLength(90);
});
