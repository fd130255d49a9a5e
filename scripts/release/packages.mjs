import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Packages that are development dependencies, because the build copies what it needs from them, but whose code ships
 * with Quarry.
 */
export const BUNDLED = [
  '@fontsource-variable/inter',
  '@fontsource-variable/jetbrains-mono',
  '@lucide/svelte',
  '@scure/bip39',
  '@sveltejs/adapter-node',
  '@sveltejs/kit',
  'svelte'
];

/**
 * Licenses that allow everything except, at most, removing the notice (SPDX identifiers). OFL-1.1 covers fonts; the
 * Unlicense dedicates to the public domain.
 */
const PERMISSIVE = [
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
  'OFL-1.1',
  'Unlicense'
];

/**
 * @typedef {object} LockedPackage an entry of package-lock.json
 * @property {string} [version]
 * @property {string} [license] SPDX expression
 * @property {string} [integrity] `sha512-` and base64
 * @property {boolean} [hasInstallScript]
 * @property {Record<string, string>} [dependencies]
 * @property {Record<string, string>} [optionalDependencies]
 *
 * @typedef {object} ShippedPackage
 * @property {string} name
 * @property {string} path folder below the root of the repository
 * @property {string} version
 * @property {string} [license]
 * @property {string} [integrity]
 * @property {boolean} hasInstallScript
 */

/** @param {string} root @returns {Record<string, LockedPackage>} by path; '' is Quarry itself */
export function lockedPackages(root) {
  return JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
}

/**
 * Every package whose code is in the build or runs beside it: dependencies, bundled packages, and all their
 * dependencies. Errs on the side of more: a compiler's own dependencies are included, though they do not ship.
 * @param {Record<string, LockedPackage>} locked
 * @param {string[]} bundled
 * @returns {ShippedPackage[]} by path
 */
export function shippedPackages(locked, bundled = BUNDLED) {
  /** @type {Map<string, ShippedPackage>} */
  const shipped = new Map();
  const add = (/** @type {string} */ name, /** @type {string} */ from) => {
    const path = resolvePackage(locked, name, from);
    const entry = path === undefined ? undefined : locked[path];
    if (path === undefined || entry === undefined || shipped.has(path)) return;
    const { version = '', license, integrity, hasInstallScript = false } = entry;
    shipped.set(path, { name, path, version, license, integrity, hasInstallScript });
    for (const dependency of Object.keys({ ...entry.dependencies, ...entry.optionalDependencies })) {
      add(dependency, path);
    }
  };
  for (const name of [...Object.keys(locked['']?.dependencies ?? {}), ...bundled]) add(name, '');
  return [...shipped.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
}

/**
 * Reasons why a package must not ship; empty if it may.
 * @param {ShippedPackage} shipped
 * @returns {string[]}
 */
export function objections({ name, version, license, integrity, hasInstallScript }) {
  const problems = [];
  if (hasInstallScript) problems.push('has an install script');
  // License expressions (“A OR B”) are reviewed once by a person and then listed here with the chosen license.
  if (!PERMISSIVE.includes(license ?? '')) problems.push(`its license is ${license ?? 'unknown'}`);
  if (!integrity?.startsWith('sha512-')) problems.push('has no SHA-512 hash in the lockfile');
  return problems.map((problem) => `${name} ${version}: ${problem}`);
}

/**
 * Node's own resolution: the nearest node_modules above the requesting package.
 * @param {Record<string, LockedPackage>} locked
 * @param {string} name
 * @param {string} from path of the requesting package, '' for Quarry
 * @returns {string | undefined} undefined for an optional package of another platform
 */
function resolvePackage(locked, name, from) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const path = `${folder}${folder === '' ? '' : '/'}node_modules/${name}`;
    if (locked[path] !== undefined) return path;
    if (folder === '') return undefined;
  }
}
