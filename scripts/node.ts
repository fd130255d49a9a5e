// The embedded node on a port of its own. Its flags are those of `npm start`, and --check.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { OUR_DIALECT, passwordVariable } from '$lib/api/dialect';
import { ConfigError, NETWORKS, readConfig } from '$lib/server/config';
import { findDifferences } from '$lib/server/node/chain/integrity';
import { storedGenesisTimestamp } from '$lib/server/node/chain/startAtCheckpoint';
import { listen } from '$lib/server/node/listen';
import { readNetworkFile } from '$lib/server/node/network/networkFile';
import { networkPreset } from '$lib/server/node/network/presets';
import { chainDirectory, createNode } from '$lib/server/node/node';
import { ChainStore } from '$lib/server/node/store/store';
import { secretFromFile } from '$lib/server/secretFile';

const USAGE = `npm run node -- [--port N] [--network ${NETWORKS.join('|')}|FILE.json] [--data-dir FOLDER] [--dialect NAME]
  [--peer HOST:PORT]… [--listen HOST:PORT] [--no-bootstrap] [--no-peers]
  [--checkpoint HEIGHT::ID|published] [--check-signatures] [--keep-blocks N|all]
  [--reset | --repair] [--check]`;

const values = readFlags();
const { settings, appData } = readSettings();
const dialect = settings.dialect ?? OUR_DIALECT;
const given = process.env[passwordVariable(dialect)];
const dataDir = values['data-dir'] ?? join(appData, 'node');
const network = typeof settings.network === 'string' ? settings.network : readNetworkFile(settings.network.file);
const directory = chainDirectory(dataDir, network);

if (values.check) check();
else await run();

function readFlags() {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean' } as const;
  try {
    return parseArgs({
      options: {
        port: { type: 'string', default: '9980' },
        network: text,
        dialect: text,
        'data-dir': text,
        peer: { type: 'string', multiple: true },
        listen: text,
        'no-bootstrap': flag,
        'no-peers': flag,
        checkpoint: text,
        'check-signatures': flag,
        'keep-blocks': text,
        reset: flag,
        repair: flag,
        check: flag
      }
    }).values;
  } catch (error) {
    return fail(`${error instanceof Error ? error.message : String(error)}\nusage: ${USAGE}`);
  }
}

/** As `npm start` reads them: flags first, then the environment. */
function readSettings() {
  const on = (flag: boolean | undefined) => (flag ? '1' : undefined);
  const flags = {
    QUARRY_NETWORK: values.network,
    QUARRY_DIALECT: values.dialect,
    QUARRY_PEERS: values.peer?.join(','),
    QUARRY_LISTEN: values.listen,
    QUARRY_NO_BOOTSTRAP: on(values['no-bootstrap']),
    QUARRY_NO_PEERS: on(values['no-peers']),
    QUARRY_CHECKPOINT: values.checkpoint,
    QUARRY_CHECK_SIGNATURES: on(values['check-signatures']),
    QUARRY_KEEP_BLOCKS: values['keep-blocks'],
    QUARRY_RESET: on(values.reset),
    QUARRY_REPAIR: on(values.repair)
  };
  const set = Object.fromEntries(Object.entries(flags).filter(([, value]) => value !== undefined));
  try {
    // Without a node elsewhere there is the embedded one.
    const config = readConfig({ ...process.env, ...set, DAEMON_URL: undefined, WALLET_URL: undefined });
    return { settings: config.node!, appData: config.dataDir };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return fail(error.message);
  }
}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}

/** Rebuilds the derived data from the blocks and compares it with what is stored. */
function check(): void {
  const store = new ChainStore(join(directory, 'chain.sqlite'));
  const problems = findDifferences(
    store,
    typeof network === 'string' ? networkPreset(network, storedGenesisTimestamp(store)!) : network
  );
  store.close();
  for (const problem of problems) console.error(problem);
  console.log(
    problems.length === 0
      ? 'The stored chain is sound.'
      : 'The stored chain is damaged; start once with --repair, or with --reset.'
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
  });
  const listener = await listen(node, Number(values.port));
  process.once('SIGINT', () => void stop());
  process.once('SIGTERM', () => void stop());
  const name = typeof network === 'string' ? network : network.network.name;
  console.log(`Node      http://127.0.0.1:${listener.port} (network ${name}, height ${node.tip.height})`);
  console.log(`Password  ${given ? `from ${passwordVariable(dialect)}` : `in ${passwordFile}`}`);
  if (node.peers?.address) console.log(`Peers     ${node.peers.address}`);
  console.log(`Mined to  ${node.payoutAddress} (recovery phrase in ${join(directory, 'miner-phrase')})`);
}
