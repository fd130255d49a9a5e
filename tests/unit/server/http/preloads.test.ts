import { expect, test } from 'vitest';
import { preloadInDocument } from '$lib/server/http/preloads';

const IMMUTABLE = '/_app/immutable';

test('a document preloads its scripts, large ones first, then its text font, and nothing else', () => {
  const { preload, transformPageChunk } = preloadInDocument();
  const assets = [
    { type: 'css', path: `${IMMUTABLE}/assets/first.css` },
    { type: 'font', path: `${IMMUTABLE}/assets/inter-cyrillic-wght-normal.a.woff2` },
    { type: 'font', path: `${IMMUTABLE}/assets/inter-latin-wght-normal.b.woff2` },
    { type: 'js', path: `${IMMUTABLE}/entry/start.js` },
    { type: 'js', path: `${IMMUTABLE}/chunks/first.js` },
    { type: 'js', path: `${IMMUTABLE}/nodes/0.js` }
  ] as const;
  // None goes to the Link header, which browsers process before the document.
  expect(assets.map(preload)).toEqual(assets.map(() => false));
  const html = transformPageChunk({ html: '<head><title>Quarry</title></head><body></body>' });
  const head = html.slice(0, html.indexOf('</head>'));
  expect([...head.matchAll(/rel="(\w+)".*?href="([^"]+)"/g)].map(([, rel, href]) => [rel, href])).toEqual([
    ['modulepreload', `${IMMUTABLE}/chunks/first.js`],
    ['modulepreload', `${IMMUTABLE}/entry/start.js`],
    ['modulepreload', `${IMMUTABLE}/nodes/0.js`],
    ['preload', `${IMMUTABLE}/assets/inter-latin-wght-normal.b.woff2`]
  ]);
  expect(head).toMatch(/as="font"[^>]*crossorigin fetchpriority="low"/);
});
