// Which documents are pages of /docs, and what is in them. Read by the build and by tests.
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { lexer, walkTokens } from 'marked';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Sections of the navigation in their order; files from the root of the repository. */
const SECTIONS = {
  using: ['docs/README.md', 'docs/operating.md', 'docs/node.md', 'docs/compatibility.md', 'CHANGELOG.md'],
  concepts: [
    ...['docs/glossary.md', 'docs/light-client.md', 'docs/wallet-server.md', 'docs/wallet-formats.md'],
    ...['docs/market.md', 'docs/market-host.md']
  ],
  reference: ['docs/openapi/README.md', 'docs/endpoints.md', 'docs/differences.md'],
  inside: [
    ...['docs/architecture.md', 'docs/security.md', 'docs/attacks.md', 'CONTRIBUTING.md', 'SECURITY.md'],
    'docs/decisions/README.md'
  ]
};

/** @type {Readonly<Record<string, string>>} */
const OUTSIDE = { 'CHANGELOG.md': 'changelog', 'CONTRIBUTING.md': 'contributing', 'SECURITY.md': 'reporting' };

/** @param {string} file from the root @returns {string} its path in the app */
export function hrefOf(file) {
  const name = OUTSIDE[file] ?? file.replace(/^docs\//, '').replace(/(?:^|\/)README\.md$|\.md$/, '');
  return name === '' ? '/docs' : `/docs/${name}`;
}

/** @returns {string[]} every document that is a page */
export function documentFiles() {
  const decisions = readdirSync(join(ROOT, 'docs/decisions'))
    .filter((name) => /^\d.*\.md$/.test(name))
    .map((name) => `docs/decisions/${name}`);
  return [...Object.values(SECTIONS).flat(), ...decisions];
}

/** @param {string} file @returns {string} */
export const textOf = (file) => readFileSync(join(ROOT, file), 'utf8');

/** @param {string} text prose, without code @returns {string} with the quotation marks and apostrophes of print */
export const typographic = (text) =>
  text
    .replace(/(?<=[\s([/–—])"|^"(?=[\p{L}\p{N}])/gu, '“')
    .replaceAll('"', '”')
    .replaceAll("'", '’');

/** @param {string} text with Markdown and HTML entities @returns {string} what a reader sees */
const plain = (text) =>
  text
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[`*]/g, '')
    .replace(/\s+/g, ' ')
    .trim();

/** @param {import('marked').Token} token a block of a document @returns {string} what a reader sees */
function readable(token) {
  if (token.type === 'code') return plain(token.text);
  if (token.type === 'list') return plain(token.raw.replace(/^\s*(?:[-*+]|\d+\.)\s+/gm, ''));
  if (token.type !== 'table') return plain(token.raw);
  /** @type {{ text: string }[][]} */
  const rows = [token.header, ...token.rows];
  return plain(rows.map((row) => row.map(({ text }) => text).join(' · ')).join(' · '));
}

/** Anchors as code hosts make them, so that links in the files work there too. */
export function createAnchors() {
  const taken = new Map();
  /** @param {string} heading */
  return (heading) => {
    const base = plain(heading)
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/\s/g, '-');
    const count = taken.get(base) ?? 0;
    taken.set(base, count + 1);
    return count === 0 ? base : `${base}-${count}`;
  };
}

/**
 * A document's parts, each from a heading to the next.
 * @param {string} file
 * @returns {{ title: string, anchor: string, text: string, depth: number }[]} the first has the document's title
 */
export function partsOf(file) {
  const anchorOf = createAnchors();
  /** @type {{ title: string, anchor: string, text: string, depth: number }[]} */
  const parts = [];
  for (const token of lexer(textOf(file))) {
    if (token.type === 'heading') {
      parts.push({ title: plain(token.text), anchor: anchorOf(token.text), text: '', depth: token.depth });
    } else {
      const last = parts.at(-1);
      if (last && token.type !== 'space') last.text += `${readable(token)} `;
    }
  }
  return parts;
}

/** @param {string} file */
const titleOf = (file) => partsOf(file)[0]?.title ?? file;

/** The navigation: sections with their pages; decisions are listed below their own page. */
export function navigation() {
  return Object.entries(SECTIONS).map(([section, files]) => ({
    section,
    pages: files.map((file) => ({ href: hrefOf(file), title: typographic(titleOf(file)) }))
  }));
}

/** What the search looks through. */
export function searchEntries() {
  return documentFiles().flatMap((file) => {
    const parts = partsOf(file);
    return parts.map(({ title, anchor, text }, i) => ({
      href: i === 0 ? hrefOf(file) : `${hrefOf(file)}#${anchor}`,
      page: titleOf(file),
      title,
      text: text.trim()
    }));
  });
}

/**
 * Where a link of a document leads: a page of the app, a file that the build adds, an address elsewhere; undefined for what
 * only the repository has.
 * @param {string} file
 * @param {string} link
 * @returns {{ href: string } | { asset: string } | undefined}
 * @throws {Error} there is nothing
 */
export function resolveLink(file, link) {
  if (/^[a-z]+:/.test(link)) return { href: link };
  const [path = '', anchor] = link.split('#');
  const target =
    path === ''
      ? file
      : normalize(join(dirname(file), path))
          .replaceAll('\\', '/')
          .replace(/\/$/, '');
  const full = join(ROOT, target);
  if (relative(ROOT, full).startsWith('..') || !existsSync(full)) throw new Error(`${file}: there is no ${link}`);
  const page = [target, `${target}/README.md`].find((name) => documentFiles().includes(name));
  if (page) {
    const anchors = partsOf(page).map((part) => part.anchor);
    if (anchor && !anchors.includes(anchor)) throw new Error(`${file}: ${page} has no #${anchor}`);
    return { href: hrefOf(page) + (anchor ? `#${anchor}` : '') };
  }
  return /^(?:deploy|docs\/(?:openapi|pictures))\/\w/.test(target) && statSync(full).isFile()
    ? { asset: target }
    : undefined;
}

/**
 * @param {string} file
 * @returns {string[]} links and pictures in it
 */
export function linksOf(file) {
  /** @type {string[]} */
  const found = [];
  void walkTokens(lexer(textOf(file)), (token) => {
    if (token.type === 'link' || token.type === 'image') found.push(token.href);
  });
  return found;
}
