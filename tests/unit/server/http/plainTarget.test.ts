import { expect, test } from 'vitest';
import { plainTarget } from '$lib/server/http/nodeMessages';

test.each([
  '/api/consensus/tip',
  '/api/addresses/ab12/outputs/siacoin?limit=100&offset=5',
  '/api/consensus/updates/12::ab12?limit=10',
  '/gateway/connect/host.example:9981',
  '/a/b-c_d~e?x=%20&y=a/b?c',
  '/a?'
])('%s is parsed like a URL', (url) => {
  const { pathname, search } = new URL(`http://node${url}`);
  expect(plainTarget(url)).toEqual({ path: pathname, query: search.slice(1) });
});

test.each(['', '/', '/a/', '//a', '/a//b', '/a/../b', '/./a', '/%61', '/a\\b', '/a#b', '/a b', 'a/b', 'http://node/a'])(
  '%j is left to the URL parser',
  (url) => expect(plainTarget(url)).toBeUndefined()
);
