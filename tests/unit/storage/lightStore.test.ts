import { beforeEach, expect, test } from 'vitest';
import type { Block } from '$lib/chain/block/block';
import type { ChainState } from '$lib/chain/block/state';
import { unixSeconds } from '$lib/chain/time';
import { applyHeader } from '$lib/consensus/apply/applyBlock';
import { followFrom, lightTip, type LightPosition } from '$lib/consensus/light/lightChain';
import { StaleWriteError } from '$lib/services/errors';
import { LightStore } from '$lib/storage/lightStore';
import { openMemoryDatabase } from '$lib/storage/openDatabase';
import { TestChain, testNetwork } from '../consensus/testChain';

const chain = new TestChain(testNetwork(1));
const { network } = chain;

/** States after headers without work: the store does not validate. */
const states: ChainState[] = [chain.state];
for (let i = 0; i < 2_300; i++) {
  const parent = states.at(-1)!;
  const header = {
    parentId: parent.index.id,
    nonce: 0n,
    timestamp: unixSeconds(1_700_000_000 + i),
    commitment: '00'.repeat(32) as NonNullable<Block['v2']>['commitment']
  };
  states.push(applyHeader(network, parent, header));
}
const KEPT = 50;
const stateOf = (height: number) => ({ state: states[height]!, commits: height > 1 });

/** The position after following from one to a height; they share common states as objects. */
function at(before: LightPosition, height: number): LightPosition {
  const from = lightTip(before).index.height;
  const added = Array.from({ length: Math.max(0, height - from) }, (_, i) => stateOf(from + 1 + i));
  const trail = [...before.trail.filter(({ state }) => state.index.height <= height), ...added].slice(-KEPT);
  return { ...before, trail, best: { index: states[height]!.index, totalWork: states[height]!.totalWork } };
}

const start = followFrom(states[0]!.index, states[0]!);
let store: LightStore;
beforeEach(async () => {
  store = new LightStore(openMemoryDatabase(), 'scope');
  await store.begin({ network, position: start });
});

async function follow(before: LightPosition, ...heights: number[]): Promise<LightPosition> {
  let position = before;
  for (const height of heights) {
    const after = at(position, height);
    await store.save(position, { network, position: after });
    position = after;
  }
  return position;
}

test('returns what was stored', async () => {
  expect(await store.load()).toEqual({ network, position: start });
  const position = await follow(start, 20, 40);
  expect(await store.load()).toEqual({ network, position });
  await store.clear();
  expect(await store.load()).toBeUndefined();
  expect(await store.loadBelow(1_000)).toBeUndefined();
});

test('keeps the newest states, every thousandth and the start', async () => {
  const heights = Array.from({ length: 57 }, (_, i) => 40 * (i + 1));
  const position = await follow(start, ...heights);
  expect((await store.load())!.position).toEqual(position);
  expect(position.trail).toHaveLength(KEPT);
  const below = async (height: number) => {
    const found = await store.loadBelow(height);
    return found && lightTip(found.position).index.height;
  };
  expect(await below(position.trail[0]!.state.index.height)).toBe(2_000);
  expect(await below(2_000)).toBe(1_000);
  expect(await below(1_000)).toBe(0);
  expect(await below(0)).toBeUndefined();
  expect((await store.loadBelow(2_000))!.position.best).toEqual(position.best);
});

test('rewinds to an earlier state permanently', async () => {
  const position = await follow(start, ...Array.from({ length: 30 }, (_, i) => 40 * (i + 1)));
  const earlier = (await store.loadBelow(position.trail[0]!.state.index.height))!;
  await store.goBack(earlier);
  expect(await store.load()).toEqual(earlier);
  const again = await follow(earlier.position, 1_010);
  expect(lightTip((await store.load())!.position)).toEqual(lightTip(again));
});

test('reverts states with their blocks', async () => {
  const position = await follow(start, 40, 30);
  expect((await store.load())!.position).toEqual(position);
});

test('refuses a step that does not start where the stored one ended', async () => {
  const position = await follow(start, 40);
  await expect(store.save(start, { network, position: at(start, 20) })).rejects.toThrow(StaleWriteError);
  expect((await store.load())!.position).toEqual(position);
});

test('keeps chains separate', async () => {
  const database = openMemoryDatabase();
  const [one, other] = [new LightStore(database, 'one'), new LightStore(database, 'other')];
  await one.begin({ network, position: start });
  await other.begin({ network, position: at(start, 5) });
  await one.clear();
  expect(lightTip((await other.load())!.position)).toEqual(states[5]);
});

test('what has lost its newest states is not continued', async () => {
  const database = openMemoryDatabase();
  const damaged = new LightStore(database, 'scope');
  await damaged.begin({ network, position: start });
  await damaged.save(start, { network, position: at(start, 20) });
  await database.write(['checkedStates'], (to) => to.delete('checkedStates', ['scope', 20]));
  expect(await damaged.load()).toBeUndefined();
});
