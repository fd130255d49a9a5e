// Documents become components when the app is built, so that their markup is part of the app like any other: no text turns
// into markup in a page (Trusted Types), and each document is a file that is loaded with its page and cached.
import { relative } from 'node:path';
import { Marked } from 'marked';
import { createAnchors, documentFiles, resolveLink, ROOT, typographic } from './pages.mjs';

/** @param {string} text */
const escape = (text) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/**
 * The source of a component.
 * @param {string} file from the root of the repository
 * @param {string} text
 * @returns {string}
 */
export function componentOf(file, text) {
  const anchorOf = createAnchors();
  /** @type {string[]} */
  const assets = [];
  /** @param {string} link */
  const addressOf = (link) => {
    const target = resolveLink(file, link);
    if (target === undefined || 'href' in target) return target?.href;
    if (!assets.includes(target.asset)) assets.push(target.asset);
    return `@asset${assets.indexOf(target.asset)}@`;
  };
  const marked = new Marked({
    walkTokens(token) {
      if (token.type === 'text' && !token.tokens) token.text = typographic(token.text);
    },
    renderer: {
      heading({ tokens, depth, text }) {
        return `<h${depth} id="${anchorOf(text)}">${this.parser.parseInline(tokens)}</h${depth}>`;
      },
      link({ href, tokens }) {
        const address = addressOf(href);
        const words = this.parser.parseInline(tokens);
        if (address === undefined) return words;
        const isOther = /^https?:/.test(address);
        return `<a href="${escape(address)}"${isOther ? ' rel="noreferrer"' : ''}>${words}</a>`;
      },
      image({ href, text }) {
        return `<img src="${addressOf(href)}" alt="${escape(text)}" loading="lazy" />`;
      },
      // A line may break between the words of a command, but not at the hyphens of an option.
      codespan({ text }) {
        return `<code>${escape(text).replace(/(?<!\S)-\S+/g, '<span>$&</span>')}</code>`;
      },
      code({ text }) {
        return `<!-- svelte-ignore a11y_no_noninteractive_tabindex --><pre tabindex="0"><code>${escape(text)}</code></pre>`;
      },
      // Documents are our own, yet their pages are components: what looks like a tag is text.
      html({ text }) {
        return escape(text);
      },
      tablecell({ tokens, header }) {
        const cell = header ? 'th' : 'td';
        return `<${cell}>${this.parser.parseInline(tokens)}</${cell}>`;
      }
    }
  });
  const html = marked
    .parse(text, { async: false })
    .replaceAll('{', '&#123;')
    .replaceAll('}', '&#125;')
    .replace(/<table>/g, '<!-- svelte-ignore a11y_no_noninteractive_tabindex --><div class="wide" tabindex="0"><table>')
    .replace(/<\/table>/g, '</table></div>')
    .replace(/"@asset(\d+)@"/g, '{asset$1}');
  const imports = assets.map((asset, i) => `import asset${i} from '/${asset}?url';`).join('\n');
  return `${imports && `<script>\n${imports}\n</script>\n`}${html}`;
}

/** @type {import('svelte/compiler').PreprocessorGroup} */
export const markdown = {
  name: 'markdown',
  markup({ content, filename = '' }) {
    const file = relative(ROOT, filename).replaceAll('\\', '/');
    return documentFiles().includes(file) ? { code: componentOf(file, content) } : undefined;
  }
};
