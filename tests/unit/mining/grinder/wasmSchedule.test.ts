import { expect, test } from 'vitest';
import { DEFAULT_SCHEDULE, parseSchedule, WASM_SCHEDULES } from '$lib/mining/grinder/wasmSchedule';

test('a stored schedule is read unchanged', () => {
  expect(WASM_SCHEDULES.map(parseSchedule)).toEqual(['staggered', 'abreast', 'overlapped']);
  expect(WASM_SCHEDULES).toContain(DEFAULT_SCHEDULE);
});

test.each([undefined, null, '', 'Staggered', 'fast', 0, ['staggered']])('%j is not a schedule', (stored) => {
  expect(parseSchedule(stored)).toBeUndefined();
});
