import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ChainManager } from '$lib/server/node/chain/chainManager';
import { findDifferences } from '$lib/server/node/chain/integrity';
import { networkPreset, TEST_GENESIS_TIMESTAMP } from '$lib/server/node/network/presets';
import { SignatureChecker } from '$lib/server/node/signatures/signatureChecker';
import { ChainStore } from '$lib/server/node/store/store';
import { generateChain } from '../../bench/sync/generateChain';
import { presetOf } from '../../bench/sync/presetOf';
import { runUntilKilled } from '../support/killedProgram';
import { limitMs } from '../support/limits';
import { bundledProgram } from '../support/program';
import { temporaryFolder } from '../support/temporary';

const program = await bundledProgram('tests/kill/addBlocks.ts');
const aheadProgram = await bundledProgram('tests/kill/addAhead.ts');
const directory = temporaryFolder('kill');
const path = join(directory, 'chain.sqlite');
const preset = networkPreset('test', TEST_GENESIS_TIMESTAMP);
const KILLS = 20;
const MAX_DELAY_MS = 300;

test(`recovers intact from ${KILLS} kills while adding blocks`, { timeout: limitMs(300_000) }, async () => {
  let height = 0;
  let reorganized = 0;
  for (let i = 0; i < KILLS; i++) {
    await runUntilKilled(program, [path], Math.random() * MAX_DELAY_MS);
    const store = new ChainStore(path);
    try {
      expect(store.database.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
      const signatures = new SignatureChecker(async (checks) => checks.map(() => false));
      const chain = new ChainManager({ store, ...preset, clock: Date.now, signatures });
      expect(chain.tip.height).toBeGreaterThan(height);
      height = chain.tip.height;
      reorganized = store.blocks.count() - 1 - height;
      expect(store.blocks.tip()).toEqual(chain.tip);
      expect(findDifferences(store, preset)).toEqual([]);
    } finally {
      store.close();
    }
  }
  expect(reorganized).toBeGreaterThan(0);
});

const AHEAD_HEIGHT = 300;
const AHEAD_KILLS = 5;
const MAX_AHEAD_DELAY_MS = 50;

test.each(['v1', 'v2'] as const)(
  'recovers intact from kills while another thread stores %s blocks',
  { timeout: limitMs(300_000) },
  async (generation) => {
    const whole = join(directory, `${generation}.sqlite`);
    await generateChain(whole, AHEAD_HEIGHT, 1, generation);
    const part = join(directory, `${generation}-part.sqlite`);
    const heights = [0];
    for (let i = 0; i < AHEAD_KILLS; i++) {
      await runUntilKilled(aheadProgram, [whole, part, generation], Math.random() * MAX_AHEAD_DELAY_MS);
      const store = new ChainStore(part);
      try {
        const tip = store.blocks.tip()!;
        // Each time, some are stored before the program may be killed.
        expect(tip.height).toBeGreaterThan(heights.at(-1)!);
        heights.push(tip.height);
        expect(findDifferences(store, presetOf(generation))).toEqual([]);
      } finally {
        store.close();
      }
    }
  }
);
