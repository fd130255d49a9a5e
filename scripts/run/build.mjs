import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { writeReleaseFiles } from '../release/write.mjs';
import { exclusively } from './folderLock.mjs';
import { RunError, runFiltered, say } from './process.mjs';
import { hashSources } from './sources.mjs';

/** Unavoidable output of vite, SvelteKit and its adapter that needs no attention. All other lines are shown. */
const NOISE = [
  // The service worker's build has its own progress report.
  /^(vite v[\d.]+ building client environment|transforming|rendering chunks|computing gzip size|✓ )/,
  /^\.svelte-kit\/output\/client\/service-worker\.js /,
  /^Run npm run preview to preview/,
  /^> Using @sveltejs\/adapter-node$/,
  /^ *✔ done$/,
  // The adapter's list of Node's built-in modules predates node:sqlite.
  /^"node:sqlite" is imported by .*treating it as an external dependency\.$/,
  // Modules with only types, and texts already included in their page.
  /^Generated an empty chunk: /,
  /^\s*$/
];

/** @param {string} line @returns {boolean} */
export const isBuildNoise = (line) => NOISE.some((pattern) => pattern.test(stripVTControlCharacters(line)));

/**
 * Builds the app into build/ unless the sources are unchanged since the last build.
 * @param {string} root
 * @param {string} node
 * @param {NodeJS.ProcessEnv} env
 * @throws {RunError} if the build fails, the sources change meanwhile, or no build is possible in the folder
 */
export async function buildApp(root, node, env) {
  if (isBuilt(root, hashSources(root))) return;
  // They begin a query or a fragment in Vite's module names.
  if (/[#?]/.test(root)) throw new RunError(`Quarry cannot be built in a folder with # or ? in its path: ${root}`);
  await exclusively(root, () => build(root, node, env));
}

/** @param {string} root */
const stampOf = (root) => join(root, 'build', '.sources');

/** @param {string} root @param {string} hash of the sources */
const isBuilt = (root, hash) => existsSync(stampOf(root)) && readFileSync(stampOf(root), 'utf8') === hash;

/** @param {string} root @param {string} node @param {NodeJS.ProcessEnv} env */
async function build(root, node, env) {
  const hash = hashSources(root);
  // Whoever had to wait for another build may have it now.
  if (isBuilt(root, hash)) return;
  say('building the app (vite build)');
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const status = await runFiltered(
    node,
    [vite, 'build', '--logLevel', 'error'],
    { ...env, NODE_ENV: 'production' },
    isBuildNoise
  );
  if (status !== 0) throw new RunError('the build failed; see its output above');
  // Such a build is mixed: its pages may request files under the name of the other version.
  if (hashSources(root) !== hash) throw new RunError('files of Quarry changed during the build; run this again');
  writeReleaseFiles(root);
  writeFileSync(stampOf(root), hash);
}
