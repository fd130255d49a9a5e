// Size budget of the first load: the JavaScript and CSS a browser fetches before the Overview shows, compressed.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const BUDGET_BYTES = 220_000;

const client = join(dirname(dirname(fileURLToPath(import.meta.url))), '.svelte-kit', 'output', 'client');

/** @type {Record<string, { file: string, src?: string, name?: string, isEntry?: boolean, imports?: string[], css?: string[] }>} */
const manifest = JSON.parse(readFileSync(join(client, '.vite', 'manifest.json'), 'utf8'));

// SvelteKit's start and app, the root layout (node 0), the error page (node 1) and the page of "/".
const pageOfRoot = readFileSync(join(client, '..', 'server', 'manifest.js'), 'utf8').match(
  /id: "\/",[\s\S]*?leaf: (\d+)/
)?.[1];
const entries = Object.entries(manifest).filter(([key]) =>
  [/client\/entry\.js$/, /client-optimized\/app\.js$/, new RegExp(`nodes/(0|1|${pageOfRoot})\\.js$`)].some((entry) =>
    entry.test(key)
  )
);
if (pageOfRoot === undefined || entries.length < 5)
  throw new Error('the build does not look as expected; adapt size.mjs');

/** @type {Set<string>} */
const files = new Set();

/** @param {string} key */
function collect(key) {
  const chunk = manifest[key];
  if (chunk === undefined || files.has(chunk.file)) return;
  files.add(chunk.file);
  chunk.css?.forEach((file) => files.add(file));
  chunk.imports?.forEach(collect);
}
for (const [key] of entries) collect(key);

const sizes = [...files].map((file) => ({ file, bytes: gzipSync(readFileSync(join(client, file))).length }));
const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
for (const { file, bytes } of sizes.sort((a, b) => b.bytes - a.bytes).slice(0, 5)) console.log(`${bytes}\t${file}`);
console.log(`first load: ${total} of ${BUDGET_BYTES} bytes in ${sizes.length} files, compressed`);
if (total > BUDGET_BYTES) process.exitCode = 1;
