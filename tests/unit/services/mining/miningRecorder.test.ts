import { beforeEach, expect, test } from 'vitest';
import { hastings } from '$lib/chain/currency/currency';
import { StaleWorkError } from '$lib/mining/errors';
import type { EngineInfo } from '$lib/mining/grinder/grinder';
import { MiningRecorder, recorded } from '$lib/services/mining/miningRecorder';
import { meanRate, totalsByDay, type MiningRecord } from '$lib/services/mining/miningRecords';
import type { MinerEvent } from '$lib/services/mining/runMiner';

type Event<T extends MinerEvent['type']> = Extract<MinerEvent, { type: T }>;

const DAY_MS = 86_400_000;
const wasm = { kind: 'wasm', label: 'WebAssembly SIMD', workers: 3 } as const;
const gpu = { kind: 'webgpu', label: 'ada' } as const;
const session = (kind: 'daemon' | 'pool' = 'daemon'): MinerEvent => ({ type: 'session', choice: { kind } });
const engine = (engine: Event<'engine'>['engine']): MinerEvent => ({ type: 'engine', engine });
const settled = (outcome: Event<'settled'>['outcome'], coins = 0n) =>
  ({
    type: 'settled',
    outcome,
    payouts: [{ value: hastings(coins) }, { value: hastings(1n) }]
  }) as unknown as MinerEvent;
const share = (kind: string) => ({ type: 'share', answer: { kind } }) as unknown as MinerEvent;

let nowMs: number;
let watts: number | undefined;
/** The engine whose power was asked for last. */
let measured: EngineInfo | undefined;
let stored: Map<string, MiningRecord>;
let sleeps: (() => void)[];
let recorder: MiningRecorder;
beforeEach(() => {
  nowMs = 10 * DAY_MS;
  watts = 3_600;
  stored = new Map();
  sleeps = [];
  let last = 0;
  recorder = new MiningRecorder({
    storage: { put: async (record) => void stored.set(record.id, record) },
    scheduler: { sleep: () => new Promise((resolve) => sleeps.push(resolve)) },
    nowMs: () => nowMs,
    dayOf: (atMs) => String(Math.floor(atMs / DAY_MS)),
    watts: (engine) => ((measured = engine), watts),
    newId: () => `record ${++last}`
  });
});

/** A dispatch of one second since the last one, if the time has advanced. */
function hash(hashes = 1_000n): void {
  recorder.take({ type: 'hashed', hashes, completedAtMs: nowMs, dispatchMs: 1_000 });
}
const records = () => [...stored.values()];

test('time, hashes and energy add up; a pause or system sleep is not mining time', () => {
  recorder.take(session());
  recorder.take(engine(wasm));
  hash();
  nowMs += 2_000;
  hash();
  nowMs += 3_600_000;
  recorder.take(session());
  recorder.take(engine(wasm));
  hash();
  nowMs += 3_600_000;
  hash();
  recorder.storePending();
  expect(records()).toMatchObject([
    {
      id: 'record 1',
      hashes: 4_000n,
      minedMs: 1_000 + 2_000 + 1_000 + 5_000,
      energyWh: 9,
      work: 'daemon',
      engine: wasm
    }
  ]);
  expect(records()[0]).toMatchObject({ startedAtMs: 10 * DAY_MS, endedAtMs: nowMs });
  expect(meanRate(records()[0]!)).toBeCloseTo(4_000 / 9);
});

test('blocks and shares are counted by outcome, and only accepted blocks earn', () => {
  recorder.take(session());
  recorder.take(engine(wasm));
  recorder.take(settled({ kind: 'accepted' }, 7n));
  recorder.take(settled({ kind: 'stale' } as Event<'settled'>['outcome'], 7n));
  recorder.take(settled({ kind: 'rejected', error: new StaleWorkError() }, 7n));
  for (const kind of ['accepted', 'accepted', 'stale', 'rejected', 'lost']) recorder.take(share(kind));
  recorder.storePending();
  expect(records()).toMatchObject([
    { earned: 8n, blocks: { accepted: 1, stale: 1, rejected: 1 }, shares: { accepted: 2, stale: 1, rejected: 1 } }
  ]);
});

