// A node with the chain in a folder, listening for peers on loopback, in its own process; prints its address.
import type { Generation } from '$lib/chain/transaction/generation';
import { createNode } from '$lib/server/node/node';
import { presetOf } from './presetOf';

const [dataDir, generation] = process.argv.slice(2);
const node = await createNode({
  network: presetOf(generation as Generation),
  dataDir: dataDir!,
  password: 'bench',
  peers: { listen: '127.0.0.1:0', peers: [], discover: false }
});
process.stdout.write(`${node.peers!.address}\n`);
process.once('SIGTERM', () => void node.close().then(() => process.exit(0)));
