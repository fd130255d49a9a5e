import { basename } from 'node:path';
import ts from 'typescript';
import type { Sources } from './sources.ts';

/** The home of the clients; what their own files do with them counts for whoever calls that. */
const API = 'src/lib/api/daemon/';

/**
 * Where each route is called: names such as `host.status` to files. Found by the types: a client's function is declared
 * by its route, whatever the client is called where it is used.
 * @param routes by module, the names of its routes
 */
export function findUses(
  { checker, files }: Sources,
  routes: ReadonlyMap<string, readonly string[]>
): Map<string, Set<string>> {
  const wanted = new Set([...routes.values()].flat());
  const uses = new Map<string, Set<string>>();
  const note = (route: string, path: string) => {
    const known = uses.get(route) ?? new Set();
    uses.set(route, known.add(path));
  };
  /** Functions beside the clients, by the routes that they call. */
  const helpers = new Map<ts.Symbol, Set<string>>();

  const eachNode = (node: ts.Node, visit: (node: ts.Node) => void): void => {
    visit(node);
    ts.forEachChild(node, (child) => eachNode(child, visit));
  };
  for (const [path, file] of files) {
    eachNode(file, (node) => {
      if (!ts.isPropertyAccessExpression(node) || !wanted.has(node.name.text)) return;
      const route = routeOf(checker.getSymbolAtLocation(node.name), routes);
      if (route === undefined) return;
      if (!path.startsWith(API)) return note(route, path);
      const helper = enclosingFunction(checker, node);
      if (helper) helpers.set(helper, (helpers.get(helper) ?? new Set()).add(route));
    });
  }
  const names = new Set([...helpers.keys()].map(({ name }) => name));
  for (const [path, file] of files) {
    if (path.startsWith(API)) continue;
    eachNode(file, (node) => {
      if (!ts.isCallExpression(node) || !ts.isIdentifier(node.expression) || !names.has(node.expression.text)) return;
      const symbol = checker.getSymbolAtLocation(node.expression);
      const callee = symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
      for (const route of (callee && helpers.get(callee)) ?? []) note(route, path);
    });
  }
  return uses;
}

/** The route that declares a client's function. */
function routeOf(symbol: ts.Symbol | undefined, routes: ReadonlyMap<string, readonly string[]>): string | undefined {
  const declaration = symbol?.declarations?.[0];
  if (!declaration || !ts.isPropertyAssignment(declaration)) return undefined;
  const path = declaration.getSourceFile().fileName;
  const module = basename(path, '.ts');
  // The value is a route itself, not a field of a query that happens to have the name.
  const table = declaration.parent.parent;
  if (!path.includes(API) || !ts.isVariableDeclaration(table) || table.name.getText() !== `${module}Routes`)
    return undefined;
  return routes.get(module)?.includes(symbol!.name) ? `${module}.${symbol!.name}` : undefined;
}

function enclosingFunction(checker: ts.TypeChecker, node: ts.Node): ts.Symbol | undefined {
  const declaration = ts.findAncestor(node, ts.isFunctionDeclaration);
  return declaration?.name && checker.getSymbolAtLocation(declaration.name);
}

/** The file in which the embedded node's handler of each route is written. */
export function findHandlers(
  { checker, files }: Sources,
  routes: ReadonlyMap<string, readonly string[]>
): Map<string, string> {
  const handlers = new Map<string, string>();
  const pathOf = new Map([...files].map(([path, file]) => [file, path]));
  for (const [path, file] of files) {
    if (!path.startsWith('src/lib/server/devnode/')) continue;
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
