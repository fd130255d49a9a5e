import { afterEach, expect, test } from 'vitest';
import { CpuMiner, type CpuMinerOptions } from '$lib/server/node/mining/cpuMiner';
import { eventually } from '../../../../support/eventually';

const miners: CpuMiner[] = [];
afterEach(async () => {
  await Promise.all(miners.splice(0).map((miner) => miner.stop()));
});

/** Work that every hash solves, or none. */
const workOf = (target: 0 | 255) => new Uint8Array(112).fill(target, 0, 32);

function mine(options: Partial<CpuMinerOptions>): CpuMiner {
  const miner = new CpuMiner({
    getWork: () => workOf(255),
    nonceFactor: () => 1n,
    submit: async () => undefined,
    now: () => performance.now(),
    ...options
  });
  miners.push(miner);
  miner.start();
  return miner;
}

test('after a solution the miner continues with new work, whether it was accepted or not', async () => {
  let begun = 0;
  const submitted: Uint8Array[] = [];
  mine({
    getWork: () => (begun++, workOf(255)),
    submit: async (header) => {
      submitted.push(header);
      throw new Error('stale');
    }
  });
  await eventually(() => expect(submitted.length).toBeGreaterThanOrEqual(3));
  expect(begun).toBeGreaterThanOrEqual(3);
  expect(submitted[0]).toHaveLength(80);
});

test('a miner that was stopped while its solution was being submitted begins no work', async () => {
  let begun = 0;
  const answers: (() => void)[] = [];
  const miner = mine({
    getWork: () => (begun++, workOf(255)),
    submit: () => new Promise<void>((resolve) => answers.push(resolve))
  });
  await eventually(() => expect(answers).toHaveLength(1));
  await miner.stop();
  miner.start();
  expect(begun).toBe(2);
  // Only that of the first thread: the second may have found another by now.
  answers[0]!();
  await new Promise((resolve) => setTimeout(resolve));
  expect(begun).toBe(2);
  expect(miner.isMining).toBe(true);
});

test('the hash rate is that of the last full second, by the clock', async () => {
  let nowMs = 0;
  const miner = mine({ getWork: () => workOf(0), now: () => (nowMs += 100) });
  await eventually(() => expect(miner.hashesPerSecond).toBeGreaterThan(0));
  await miner.stop();
  expect(miner.hashesPerSecond).toBe(0);
});

test('work is renewed after half a minute', async () => {
  let begun = 0;
  let nowMs = 0;
  const miner = mine({ getWork: () => (begun++, workOf(0)), now: () => nowMs });
  nowMs = 1_000;
  await eventually(() => expect(miner.hashesPerSecond).toBeGreaterThan(0));
  expect(begun).toBe(1);
  nowMs = 30_001;
  await eventually(() => expect(begun).toBe(2));
});
