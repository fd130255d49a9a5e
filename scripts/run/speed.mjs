import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { say } from './process.mjs';

/** The run's factor: measured once, by the first process, and inherited by all others. */
export const SLOWNESS = 'QUARRY_TEST_SLOWNESS';

/**
 * Time for one {@link WORK} process per core on the reference machine, two idle cores, which time limits are based on.
 */
const REFERENCE_MS = 330;
const ROUNDS = 3;
const MOST = 40;

/** Starts a process and computes: what tests mostly spend time on. */
const WORK = `process.exitCode = (() => {
  let x = 1;
  for (let i = 0; i < 2e8; i++) x = (Math.imul(x, 1664525) + 1013904223) | 0;
  return x === 0 ? 1 : 0;
})()`;

/**
 * How many times slower this machine is than the reference machine, by itself or due to other load; at least 1. Test
 * time limits are multiplied by it.
 * @returns {Promise<number>}
 */
export async function testSlowness() {
  const known = Number(process.env[SLOWNESS]);
  if (known >= 1) return known;
  // The slowest round counts: on a busy machine, some are fast by chance.
  let slowest = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const startedMs = performance.now();
    await Promise.all(Array.from({ length: availableParallelism() }, compute));
    slowest = Math.max(slowest, performance.now() - startedMs);
  }
  const slowness = slownessOf(slowest);
  process.env[SLOWNESS] = String(slowness);
  say(`this machine takes ${slowness} times as long as the reference machine; test time limits are scaled by that`);
  return slowness;
}

/** @param {number} tookMs @returns {number} with one decimal */
function slownessOf(tookMs) {
  return Math.round(10 * Math.min(MOST, Math.max(1, tookMs / REFERENCE_MS))) / 10;
}

/** @returns {Promise<void>} */
function compute() {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--eval', WORK], { stdio: 'ignore' });
    child.once('error', reject);
    child.once('exit', () => resolve());
  });
}
