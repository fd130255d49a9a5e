// The embedded node as a standalone server. Its flags are those of `npm start`, plus --check.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { OUR_DIALECT, passwordVariable } from '$lib/api/dialect';
import { readConfig } from '$lib/server/config';
import { findDifferences } from '$lib/server/node/chain/integrity';
import { repairReport, type RepairOutcome } from '$lib/server/node/chain/repair';
import { storedGenesisTimestamp } from '$lib/server/node/chain/startAtCheckpoint';
import { chainDirectory, chainFile, lockDataFolder } from '$lib/server/node/dataFolder';
import { listen } from '$lib/server/node/listen';
import { readNetworkFile } from '$lib/server/node/network/networkFile';
import { networkPreset } from '$lib/server/node/network/presets';
import { createNode } from '$lib/server/node/node';
import { ChainStore } from '$lib/server/node/store/store';
import { secretFromFile } from '$lib/server/secretFile';
import { startProblem, withFlagNames } from '$lib/server/startProblem';
import { NODE_OPTIONS, readFlags, type Option } from './run/options.mjs';
import { portProblem } from './run/start.mjs';

const DEFAULT_PORT = '9980';

const OPTIONS: readonly Option[] = [
  // QUARRY_PORT is the port of Quarry itself, and this node may run beside it.
  { name: 'port', value: 'N', variable: '', help: `port to listen on; default ${DEFAULT_PORT}` },
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

const values = readFlags(OPTIONS, COMMAND);
try {
  if (values.check) check();
  else await run();
} catch (error) {
  const problem = startProblem(error);
  if (problem === undefined) throw error;
  fail(withOwnCommand(problem));
}

/** In the order of `npm start`: flags first, then the environment. */
function readNodeSettings() {
  const set = NODE_OPTIONS.flatMap(({ name, variable }) => {
    const value = values[name];
    return value === undefined ? [] : [[variable, value.endsWith('.json') ? fromHere(value) : value] as const];
  });
  // Without a remote node, this selects the embedded one.
  const { node, dataDir: appData } = readConfig({
    ...process.env,
    ...Object.fromEntries(set),
    DAEMON_URL: undefined,
    WALLET_URL: undefined
  });
  const settings = node!;
  const network = typeof settings.network === 'string' ? settings.network : readNetworkFile(settings.network.file);
  const dataDir = values['data-dir'] ? fromHere(values['data-dir']) : join(appData, 'node');
  return { ...settings, network, dataDir };
}

/** @returns 0 for a free one */
function readPort(): number {
  const port = values.port ?? DEFAULT_PORT;
  if (/^\d+$/.test(port) && Number(port) < 65_536) return Number(port);
  return fail(`--port must be a number from 1 to 65535, or 0 for a free port, not "${port}"`);
}

/** npm runs scripts in the package's folder; paths are relative to the user's. */
function fromHere(path: string): string {
  return resolve(process.env.INIT_CWD ?? '.', path);
}

/** The problem with this command and its flags, instead of `npm start` and the variables that are not set. */
function withOwnCommand(problem: string): string {
  const flags = OPTIONS.flatMap(({ name, variable }) =>
    variable && (values[name] !== undefined || !process.env[variable]) ? [[variable, `--${name}`] as const] : []
  );
  return withFlagNames(problem, JSON.stringify(Object.fromEntries(flags))).replaceAll('npm start --', COMMAND);
}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}

/** Checks the chain in the data folder, and prints what is wrong with it; see {@link findDifferences}. */
function check(): void {
  if (values.reset || values.repair) fail('--check changes nothing: start with --reset or --repair separately');
  const { dataDir, network } = readNodeSettings();
  const path = chainFile(chainDirectory(dataDir, network));
  if (!existsSync(path)) fail(`there is no chain to check: ${path} does not exist`);
  // A chain that grows during the check would differ from itself.
  const unlock = lockDataFolder({ dataDir });
  const store = new ChainStore(path);
  const problems = findDifferences(
    store,
    typeof network === 'string' ? networkPreset(network, storedGenesisTimestamp(store)!) : network
  );
  store.close();
  unlock();
  for (const problem of problems) console.error(problem);
  console.log(
    problems.length === 0
      ? 'The stored chain is intact.'
      : 'The stored chain is damaged. Start once with --repair or --reset.'
  );
  process.exitCode = problems.length === 0 ? 0 : 1;
}

async function run(): Promise<void> {
  const port = readPort();
  const settings = readNodeSettings();
  const { dataDir, network } = settings;
  const variable = passwordVariable(settings.dialect ?? OUR_DIALECT);
  // An empty variable is not a password.
  const given = process.env[variable] || undefined;
  const passwordFile = join(dataDir, 'apipassword');
  const password = given ?? secretFromFile(passwordFile, 16);
  const stop = async () => {
    await listener.close();
    await node.close();
  };
  const onRepaired = (outcome: RepairOutcome) => console.log(repairReport(outcome));
  const node = await createNode({ ...settings, password, onRepaired, onStop: () => void listener.close() });
  const listener = await listen(node, port).catch(async (error: NodeJS.ErrnoException) => {
    await node.close();
    const state = error.code === 'EADDRINUSE' ? 'taken' : error.code === 'EACCES' ? 'forbidden' : 'free';
    return fail(portProblem(state, '127.0.0.1', port) ?? error.message);
  });
  // From now on, an exception belongs to a single request, connection or job: the others continue.
  process.on('uncaughtException', ({ stack, message }) =>
    console.error(`The node continues after an unhandled error: ${stack ?? message}`)
  );
  process.once('SIGINT', () => void stop());
  process.once('SIGTERM', () => void stop());
  const name = typeof network === 'string' ? network : network.network.name;
  const phraseFile = join(chainDirectory(dataDir, network), 'miner-phrase');
  console.log(`Node      http://127.0.0.1:${listener.port} (network ${name}, height ${node.tip.height})`);
  console.log(`Password  ${given ? `from ${variable}` : `in ${passwordFile}`}`);
  if (node.peers?.address) console.log(`Peers     ${node.peers.address}`);
  console.log(`Payout    ${node.payoutAddress} (recovery phrase in ${phraseFile})`);
}
