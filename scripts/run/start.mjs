import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { RunError, run, say } from './process.mjs';

const DEFAULT_PORT = 4180;
const NETWORKS = ['main', 'zen', 'dev', 'dev-v1', 'test'];
const USAGE = `npm start -- [--port N] [--host NAME] [--data-dir FOLDER] [--network ${NETWORKS.join('|')}|FILE.json] [--dialect NAME] [--peer HOST:PORT]… [--listen HOST:PORT] [--no-bootstrap] [--no-peers] [--checkpoint HEIGHT::ID|published] [--check-signatures] [--keep-blocks N|all] [--reset | --repair]`;

/**
 * @typedef {object} StartOptions
 * @property {string} host address to listen on; 127.0.0.1 keeps Quarry on this computer
 * @property {number | undefined} port undefined: 4180, or the next free one
 * @property {string | undefined} dataDir absolute
 * @property {string | undefined} network a preset, or the absolute path of a file that describes a private network
 * @property {string | undefined} dialect how the embedded node spells names; the server knows which there are
 * @property {string[]} peers peers of the embedded node, host:port
 * @property {string | undefined} listen where peers connect, host:port
 * @property {boolean} noBootstrap dial nobody but the peers named
 * @property {boolean} noPeers no connections to other nodes at all
 * @property {string | undefined} checkpoint trusted block that a new chain begins with, HEIGHT::ID
 * @property {boolean} checkSignatures verify those below the published checkpoint, too
 * @property {string | undefined} keepBlocks how many blocks are kept in full; the server knows the default
 * @property {boolean} reset start the embedded node's chain anew
 * @property {boolean} repair rebuild the embedded node's chain from the blocks in its file
 */

/**
 * Flags first, then the environment and .env.
 * @param {string[]} args
 * @returns {StartOptions}
 */
export function parseStartOptions(args) {
  if (existsSync('.env')) process.loadEnvFile('.env');
  const { env } = process;
  const flags = parseFlags(args);
  const port = flags.port ?? env.QUARRY_PORT;
  const network = flags.network ?? env.QUARRY_NETWORK;
  const dataDir = flags['data-dir'] ?? env.QUARRY_DATA_DIR;
  if (port !== undefined && !(/^\d+$/.test(port) && Number(port) > 0 && Number(port) < 65536)) {
    throw new RunError(`the port must be a number from 1 to 65535, not "${port}"`);
  }
  if (network !== undefined && !NETWORKS.includes(network) && !network.endsWith('.json')) {
    throw new RunError(`the network must be one of ${NETWORKS.join(', ')}, or a file *.json, not "${network}"`);
  }
  return {
    host: flags.host ?? env.QUARRY_HOST ?? '127.0.0.1',
    port: port === undefined ? undefined : Number(port),
    dataDir: dataDir === undefined ? undefined : resolve(dataDir),
    network: network?.endsWith('.json') ? resolve(network) : network,
    dialect: flags.dialect ?? env.QUARRY_DIALECT,
    peers: flags.peer ?? (env.QUARRY_PEERS ? [env.QUARRY_PEERS] : []),
    listen: flags.listen ?? env.QUARRY_LISTEN,
    noBootstrap: flags['no-bootstrap'] ?? env.QUARRY_NO_BOOTSTRAP === '1',
    noPeers: flags['no-peers'] ?? env.QUARRY_NO_PEERS === '1',
    checkpoint: flags.checkpoint ?? env.QUARRY_CHECKPOINT,
    checkSignatures: flags['check-signatures'] ?? env.QUARRY_CHECK_SIGNATURES === '1',
    keepBlocks: flags['keep-blocks'] ?? env.QUARRY_KEEP_BLOCKS,
    reset: flags.reset ?? env.QUARRY_RESET === '1',
    repair: flags.repair ?? env.QUARRY_REPAIR === '1'
  };
}

