import { expect, test } from 'vitest';
import { passwordCheck } from '$lib/server/node/http/password';

const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;

test.each<[string, string | undefined, boolean]>([
  ['the password', basic(':sésame'), true],
  ['the password with any user name', basic('someone:sésame'), true],
  ['the scheme in capitals', basic(':sésame').replace('Basic', 'BASIC'), true],
  ['no header', undefined, false],
  ['an empty header', '', false],
  ['the scheme alone', 'Basic', false],
  ['another scheme', basic(':sésame').replace('Basic', 'Bearer'), false],
  ['another password', basic(':sesame'), false],
  ['the password with a suffix', basic(':sésame!'), false],
  ['a part of the password', basic(':sésam'), false],
  ['no password', basic(':'), false],
  ['the password as user name', basic('sésame:'), false],
  ['no colon', basic('sésame'), false]
])('%s', (_, authorization, isRight) => {
  expect(passwordCheck('sésame')({ headers: { authorization } })).toBe(isRight);
});

test('a password may contain a colon', () => {
  const request = { headers: { authorization: basic('user:a:b') } };
  expect([passwordCheck('a:b')(request), passwordCheck('b')(request)]).toEqual([true, false]);
});
