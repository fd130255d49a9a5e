// The embedded node on a port of its own: npm run node -- --port 9980 --network NAME|FILE.json --data-dir DIR
// [--dialect NAME] [--reset | --repair] [--check]
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { OUR_DIALECT, passwordVariable } from '$lib/api/dialect';
import { readConfig } from '$lib/server/config';
import { findDifferences } from '$lib/server/node/chain/integrity';
import { storedGenesisTimestamp } from '$lib/server/node/chain/startAtCheckpoint';
import { listen } from '$lib/server/node/listen';
import { readNetworkFile } from '$lib/server/node/network/networkFile';
import { networkPreset, PRESET_NAMES, type NetworkPreset, type PresetName } from '$lib/server/node/network/presets';
import { chainDirectory, createNode } from '$lib/server/node/node';
import { ChainStore } from '$lib/server/node/store/store';
import { secretFromFile } from '$lib/server/secretFile';

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '9980' },
    network: { type: 'string', default: 'dev' },
    dialect: { type: 'string' },
    'data-dir': { type: 'string' },
    reset: { type: 'boolean', default: false },
    repair: { type: 'boolean', default: false },
    check: { type: 'boolean', default: false }
  }
});

const { node: settings, dataDir: configured } = readConfig({
  ...process.env,
  ...(values.dialect && { QUARRY_DIALECT: values.dialect })
});
const dialect = settings?.dialect ?? OUR_DIALECT;
const given = process.env[passwordVariable(dialect)];
const dataDir = values['data-dir'] ?? join(configured, 'node');
const network = networkOf(values.network);
const directory = chainDirectory(dataDir, network);

if (values.check) check();
else await run();

function networkOf(text: string): PresetName | NetworkPreset {
  if (text.endsWith('.json')) return readNetworkFile(text);
  const name = PRESET_NAMES.find((preset) => preset === text);
  if (name !== undefined) return name;
  console.error(`--network must be one of ${PRESET_NAMES.join(', ')}, or a file *.json`);
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
    network,
    dialect,
    dataDir,
    password,
    reset: values.reset,
    repair: values.repair,
    onStop: () => void listener.close()
  });
  const listener = await listen(node, Number(values.port));
  process.once('SIGINT', () => void stop());
  process.once('SIGTERM', () => void stop());
  console.log(`Node      http://127.0.0.1:${listener.port} (network ${values.network}, height ${node.tip.height})`);
  console.log(`Password  ${given ? `from ${passwordVariable(dialect)}` : `in ${passwordFile}`}`);
  console.log(`Mined to  ${node.payoutAddress} (recovery phrase in ${join(directory, 'miner-phrase')})`);
}
