import { beforeEach, expect, test } from 'vitest';
import type { BlockId } from '$lib/chain/ids';
import { StaleWorkError } from '$lib/mining/errors';
import type { MiningEvent } from '$lib/mining/session/session';
import type { WorkUnit } from '$lib/mining/work/workUnit';
import { MinerStats } from '$lib/services/mining/minerStats';

const START_MS = 2e12;
const idOf = (text: string) => text.padStart(64, '0') as BlockId;
/** One hash in 65,536 is a solution. */
const work = { height: 7, target: new Uint8Array(32).fill(0xff, 2) } as unknown as WorkUnit;

let nowMs: number;
/** By how much the clock was set back. */
let setBackMs: number;
let isHidden: boolean;
let stats: MinerStats;
beforeEach(() => {
  nowMs = START_MS;
  setBackMs = 0;
  isHidden = false;
  stats = new MinerStats({
    scheduler: { now: () => nowMs - START_MS },
    nowMs: () => nowMs - setBackMs,
    isHidden: () => isHidden
  });
  stats.begin();
});

const settled = (outcome: Extract<MiningEvent, { type: 'settled' }>['outcome']): MiningEvent => ({
  type: 'settled',
  work,
  id: idOf('1'),
  outcome,
  payouts: []
});

test('hashes are shown with the next tick, and rates end with mining', () => {
  nowMs += 1_000;
  const hashed = { type: 'hashed', hashes: 4_000n, completedAtMs: 1_000, dispatchMs: 1_000 } as const;
  expect(stats.take(hashed).totalHashes).toBe(0n);
  const shown = stats.tick(false);
  expect([shown.totalHashes, shown.rates.second]).toEqual([4_000n, 4_000]);
  const ended = stats.end();
  expect([ended.totalHashes, ended.rates.second]).toEqual([4_000n, 0]);
});

test('blocks are counted by outcome, newest first', () => {
  const late = new StaleWorkError();
  stats.take(settled({ kind: 'accepted' }));
  stats.take(settled({ kind: 'rejected', error: late }));
  const { counters, found } = stats.take({ type: 'invalid', nonce: 1n });
  expect(counters).toEqual({ accepted: 1, stale: 0, rejected: 1, invalid: 1 });
  expect(found).toMatchObject([
    { outcome: 'rejected', problem: late },
    { outcome: 'accepted', height: 7 }
  ]);
});

test('the best hash never gets worse', () => {
  expect(stats.take({ type: 'best', id: idOf('2') }).bestHash?.id).toBe(idOf('2'));
  expect(stats.take({ type: 'best', id: idOf('3') }).bestHash?.id).toBe(idOf('2'));
  expect(stats.take({ type: 'best', id: idOf('1') }).bestHash?.id).toBe(idOf('1'));
});

test('shares indicate a hash rate even after the clock was set back', () => {
  stats.take({ type: 'session', choice: { kind: 'pool' } });
  nowMs += 10_000;
  stats.take({ type: 'share', work, id: idOf('1'), answer: { kind: 'accepted' } });
  setBackMs = 3_600_000;
  expect(stats.tick(true).shareHistory.proven.at(-1)).toBeCloseTo(6_553.6);
});

test('shares are counted by the pool’s responses, and reset with its next session', () => {
  stats.take({ type: 'session', choice: { kind: 'pool' } });
  const share = { type: 'share', work, id: idOf('1') } as const;
  stats.take({ ...share, answer: { kind: 'accepted' } });
  const refused = stats.take({
    ...share,
    answer: { kind: 'rejected', fault: 'low-difficulty', reason: 'above target' }
  });
  expect([refused.shares.accepted, refused.shares.lowDifficulty, refused.shareRefusal]).toEqual([
    1,
    1,
    { fault: 'low-difficulty', reason: 'above target' }
  ]);
  nowMs += 60_000;
  expect(stats.tick(true).shareHistory.proven.at(-1)).toBeGreaterThan(0);
  expect(stats.tick(true).shareHistory.tSeconds).toHaveLength(1);
  const other = stats.take({ type: 'session', choice: { kind: 'daemon' } });
  expect(other.shares.accepted).toBe(1);
  const anew = stats.take({ type: 'session', choice: { kind: 'pool' } });
  expect([anew.shares.accepted, anew.shareRefusal, anew.shareHistory.tSeconds]).toEqual([0, undefined, []]);
});

test('unchanged parts remain the same objects', () => {
  const before = stats.take(settled({ kind: 'stale' }));
  const after = stats.take({ type: 'best', id: idOf('1') });
  expect(after.found).toBe(before.found);
  expect(stats.take({ type: 'notice' })).toBe(after);
});

test('each engine of a team has its rate and share of the work, until another engine takes over', () => {
  const hashed = { type: 'hashed', completedAtMs: 2_000, dispatchMs: 2_000 } as const;
  nowMs += 2_000;
  stats.take({ ...hashed, hashes: 6_000n, member: 0 });
  stats.take({ ...hashed, hashes: 2_000n, member: 1 });
  expect(stats.tick(false).devices).toEqual([
    { hashesPerSecond: 3_000, hashes: 6_000n },
    { hashesPerSecond: 1_000, hashes: 2_000n }
  ]);
  stats.take({ type: 'engine', engine: { kind: 'wasm', label: '' } });
  stats.take({ ...hashed, hashes: 500n });
  expect(stats.tick(false).devices).toEqual([{ hashesPerSecond: 250, hashes: 500n }]);
  expect(stats.end().devices).toEqual([]);
});

test('late timers of a hidden page are reported', () => {
  isHidden = true;
  stats.tick(false);
  for (let i = 0; i < 2; i++) {
    nowMs += 60_000;
    stats.take({ type: 'hashed', hashes: 600n, completedAtMs: nowMs - START_MS, dispatchMs: 50 });
    stats.tick(false);
  }
  isHidden = false;
  expect(stats.tick(false).throttling).toEqual({ everyMs: 60_000, lateMs: 120_000, hashes: 1_200n });
});
