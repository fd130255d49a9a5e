import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Build inputs besides sources; they do not affect the result. The documentation links to the last one. */
const TOOLS = ['package.json', '.npmrc', 'scripts', 'gallery/plugin.ts', '.env.example'];

const CONFIGURATION = ['package-lock.json', 'scripts/bundle', 'svelte.config.js', 'tsconfig.json', 'vite.config.ts'];
/** Sources of the pages below /docs. */
const DOCUMENTS = ['docs', 'deploy', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md'];
const SOURCES = ['src', 'static', ...DOCUMENTS, ...CONFIGURATION];

/** Every file and folder that a build reads. */
export const BUILD_INPUTS = [...SOURCES, ...TOOLS];

/**
 * The app's version: a hash over names and contents of everything the build reads, so that equal sources give an
 * identical build, byte for byte.
 * @param {string} root
 * @returns {string} hex
 */
export function hashSources(root) {
  const hash = createHash('sha256');
  for (const path of SOURCES.flatMap((source) => filesUnder(root, source))) {
    hash
      .update(`${path.replaceAll('\\', '/')}\0`)
      .update(readFileSync(join(root, path)))
      .update('\0');
  }
  return hash.digest('hex');
}

/** Short form of the version, for files and links. @param {string} root */
export const versionName = (root) => hashSources(root).slice(0, 16);

/** @param {string} root @param {string} path @returns {string[]} paths relative to root, in a stable order */
function filesUnder(root, path) {
  const full = join(root, path);
  if (!existsSync(full)) return [];
  if (!statSync(full).isDirectory()) return [path];
  return readdirSync(full)
    .sort()
    .flatMap((name) => filesUnder(root, join(path, name)));
}
