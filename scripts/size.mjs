// Size budget of the first load: the JavaScript and CSS a browser fetches before the Overview shows, compressed.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const BUDGET_BYTES = 160_000;

const output = join(import.meta.dirname, '..', '.svelte-kit', 'output');
const client = join(output, 'client');

/** @type {Record<string, { file: string, imports?: string[], css?: string[] }>} */
const chunks = JSON.parse(readFileSync(join(client, '.vite', 'manifest.json'), 'utf8'));

/** @type {{ manifest: { _: { routes: { pattern: RegExp, page: { layouts: number[], leaf: number } | null }[] } } }} */
const { manifest } = await import(join(output, 'server', 'manifest.js'));
const overview = manifest._.routes.find(({ pattern, page }) => page !== null && pattern.test('/'))?.page;
if (!overview) throw new Error('the build has no page at "/"');

const nodes = [...overview.layouts, overview.leaf].map((node) => `client-optimized/nodes/${node}.js`);
const entries = ['client/entry.js', 'client-optimized/app.js', ...nodes].map((ending) => {
  const key = Object.keys(chunks).find((path) => path.endsWith(ending));
  if (key === undefined) throw new Error(`the build has no chunk ${ending}`);
  return key;
});

/** @type {Set<string>} */
const files = new Set();

/** @param {string} key */
function collect(key) {
  const chunk = chunks[key];
  if (chunk === undefined || files.has(chunk.file)) return;
  files.add(chunk.file);
  chunk.css?.forEach((file) => files.add(file));
  chunk.imports?.forEach(collect);
}
entries.forEach(collect);

const sizes = [...files].map((file) => ({ file, bytes: gzipSync(readFileSync(join(client, file))).length }));
const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
for (const { file, bytes } of sizes.sort((a, b) => b.bytes - a.bytes).slice(0, 5)) console.log(`${bytes}\t${file}`);
console.log(`first load: ${total} of ${BUDGET_BYTES} bytes in ${sizes.length} files, compressed`);
if (total > BUDGET_BYTES) process.exitCode = 1;
