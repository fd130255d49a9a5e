import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { liveWithMarket } from './marketLife';
import { limitMs } from '../support/limits';
import { bundledProgram } from '../support/program';
import { temporaryFolder } from '../support/temporary';

const program = await bundledProgram('tests/kill/advanceMarket.ts');
const directory = temporaryFolder('kill');
const path = join(directory, 'market.sqlite');
const KILLS = 3;
const MAX_DELAY_MS = 300;

/** Starts a process that advances the market, and kills it at an arbitrary point. */
async function liveUntilKilled(delayMs: number): Promise<void> {
  const child = spawn(process.execPath, [program, path], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise<NodeJS.Signals | null>((resolve) => child.once('exit', (_, signal) => resolve(signal)));
  await Promise.race([
    new Promise((resolve) => child.stdout.once('data', resolve)),
    ended.then(() => Promise.reject(new Error('the process ended by itself')))
  ]);
  await new Promise((resolve) => setTimeout(resolve, delayMs));
  child.kill('SIGKILL');
  expect(await ended).toBe('SIGKILL');
}

test(`the market is the same after ${KILLS} kills as without any`, { timeout: limitMs(60_000) }, async () => {
  let height = 0;
  for (let i = 0; i < KILLS; i++) {
    await liveUntilKilled(Math.random() * MAX_DELAY_MS);
    const { from } = await liveWithMarket(path, height);
    expect(from).toBeGreaterThanOrEqual(height);
    height = from;
  }
  expect(height).toBeGreaterThan(20);
  const killed = await liveWithMarket(path, height + 30);
  const spared = await liveWithMarket(':memory:', height + 30);
  expect(killed.state).toEqual(spared.state);
});
