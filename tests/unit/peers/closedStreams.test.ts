import { describe, expect, test } from 'vitest';
import { ClosedStreams } from '$lib/peers/mux/closedStreams';

/** Closed streams with a clock that a test sets. */
function closedStreams() {
  const clock = { now: 0 };
  return { clock, closed: new ClosedStreams(() => clock.now) };
}

describe('a closed stream', () => {
  test.each<[string, number[], boolean]>([
    ['within a minute', [59_999], true],
    ['unused for almost two minutes', [119_999], true],
    ['unused for two minutes', [120_000], false],
    ['used in between', [60_000, 119_999], true],
    ['used in between, two minutes later', [60_000, 120_000], false]
  ])('%s', (_, askedAt, expected) => {
    const { clock, closed } = closedStreams();
    closed.add(256);
    const answers = askedAt.map((now) => {
      clock.now = now;
      return closed.has(256);
    });
    expect(answers.at(-1)).toBe(expected);
  });

  test('that was closed later is remembered for longer', () => {
    const { clock, closed } = closedStreams();
    closed.add(256);
    clock.now = 60_000;
    closed.add(258);
    clock.now = 120_000;
    expect([closed.has(256), closed.has(258)]).toEqual([false, true]);
  });

  test('is forgotten when the peer ends it too, in the first minute and in the second', () => {
    const { clock, closed } = closedStreams();
    closed.add(256);
    closed.add(258);
    closed.delete(256);
    expect(closed.has(256)).toBe(false);
    clock.now = 60_000;
    expect(closed.has(258)).toBe(true);
    closed.delete(258);
    expect(closed.has(258)).toBe(false);
  });

  test.each([
    ['the first minute', 0],
    ['the second', 60_000]
  ])('may get 999 late frames in %s', (_, now) => {
    const { clock, closed } = closedStreams();
    closed.add(256);
    clock.now = now;
    expect(closed.has(256)).toBe(true);
    const isTooMuch = Array.from({ length: 1000 }, () => closed.countLate(256));
    expect(isTooMuch.indexOf(true)).toBe(999);
  });
});

test('the oldest of very many are forgotten early, half of them at a time', () => {
  const { closed } = closedStreams();
  for (let id = 0; id < 65_535; id++) closed.add(id);
  expect(closed.has(0)).toBe(true);
  closed.add(65_535);
  expect([0, 32_767, 32_768, 65_535].map((id) => closed.has(id))).toEqual([false, false, true, true]);
});
