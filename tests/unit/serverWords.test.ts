import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';

/**
 * Error texts of other programs are only interpreted in their error tables; all other code uses error codes. This walks
 * the syntax tree of every source file and finds tests of texts from errors and refusals.
 */

const root = join(import.meta.dirname, '../..');

/**
 * The tables, their readers, the code that removes a service's name from a text first, and the one file whose `message`
 * is text that the user signs.
 */
const TABLES =
  /^src\/lib\/(?:api\/[\w-]+\/errors(?:\/\w+)?|api\/http\/errorTable|api\/dialect|mining\/stratum\/shareErrors|server\/connections\/check\/tlsErrors|wallet\/message\/signedMessage)\.ts$/;

/** Property names that hold such texts anywhere. */
const WORDS = new Set(['message', 'serverMessage', 'reason', 'detail', 'details', 'statusText', 'errorText']);
/** Functions that return such texts. */
const GIVES_WORDS = new Set(['messageOf', 'firstLine']);

const ON_TEXT = new Set([
  ...['includes', 'startsWith', 'endsWith', 'match', 'matchAll', 'indexOf', 'lastIndexOf', 'search', 'localeCompare'],
  ...['replace', 'replaceAll', 'split']
]);
const WITH_TEXT = new Set(['test', 'exec', 'includes', 'has', 'get', 'indexOf']);
/** Methods that return the same text or a part of it. */
const SAME_WORDS = new Set(['trim', 'toLowerCase', 'toUpperCase', 'slice', 'substring', 'normalize', 'toString', 'at']);
const COMPARISONS = new Set([
  ...[ts.SyntaxKind.EqualsEqualsEqualsToken, ts.SyntaxKind.ExclamationEqualsEqualsToken],
  ...[ts.SyntaxKind.EqualsEqualsToken, ts.SyntaxKind.ExclamationEqualsToken]
]);

type Named = ts.VariableDeclaration | ts.ParameterDeclaration | ts.BindingElement;

/** The variables and parameters that a scope itself declares, by name. */
function declaredIn(scope: ts.Node): ReadonlyMap<string, Named> {
  const names = new Map<string, Named>();
  const add = (declaration: Named): void => {
    if (ts.isIdentifier(declaration.name)) names.set(declaration.name.text, declaration);
    else for (const element of declaration.name.elements) if (ts.isBindingElement(element)) add(element);
  };
  if (ts.isFunctionLike(scope)) scope.parameters.forEach(add);
  const addList = (list: ts.Node | undefined) => {
    if (list && ts.isVariableDeclarationList(list)) list.declarations.forEach(add);
  };
  if (ts.isBlock(scope) || ts.isSourceFile(scope)) {
    for (const statement of scope.statements) {
      if (ts.isVariableStatement(statement)) addList(statement.declarationList);
    }
  }
  if (ts.isForOfStatement(scope) || ts.isForStatement(scope)) addList(scope.initializer);
  return names;
}

