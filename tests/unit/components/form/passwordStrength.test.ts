import { describe, expect, test } from 'vitest';
import { createPasswordMeter } from '$lib/components/form/passwordStrength';

const rate = createPasswordMeter();
const LEAST_LEVEL = 3;

describe('too easy to guess', () => {
  test.each<[string, string]>([
    ['password', 'common'],
    ['Password1!', 'common'],
    ['P@ssw0rd2024', 'common'],
    ['passwort', 'common'],
    ['Passwort123', 'common'],
    ['drowssap', 'common'],
    ['12345678', 'common'],
    ['1234567890', 'common'],
    ['iloveyou1', 'common'],
    ['qwertyuiop', 'common'],
    ['qwertzuiop', 'pattern'],
    ['schatz123', 'common'],
    ['fussball1', 'common'],
    ['Sommer2024', 'common'],
    ['siacoin1', 'common'],
    ['abcdefghijkl', 'pattern'],
    ['aaaaaaaaaaaa', 'pattern'],
    ['quarryquarry', 'pattern'],
    ['bcdbcdbcdbcd', 'pattern'],
    ['22.11.1984', 'pattern'],
    ['Hallo1234', 'guessable']
  ])('%s: %s', (password, weakness) => {
    const rated = rate(password);
    expect(rated.level).toBeLessThan(LEAST_LEVEL);
    expect(rated.weakness).toBe(weakness);
  });
});

test.each(['correct horse battery staple', 'vier lose Ziegel tanzen', 'x7Gq!2pLmZ', 'long enough for tests', '鸡犬升天不可能吧今天下雨'])(
  '%s is accepted',
  (password) => expect(rate(password).level).toBeGreaterThanOrEqual(LEAST_LEVEL)
); // prettier-ignore

test('rates a password of any length', () => {
  expect(rate('a'.repeat(100_000)).level).toBeLessThan(LEAST_LEVEL);
  expect(rate(Array.from({ length: 400 }, (_, i) => (i * 7919).toString(36)).join('')).level).toBe(4);
});
