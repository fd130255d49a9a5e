import { dirname } from 'node:path';
import { importsOf, type Sources } from './sources.ts';

/** Parent of all pages that require signing in. */
const SHELL = 'src/routes/(app)';
export const EVERY_PAGE = 'every page';

/** For each file, the paths of the pages that load it; {@link EVERY_PAGE} if the frame around them loads it. */
export function pagesByFile({ files }: Sources, root: string): Map<string, Set<string>> {
  const imports = new Map([...files].map(([path, file]) => [path, importsOf(path, file, root)]));
  const pages = new Map<string, Set<string>>();
  const mark = (path: string, page: string): void => {
    const known = pages.get(path) ?? new Set();
    if (known.has(page)) return;
    pages.set(path, known.add(page));
    for (const next of imports.get(path) ?? []) mark(next, page);
  };
  const places = [...files.keys()].filter((path) => /^src\/routes\/.*\/\+(?:page|layout)\.(?:svelte|ts)$/.test(path));
  for (const path of places) {
    const folder = dirname(path);
    const isFrame = folder === SHELL && path.includes('+layout');
    mark(path, isFrame ? EVERY_PAGE : folder.replace('src/routes', '').replaceAll(/\/\([^)]*\)/g, '') || '/');
  }
  return pages;
}
