import { expect, test } from 'vitest';
import {
  mergeProgress,
  type Grinder,
  type GrindProgress,
  type GrindWork,
  type NonceRange
} from '$lib/mining/grinder/grinder';
import { createJsGrinder } from '$lib/mining/grinder/jsGrinder';
import { createTeam } from '$lib/mining/grinder/team';

const work: GrindWork = { header: new Uint8Array(80), target: new Uint8Array(32).fill(0xff) };
const HOPELESS: GrindWork = { header: new Uint8Array(80), target: new Uint8Array(32) };
const range: NonceRange = { first: 0n, step: 1009n, count: 3000n };
const ENDLESS: NonceRange = { first: 0n, step: 1009n, count: 1n << 54n };

test('each member searches a different part of the range, without gaps', async () => {
  const team = createTeam([createJsGrinder(), createJsGrinder(), createJsGrinder()]);
  const nonces: bigint[] = [];
  let hashes = 0n;
  // Parts of a single slice are all searched.
  for await (const event of team.grind(work, { ...range, count: 600n }, new AbortController().signal)) {
    if (event.type === 'candidate') nonces.push(event.nonce);
    else hashes += event.hashes;
  }
  expect(hashes).toBe(600n);
  expect(nonces.toSorted((a, b) => (a < b ? -1 : 1))).toEqual(Array.from({ length: 600 }, (_, i) => 1009n * BigInt(i)));
});

test('no member waits for a slower one: the search ends with the first part', async () => {
  const slow = counting();
  const fast: Grinder = {
    ...createJsGrinder(),
    async *grind(_, { count }) {
      yield { type: 'progress', hashes: count, completedAtMs: 0, dispatchMs: 1 };
    }
  };
  let ofFast = 0n;
  let ofSlow = 0;
  for await (const event of createTeam([fast, slow.grinder]).grind(HOPELESS, ENDLESS, new AbortController().signal)) {
    if (event.type !== 'progress') continue;
    if (event.member === 0) ofFast += event.hashes;
    else if (++ofSlow === 10) break;
  }
  expect([ofFast, ofSlow < 10]).toEqual([ENDLESS.count / 2n, true]);
  await expect.poll(() => slow.running()).toBe(0);
});

test('a range shorter than the team leaves some members idle', async () => {
  const team = createTeam([createJsGrinder(), createJsGrinder()]);
  let hashes = 0n;
  for await (const event of team.grind(work, { ...range, count: 1n }, new AbortController().signal)) {
    if (event.type === 'progress') hashes += event.hashes;
  }
  expect(hashes).toBe(1n);
});

/** Counts the running searches. */
function counting(): { readonly grinder: Grinder; readonly running: () => number } {
  const grinder = createJsGrinder();
  let running = 0;
  return {
    running: () => running,
    grinder: {
      ...grinder,
      async *grind(...search) {
        running++;
        try {
          yield* grinder.grind(...search);
        } finally {
          running--;
        }
      }
    }
  };
}

test.each([
  ['the signal', true],
  ['the reader', false]
])('all members stop when %s ends the search', async (_, bySignal) => {
  const members = [counting(), counting()];
  const team = createTeam(members.map(({ grinder }) => grinder));
  const abort = new AbortController();
  let events = 0;
  for await (const _ of team.grind(HOPELESS, ENDLESS, abort.signal)) {
    if (++events < 3) continue;
    if (!bySignal) break;
    abort.abort();
  }
  await expect.poll(() => members.map(({ running }) => running())).toEqual([0, 0]);
});

test('when one member fails, the team fails and the others stop', async () => {
  const other = counting();
  const broken: Grinder = {
    ...createJsGrinder(),
    async *grind() {
      throw new RangeError('broken');
    }
  };
  const search = async () => {
    for await (const _ of createTeam([other.grinder, broken]).grind(HOPELESS, ENDLESS, new AbortController().signal));
  };
  await expect(search()).rejects.toThrow('broken');
  await expect.poll(() => other.running()).toBe(0);
});

test('power and close reach every member', () => {
  const told: string[] = [];
  const member = (name: string): Grinder => ({
    ...createJsGrinder(),
    setPower: (share) => told.push(`${name} ${share}`),
    close: () => told.push(`${name} closed`)
  });
  const team = createTeam([member('a'), member('b')]);
  team.setPower(0.5);
  team.close();
  expect(told).toEqual(['a 0.5', 'b 0.5', 'a closed', 'b closed']);
});

test('a team is labeled after its members', () => {
  const named = (label: string): Grinder => ({ ...createJsGrinder(), info: { kind: 'js', label } });
  const members = [named('NVIDIA Ada'), named('WebAssembly SIMD')];
  expect(createTeam(members).info).toEqual({
    kind: 'together',
    label: 'NVIDIA Ada + WebAssembly SIMD',
    members: members.map(({ info }) => info)
  });
});

test('progress identifies its member', async () => {
  const team = createTeam([createJsGrinder(), createJsGrinder()]);
  const members = new Set<number | undefined>();
  for await (const event of team.grind(HOPELESS, ENDLESS, new AbortController().signal)) {
    if (event.type === 'progress') members.add(event.member);
    if (members.size === 2) break;
  }
  expect([...members].sort()).toEqual([0, 1]);
});

test('consecutive progress of one member is merged, from its beginning to its end', () => {
  const progress = (completedAtMs: number, member?: number): GrindProgress => ({
    type: 'progress',
    hashes: BigInt(completedAtMs),
    completedAtMs,
    dispatchMs: 10,
    ...(member !== undefined && { member })
  });
  const candidate = { type: 'candidate', nonce: 1n } as const;
  expect(mergeProgress(progress(100, 1), progress(130, 1))).toEqual({
    type: 'progress',
    hashes: 230n,
    completedAtMs: 130,
    // Starting at 90.
    dispatchMs: 40,
    member: 1
  });
  for (const [last, next] of [
    [progress(100, 0), progress(130, 1)],
    [progress(100), candidate],
    [candidate, progress(100)]
  ] as const)
    expect(mergeProgress<GrindProgress | typeof candidate>(last, next)).toBeUndefined();
});

test('events still unread when the search ended are dropped', async () => {
  const eager: Grinder = {
    ...createJsGrinder(),
    async *grind() {
      for (let i = 0; i < 5; i++) yield { type: 'progress', hashes: 1n, completedAtMs: i, dispatchMs: 1 };
      await new Promise<never>(() => undefined);
    }
  };
  const abort = new AbortController();
  let events = 0;
  for await (const _ of createTeam([eager]).grind(HOPELESS, ENDLESS, abort.signal)) {
    events++;
    await new Promise((resolve) => setTimeout(resolve));
    abort.abort();
  }
  expect(events).toBe(1);
});

test('a team has the adapter of the member that has one', () => {
  const js = createJsGrinder();
  const adapter = { vendor: 'v', architecture: 'a', description: 'd', software: false };
  const gpu: Grinder = { ...js, info: { kind: 'webgpu', label: 'GPU', adapter } };
  expect(createTeam([js, gpu]).info).toMatchObject({ label: `${js.info.label} + GPU`, adapter });
  expect(createTeam([js]).info).not.toHaveProperty('adapter');
});
