import { expect, test } from 'vitest';
import type { Daemon } from '$lib/api/daemon/client';
import { createTips } from '$lib/api/quarry/tips';
import type { Network } from '$lib/chain/network/network';
import { MAINNET, ZEN } from '$lib/chain/network/publicNetworks';
import { unixSeconds, type UnixSeconds } from '$lib/chain/time';
import { WORK_UNIT_BYTES } from '$lib/mining/work/workUnit';
import { daemonSource } from '$lib/services/mining/sources/daemonSource';

const idOf = (byte: number) => byte.toString(16).padStart(2, '0').repeat(32);
const workOn = (byte: number) => new Uint8Array(WORK_UNIT_BYTES).fill(1, 0, 32).fill(byte, 32, 64);

interface Line {
  readonly height: number;
  readonly id: string;
  readonly work?: string;
}

/**
 * A source whose tip stream has these lines, on a daemon whose own work extends block 9. Its status is requested once,
 * for the rules of its network.
 */
const sourceOf = (...lines: readonly Line[]) => sourceIn({}, ...lines);

const PRIVATE = unixSeconds(1);

interface World {
  /** When the chain began. */
  readonly genesisTimestamp?: UnixSeconds;
  /** The nonce factor reported by a wallet server of the same node; undefined without one. */
  readonly nonceFactor?: bigint;
}

/** The same on another chain. */
function sourceIn({ genesisTimestamp = PRIVATE, nonceFactor }: World, ...lines: readonly Line[]) {
  const counts = { header: 0, status: 0 };
  let nowMs = 0;
  const daemon = {
    miner: { header: async () => (counts.header++, workOn(9)) },
    consensus: { status: async () => (counts.status++, { height: 9, currentBlock: idOf(9), genesisTimestamp }) }
  } as unknown as Daemon;
  const paths: string[] = [];
  const tips = createTips({
    async fetch({ url }) {
      paths.push(new URL(url).pathname);
      const encoder = new TextEncoder();
      return new Response(
        new ReadableStream({
          // One at a time: of several at once, only the newest counts.
          start(controller) {
            const [first, ...later] = lines.map((line) => encoder.encode(`${JSON.stringify(line)}\n`));
            controller.enqueue(first);
            for (const line of later) setTimeout(() => controller.enqueue(line));
          }
        })
      );
    },
    baseUrl: 'http://quarry/api'
  });
  const getNetwork = async () => ({ hardforkASIC: { nonceFactor } }) as Network;
  const told = nonceFactor !== undefined && { getNetwork };
  const source = daemonSource({ daemon, tips, nowMs: () => nowMs, ...told });
  const stop = new AbortController();
  const following = source.followTip!(stop.signal)[Symbol.asyncIterator]();
  const updates = source.followWork!(stop.signal)[Symbol.asyncIterator]();
  return {
    getWork: () => source.getWork(stop.signal),
    next: async () => (await following.next()).value,
    update: async () => (await updates.next()).value,
    wait: (ms: number) => (nowMs += ms),
    stop: () => stop.abort(),
    counts,
    paths
  };
}

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
const tip = (height: number) => ({ height, id: idOf(height) });
const withWork = (height: number) => ({ ...tip(height), work: base64(workOn(height)) });

test('work that arrives with a tip is used once, without a request', async () => {
  const { next, getWork, counts, paths, stop } = sourceOf(withWork(8), withWork(9));
  expect([await next(), await next()]).toEqual([tip(8), tip(9)]);
  expect(await getWork()).toMatchObject({ height: 10, decoded: { parentId: idOf(9) } });
  expect(counts).toEqual({ header: 0, status: 1 });
  await getWork();
  expect(counts).toEqual({ header: 1, status: 1 });
  expect(paths).toEqual(['/api/tips/daemon/work']);
  stop();
});

test('work that arrives with the same tip again is better', async () => {
  const { next, update, getWork, counts, stop } = sourceOf(tip(8), withWork(9), withWork(9));
  const updated = update();
  expect([await next(), await next(), await next()]).toEqual([tip(8), tip(9), tip(9)]);
  expect(await updated).toBe('better');
  await getWork();
  expect(counts).toEqual({ header: 0, status: 1 });
  const last = update();
  stop();
  expect(await last).toBeUndefined();
});

test('work is requested for a tip that arrives without it', async () => {
  const { next, getWork, counts, stop } = sourceOf(withWork(8), tip(9));
  await next();
  await next();
  expect(await getWork()).toMatchObject({ height: 10 });
  expect(counts).toEqual({ header: 1, status: 1 });
  stop();
});

test('old work is not used', async () => {
  const { next, getWork, wait, counts, stop } = sourceOf(withWork(9));
  await next();
  wait(2000);
  await getWork();
  expect(counts).toEqual({ header: 1, status: 1 });
  stop();
});

test('work that does not extend the tip is not used, and both are requested', async () => {
  const { next, getWork, counts, stop } = sourceOf({ ...tip(8), work: base64(workOn(7)) });
  await next();
  expect(await getWork()).toMatchObject({ height: 10, decoded: { parentId: idOf(9) } });
  expect(counts).toEqual({ header: 1, status: 2 });
  stop();
});

test.each<[string, World, bigint]>([
  ['a private network', {}, 1009n],
  ['a private network whose factor a wallet server reports', { nonceFactor: 100_900_000n }, 100_900_000n],
  ['a private network with a factor that the proxy would reject', { nonceFactor: 7n }, 7_063n],
  ['the main network', { genesisTimestamp: MAINNET.hardforkOak.genesisTimestamp }, 1009n],
  ['the test network', { genesisTimestamp: ZEN.hardforkOak.genesisTimestamp, nonceFactor: 1009n }, 100_900_000n]
])('the nonces of %s follow its rule', async (_, world, nonceFactor) => {
  const { next, getWork, stop } = sourceIn(world, tip(9));
  await next();
  expect(await getWork()).toMatchObject({ nonceFactor });
  stop();
});
