import { expect, test } from 'vitest';
import { HeaderBudget } from '$lib/server/node/peers/hosts/headerBudget';
import { ManualClock } from '../../../../support/manualClock';

test('headers count for ten minutes, for all addresses of their host', async () => {
  const clock = new ManualClock();
  const budget = new HeaderBudget(clock, 100);
  expect(budget.spend('2001:db8::1', 60)).toBe(false);
  expect(budget.spend('192.0.2.1', 60)).toBe(false);
  await clock.advance(10 * 60_000 - 1);
  expect(budget.spend('2001:db8::2', 40)).toBe(true);
  await clock.advance(1);
  expect(budget.spend('2001:db8::1', 99)).toBe(false);
  expect(budget.spend('2001:db8::1', 1)).toBe(true);
});
