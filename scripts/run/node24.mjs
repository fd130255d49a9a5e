import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, delimiter, dirname, join } from 'node:path';
import { RunError, say } from './process.mjs';

/** node:sqlite without a flag, JSON.rawJSON and type stripping arrived over 22 and 23; 24 is the first long-term release with all. */
const WANTED_MAJOR = 24;
/** What is fetched when there is none: one version, so that everybody runs the same program. */
const FETCHED_VERSION = '24.21.0';
/**
 * SHA-256 of that version's program, computed from the registry's packages `node-<platform>-<arch>`. A program fetched
 * for a platform listed here runs only if it is this one; for others npm's own check of the package stands alone.
 */
const FETCHED_SHA256 = {
  'linux-x64': '7fde7b8afa198da66257f42ee2001d874c7355631e6d1579a5fb5ef1f246df4c',
  'linux-arm64': '0f8949d1028f6d61506b2d5bc57e7e6fe893d7b1997509b7847294fc9c616584',
  'win32-x64': 'ba4e6d110e8c1592a1ecd390f6b05f3da124b13871a5be62b341a07a853c6c32'
};
const PROGRAM = process.platform === 'win32' ? 'node.exe' : 'node';
const NPM = process.platform === 'win32' ? 'npm.cmd' : 'npm';
const PLATFORM = `${process.platform}-${process.arch}`;

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
  const candidates = [...onPath(), ...inNpmCache().filter((node) => isFetchedProgram(node) !== false)];
  for (const node of candidates) {
    const version = versionOf(node);
    if (version !== undefined && major(version) >= WANTED_MAJOR) {
      say(`using Node ${version} at ${node} (${process.version} is too old)`);
      return node;
    }
  }
  return undefined;
}

function fetchNode() {
  say(`Node ${process.version} is too old; fetching Node ${FETCHED_VERSION} through npm, once`);
  try {
    // Fetched without being run: the check of its hash comes first.
    const args = ['exec', '--yes', `--package=node@${FETCHED_VERSION}`, '--call', 'exit 0'];
    execFileSync(NPM, args, { stdio: ['ignore', 'ignore', 'inherit'], shell: process.platform === 'win32' });
  } catch {
    // npm has already said on stderr what went wrong.
  }
  const fetched = inNpmCache().filter((node) => existsSync(node));
  const node = fetched.find((path) => isFetchedProgram(path) === true);
  if (node !== undefined) return node;
  const unknown = fetched.find(
    (path) => isFetchedProgram(path) === undefined && versionOf(path) === `v${FETCHED_VERSION}`
  );
  if (unknown !== undefined) {
    say(`no hash of Node is known for ${PLATFORM}; npm has checked the package`);
    return unknown;
  }
  throw new RunError(
    fetched.length > 0 && PLATFORM in FETCHED_SHA256
      ? `the Node ${FETCHED_VERSION} that npm fetched is not the expected program, so it is not used; install Node ${WANTED_MAJOR} yourself`
      : `could not fetch Node ${WANTED_MAJOR}; install it from https://nodejs.org and try again`
  );
}

/** @param {string} node @returns {boolean | undefined} undefined where no hash is known */
function isFetchedProgram(node) {
  const expected = /** @type {Record<string, string>} */ (FETCHED_SHA256)[PLATFORM];
  if (expected === undefined) return undefined;
  if (!existsSync(node)) return false;
  return createHash('sha256').update(readFileSync(node)).digest('hex') === expected;
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
