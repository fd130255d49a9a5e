import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** What a build needs besides its sources; none of it changes what comes out. */
const TOOLS = ['package.json', '.npmrc', 'scripts'];

const CONFIGURATION = ['package-lock.json', 'scripts/bundle', 'svelte.config.js', 'tsconfig.json', 'vite.config.ts'];
/** What the pages below /docs are made of. */
const DOCUMENTS = ['docs', 'deploy', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md'];
const SOURCES = ['src', 'static', ...DOCUMENTS, ...CONFIGURATION];

/** Every file and folder that a build reads. */
export const BUILD_INPUTS = [...SOURCES, ...TOOLS];

/**
 * The version of the app: one hash over the names and contents of everything that the build reads, so that the same
 * sources give the same build, byte for byte.
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

/** The version as files and links have it, short. @param {string} root */
export const versionName = (root) => hashSources(root).slice(0, 16);

/** @param {string} root @param {string} path @returns {string[]} paths relative to root, in a fixed order */
function filesUnder(root, path) {
  const full = join(root, path);
  if (!existsSync(full)) return [];
  if (!statSync(full).isDirectory()) return [path];
  return readdirSync(full)
    .sort()
    .flatMap((name) => filesUnder(root, join(path, name)));
}
