import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RunError, run, say } from './process.mjs';

/**
 * Installs the lockfile's packages unless node_modules already contains exactly those.
 * @param {string} root
 * @param {string[]} npm command that runs npm
 * @param {NodeJS.ProcessEnv} env
 */
export async function installPackages(root, npm, env) {
  if (isInstalled(root)) return;
  say('installing packages (npm ci)');
  const [command = 'npm', ...args] = npm;
  const status = await run(
    command,
    [...args, 'ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'],
    env
  );
  if (status !== 0) throw new RunError('npm ci failed; see its output above');
}

/**
 * npm writes node_modules/.package-lock.json as the last step of an install, so an interrupted one does not count,
 * while the user's own `npm install` does.
 * @param {string} root
 */
function isInstalled(root) {
  const installedFile = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(installedFile)) return false;
  const wanted = packagesOf(join(root, 'package-lock.json'));
  const installed = packagesOf(installedFile);
  return Object.entries(wanted).every(([path, { version, optional }]) => {
    if (path === '') return true;
    const found = installed[path];
    // Optional packages for other platforms are listed but never installed.
    return found === undefined ? optional === true : found.version === version;
  });
}

/** @param {string} lockfile @returns {Record<string, { version?: string, optional?: boolean }>} */
function packagesOf(lockfile) {
  return JSON.parse(readFileSync(lockfile, 'utf8')).packages;
}