test('midnight, another engine and other work each start a new record', () => {
  recorder.take(session());
  recorder.take(engine(wasm));
  hash();
  nowMs += DAY_MS;
  hash();
  recorder.take(engine(gpu));
  hash();
  recorder.take(session('pool'));
  hash();
  recorder.storePending();
  expect(records().map(({ engine, work }) => `${engine.kind} ${work}`)).toEqual([
    ...['wasm daemon', 'wasm daemon', 'webgpu daemon', 'webgpu pool']
  ]);
  expect(records().every(({ hashes }) => hashes === 1_000n)).toBe(true);
});

test('energy is unknown if the power was unknown for a part of the time', () => {
  recorder.take(session());
  recorder.take(engine(wasm));
  hash();
  watts = undefined;
  hash();
  watts = 3_600;
  hash();
  recorder.storePending();
  expect(records()[0]!.energyWh).toBeUndefined();
});

test('with fewer cores, less energy is counted from then on, in the same record', () => {
  recorder.take(session());
  recorder.take(engine(wasm));
  hash();
  const fewer = { ...wasm, workers: 1 };
  recorder.take(session());
  recorder.take(engine(fewer));
  hash();
  recorder.storePending();
  expect(measured).toEqual(fewer);
  expect(records()).toHaveLength(1);
});

test('two engines whose dispatches overlap count as one time, also when one is reported late', () => {
  recorder.take(session());
  recorder.take(engine(wasm));
  const complete = (atMs: number, member: number) =>
    recorder.take({ type: 'hashed', hashes: 1n, completedAtMs: atMs, dispatchMs: 100, member });
  // The second engine's are reported after later ones of the first.
  for (const atMs of [100, 200, 300, 400]) {
    complete(atMs, 0);
    complete(atMs - 40, 1);
  }
  recorder.storePending();
  expect(records()).toMatchObject([{ minedMs: 400 }]);
});

test('many dispatches are one write, and nothing is written before the first', async () => {
  recorder.take(session());
  recorder.take(engine(wasm));
  expect(sleeps).toHaveLength(0);
  for (let i = 0; i < 100; i++) hash();
  expect([sleeps.length, stored.size]).toEqual([1, 0]);
  sleeps[0]!();
  await Promise.resolve();
  expect(records()).toMatchObject([{ hashes: 100_000n }]);
  hash();
  expect(sleeps).toHaveLength(2);
});

test('events pass through, and the remainder is stored when they end or fail', async () => {
  const events = [session(), engine(wasm), settled({ kind: 'accepted' }, 5n)];
  const failing = async function* () {
    yield* events;
    throw new Error('no engine is left');
  };
  const seen: MinerEvent[] = [];
  const read = async () => {
    for await (const event of recorded(failing(), recorder)) seen.push(event);
  };
  await expect(read()).rejects.toThrow('no engine is left');
  expect(seen).toEqual(events);
  expect(records()).toMatchObject([{ earned: 6n }]);
});

test('a day has the sums of its records', () => {
  recorder.take(session());
  recorder.take(engine(wasm));
  hash(1n);
  recorder.take(engine(gpu));
  hash(2n);
  nowMs += DAY_MS;
  watts = undefined;
  hash(4n);
  recorder.storePending();
  const days = totalsByDay(records().reverse(), (atMs) => `day ${atMs / DAY_MS}`);
  expect(days).toMatchObject([
    { day: 'day 11', hashes: 4n, energyWh: undefined },
    { day: 'day 10', hashes: 3n, startedAtMs: 10 * DAY_MS }
  ]);
  expect(days[1]!.energyWh).toBeGreaterThan(0);
});