/** @param {string[]} args */
function parseFlags(args) {
  const text = /** @type {const} */ ({ type: 'string' });
  try {
    const options = {
      port: text,
      host: text,
      'data-dir': text,
      network: text,
      dialect: text,
      peer: /** @type {const} */ ({ type: 'string', multiple: true }),
      listen: text,
      'no-bootstrap': /** @type {const} */ ({ type: 'boolean' }),
      'no-peers': /** @type {const} */ ({ type: 'boolean' }),
      checkpoint: text,
      'check-signatures': /** @type {const} */ ({ type: 'boolean' }),
      'keep-blocks': text,
      reset: /** @type {const} */ ({ type: 'boolean' }),
      repair: /** @type {const} */ ({ type: 'boolean' })
    };
    return parseArgs({ args, options }).values;
  } catch (error) {
    throw new RunError(`${error instanceof Error ? error.message : error}\nusage: ${USAGE}`);
  }
}

/**
 * Starts the built server, which prints the address to open, and waits until it ends.
 * @param {string} root
 * @param {string} node
 * @param {NodeJS.ProcessEnv} env
 * @param {StartOptions} options
 * @returns {Promise<number>} its exit status
 */
export async function startServer(root, node, env, options) {
  const port = options.port ?? (await firstFreePort(options.host));
  if (options.port !== undefined && !(await isFree(options.host, options.port))) {
    throw new RunError(`port ${options.port} of ${options.host} is taken; choose another with --port`);
  }
  say(`starting on ${options.host}, port ${port}; stop it with Ctrl-C`);
  return run(node, [join(root, 'build')], serverEnvironment(env, { ...options, port }));
}

/**
 * @param {NodeJS.ProcessEnv} env
 * @param {StartOptions & { port: number }} options
 * @returns {NodeJS.ProcessEnv} what the built server reads: HOST and PORT for its listener, QUARRY_* for the app
 */
function serverEnvironment(env, { host, port, dataDir, network, dialect, reset, repair, ...node }) {
  return {
    SHUTDOWN_TIMEOUT: '3', // seconds that open streams may hold up a Ctrl-C
    ...env,
    NODE_ENV: 'production',
    HOST: host,
    PORT: String(port),
    QUARRY_HOST: host,
    QUARRY_PORT: String(port),
    ...(dataDir === undefined ? {} : { QUARRY_DATA_DIR: dataDir }),
    ...(network === undefined ? {} : { QUARRY_NETWORK: network }),
    ...(dialect === undefined ? {} : { QUARRY_DIALECT: dialect }),
    QUARRY_PEERS: node.noPeers ? '' : node.peers.join(','),
    QUARRY_LISTEN: node.noPeers ? '' : (node.listen ?? ''),
    ...(node.noPeers ? { QUARRY_NO_PEERS: '1' } : {}),
    ...(node.noBootstrap ? { QUARRY_NO_BOOTSTRAP: '1' } : {}),
    ...(node.checkpoint === undefined ? {} : { QUARRY_CHECKPOINT: node.checkpoint }),
    ...(node.checkSignatures ? { QUARRY_CHECK_SIGNATURES: '1' } : {}),
    ...(node.keepBlocks === undefined ? {} : { QUARRY_KEEP_BLOCKS: node.keepBlocks }),
    ...(reset ? { QUARRY_RESET: '1' } : {}),
    ...(repair ? { QUARRY_REPAIR: '1' } : {})
  };
}

/** @param {string} host */
async function firstFreePort(host) {
  for (let port = DEFAULT_PORT; port < DEFAULT_PORT + 100; port++) {
    if (await isFree(host, port)) return port;
    say(`port ${port} is taken, trying the next`);
  }
  throw new RunError(`no free port from ${DEFAULT_PORT} on; choose one with --port`);
}

/**
 * @param {string} host
 * @param {number} port
 * @returns {Promise<boolean>}
 */
function isFree(host, port) {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (/** @type {NodeJS.ErrnoException} */ error) => {
      if (error.code === 'EADDRINUSE' || error.code === 'EACCES') resolve(false);
      else reject(new RunError(`cannot listen on ${host}: ${error.message}`));
    });
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(true)));
  });
}
