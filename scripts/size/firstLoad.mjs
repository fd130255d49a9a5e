import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** Chunk of the English texts that every page loads before it is shown, including those of the Overview. */
const TEXTS = 'texts-first-en';
/**
 * Further texts loaded by pages: dynamic imports, so the build's manifest does not list them as part of the page.
 * @type {Record<string, string[]>}
 */
const CATALOGUES = { '/mine': ['mining/mine'], '/wallet': ['wallet/list'] };

/**
 * Files that a browser fetches before a page is shown, with gzipped sizes.
 * @param {string} root of the repository, built
 * @param {string} path of the page, such as `/mine`
 * @returns {Promise<{ file: string, bytes: number }[]>} largest first
 */
export async function firstLoad(root, path) {
  const output = join(root, '.svelte-kit', 'output');
  const client = join(output, 'client');
  /** @type {Record<string, { file: string, name?: string, imports?: string[], css?: string[] }>} */
  const chunks = JSON.parse(readFileSync(join(client, '.vite', 'manifest.json'), 'utf8'));
  /** @type {{ manifest: { _: { routes: { pattern: RegExp, page: { layouts: (number | undefined)[], leaf: number } | null }[] } } }} */
  const { manifest } = await import(join(output, 'server', 'manifest.js'));
  const route = manifest._.routes.find(({ pattern, page }) => page !== null && pattern.test(path))?.page;
  if (!route) throw new Error(`the build has no page at "${path}"`);

  const nodes = [...route.layouts, route.leaf].filter((node) => node !== undefined);
  const entries = [
    'client/entry.js',
    'client-optimized/app.js',
    ...nodes.map((node) => `client-optimized/nodes/${node}.js`)
  ];
  /** @type {Set<string>} */
  const files = new Set();
  /** @param {string} key */
  const collect = (key) => {
    const chunk = chunks[key];
    if (chunk === undefined || files.has(chunk.file)) return;
    files.add(chunk.file);
    chunk.css?.forEach((file) => files.add(file));
    chunk.imports?.forEach(collect);
  };
  const texts = Object.keys(chunks).find((key) => chunks[key]?.name === TEXTS);
  if (texts === undefined) throw new Error(`the build has no chunk ${TEXTS}`);
  collect(texts);
  for (const section of CATALOGUES[path] ?? []) {
    const key = `src/lib/messages/en/${section}.ts`;
    if (chunks[key] === undefined) throw new Error(`the build has no texts ${key}`);
    collect(key);
  }
  for (const ending of entries) {
    const key = Object.keys(chunks).find((path) => path.endsWith(ending));
    if (key === undefined) throw new Error(`the build has no chunk ${ending}`);
    collect(key);
  }
  return [...files]
    .map((file) => ({ file, bytes: gzipSync(readFileSync(join(client, file))).length }))
    .sort((a, b) => b.bytes - a.bytes);
}

/**
 * Total JavaScript size of {@link firstLoad}, bytes.
 * @param {string} root
 * @param {string} path
 */
export const firstLoadScript = async (root, path) =>
  (await firstLoad(root, path)).filter(({ file }) => file.endsWith('.js')).reduce((sum, { bytes }) => sum + bytes, 0);
