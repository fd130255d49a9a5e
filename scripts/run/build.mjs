import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { RunError, run, say } from './process.mjs';

const SOURCES = ['src', 'static', 'package-lock.json', 'svelte.config.js', 'tsconfig.json', 'vite.config.ts'];

/**
 * Builds the app into build/ unless the sources are those of the last build.
 * @param {string} root
 * @param {string} node
 * @param {NodeJS.ProcessEnv} env
 */
export async function buildApp(root, node, env) {
  const stamp = join(root, 'build', '.sources');
  const hash = hashSources(root);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return;
  say('building the app (vite build)');
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const status = await run(node, [vite, 'build', '--logLevel', 'error'], { ...env, NODE_ENV: 'production' });
  if (status !== 0) throw new RunError('the build failed; see its words above');
  writeFileSync(stamp, hash);
}

/** @param {string} root @returns {string} one hash over the names and contents of everything the build reads */
function hashSources(root) {
  const hash = createHash('sha256');
  for (const path of SOURCES.flatMap((source) => filesUnder(root, source))) {
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(root, path)))
      .update('\0');
  }
  return hash.digest('hex');
}

/** @param {string} root @param {string} path @returns {string[]} paths relative to root, in a fixed order */
function filesUnder(root, path) {
  const full = join(root, path);
  if (!existsSync(full)) return [];
  if (!statSync(full).isDirectory()) return [path];
  return readdirSync(full)
    .sort()
    .flatMap((name) => filesUnder(root, join(path, name)));
}
