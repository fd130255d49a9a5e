import { basename } from 'node:path';
import ts from 'typescript';
import { API, type Sources } from './sources.ts';

/** Calls in these folders count as uses by a page or a test. */
const ENDS = /^(?:src\/routes|tests)\//;

/**
 * Where each route is ultimately called: from names such as `host.status` to files of pages and tests. Resolved by
 * type: a client's function is declared by its route, whatever the client is called where it is used. Classes and
 * functions in between pass their calls on to the users of the member that makes them.
 * @param routes names of the routes, by module
 */
export function findUses(
  { checker, files, callers }: Sources,
  routes: ReadonlyMap<string, readonly string[]>
): Map<string, Set<string>> {
  const mentions = mentionsByName([...files].filter(([path]) => callers.has(path)));
  const uses = new Map<string, Set<string>>(
    [...routes].flatMap(([module, names]) => names.map((name) => [`${module}.${name}`, new Set()]))
  );

  const follow = (
    route: string,
    name: string,
    followed: Set<ts.Declaration>,
    isMeant: (found: ts.Symbol) => boolean
  ): void => {
    for (const { node, path } of mentions.get(name) ?? []) {
      const found = resolvedSymbol(checker, node);
      if (!found || !isMeant(found)) continue;
      if (ENDS.test(path)) {
        uses.get(route)!.add(path);
        continue;
      }
      const carrier = carrierOf(checker, node)?.declarations?.[0];
      if (!carrier || followed.has(carrier)) continue;
      followed.add(carrier);
      const name = ts.getNameOfDeclaration(carrier);
      if (name && 'text' in name)
        follow(route, String(name.text), followed, ({ declarations }) => declarations?.[0] === carrier);
    }
  };
  for (const [module, names] of routes) {
    for (const name of names) {
      const declares = (symbol: ts.Symbol) => routeOf(symbol, routes) === `${module}.${name}`;
      follow(`${module}.${name}`, name, new Set(), declares);
    }
  }
  return uses;
}

interface Mention {
  readonly node: ts.Identifier | ts.PrivateIdentifier;
  readonly path: string;
}

/** All uses of names, excluding declarations. */
function mentionsByName(files: Iterable<[string, ts.SourceFile]>): Map<string, Mention[]> {
  const mentions = new Map<string, Mention[]>();
  for (const [path, file] of files) {
    const visit = (node: ts.Node): void => {
      if (ts.isImportDeclaration(node) || ts.isTypeNode(node)) return;
      if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) {
        const known = mentions.get(node.text) ?? [];
        known.push({ node, path });
        mentions.set(node.text, known);
      }
      ts.forEachChild(node, visit);
    };
    visit(file);
  }
  return mentions;
}

function resolvedSymbol(checker: ts.TypeChecker, node: ts.Node): ts.Symbol | undefined {
  const { parent } = node;
  // The name of a declaration or of an assigned field is not a use.
  if (isDeclared(parent) && parent.name === node) return undefined;
  if (isAssigned(parent)) return undefined;
  const symbol = ts.isBindingElement(parent) ? boundProperty(checker, parent, node) : checker.getSymbolAtLocation(node);
  return symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}

const isDeclared = (node: ts.Node): node is ts.NamedDeclaration =>
  ts.isPropertyAssignment(node) ||
  ts.isVariableDeclaration(node) ||
  ts.isFunctionDeclaration(node) ||
  ts.isParameter(node) ||
  ts.isClassElement(node);

const isAssigned = (node: ts.Node): boolean =>
  ts.isPropertyAccessExpression(node) &&
  ts.isBinaryExpression(node.parent) &&
  node.parent.left === node &&
  node.parent.operatorToken.kind === ts.SyntaxKind.EqualsToken;

/** The property of the value that `const { name } = value` reads. */
function boundProperty(checker: ts.TypeChecker, element: ts.BindingElement, node: ts.Node): ts.Symbol | undefined {
  const name = element.propertyName ?? element.name;
  if (name !== node || !ts.isIdentifier(name)) return undefined;
  return checker.getTypeAtLocation(element.parent).getProperty(name.text);
}

/** The class member or function that contains a node; its users use whatever it calls. */
function carrierOf(checker: ts.TypeChecker, node: ts.Node): ts.Symbol | undefined {
  const member = ts.findAncestor(
    node,
    (each) => isOwnAssignment(each) || (ts.isClassElement(each) && !ts.isConstructorDeclaration(each))
  );
  if (member && isOwnAssignment(member)) return checker.getSymbolAtLocation(member.left.name);
  if (member && ts.isClassElement(member) && member.name) return checker.getSymbolAtLocation(member.name);
  const statement = ts.findAncestor(node, (each) => each.parent !== undefined && ts.isSourceFile(each.parent));
  const declared =
    statement && ts.isVariableStatement(statement) ? statement.declarationList.declarations[0] : statement;
  if (!declared) return undefined;
  if (!ts.isFunctionDeclaration(declared) && !ts.isVariableDeclaration(declared) && !ts.isClassDeclaration(declared))
    return undefined;
  return declared.name && checker.getSymbolAtLocation(declared.name);
}

type OwnAssignment = ts.BinaryExpression & { readonly left: ts.PropertyAccessExpression };

/** `this.field = …` */
const isOwnAssignment = (node: ts.Node): node is OwnAssignment =>
  ts.isBinaryExpression(node) &&
  node.operatorToken.kind === ts.SyntaxKind.EqualsToken &&
  ts.isPropertyAccessExpression(node.left) &&
  node.left.expression.kind === ts.SyntaxKind.ThisKeyword;

/** The route that declares a client's function. */
function routeOf(symbol: ts.Symbol | undefined, routes: ReadonlyMap<string, readonly string[]>): string | undefined {
  const declaration = symbol?.declarations?.[0];
  if (!declaration || !ts.isPropertyAssignment(declaration)) return undefined;
  const path = declaration.getSourceFile().fileName;
  const module = basename(path, '.ts');
  // Only an entry of a route table, not a query field that happens to have the same name.
  const table = declaration.parent.parent;
  if (!path.includes(API) || !ts.isVariableDeclaration(table) || table.name.getText() !== `${module}Routes`)
    return undefined;
  return routes.get(module)?.includes(symbol!.name) ? `${module}.${symbol!.name}` : undefined;
}

/** The file with the embedded node's handler of each route. */
export function findHandlers(
  { checker, files }: Sources,
  routes: ReadonlyMap<string, readonly string[]>
): Map<string, string> {
  const handlers = new Map<string, string>();
  const pathOf = new Map([...files].map(([path, file]) => [file, path]));
  for (const [path, file] of files) {
    if (!path.startsWith('src/lib/server/node/')) continue;
    ts.forEachChild(file, (node) => {
      if (!ts.isFunctionDeclaration(node) || !node.body || !node.type) return;
      const module = /^Handlers<typeof (\w+)Routes>$/.exec(node.type.getText())?.[1];
      const names = module === undefined ? undefined : routes.get(module);
      const returned = node.body.statements.findLast(ts.isReturnStatement)?.expression;
      if (!names || !returned) return;
      const type = checker.getTypeAtLocation(returned);
      for (const name of names) {
        const declared = type.getProperty(name)?.declarations?.[0];
        const home = declared && pathOf.get(declared.getSourceFile());
        if (home) handlers.set(`${module}.${name}`, home);
      }
    });
  }
  return handlers;
}
