import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { compile } from 'svelte/compiler';
import { describe, expect, test } from 'vitest';
import { searchPassages } from '../../src/routes/docs/_parts/search';
import { componentOf } from '../../docs/site/markdown.mjs';
import {
  createAnchors,
  documentFiles,
  hrefOf,
  linksOf,
  navigation,
  resolveLink,
  ROOT,
  searchEntries,
  textOf
} from '../../docs/site/pages.mjs';

const files = documentFiles();

describe.each(files)('%s', (file) => {
  test('has no dead links', () => {
    for (const link of linksOf(file)) expect(() => resolveLink(file, link)).not.toThrow();
  });

  test('compiles to a component', () => {
    const source = componentOf(file, textOf(file));
    const { warnings } = compile(source, { filename: 'Document.svelte', generate: 'client' });
    expect(warnings.map(({ code, message }) => `${code}: ${message}`)).toEqual([]);
  });
});

test('every document in docs has its own page', () => {
  expect(new Set(files.map(hrefOf)).size).toBe(files.length);
  const listed = navigation().flatMap(({ pages }) => pages.map(({ href }) => href));
  const decisions = files.filter((file) => file.startsWith('docs/decisions/0'));
  expect(listed.length + decisions.length).toBe(files.length);
  const index = linksOf('docs/decisions/README.md');
  expect(decisions.map((file) => file.slice('docs/decisions/'.length))).toEqual(index);
});

test('a dead link is an error', () => {
  expect(() => resolveLink('docs/node.md', 'nothing.md')).toThrow('there is no nothing.md');
  expect(() => resolveLink('docs/node.md', 'market.md#nothing')).toThrow('has no #nothing');
  expect(() => resolveLink('docs/node.md', '../../secret')).toThrow();
});

test('links between documents point to their pages in the app', () => {
  expect(resolveLink('docs/decisions/README.md', '../node.md#peers')).toEqual({ href: '/docs/node#peers' });
  expect(resolveLink('docs/README.md', 'decisions')).toEqual({ href: '/docs/decisions' });
  expect(resolveLink('docs/openapi/README.md', 'daemon.json')).toEqual({ asset: 'docs/openapi/daemon.json' });
  expect(resolveLink('docs/operating.md', '../.env.example')).toBeUndefined();
});

test('quotation marks and apostrophes are typographic, except in code', () => {
  const text = `# Quarry's pages\n\n- The users' "own **node**" ("see") "\`x\`" \`a's "b"\` [it's](node.md)\n\n      "c"\n`;
  const source = componentOf('docs/README.md', text);
  expect(source).toContain('<h1 id="quarrys-pages">Quarry’s pages</h1>');
  expect(source).toContain(
    "The users’ “own <strong>node</strong>” (“see”) “<code>x</code>” <code>a's &quot;b&quot;</code>"
  );
  expect(source).toContain('>it’s</a>');
  expect(source).toContain('&quot;c&quot;');
});

test('an option in a sentence is not broken at its hyphens', () => {
  const source = componentOf('docs/node.md', 'Start it with `npm start -- --no-peers <file>` or `no-peers`.\n');
  expect(source).toContain('<code>npm start <span>--</span> <span>--no-peers</span> &lt;file&gt;</code>');
  expect(source).toContain('<code>no-peers</code>');
});

test('braces and tags in a document are escaped as text', () => {
  const source = componentOf('docs/node.md', 'A {value} and <script>alert(1)</script>\n\n`{x}`\n');
  expect(source).not.toMatch(/[{}]|<script/);
  expect(source).toContain('&#123;value&#125;');
});

test('anchors match those of code hosts, with a number for repeated headings', () => {
  const anchorOf = createAnchors();
  expect(['Behind a proxy', '`code` & more', 'Behind a proxy'].map(anchorOf)).toEqual([
    'behind-a-proxy',
    'code--more',
    'behind-a-proxy-1'
  ]);
});

describe('the search', () => {
  const passages = searchEntries();

  test('finds headings first', () => {
    expect(searchPassages(passages, 'backup').hits[0]).toMatchObject({
      href: '/docs/operating#backup',
      title: 'Backup'
    });
    expect(searchPassages(passages, 'Glossary').hits[0]).toMatchObject({ href: '/docs/glossary' });
  });

  test('finds all the words in the text, with an excerpt around the first', () => {
    const [hit] = searchPassages(passages, 'FORWARDED websockets').hits;
    expect(hit).toMatchObject({ href: '/docs/operating#behind-a-proxy' });
    expect(hit!.excerpt).toMatch(/X-Forwarded-For|WebSockets/);
  });

  test('finds nothing for an empty query, or if one word is missing', () => {
    expect(searchPassages(passages, '  ')).toEqual({ hits: [], total: 0 });
    expect(searchPassages(passages, 'backup zyzzyva')).toEqual({ hits: [], total: 0 });
  });

  test('counts all passages that match, although it lists the first', () => {
    const { hits, total } = searchPassages(passages, 'checkpoint');
    expect(hits).toHaveLength(20);
    expect(total).toBe(passages.filter(({ page, title, text }) => /checkpoint/i.test(page + title + text)).length);
  });

  test('excerpts begin and end with whole words', () => {
    for (const { excerpt, text } of searchPassages(passages, 'checkpoint').hits) {
      const words = excerpt.replaceAll('…', '');
      const at = text.indexOf(words);
      expect(text.slice(at + words.length)).toMatch(/^[.,;:]?(\s|$)/);
      expect(text.slice(0, at)).toMatch(/(^|\s)$/);
      expect(excerpt).not.toMatch(/[.,;:]…/);
    }
  });

  test('the text has no marks of lists, tables and code', () => {
    for (const { text } of passages) expect(text).not.toMatch(/\| -{3}|```|\. - [A-Z]/);
  });
});

test('pictures are small', () => {
  const pictures = files.flatMap((file) => linksOf(file).filter((link) => link.startsWith('pictures/')));
  expect(pictures.length).toBeGreaterThan(0);
  expect(pictures.length).toBeLessThanOrEqual(8);
  for (const picture of pictures) expect(statSync(join(ROOT, 'docs', picture)).size).toBeLessThan(150_000);
  // Taken by a script, with simulated coins, as the document says.
  expect(readFileSync(join(ROOT, 'docs/README.md'), 'utf8')).toMatch(/simulated/);
});
