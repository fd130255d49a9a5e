import { dirname, join } from 'node:path';

const SPECIFIERS = /(?:from|import)\s*\(?\s*'([^']+)'/g;

/**
 * The files that load files of a folder, directly or through other files; imports of types count. Only they can name
 * what the folder declares. Finds imports by text: the compiler takes ten times as long to read a file.
 * @param texts by path from the repository's root
 * @param folder such as `src/lib/api/daemon/`
 */
export function importersOf(texts: ReadonlyMap<string, string>, folder: string): ReadonlySet<string> {
  const importers = new Map<string, string[]>();
  for (const [path, text] of texts) {
    for (const [, specifier] of text.matchAll(SPECIFIERS)) {
      const imported = fileOf(specifier!, path, texts);
      if (imported !== undefined) importers.set(imported, [...(importers.get(imported) ?? []), path]);
    }
  }
  const found = new Set([...texts.keys()].filter((path) => path.startsWith(folder)));
  // A set's iteration includes what is added meanwhile.
  for (const path of found) importers.get(path)?.forEach((importer) => found.add(importer));
  return found;
}

function fileOf(specifier: string, from: string, texts: ReadonlyMap<string, string>): string | undefined {
  if (!/^(?:\.|\$lib\/)/.test(specifier)) return undefined;
  const base = specifier.startsWith('$lib/') ? join('src/lib', specifier.slice(5)) : join(dirname(from), specifier);
  return [base, `${base}.ts`].find((path) => texts.has(path));
}
