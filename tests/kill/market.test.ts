import { join } from 'node:path';
import { expect, test } from 'vitest';
import { liveWithMarket } from './marketLife';
import { runUntilKilled } from '../support/killedProgram';
import { limitMs } from '../support/limits';
import { bundledProgram } from '../support/program';
import { temporaryFolder } from '../support/temporary';

const program = await bundledProgram('tests/kill/advanceMarket.ts');
const directory = temporaryFolder('kill');
const path = join(directory, 'market.sqlite');
const KILLS = 3;
const MAX_DELAY_MS = 300;

test(`the market is the same after ${KILLS} kills as without any`, { timeout: limitMs(60_000) }, async () => {
  let height = 0;
  for (let i = 0; i < KILLS; i++) {
    await runUntilKilled(program, [path], Math.random() * MAX_DELAY_MS);
    const { from } = await liveWithMarket(path, height);
    expect(from).toBeGreaterThanOrEqual(height);
    height = from;
  }
  expect(height).toBeGreaterThan(20);
  const killed = await liveWithMarket(path, height + 30);
  const spared = await liveWithMarket(':memory:', height + 30);
  expect(killed.state).toEqual(spared.state);
});
