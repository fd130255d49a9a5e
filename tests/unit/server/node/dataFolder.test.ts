import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { blockId } from '$lib/chain/block/block';
import { blockHeaderOf } from '$lib/chain/block/commitment';
import { chainDirectory, lockDataFolder, openDirectory } from '$lib/server/node/dataFolder';
import { limitMs } from '../../../support/limits';
import { testPreset } from '../../../support/peers/testChain';
import { temporaryFolder } from '../../../support/temporary';

const modeOf = (path: string) => statSync(path).mode & 0o777;

test('only the owner may look into the data folder and a chain’s folder in it', () => {
  const dataDir = join(temporaryFolder('data'), 'new', 'node');
  const unlock = lockDataFolder({ dataDir });
  const directory = openDirectory({ dataDir, network: 'test' })!;
  expect([directory, modeOf(dataDir), modeOf(directory)]).toEqual([join(dataDir, 'test'), 0o700, 0o700]);
  unlock();
});

// Node's own recursion never ends there, and would end no test in this process either.
test.runIf(existsSync('/proc/self'))(
  'a data folder that cannot exist, such as below /proc, is refused at once',
  () => {
    const code = `
    const { lockDataFolder } = await import('./src/lib/server/node/dataFolder.ts');
    lockDataFolder({ dataDir: '/proc/no-such-process/quarry', network: 'test' });`;
    const flags = ['--import', './scripts/ts.mjs', '--input-type=module', '--eval', code];
    const { status, stderr } = spawnSync(process.execPath, flags, { encoding: 'utf8', timeout: limitMs(20_000) });
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: expect.stringContaining('ENOENT: no such file or directory') as string
    });
  },
  limitMs(30_000)
);

test('a reset removes the chain, the market and the host’s tables, with their logs, and nothing else', () => {
  const dataDir = temporaryFolder('data');
  const directory = openDirectory({ dataDir, network: 'test' })!;
  const tables = ['chain', 'market', 'host'].map((name) => `${name}.sqlite`);
  // A host without its tables has no storage folders.
  const removed = tables.flatMap((name) => ['', '-wal', '-shm'].map((suffix) => name + suffix));
  for (const name of [...removed.filter((name) => name !== 'host.sqlite'), 'payout.phrase']) {
    writeFileSync(join(directory, name), '');
  }
  expect(openDirectory({ dataDir, network: 'test' })).toBe(directory);
  expect(existsSync(join(directory, 'chain.sqlite'))).toBe(true);
  openDirectory({ dataDir, network: 'test', reset: true });
  expect(readdirSync(directory)).toEqual(['payout.phrase']);
});

test('the folder of a custom chain has the name of its network and the beginning of its genesis id', () => {
  const genesisId = blockId(blockHeaderOf(testPreset.genesis));
  expect(chainDirectory('data', testPreset)).toBe(join('data', `test-${genesisId.slice(0, 8)}`));
});
