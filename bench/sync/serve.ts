// A node with the chain in a folder, listening for peers on loopback, in its own process; prints its address.
import { createNode } from '$lib/server/node/node';

const [dataDir] = process.argv.slice(2);
const node = await createNode({
  network: 'test',
  dataDir: dataDir!,
  password: 'bench',
  peers: { listen: '127.0.0.1:0', peers: [], discover: false }
});
process.stdout.write(`${node.peers!.address}\n`);
process.once('SIGTERM', () => void node.close().then(() => process.exit(0)));
