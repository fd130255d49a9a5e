import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { LOCALES } from '$lib/messages/locale';
import { chunkFileName } from '../../scripts/bundle/chunks';

const html = readFileSync(join(import.meta.dirname, '../../src/app.html'), 'utf8');
const script = /<script[^>]*>([\s\S]*?)<\/script>/.exec(html)![1]!.replace('%sveltekit.version%', 'v1');

/**
 * What the document's inline script requests.
 * @param stored local storage; undefined if the browser denies access
 * @param later files that the server names, separated by spaces
 */
function openDocument(
  stored: Readonly<Record<string, string>> | undefined,
  languages: readonly string[] = ['en'],
  later = ''
) {
  const links: { rel?: string; href?: string }[] = [];
  const paths: string[] = [];
  /** Both, in order. */
  const requested: string[] = [];
  vi.stubGlobal('localStorage', {
    getItem(key: string) {
      if (stored === undefined) throw new Error('refused');
      return stored[key] ?? null;
    }
  });
  vi.stubGlobal('navigator', { languages });
  vi.stubGlobal('location', { pathname: '/' });
  vi.stubGlobal('window', globalThis);
  vi.stubGlobal('fetch', async (path: string) => {
    requested.push(path);
    paths.push(path);
  });
  vi.stubGlobal('document', {
    documentElement: { dataset: {} },
    createElement: () => ({}),
    head: {
      append(link: (typeof links)[number]) {
        requested.push(link.href!);
        links.push(link);
      }
    }
  });
  new Function(script.replace('%quarry.later%', later))();
  return { links, paths, requested };
}

afterEach(() => vi.unstubAllGlobals());

const textsOf = (locale: string) => ({
  rel: 'modulepreload',
  href: `/${chunkFileName('v1')({ name: `texts-first-${locale}` })}`
});

test.each(LOCALES)('the document requests the texts in the selected language, %s', (locale) => {
  expect(openDocument({ 'quarry:language': JSON.stringify(locale) }, ['fr']).links).toEqual([textsOf(locale)]);
});

test.each([
  ['the browser’s', { 'quarry:language': '"browser"' }, ['fr', 'de-AT', 'en'], 'de'],
  ['the browser’s, storage denied', undefined, ['de'], 'de'],
  ['the browser’s, invalid stored value', { 'quarry:language': '{' }, ['de-DE'], 'de'],
  ['English for an unknown one', {}, ['fr', 'den'], 'en']
])('the language is %s', (_, stored, languages, locale) => {
  expect(openDocument(stored, languages).links).toEqual([textsOf(locale)]);
});

test('requests the session and newest blocks before the status, only when signed in', () => {
  const session = JSON.stringify({ connection: { id: 'start' }, services: ['daemon'] });
  expect(openDocument({ 'quarry:page-token': 'token', 'quarry:last-session': session }).paths).toEqual([
    '/api/session',
    '/api/newest-blocks',
    '/api/daemon/consensus'
  ]);
  expect(openDocument({}).paths).toEqual([]);
});

test('responses that the page waits for are requested before its small files, the others and the font after', () => {
  const session = JSON.stringify({ connection: { id: 'start' }, services: ['daemon'] });
  const signedIn = { 'quarry:page-token': 'token', 'quarry:last-session': session };
  const { requested, links } = openDocument(signedIn, ['en'], '/page.js /layout.js /text.woff2');
  expect(requested).toEqual([
    '/api/session',
    '/api/newest-blocks',
    textsOf('en').href,
    '/page.js',
    '/layout.js',
    '/text.woff2',
    '/api/daemon/consensus'
  ]);
  expect(links.slice(1)).toEqual([
    { rel: 'modulepreload', href: '/page.js' },
    { rel: 'modulepreload', href: '/layout.js' },
    { rel: 'preload', href: '/text.woff2', as: 'font', crossOrigin: '' }
  ]);
});

test.each([['null'], ['1'], ['{"services":1}'], ['{"services":{"includes":1},"connection":null}'], ['{']])(
  'a stored session that is none, %s, costs only the early requests',
  (session) => {
    const { links } = openDocument({ 'quarry:page-token': 'token', 'quarry:last-session': session });
    expect(links).toEqual([textsOf('en')]);
  }
);
