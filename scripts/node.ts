// The embedded node as a standalone server. Its flags are those of `npm start`, plus --check.
import { join, resolve } from 'node:path';
import { OUR_DIALECT, passwordVariable } from '$lib/api/dialect';
import { ConfigError, readConfig } from '$lib/server/config';
import { findDifferences } from '$lib/server/node/chain/integrity';
import { storedGenesisTimestamp } from '$lib/server/node/chain/startAtCheckpoint';
import { chainDirectory, chainFile } from '$lib/server/node/dataFolder';
import { listen } from '$lib/server/node/listen';
import { readNetworkFile } from '$lib/server/node/network/networkFile';
import { networkPreset } from '$lib/server/node/network/presets';
import { createNode } from '$lib/server/node/node';
import { ChainStore } from '$lib/server/node/store/store';
import { secretFromFile } from '$lib/server/secretFile';
import { startProblem } from '$lib/server/startProblem';
import { helpText, NODE_OPTIONS, parseFlags, type Option } from './run/options.mjs';

const OPTIONS: readonly Option[] = [
  { name: 'port', value: 'N', variable: 'QUARRY_PORT', help: 'port to listen on; default 9980' },
  {
    name: 'data-dir',
    value: 'FOLDER',
    variable: 'QUARRY_DATA_DIR',
    isPath: true,
    help: 'folder for the chains and the password'
  },
  ...NODE_OPTIONS,
  { name: 'check', variable: '', help: 'compare the stored chain with its blocks, and exit' }
];
const COMMAND = 'npm run node --';

const values = readFlags();
const { settings, appData } = readSettings();
const dialect = settings.dialect ?? OUR_DIALECT;
const given = process.env[passwordVariable(dialect)];
const folder = values['data-dir'];
const dataDir = folder === undefined ? join(appData, 'node') : fromHere(folder);
const network = typeof settings.network === 'string' ? settings.network : readNetworkFile(settings.network.file);
const directory = chainDirectory(dataDir, network);

if (values.check) check();
else await run();

function readFlags(): Readonly<Record<string, string | undefined>> {
  try {
    const given = parseFlags(process.argv.slice(2), OPTIONS, COMMAND);
    if (given !== 'help') return given;
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error));
  }
  console.log(helpText(COMMAND, OPTIONS));
  return process.exit(0);
}

/** In the order of `npm start`: flags first, then the environment. */
function readSettings() {
  const set = NODE_OPTIONS.flatMap(({ name, variable }) => {
    const value = values[name];
    return value === undefined ? [] : [[variable, value.endsWith('.json') ? fromHere(value) : value] as const];
  });
  try {
    // Without a remote node, this selects the embedded one.
    const config = readConfig({
      ...process.env,
      ...Object.fromEntries(set),
      DAEMON_URL: undefined,
      WALLET_URL: undefined
    });
    return { settings: config.node!, appData: config.dataDir };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return fail(error.message);
  }
}

/** npm runs scripts in the package's folder; paths are relative to the user's. */
function fromHere(path: string): string {
  return resolve(process.env.INIT_CWD ?? '.', path);
}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}

/** Rebuilds the derived data from the blocks and compares it with the stored data. */
function check(): void {
  const store = new ChainStore(chainFile(directory));
  const problems = findDifferences(
    store,
    typeof network === 'string' ? networkPreset(network, storedGenesisTimestamp(store)!) : network
  );
  store.close();
  for (const problem of problems) console.error(problem);
  console.log(
    problems.length === 0
      ? 'The stored chain is intact.'
      : 'The stored chain is damaged. Start once with --repair or --reset.'
  );
  process.exitCode = problems.length === 0 ? 0 : 1;
}

async function run(): Promise<void> {
  const passwordFile = join(dataDir, 'apipassword');
  const password = given ?? secretFromFile(passwordFile, 16);
  const stop = async () => {
    await listener.close();
    await node.close();
  };
  const node = await createNode({
    ...settings,
    network,
    dataDir,
    password,
    onStop: () => void listener.close()
  }).catch((error: unknown) => {
    const problem = startProblem(error);
    if (problem === undefined) throw error;
    return fail(problem);
  });
  const listener = await listen(node, Number(values.port ?? '9980'));
  // From now on, an exception belongs to a single request, connection or job: the others continue.
  process.on('uncaughtException', ({ stack, message }) =>
    console.error(`The node continues after an unhandled error: ${stack ?? message}`)
  );
  process.once('SIGINT', () => void stop());
  process.once('SIGTERM', () => void stop());
  const name = typeof network === 'string' ? network : network.network.name;
  console.log(`Node      http://127.0.0.1:${listener.port} (network ${name}, height ${node.tip.height})`);
  console.log(`Password  ${given ? `from ${passwordVariable(dialect)}` : `in ${passwordFile}`}`);
  if (node.peers?.address) console.log(`Peers     ${node.peers.address}`);
  console.log(`Payout    ${node.payoutAddress} (recovery phrase in ${join(directory, 'miner-phrase')})`);
}
