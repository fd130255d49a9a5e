import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SECTOR_BYTES } from '$lib/api/daemon/hostLimits';
import { mine } from '../support/node';
import { beginHosting, comparable, openHostNode } from '../support/hostNode';
import { runUntilKilled } from '../support/killedProgram';
import { limitMs } from '../support/limits';
import { bundledProgram } from '../support/program';
import { temporaryFolder } from '../support/temporary';

const program = await bundledProgram('tests/kill/hostLife.ts');
const directory = temporaryFolder('host-kill');
const dataDir = join(directory, 'data');
const folders = ['a', 'b'].map((name) => join(directory, name));
const unkilled = join(directory, 'unkilled');
for (const path of [...folders, unkilled]) mkdirSync(path);
const KILLS = 3;
const MAX_DELAY_MS = 1_500;

test(
  `a host killed ${KILLS} times ends in the same state as one that never was`,
  { timeout: limitMs(300_000) },
  async () => {
    for (let i = 0; i < KILLS; i++) await runUntilKilled(program, [dataDir, ...folders], Math.random() * MAX_DELAY_MS);
    const killed = await openHostNode({ dataDir });
    const reference = await openHostNode();
    try {
      await beginHosting(reference, unkilled, 16n << 30n);
      await mine(reference, killed.node.tip.height);
      // The market of a chain is derived from its genesis, which is the same on every test chain.
      const { contracts } = await killed.host.contracts();
      expect(contracts.length).toBeGreaterThan(5);
      expect(comparable(contracts)).toEqual(comparable((await reference.host.contracts()).contracts));
      const held = (await killed.host.folders()).folders;
      const stored = held.reduce((sum, folder) => sum + folder.capacity - folder.capacityRemaining, 0n);
      const open = contracts.filter(({ obligationStatus }) => obligationStatus === 'obligationUnresolved');
      expect(stored).toBe(open.reduce((sum, { dataSize }) => sum + dataSize, 0n));
      expect(stored > SECTOR_BYTES).toBe(true);
      expect(held.every(({ failedReads, failedWrites }) => failedReads === 0 && failedWrites === 0)).toBe(true);
      // Former folders are empty.
      const names = held.map(({ path }) => path);
      for (const path of folders) expect(readdirSync(path)).toHaveLength(names.includes(path) ? 2 : 0);
    } finally {
      await killed.node.close();
      await reference.node.close();
    }
  }
);
