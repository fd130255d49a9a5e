import { Worker } from 'node:worker_threads';
import { afterEach, expect, test, vi } from 'vitest';
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

/** A miner that finds nothing, by a stopped clock. */
function mineByHand(startMs = 0) {
  let [begun, nowMs, reads] = [0, startMs, 0];
  const miner = mine({ getWork: () => (begun++, workOf(0)), now: () => (reads++, nowMs) });
  /** Continues with the clock at this time, until the miner has looked at it. */
  const until = async (ms: number) => {
    [nowMs, reads] = [ms, 0];
    await eventually(() => expect(reads).toBeGreaterThan(4));
  };
  return { miner, begun: () => begun, until };
}

test('the hash rate is that of the last full second, by the clock', async () => {
  const { miner, until } = mineByHand(5_000);
  await until(5_999);
  expect(miner.hashesPerSecond).toBe(0);
  await until(6_000);
  const first = miner.hashesPerSecond;
  expect(first).toBeGreaterThan(0);
  // Turns of 4,096 hashes, in one second; no thread manages a billion.
  expect(first % 4_096).toBe(0);
  expect(first).toBeLessThan(1e9);
  await until(6_999);
  expect(miner.hashesPerSecond).toBe(first);
  await miner.stop();
  expect(miner.hashesPerSecond).toBe(0);
});

test('work is renewed after half a minute', async () => {
  const { begun, until } = mineByHand();
  await until(30_000);
  expect(begun()).toBe(1);
  await until(30_001);
  expect(begun()).toBe(2);
});

test('a solution that arrives after the stop is not submitted', async () => {
  const terminate = vi.spyOn(Worker.prototype, 'terminate');
  const submit = vi.fn(async () => undefined);
  const stopped = mine({ getWork: () => workOf(0), submit }).stop();
  const [thread] = terminate.mock.contexts as Worker[];
  thread!.emit('message', { type: 'solved', header: new Uint8Array(80) });
  expect(submit).not.toHaveBeenCalled();
  await stopped;
  terminate.mockRestore();
});

test('a running miner does not keep the process alive', async () => {
  const before = process.getActiveResourcesInfo();
  const { miner, until } = mineByHand();
  await until(1);
  const ports = (names: readonly string[]) => names.filter((name) => name === 'MessagePort').length;
  expect([miner.isMining, ports(process.getActiveResourcesInfo())]).toEqual([true, ports(before)]);
});

test('a thread that fails stops the miner, which can be started again', async () => {
  let work = new Uint8Array(32);
  let begun = 0;
  const miner = mine({ getWork: () => (begun++, work) });
  await eventually(() => expect(miner.isMining).toBe(false));
  work = workOf(0);
  miner.start();
  miner.start();
  miner.newWork();
  expect([miner.isMining, begun]).toEqual([true, 3]);
  await miner.stop();
  miner.newWork();
  expect([miner.isMining, begun]).toEqual([false, 3]);
});
