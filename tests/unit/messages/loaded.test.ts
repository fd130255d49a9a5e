import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const routes = join(root, 'src/routes');

/** The static imports of a file, without types; dynamic imports load their own texts. */
function importsOf(path: string): { readonly path: string; readonly names: string }[] {
  const text = readFileSync(path, 'utf8');
  return [...text.matchAll(/^\s*(?:import|export)\s+(?!type\b)([^'"();]*?)\s*from\s+'([^']+)'/gm)].flatMap(
    ([, names = '', specifier = '']) => {
      const base = specifier.startsWith('$lib/')
        ? join(root, 'src/lib', specifier.slice('$lib/'.length))
        : specifier.startsWith('.')
          ? join(dirname(path), specifier)
          : undefined;
      const found = base && [base, `${base}.ts`].find((one) => /\.(ts|svelte)$/.test(one) && existsSync(one));
      return found === undefined ? [] : [{ path: found, names }];
    }
  );
}

/** Loaded by the frame after the first page, and by the first error before it. */
const LOADED_LATER = join(root, 'src/lib/messages/errors.ts');

/** Message catalogs that exist only after their `load` has run. */
const catalogs = new Set(
  globSync('src/lib/messages/**/*.ts', { cwd: root })
    .filter((path) => !/\/messages\/(en|de)\//.test(path))
    .map((path) => join(root, path))
    .filter((path) => path !== LOADED_LATER)
    .filter((path) => /^export const load\b/m.test(readFileSync(path, 'utf8')))
);

/** The catalogs that a file reads, directly or through its imports. */
function catalogsOf(path: string, seen = new Set<string>()): Set<string> {
  const found = new Set<string>();
  if (seen.has(path)) return found;
  seen.add(path);
  for (const { path: imported, names } of importsOf(path)) {
    if (catalogs.has(imported)) {
      // Importing only `load` reads no text.
      if (!/^\{\s*load(\s+as\s+\w+)?\s*\}$/.test(names)) found.add(imported);
    } else for (const one of catalogsOf(imported, seen)) found.add(one);
  }
  return found;
}

/** The catalogs that the `load` functions of a page and of its layouts load. */
function loadedBy(folders: readonly string[]): Set<string> {
  const files = folders.flatMap((folder) => ['+page.ts', '+layout.ts'].map((name) => join(folder, name)));
  return new Set(
    files
      .filter(existsSync)
      .flatMap(importsOf)
      .filter(({ path, names }) => catalogs.has(path) && /\bload\b/.test(names))
      .map(({ path }) => path)
  );
}

const pages = globSync('**/+page.svelte', { cwd: routes }).map((page) => dirname(page));

test.each(pages)('%s loads the texts that it shows', (page) => {
  const folders = ['.', ...page.split('/').map((_, i, parts) => parts.slice(0, i + 1).join('/'))];
  const absolute = [...new Set(folders.map((folder) => join(routes, folder)))];
  const shown = absolute.flatMap((folder) => ['+page.svelte', '+layout.svelte'].map((name) => join(folder, name)));
  const needed = new Set(
    // A page in a parent folder is not part of this one.
    shown
      .filter((path) => existsSync(path) && (path.endsWith('+layout.svelte') || dirname(path) === join(routes, page)))
      .flatMap((path) => [...catalogsOf(path)])
  );
  const loaded = loadedBy(absolute);
  expect([...needed].filter((path) => !loaded.has(path)).map((path) => relative(root, path))).toEqual([]);
});
