// Runs a host through block after block, as fast as possible, until it is killed.
import { beginHosting, openHostNode } from '../support/hostNode';
import { mine } from '../support/node';

const [dataDir, ...folders] = process.argv.slice(2) as [string, string, string];
const open = await openHostNode({ dataDir });
const size = 16n << 30n;
if (open.node.tip.height === 0 && (await open.host.folders()).folders.length === 0) {
  await beginHosting(open, folders[0]!, size);
}
// The last run may have ended in the middle of a move; no block may see both directories.
const [left, ...others] = (await open.host.folders()).folders;
if (others.length > 0) await open.host.removeFolder({ body: { path: left!.path } });
for (let i = 0; ; i++) {
  await mine(open);
  await open.host.status();
  // Moves the data back and forth between the two directories.
  const [folder] = (await open.host.folders()).folders;
  const next = folders.find((path) => path !== folder?.path)!;
  if (i % 12 === 11) {
    await open.host.addFolder({ body: { path: next, size } }).catch(() => undefined);
    await open.host.removeFolder({ body: { path: folder!.path } });
  }
  if (i === 2) process.stdout.write('living\n');
}
