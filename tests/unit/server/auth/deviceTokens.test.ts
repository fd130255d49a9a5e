import { expect, test } from 'vitest';
import { createDeviceTokens } from '$lib/server/auth/deviceTokens';

const YEAR_MS = 365 * 24 * 60 * 60 * 1_000;
let nowMs = 1_790_000_000_000;
const tokensOf = (secrets: readonly string[], audience = 'node') =>
  createDeviceTokens({ secrets, audience, clock: () => nowMs });

test('a device is known by the token that it was given, for a year', () => {
  const tokens = tokensOf(['secret']);
  const [first, second] = [tokens.create(), tokens.create()];
  expect(tokens.idOf(first)).toMatch(/^[0-9a-f]{24}$/);
  expect(tokens.idOf(first)).not.toBe(tokens.idOf(second));
  expect(tokensOf(['new', 'secret']).idOf(first)).toBe(tokens.idOf(first));
  nowMs += YEAR_MS - 1;
  expect(tokens.idOf(first)).toBeDefined();
  nowMs += 1;
  expect(tokens.idOf(first)).toBeUndefined();
});

test('a token that was not given is refused', () => {
  const tokens = tokensOf(['secret']);
  const token = tokens.create();
  const [id, since, mac] = token.split('.') as [string, string, string];
  expect(tokensOf(['other']).idOf(token)).toBeUndefined();
  expect(tokensOf(['secret'], 'another password').idOf(token)).toBeUndefined();
  for (const forged of [
    undefined,
    '',
    id,
    `${id}.${since}`,
    `${id}.${since}.`,
    `${'0'.repeat(24)}.${since}.${mac}`,
    `${id}.${Number(since) + 1}.${mac}`,
    `${id}.${since}.${'A'.repeat(43)}`,
    `${token}.`,
    ` ${token}`
  ]) {
    expect(tokens.idOf(forged), forged).toBeUndefined();
  }
});
