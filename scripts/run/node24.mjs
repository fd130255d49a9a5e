import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, delimiter, dirname, join } from 'node:path';
import { RunError, say } from './process.mjs';

/** node:sqlite without a flag, JSON.rawJSON and type stripping arrived over 22 and 23; 24 is the first long-term release with all. */
const WANTED_MAJOR = 24;
const PROGRAM = process.platform === 'win32' ? 'node.exe' : 'node';

/**
 * A Node that can run Quarry: this one, another on PATH, one npm fetched before, or one fetched now.
 * @returns {{ node: string, npm: string[] }} path of Node, and the command that runs npm under it
 */
export function findNode() {
  const node = findInstalled() ?? fetchNode();
  // npm names its own script, so that it can run under the Node found here and not under the one that started it.
  const script = process.env.npm_execpath;
  return { node, npm: script && basename(script) === 'npm-cli.js' ? [node, script] : ['npm'] };
}

/**
 * The environment in which every tool finds that Node first.
 * @param {string} node
 * @returns {NodeJS.ProcessEnv}
 */
export function environmentFor(node) {
  return {
    // A Node from npm carries its own list of certificate authorities; behind a company's proxy only the system's will do.
    NODE_USE_SYSTEM_CA: '1',
    ...process.env,
    PATH: dirname(node) + delimiter + process.env.PATH
  };
}

/** @returns {string | undefined} */
function findInstalled() {
  if (major(process.version) >= WANTED_MAJOR) {
    say(`using Node ${process.version}`);
    return process.execPath;
  }
  for (const node of [...onPath(), ...inNpmCache()]) {
    const version = versionOf(node);
    if (version !== undefined && major(version) >= WANTED_MAJOR) {
      say(`using Node ${version} at ${node} (${process.version} is too old)`);
      return node;
    }
  }
  return undefined;
}

function fetchNode() {
  say(`Node ${process.version} is too old; fetching Node ${WANTED_MAJOR} through npm, once`);
  try {
    const args = ['exec', '--yes', `--package=node@${WANTED_MAJOR}`, '--', 'node', '-p', 'process.execPath'];
    const node =
      execFileSync('npm', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })
        .trim()
        .split('\n')
        .at(-1) ?? '';
    if (versionOf(node) !== undefined) return node;
  } catch {
    // npm has already said on stderr what went wrong.
  }
  throw new RunError(`could not fetch Node ${WANTED_MAJOR}; install it from https://nodejs.org and try again`);
}

function onPath() {
  return (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, PROGRAM));
}

function inNpmCache() {
  const cache = join(process.env.npm_config_cache ?? join(homedir(), '.npm'), '_npx');
  if (!existsSync(cache)) return [];
  return readdirSync(cache).map((entry) => join(cache, entry, 'node_modules', 'node', 'bin', PROGRAM));
}

/** @param {string} node @returns {string | undefined} such as `v24.1.0`; undefined when it does not run */
function versionOf(node) {
  if (!existsSync(node)) return undefined;
  try {
    return execFileSync(node, ['--version'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return undefined;
  }
}

/** @param {string} version */
function major(version) {
  return Number.parseInt(version.slice(1), 10);
}
