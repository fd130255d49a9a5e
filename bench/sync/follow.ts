// A new node that syncs from a peer, in its own process; prints the resources used.
import { rmSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ChainIndex } from '$lib/chain/element/elements';
import { createNode } from '$lib/server/node/node';
import type { FollowReport, FollowTask } from '../sync.ts';
import { presetOf } from './presetOf';

const task = JSON.parse(process.argv[2]!) as FollowTask;
const dataDir = mkdtempSync(join(tmpdir(), 'quarry-bench-sync-'));
const preset = presetOf(task.generation);
const cpuSeconds = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

const marks = new Map<number, number>();
const startedAtMs = performance.now();
const startedAtCpu = cpuSeconds();
const node = await createNode({
  network: task.isAssumedValid ? { ...preset, checkpoints: [task.tip] } : preset,
  dataDir,
  password: 'bench',
  checkpoint: task.checkpoint,
  peers: { peers: [task.address], discover: false }
});
await new Promise<void>((resolve) => {
  const onTip = ({ height }: ChainIndex): void => {
    // Several blocks may be added at once.
    const thousandth = height - (height % 1_000);
    if (!marks.has(thousandth)) marks.set(thousandth, cpuSeconds());
    if (height === task.tip.height) resolve();
  };
  node.onTip(onTip);
  onTip(node.tip);
});
const report: FollowReport = {
  seconds: (performance.now() - startedAtMs) / 1000,
  cpuSeconds: cpuSeconds() - startedAtCpu,
  peakMegabytes: process.resourceUsage().maxRSS / 1024,
  marks: [...marks]
};
await node.close();
rmSync(dataDir, { recursive: true });
process.stdout.write(`${JSON.stringify(report)}\n`);
