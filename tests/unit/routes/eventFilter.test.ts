import { afterEach, describe, expect, test } from 'vitest';
import { setFormats } from '$lib/messages/formats';
import { DEFAULT_FORMATS } from '$lib/services/settings/formats';
import { filterOf, readParams } from '../../../src/routes/(app)/wallet/[id]/_overview/eventFilter';

afterEach(() => setFormats(() => DEFAULT_FORMATS));

const filterFor = (query: string, timeZone: string) => {
  setFormats(() => ({ ...DEFAULT_FORMATS, timeZone }));
  return filterOf(readParams(new URLSearchParams(query)));
};

describe('a range of days', () => {
  test.each([
    ['Asia/Kolkata', Date.UTC(2026, 10, 28, 18, 30), Date.UTC(2026, 10, 30, 18, 30)],
    ['UTC', Date.UTC(2026, 10, 29), Date.UTC(2026, 11, 1)]
  ])('begins and ends at midnight in the chosen time zone, %s', (timeZone, fromMs, untilMs) => {
    expect(filterFor('since=2026-11-29&until=2026-11-30', timeZone)).toMatchObject({ fromMs, untilMs });
  });

  test('includes its last day whole, also when clocks change', () => {
    const { fromMs, untilMs } = filterFor('since=2026-11-01&until=2026-11-01', 'America/New_York');
    expect(untilMs! - fromMs!).toBe(25 * 3_600_000);
  });

  test.each(['', 'since=soon&until=2026-13-01'])('without dates does not filter: %j', (query) => {
    expect(filterFor(query, 'UTC')).toMatchObject({ fromMs: undefined, untilMs: undefined });
  });
});
