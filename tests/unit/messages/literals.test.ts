import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'svelte/compiler';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const files = globSync('src/**/*.svelte', { cwd: root }).sort();

/** Names, units and symbols that are the same in every language. */
const SAME_EVERYWHERE =
  /^(?:Quarry|WebGPU|WebAssembly|JavaScript|SC|SF|MS|H|[kMGTPE]?H\/s|JSON|CSV|QR|GPU|CPU|API|URL|UTC|V1|V2|Ctrl|Esc|⌘)$/;
/** Attributes that users read or hear. */
const READ =
  /^(?:title|label|lead|placeholder|alt|hint|text|words|message|description|caption|legend|heading|unit|empty|none|aria-(?:label|description|roledescription|valuetext)|\w+(?:Label|Title|Text|Words|Hint))$/;

const isWords = (text: string): boolean =>
  text.split(/[\s·,.:;()/–—…]+/).some((word) => /\p{L}{2,}/u.test(word) && !SAME_EVERYWHERE.test(word));
/** A sentence or a capitalized word; keys, classes and paths are neither. */
const isProse = (text: string): boolean =>
  isWords(text) && (/^\p{Lu}\p{Ll}/u.test(text) || /\p{L}\s+\p{L}/u.test(text));

interface Node {
  readonly type?: string;
  readonly name?: unknown;
  readonly [field: string]: unknown;
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;

/** Literal text in the markup, in attributes that users read, and prose in expressions and scripts. */
function literalsOf(source: string): string[] {
  const ast = parse(source, { modern: true });
  const found: string[] = [];
  const visit = (node: Node, attribute?: string): void => {
    switch (node.type) {
      case 'Comment':
      case 'ImportDeclaration':
      case 'StyleSheet':
      case 'TSLiteralType':
      case 'TSTypeAliasDeclaration':
      case 'TSInterfaceDeclaration':
        return;
      case 'Text':
        if (attribute === undefined || READ.test(attribute))
          if (isWords(String(node['data']))) found.push(String(node['data']).trim());
        return;
      case 'Literal':
        if (typeof node['value'] !== 'string') return;
        if (attribute === undefined ? isProse(node['value']) : READ.test(attribute) && isWords(node['value']))
          found.push(node['value']);
        return;
      case 'BinaryExpression':
        // Compared strings are keys or codes.
        if (String(node['operator']).startsWith('==') || String(node['operator']).startsWith('!=')) {
          for (const side of ['left', 'right']) {
            const operand = node[side];
            if (isNode(operand) && operand.type !== 'Literal') visit(operand, attribute);
          }
          return;
        }
        break;
      case 'TemplateElement': {
        const text = String((node['value'] as { cooked?: string }).cooked);
        if (attribute === undefined ? isProse(text) : READ.test(attribute) && isWords(text)) found.push(text);
        return;
      }
    }
    const inside =
      node.type === 'Attribute'
        ? String(node.name)
        : /^(Class|Style)Directive$/.test(String(node.type))
          ? 'class'
          : attribute;
    for (const [field, value] of Object.entries(node)) {
      if (field === 'metadata' || field === 'parent') continue;
      for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) visit(child, inside);
    }
  };
  visit(ast.fragment as unknown as Node);
  for (const script of [ast.instance, ast.module]) if (script) visit(script.content as unknown as Node);
  return found;
}

test.each(files)('%s has its texts in the catalog', (path) => {
  expect(literalsOf(readFileSync(join(root, path), 'utf8'))).toEqual([]);
});

test('quotation marks differ between languages, so no component writes them', () => {
  expect(files.filter((path) => /[“”„]/.test(readFileSync(join(root, path), 'utf8')))).toEqual([]);
});

test.each([
  ['<p>Start mining</p>', ['Start mining']],
  ['<p>{mining ? "Mining now" : m.idle}</p>', ['Mining now']],
  ['<Field label="Password" />', ['Password']],
  ['<Field label={busy ? "Signing in" : m.signIn} />', ['Signing in']],
  ['<script>let words = `Block ${height} found`;</script>', ['Block']],
  ['<p style:width="{width} px wide" class:done={key === "Page Up" || say("Block done")}>{m.start}</p>', []],
  ['<p title={order === "all of it" ? "Turn round" : m.start}></p>', ['Turn round']],
  ['<p class="wide open">{m.start}</p><Amount unit="SC" /><style>p { color: red }</style>', []],
  ['<script>import x from "./a b"; const kind = "primary"; say("a/b");</script>{kind}', []]
])('finds the literal text in %s', (source, literals) => {
  expect(
    literalsOf(source)
      .map((text) => text.trim())
      .filter((text) => literals.length === 0 || (literals as string[]).includes(text))
  ).toEqual(literals);
});
