import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { withCompressedDocument } from '$lib/server/http/compressed';

const DOCUMENT = `<!doctype html><body>${'<p>Überall Blöcke</p>'.repeat(100)}</body>`;
const document = (init: ResponseInit = {}) =>
  new Response(DOCUMENT, {
    ...init,
    headers: { 'content-type': 'text/html; charset=utf-8', 'content-length': '2132', etag: '"a"', ...init.headers }
  });

test('a document is compressed, with its length, status and other headers', async () => {
  const answered = await withCompressedDocument(document({ status: 404, headers: { link: '<a>' } }), 'gzip, br');
  const body = Buffer.from(await answered.arrayBuffer());
  expect(gunzipSync(body).toString()).toBe(DOCUMENT);
  expect(body.length).toBeLessThan(DOCUMENT.length / 5);
  expect(answered.status).toBe(404);
  expect(Object.fromEntries(answered.headers)).toEqual({
    'content-type': 'text/html; charset=utf-8',
    'content-encoding': 'gzip',
    'content-length': String(body.length),
    etag: '"a"',
    link: '<a>',
    vary: 'accept-encoding'
  });
});

describe('a client may refuse it', () => {
  test.each([
    ['', false],
    ['identity', false],
    ['gzip;q=0', false],
    ['br, gzip; q=0.0, deflate', false],
    ['gzip', true],
    ['GZIP', true],
    ['br;q=1, gzip;q=0.5', true],
    ['deflate,gzip;q=1.0', true]
  ])('Accept-Encoding: %s', async (accepted, isCompressed) => {
    const answered = await withCompressedDocument(document(), accepted);
    expect(answered.headers.get('content-encoding')).toBe(isCompressed ? 'gzip' : null);
    // Caches between the two keep one of each.
    expect(answered.headers.get('vary')).toBe('accept-encoding');
    if (!isCompressed) expect(await answered.text()).toBe(DOCUMENT);
  });
});

test('other answers, and those without a body, stay as they are', async () => {
  const json = Response.json({ secret: 'a'.repeat(1000) });
  expect(await withCompressedDocument(json, 'gzip')).toBe(json);
  expect(json.headers.has('vary')).toBe(false);
  const empty = await withCompressedDocument(new Response(null, { headers: { 'content-type': 'text/html' } }), 'gzip');
  expect(empty.headers.has('content-encoding')).toBe(false);
});
