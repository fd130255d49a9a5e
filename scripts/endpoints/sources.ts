import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse } from 'svelte/compiler';
import ts from 'typescript';
import { importersOf } from './importers.ts';

/** The typed sources of the app, and those of tests that load its clients. Components are treated as modules. */
export interface Sources {
  readonly checker: ts.TypeChecker;
  /** By path from the repository's root; components keep their own names. */
  readonly files: ReadonlyMap<string, ts.SourceFile>;
  /** The paths of files that load a client. */
  readonly callers: ReadonlySet<string>;
}

/** Folder of the clients. */
export const API = 'src/lib/api/daemon/';

const SCRIPT = '.script.ts';

export function readSources(root: string): Sources {
  const config = ts.getParsedCommandLineOfConfigFile(
    join(root, 'tsconfig.json'),
    {},
    {
      ...ts.sys,
      onUnRecoverableConfigFileDiagnostic: ({ messageText }) => {
        throw new Error(ts.flattenDiagnosticMessageText(messageText, '\n'));
      }
    }
  )!;
  const texts = new Map(
    globSync(['src/**/*.ts', 'src/**/*.svelte', 'tests/**/*.ts'], { cwd: root }).map((path) => [
      path,
      readFileSync(join(root, path), 'utf8')
    ])
  );
  const callers = importersOf(texts, API);
  const paths = [...texts.keys()].filter((path) => path.startsWith('src/') || callers.has(path));
  const scripts = new Map(
    paths
      .filter((path) => path.endsWith('.svelte'))
      .map((path) => [join(root, path + SCRIPT), scriptOf(texts.get(path)!)])
  );
  const options: ts.CompilerOptions = { ...config.options, noEmit: true, allowArbitraryExtensions: true, types: [] };
  const host = ts.createCompilerHost(options);
  const { fileExists, readFile } = host;
  host.fileExists = (path) => scripts.has(path) || fileExists(path);
  host.readFile = (path) => scripts.get(path) ?? readFile(path);
  // Packages are not read: they declare no routes, and their types would take as long as our own.
  host.resolveModuleNameLiterals = (specifiers, from, redirect, options) =>
    specifiers.map(({ text }) => {
      if (/^[^.$]/.test(text)) return { resolvedModule: undefined };
      return ts.resolveModuleName(text, from, options, host, undefined, redirect);
    });
  const names = paths.map((path) => join(root, path.endsWith('.svelte') ? path + SCRIPT : path));
  const ambient = globSync('.svelte-kit/*.d.ts', { cwd: root }).map((path) => join(root, path));
  const program = ts.createProgram([...names, ...ambient], options, host);
  const files = paths.map((path, i) => [path, program.getSourceFile(names[i]!)!] as const);
  return { checker: program.getTypeChecker(), files: new Map(files), callers };
}

/** A component's script, followed by the expressions in its markup. */
function scriptOf(text: string): string {
  const script = /<script lang="ts">([^]*?)<\/script>/.exec(text)?.[1] ?? 'export {};';
  const expressions: string[] = [];
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit);
    if (typeof node !== 'object' || node === null) return;
    for (const [key, inner] of Object.entries(node)) {
      if (EVALUATED.has(key) && isRange(inner)) expressions.push(text.slice(inner.start, inner.end));
      else if (key !== 'metadata') visit(inner);
    }
  };
  visit(parse(text, { modern: true }).fragment);
  return [script, ...expressions.map((expression) => `(${expression});`)].join('\n');
}

/** Properties of markup nodes that contain expressions. */
const EVALUATED = new Set(['expression', 'test', 'declaration']);

const isRange = (node: unknown): node is { start: number; end: number } =>
  typeof node === 'object' && node !== null && 'start' in node && 'end' in node;

/** Paths of the files that a file loads, statically or dynamically; type imports do not count. */
export function importsOf(path: string, file: ts.SourceFile, root: string): string[] {
  const specifiers: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) && !isTypesOnly(node)) add(node.moduleSpecifier);
    if (ts.isExportDeclaration(node) && !node.isTypeOnly) add(node.moduleSpecifier);
    if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) add(node.arguments[0]);
    ts.forEachChild(node, visit);
  };
  const add = (specifier: ts.Node | undefined) => {
    if (specifier && ts.isStringLiteral(specifier)) specifiers.push(specifier.text);
  };
  visit(file);
  return specifiers.flatMap((specifier) => resolved(path, specifier, root) ?? []);
}

function isTypesOnly({ importClause }: ts.ImportDeclaration): boolean {
  if (!importClause) return false;
  if (importClause.phaseModifier === ts.SyntaxKind.TypeKeyword) return true;
  const bindings = importClause.namedBindings;
  return (
    !importClause.name &&
    !!bindings &&
    ts.isNamedImports(bindings) &&
    bindings.elements.every((each) => each.isTypeOnly)
  );
}

function resolved(from: string, specifier: string, root: string): string | undefined {
  if (!/^(?:\.|\$lib\/)/.test(specifier)) return undefined;
  const base = specifier.startsWith('$lib/') ? join('src/lib', specifier.slice(5)) : join(dirname(from), specifier);
  return [base, `${base}.ts`].find((path) => /\.(?:ts|svelte)$/.test(path) && existsSync(join(root, path)));
}
