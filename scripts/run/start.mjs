import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { helpText, NODE_OPTIONS, parseFlags, START_OPTIONS } from './options.mjs';
import { RunError, run, say } from './process.mjs';

/**
 * Flags of a Node process with an embedded node. Early releases of Node 24 warn about their built-in SQLite. Without the
 * two limits, V8's young generation grows, and garbage accumulates to four times the live data: a sync then takes
 * hundreds of megabytes more.
 */
export const NODE_FLAGS = [
  '--disable-warning=ExperimentalWarning',
  '--max-semi-space-size=16',
  '--heap-growing-percent=100'
];

const DEFAULT_PORT = 4180;
const NETWORKS = ['main', 'zen', 'dev', 'dev-v1', 'test'];
/** The command, for help and errors. */
const COMMAND = 'npm start --';

/**
 * @typedef {object} Surroundings
 * @property {NodeJS.ProcessEnv} env the command's environment
 * @property {NodeJS.Dict<string>} envFile variables set in .env
 * @property {string} cwd folder in which the command was run, absolute
 * @property {string} root folder of .env, absolute
 */

/**
 * @typedef {object} StartSettings
 * @property {string} host address to listen on
 * @property {number | undefined} port undefined: 4180, or the next free one
 * @property {Readonly<Record<string, string>>} variables for the server, from flags, the environment or .env
 * @property {Readonly<Record<string, string>>} flags by variable, the flag that sets it, unless the environment or .env
 * does
 */

/**
 * Settings from .env and this process's environment.
 * @param {string} root
 * @param {string} cwd where the process was started
 * @returns {Surroundings}
 */
export function readSurroundings(root, cwd) {
  const env = { ...process.env };
  const file = join(root, '.env');
  if (existsSync(file)) process.loadEnvFile(file);
  const envFile = Object.fromEntries(Object.entries(process.env).filter(([name]) => !(name in env)));
  // npm runs scripts in the package's folder; this is the user's.
  return { env, envFile, cwd: env.INIT_CWD || cwd, root };
}

/**
 * Precedence: flags, environment, .env. Relative paths are relative to the folder in which the command was run; in
 * .env, to that of the file.
 * @param {string[]} args
 * @param {Surroundings} surroundings
 * @returns {StartSettings | { help: string }}
 * @throws {RunError} naming the flag or the variable
 */
export function readStartSettings(args, { env, envFile, cwd, root }) {
  const given = parseFlags(args, START_OPTIONS, COMMAND);
  if (given === 'help') return { help: helpText(COMMAND, START_OPTIONS) };
  const remote = ['DAEMON_URL', 'WALLET_URL'].find((name) => env[name] || envFile[name]);
  const ofNode = NODE_OPTIONS.find(({ name }) => given[name] !== undefined);
  if (remote && ofNode)
    throw new RunError(
      `--${ofNode.name} is for the embedded node, which ${remote} turns off; leave out one of the two`
    );
  /** @type {Record<string, string>} */
  const variables = {};
  /** @type {Record<string, string>} */
  const flags = {};
  for (const { name, variable, isPath } of START_OPTIONS) {
    const outside = env[variable] || envFile[variable];
    const value = given[name] ?? outside;
    if (given[name] !== undefined || !outside) flags[variable] = `--${name}`;
    if (!value) continue;
    const folder = given[name] !== undefined || env[variable] ? cwd : root;
    // Connections may be inline JSON instead of a file name.
    const isFile = (isPath && !/^\s*[[{]/.test(value)) || (name === 'network' && value.endsWith('.json'));
    variables[variable] = isFile ? resolve(folder, value) : value;
  }
  const { QUARRY_PORT: port, QUARRY_NETWORK: network, QUARRY_HOST: host = '127.0.0.1' } = variables;
  /** @param {string} variable */
  const nameOf = (variable) => flags[variable] ?? variable;
  if (port !== undefined && !(/^\d+$/.test(port) && Number(port) > 0 && Number(port) < 65536)) {
    throw new RunError(`${nameOf('QUARRY_PORT')} must be a number from 1 to 65535, not "${port}"`);
  }
  if (network !== undefined && !NETWORKS.includes(network) && !network.endsWith('.json')) {
    const names = NETWORKS.join(', ');
    throw new RunError(`${nameOf('QUARRY_NETWORK')} must be one of ${names}, or a *.json file, not "${network}"`);
  }
  return { host, port: port === undefined ? undefined : Number(port), variables, flags };
}

/**
 * Starts the built server, which prints the URL to open, and waits until it exits.
 * @param {string} root
 * @param {string} node
 * @param {NodeJS.ProcessEnv} env
 * @param {StartSettings} settings
 * @returns {Promise<number>} its exit status
 */
export async function startServer(root, node, env, settings) {
  const { host } = settings;
  const port = settings.port ?? (await firstFreePort(host));
  if (settings.port !== undefined) {
    const problem = portProblem(await tryPort(host, port), host, port);
    if (problem !== undefined) throw new RunError(problem);
  }
  say(`starting on ${host}, port ${port}; press Ctrl-C to stop`);
  return run(node, [...NODE_FLAGS, join(root, 'build')], serverEnvironment(env, settings, port));
}

/**
 * @param {NodeJS.ProcessEnv} env
 * @param {StartSettings} settings
 * @param {number} port
 * @returns {NodeJS.ProcessEnv} the built server's environment: HOST and PORT for its listener, QUARRY_* for the app
 */
export function serverEnvironment(env, { host, variables, flags }, port) {
  return {
    ...env,
    ...variables,
    SHUTDOWN_TIMEOUT: env.SHUTDOWN_TIMEOUT || '3', // maximum delay of Ctrl-C by open streams, seconds
    NODE_ENV: 'production',
    HOST: host,
    PORT: String(port),
    QUARRY_HOST: host,
    QUARRY_PORT: String(port),
    // For the server's messages about its settings (lib/server/startProblem.ts).
    QUARRY_FLAGS: JSON.stringify(flags)
  };
}

/** @param {string} host */
async function firstFreePort(host) {
  for (let port = DEFAULT_PORT; port < DEFAULT_PORT + 100; port++) {
    const result = await tryPort(host, port);
    if (result === 'free') return port;
    say(
      result === 'taken' ? `port ${port} is in use, trying the next` : `no permission for port ${port}, trying the next`
    );
  }
  throw new RunError(`no free port from ${DEFAULT_PORT} to ${DEFAULT_PORT + 99}; choose one with --port`);
}

/** @typedef {'free' | 'taken' | 'forbidden'} PortState */

/**
 * @param {PortState} state
 * @param {string} host
 * @param {number} port
 * @returns {string | undefined} why the server cannot listen there, and a remedy
 */
export function portProblem(state, host, port) {
  if (state === 'taken') return `port ${port} on ${host} is already in use; choose another with --port`;
  if (state === 'free') return undefined;
  const reason = port < 1024 ? '; ports below 1024 are reserved on most systems' : '';
  return `no permission to listen on port ${port} of ${host}${reason}. Choose another with --port.`;
}

/**
 * @param {string} host
 * @param {number} port
 * @returns {Promise<PortState>}
 */
function tryPort(host, port) {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (/** @type {NodeJS.ErrnoException} */ error) => {
      if (error.code === 'EADDRINUSE') resolve('taken');
      else if (error.code === 'EACCES') resolve('forbidden');
      else reject(new RunError(`cannot listen on ${host}: ${error.message}`));
    });
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve('free')));
  });
}
