import { describe, expect, test } from 'vitest';
import { checkHost, checkSameOrigin } from '$lib/server/http/originChecks';

const HOSTS = ['127.0.0.1:4180', 'localhost:4180'];
const refused = (rule: string) => expect.objectContaining({ code: 'api/forbidden', rule }) as Error;

describe('Host', () => {
  test.each(['127.0.0.1:4180', 'localhost:4180', 'LocalHost:4180'])('%s is one of ours', (host) => {
    expect(() => checkHost({ host }, HOSTS)).not.toThrow();
  });
  test.each([
    'evil.example',
    'evil.example:4180',
    '127.0.0.1',
    '127.0.0.1:4181',
    'localhost:4180.evil.example',
    'localhost.:4180',
    '127.0.0.1.:4180',
    '127.1:4180',
    '0.0.0.0:4180',
    'user@127.0.0.1:4180',
    '127.0.0.1:04180',
    '127.0.0.1:4180, localhost:4180',
    ''
  ])('%j is not', (host) => expect(() => checkHost({ host }, HOSTS)).toThrow(refused('host')));
  test('a missing one is not', () => expect(() => checkHost({}, HOSTS)).toThrow(refused('host')));
});

describe('same origin', () => {
  const ours = {
    host: '127.0.0.1:4180',
    origin: 'http://127.0.0.1:4180',
    'sec-fetch-site': 'same-origin',
    'quarry-request': '1'
  };
  const without = (name: keyof typeof ours) => Object.fromEntries(Object.entries(ours).filter(([key]) => key !== name));

  test('our own page may read and write', () => {
    expect(() => checkSameOrigin(ours, 'read')).not.toThrow();
    expect(() => checkSameOrigin(ours, 'write')).not.toThrow();
  });
  test('a TLS proxy in front is allowed', () => {
    expect(() => checkSameOrigin({ ...ours, origin: 'https://127.0.0.1:4180' }, 'write')).not.toThrow();
  });
  test('a browser without Sec-Fetch-Site or Origin is checked by the other headers', () => {
    expect(() => checkSameOrigin(without('sec-fetch-site'), 'write')).not.toThrow();
    expect(() => checkSameOrigin(without('origin'), 'write')).not.toThrow();
  });
  test('a user may open a read-only address', () => {
    const typed = { host: ours.host, 'sec-fetch-site': 'none' };
    expect(() => checkSameOrigin(typed, 'read')).not.toThrow();
  });

  test.each<[string, Record<string, string>, 'read' | 'write', string]>([
    ['another site', { 'sec-fetch-site': 'cross-site' }, 'read', 'site'],
    ['another port of this computer', { 'sec-fetch-site': 'same-site' }, 'read', 'site'],
    ['a typed address that would change something', { 'sec-fetch-site': 'none' }, 'write', 'site'],
    ['another origin', { origin: 'http://evil.example' }, 'read', 'origin'],
    ['another port as origin', { origin: 'http://127.0.0.1:3000' }, 'read', 'origin'],
    ['an opaque origin', { origin: 'null' }, 'read', 'origin'],
    ['an origin of another scheme', { origin: 'ftp://127.0.0.1:4180' }, 'read', 'origin'],
    ['an origin with user information', { origin: 'http://evil@127.0.0.1:4180' }, 'read', 'origin'],
    ['an origin with a path', { origin: 'http://127.0.0.1:4180/' }, 'read', 'origin'],
    ['an empty origin', { origin: '' }, 'read', 'origin'],
    ['an empty site', { 'sec-fetch-site': '' }, 'read', 'site'],
    ['an origin that only starts like ours', { origin: 'http://127.0.0.1:4180.evil.example' }, 'read', 'origin']
  ])('%s is rejected', (_, change, effect, rule) => {
    expect(() => checkSameOrigin({ ...ours, ...change }, effect)).toThrow(refused(rule));
  });
  test('a form on another page cannot send our header', () => {
    expect(() => checkSameOrigin(without('quarry-request'), 'write')).toThrow(refused('script'));
  });
});
