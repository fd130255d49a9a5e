import { expect, test } from 'vitest';
import { dividedPreloads } from '$lib/server/http/preloads';

const IMMUTABLE = '/_app/immutable';
const PAGE = "<head><script>'%quarry.later%'</script></head><body></body>";

test('the Link header and the document name the chunks and the app; its script requests pages, layouts, the entry and the text font', () => {
  const { preload, transformPageChunk } = dividedPreloads();
  const assets = [
    { type: 'css', path: `${IMMUTABLE}/assets/first.css` },
    { type: 'font', path: `${IMMUTABLE}/assets/inter-cyrillic-wght-normal.a.woff2` },
    { type: 'font', path: `${IMMUTABLE}/assets/inter-latin-wght-normal.b.woff2` },
    { type: 'js', path: `${IMMUTABLE}/entry/start.c.js` },
    { type: 'js', path: `${IMMUTABLE}/chunks/first.js` },
    { type: 'js', path: `${IMMUTABLE}/entry/app.d.js` },
    { type: 'js', path: `${IMMUTABLE}/nodes/0.e.js` },
    { type: 'js', path: `${IMMUTABLE}/nodes/14.f.js` }
  ] as const;
  // The others would take the places of the API requests: browsers process the header before the document.
  expect(assets.filter(preload).map(({ path }) => path)).toEqual([
    `${IMMUTABLE}/chunks/first.js`,
    `${IMMUTABLE}/entry/app.d.js`
  ]);
  const html = transformPageChunk({ html: PAGE });
  expect([...html.matchAll(/<link rel="modulepreload" href="([^"]+)">/g)].map(([, href]) => href)).toEqual([
    `${IMMUTABLE}/chunks/first.js`,
    `${IMMUTABLE}/entry/app.d.js`
  ]);
  const [, later = ''] = /<script>'(.*)'<\/script>/.exec(html)!;
  expect(later.split(' ')).toEqual([
    `${IMMUTABLE}/nodes/14.f.js`,
    `${IMMUTABLE}/nodes/0.e.js`,
    `${IMMUTABLE}/entry/start.c.js`,
    `${IMMUTABLE}/assets/inter-latin-wght-normal.b.woff2`
  ]);
});

test('a document without assets, as in development, names none', () => {
  expect(dividedPreloads().transformPageChunk({ html: PAGE })).toBe("<head><script>''</script></head><body></body>");
});