/** The tests of error texts in a source file, each as its first line. */
function testsOfWords(source: string): string[] {
  const file = ts.createSourceFile('source.ts', source, ts.ScriptTarget.Latest, true);
  const scopes = new Map<ts.Node, ReadonlyMap<string, Named>>();
  const functions = new Map<string, ts.SignatureDeclaration>();
  const given = new Set<Named>();

  function declarationOf({ text, parent }: ts.Identifier): Named | undefined {
    for (let scope: ts.Node | undefined = parent; scope; scope = scope.parent) {
      if (!scopes.has(scope)) scopes.set(scope, declaredIn(scope));
      const found = scopes.get(scope)!.get(text);
      if (found) return found;
    }
    return undefined;
  }

  /** Whether a declaration is named like an error text and has no other type. */
  function holdsWords(declaration: Named): boolean {
    if (given.has(declaration)) return true;
    const { type } = declaration as { readonly type?: ts.TypeNode };
    if (type) return type.kind === ts.SyntaxKind.StringKeyword && isNamedAsWords(declaration);
    if (ts.isVariableDeclaration(declaration)) return isWords(declaration.initializer);
    return isNamedAsWords(declaration);
  }
  const isNamedAsWords = (declaration: Named): boolean => {
    const name = (ts.isBindingElement(declaration) && declaration.propertyName) || declaration.name;
    return ts.isIdentifier(name) && WORDS.has(name.text);
  };

  function isWords(node: ts.Expression | undefined): boolean {
    if (node === undefined) return false;
    if (ts.isParenthesizedExpression(node) || ts.isNonNullExpression(node) || ts.isAsExpression(node)) {
      return isWords(node.expression);
    }
    if (ts.isIdentifier(node)) {
      const declaration = declarationOf(node);
      return declaration ? holdsWords(declaration) : WORDS.has(node.text);
    }
    if (ts.isPropertyAccessExpression(node)) return WORDS.has(node.name.text);
    if (ts.isBinaryExpression(node)) return isWords(node.left) || isWords(node.right);
    if (ts.isConditionalExpression(node)) return isWords(node.whenTrue) || isWords(node.whenFalse);
    if (ts.isTemplateExpression(node)) return node.templateSpans.some(({ expression }) => isWords(expression));
    if (!ts.isCallExpression(node)) return false;
    const { expression: callee } = node;
    if (ts.isPropertyAccessExpression(callee)) return SAME_WORDS.has(callee.name.text) && isWords(callee.expression);
    if (!ts.isIdentifier(callee)) return false;
    return GIVES_WORDS.has(callee.text) || (callee.text === 'String' && node.arguments.some(isWords));
  }

  function walk(look: (node: ts.Node) => void): void {
    const visit = (node: ts.Node): void => {
      look(node);
      ts.forEachChild(node, visit);
    };
    visit(file);
  }

  walk((node) => {
    if (ts.isFunctionDeclaration(node) && node.name) functions.set(node.name.text, node);
    if (!ts.isVariableDeclaration(node) || !ts.isIdentifier(node.name) || !node.initializer) return;
    if (ts.isArrowFunction(node.initializer)) functions.set(node.name.text, node.initializer);
  });
  // Texts may be passed between functions of a file.
  for (let before = -1; before !== given.size;) {
    before = given.size;
    walk((node) => {
      if (!ts.isCallExpression(node) || !ts.isIdentifier(node.expression)) return;
      const parameters = functions.get(node.expression.text)?.parameters;
      node.arguments.forEach((argument, i) => {
        if (parameters?.[i] && isWords(argument)) given.add(parameters[i]);
      });
    });
  }

  /** Testing whether there is a text is fine, testing which one is not. */
  const isMeaning = (node: ts.Expression) =>
    !(ts.isStringLiteral(node) && node.text === '') &&
    !(ts.isIdentifier(node) && node.text === 'undefined') &&
    node.kind !== ts.SyntaxKind.NullKeyword;
  const found: string[] = [];
  walk((node) => {
    const isTest =
      ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)
        ? (ON_TEXT.has(node.expression.name.text) && isWords(node.expression.expression)) ||
          (WITH_TEXT.has(node.expression.name.text) && node.arguments.some(isWords))
        : ts.isElementAccessExpression(node)
          ? // `reason` is often a code, and then its table has no text entries.
            !/\breason$/.test(node.argumentExpression.getText()) && isWords(node.argumentExpression)
          : ts.isBinaryExpression(node) && COMPARISONS.has(node.operatorToken.kind)
            ? isWords(node.left) !== isWords(node.right) && isMeaning(node.left) && isMeaning(node.right)
            : ts.isSwitchStatement(node) && isWords(node.expression);
    if (isTest) found.push(node.getText().split('\n')[0]!);
  });
  return found;
}

/** The scripts and markup expressions of a component, as one source. */
function scriptOf(path: string): string {
  const source = readFileSync(join(root, path), 'utf8');
  if (!path.endsWith('.svelte')) return source;
  const scripts = [...source.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)].map(([, script]) => script!);
  const markup = source.replace(/<(script|style)[^>]*>[\s\S]*?<\/\1>/g, '');
  const expressions = [...markup.matchAll(/\{(?:[#:@]\w+(?: if)?)?\s*([^{}]+)\}/g)];
  return [...scripts, ...expressions.map(([, expression]) => `(${expression});`)].join('\n;\n');
}

const sources = globSync('src/**/*.{ts,svelte}', { cwd: root })
  .filter((path) => !path.endsWith('.gen.ts') && !TABLES.test(path))
  .sort();

test('error texts are only tested in the error tables', () => {
  expect(sources.length).toBeGreaterThan(500);
  const found = sources.flatMap((path) => testsOfWords(scriptOf(path)).map((line) => `${path}: ${line}`));
  expect(found).toEqual([]);
});

describe('detects a test of an error text', () => {
  test.each([
    `if (error.message.includes('locked')) retry();`,
    `if (/locked|busy/i.test(error.message)) retry();`,
    `const { serverMessage } = error; if (serverMessage.startsWith('header is old')) retry();`,
    `const { serverMessage: said } = error; if (said === 'not found') retry();`,
    `const said = (error.serverMessage || error.message).toLowerCase(); if (said.indexOf('old') >= 0) retry();`,
    `switch (answer.reason) { case 'stale': retry(); }`,
    `const meaning = MEANINGS[error.message];`,
    `const isKnown = KNOWN.has(fault.message.trim());`,
    `function isOld(text: string) { return text.endsWith('old'); } if (isOld(error.message)) retry();`,
    `const isOld = (text: string) => isOlder(text); const isOlder = (text: string) => /old/.test(text); isOld(error.message);`,
    `const code = (await response).statusText === 'Gone' ? 1 : 2;`,
    `const short = error.message.replace('could not ', '');`,
    `const meaning = PATTERNS.find((pattern) => pattern.test(fault?.message ?? ''));`
  ])('%s', (source) => expect(testsOfWords(source)).toHaveLength(1));
});

describe('is not a test of an error text', () => {
  test.each([
    `show(error.message === '' ? 'nothing' : error.message);`,
    `const line = \`Refused: \${error.message}\`;`,
    `if (error.code === 'miner/unknown-header') retry();`,
    `const words = (reason: PoolAwayReason) => AWAY[reason];`,
    `const isOld = (text: string) => text.endsWith('old'); isOld(typed);`,
    `const short = error.message.slice(0, 200);`,
    `const isSame = reported.message === message;`
  ])('%s', (source) => expect(testsOfWords(source)).toEqual([]));
});
