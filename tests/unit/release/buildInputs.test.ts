import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { expect, test } from 'vitest';
import { documentFiles, linksOf } from '../../../docs/site/pages.mjs';
import { BUILD_INPUTS } from '../../../scripts/run/sources.mjs';

const root = join(import.meta.dirname, '../../..');
const RELATIVE_IMPORT = /(?:from|import)\s*\(?\s*['"](\.{1,2}\/[^'"]+)['"]/g;

/** The repository's modules that these import, directly or not, themselves included; paths from the root. */
function modulesOf(entries: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>();
  const waiting = [...entries];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (found.has(path)) continue;
    found.add(path);
    for (const [, target = ''] of readFileSync(join(root, path), 'utf8').matchAll(RELATIVE_IMPORT)) {
      const base = posix.join(dirname(path), target);
      const module = [base, `${base}.ts`].find((candidate) => existsSync(join(root, candidate)));
      if (module !== undefined) waiting.push(module);
    }
  }
  return found;
}

const isInput = (path: string): boolean => BUILD_INPUTS.some((input) => path === input || path.startsWith(`${input}/`));

// `npm run verify` builds in a folder that contains nothing else.
test('every module that a build loads is among the build inputs', () => {
  const modules = [...modulesOf(['scripts/run.mjs', 'svelte.config.js', 'vite.config.ts'])];
  expect(modules).toContain('scripts/bundle/chunks.ts');
  expect(modules.filter((path) => !isInput(path))).toEqual([]);
});

test('every file that the documentation links to is among the build inputs', () => {
  const targets = documentFiles().flatMap((file) =>
    linksOf(file)
      .filter((link) => !/^[a-z]+:|^#/.test(link))
      .map((link) => posix.join(dirname(file), link.replace(/#.*/, '').replace(/\/$/, '')))
  );
  expect(targets).toContain('deploy/nginx.conf');
  expect(targets.filter((path) => !isInput(path))).toEqual([]);
});
