// A test-network node with peers, in its own process, until it is killed: prints its peer address, then each new tip,
// and mines as many blocks as each line of its input says.
import { createInterface } from 'node:readline';
import { openNode, mine } from '../support/node';

const [dataDir, listen, ...peers] = process.argv.slice(2);
const open = await openNode({ dataDir, peers: { listen, peers, discover: false } });
const say = (tip: { readonly height: number; readonly id: string }) =>
  process.stdout.write(`${tip.height} ${tip.id}\n`);
process.stdout.write(`${open.node.peers!.address}\n`);
open.node.onTip(say);
say(open.node.tip);
for await (const line of createInterface({ input: process.stdin })) await mine(open, Number(line));
await open.node.close();
