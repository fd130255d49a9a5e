import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const METHODS: Readonly<Record<string, string>> = { get: 'GET', post: 'POST', put: 'PUT', del: 'DELETE' };

/** The comments above the routes of a folder of `src/lib/api`, by method and path. */
export function routeComments(root: string, folders: readonly string[]): Map<string, string> {
  const found = new Map<string, string>();
  for (const folder of folders) {
    for (const path of globSync(`src/lib/api/${folder}/**/*.ts`, { cwd: root })) {
      const text = readFileSync(join(root, path), 'utf8');
      const file = ts.createSourceFile(path, text, ts.ScriptTarget.ESNext);
      const visit = (node: ts.Node): void => {
        const route = routeIn(node);
        const comment = route && commentAbove(text, node);
        if (comment) found.set(route, comment);
        ts.forEachChild(node, visit);
      };
      visit(file);
    }
  }
  return found;
}

/** `GET /host` for `status: get('/host', …)`. */
function routeIn(node: ts.Node): string | undefined {
  if (!ts.isPropertyAssignment(node) || !ts.isCallExpression(node.initializer)) return undefined;
  const { expression, arguments: given } = node.initializer;
  const method = ts.isIdentifier(expression) ? METHODS[expression.text] : undefined;
  return method && given[0] && ts.isStringLiteral(given[0]) ? `${method} ${given[0].text}` : undefined;
}

function commentAbove(text: string, node: ts.Node): string | undefined {
  const range = ts.getLeadingCommentRanges(text, node.pos)?.at(-1);
  const comment = range && text.slice(range.pos, range.end);
  if (!comment?.startsWith('/**')) return undefined;
  return comment
    .slice(3, -2)
    .replace(/^\s*\* ?/gm, '')
    .replace(/\{@link ([^}]+)\}/g, '`$1`')
    .replace(/\s+/g, ' ')
    .trim();
}
