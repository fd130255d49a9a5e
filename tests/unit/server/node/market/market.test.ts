import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import type { RenterAction } from '$lib/server/node/renter/state';
import { DEFAULT_ALLOWANCE } from '$lib/server/node/renter/allowance';
import { categories } from '$lib/server/node/renter/categories';
import { Market, marketWorld } from '$lib/server/node/market/market';
import { MarketStore } from '$lib/server/node/market/marketStore';
import type { MarketPart } from '$lib/server/node/simulation/simulationPart';
import { DiskFullError } from '$lib/server/node/store/sqliteError';
import { FakeChain, openMarket } from '../../../../support/market';
import { temporaryFolder } from '../../../../support/temporary';

const directory = temporaryFolder('market');
let files = 0;
const freshFile = () => join(directory, `market-${files++}.sqlite`);

const allowance = { ...DEFAULT_ALLOWANCE, hosts: 8n, period: 100n, renewWindow: 30n };
const setAllowance = (hosts = 8n): RenterAction => ({
  type: 'configure',
  settings: { allowance: { ...allowance, hosts } }
});
const setSpeed = (maxUploadSpeed: bigint): RenterAction => ({ type: 'configure', settings: { maxUploadSpeed } });

type Open = ReturnType<typeof openMarket>;
const read = async ({ market, renter }: Open) => (await market.read(renter)).state;
const actAt = async (open: Open, height: number, action: RenterAction) => {
  open.chain.grow(height - open.chain.tip.height);
  await open.market.advance();
  open.market.act(open.renter, action);
};

/** Advances the market with some actions, on a chain without forks. */
async function lived(open: Open, tip: number) {
  await actAt(open, 5, setAllowance());
  await actAt(open, 40, {
    type: 'filter',
    filter: { filterMode: 'blacklist', hosts: [], netAddresses: ['198.18.0.0/15'] }
  });
  await actAt(open, 60, setAllowance(10n));
  open.chain.grow(tip - 60);
  return read(open);
}

describe('the market', () => {
  test.each([
    [new DiskFullError(), []],
    [new Error('a bug'), 'a bug']
  ])('has no alerts while it cannot be stored, so that those of the node are shown: %s', async (error, expected) => {
    const { market, chain } = openMarket();
    await market.advance();
    chain.grow(1);
    vi.spyOn(MarketStore.prototype, 'transaction').mockImplementationOnce(() => {
      throw error;
    });
    expect(await market.alerts().catch((thrown: Error) => thrown.message)).toEqual(expected);
  });

  test('is the same for the same seed and actions, however often it is read', async () => {
    const often = openMarket();
    const rarely = openMarket();
    const end = await lived(rarely, 700);
    await actAt(often, 5, setAllowance());
    for (let height = 6; height <= 40; height++)
      await often.market.advance().then(() => often.chain.grow(height - often.chain.tip.height));
    await actAt(often, 40, {
      type: 'filter',
      filter: { filterMode: 'blacklist', hosts: [], netAddresses: ['198.18.0.0/15'] }
    });
    await actAt(often, 60, setAllowance(10n));
    for (let height = 61; height <= 700; height += 3) {
      often.chain.grow(Math.min(3, 700 - often.chain.tip.height));
      await often.market.advance();
    }
    expect(often.chain.tip.height).toBe(700);
    expect(await read(often)).toEqual(end);
  });

  test('is different for another seed', async () => {
    const hostsOf = async (seed: string) =>
      (await lived(openMarket(new FakeChain(seed)), 100)).contracts.map(({ host }) => host);
    expect(await hostsOf('one')).not.toEqual(await hostsOf('two'));
  });

  test('is unchanged by a restart', async () => {
    const path = freshFile();
    const before = openMarket(new FakeChain(), path);
    const state = await lived(before, 150);
    before.market.close();
    const after = openMarket(before.chain, path);
    expect(await read(after)).toEqual(state);
    const undisturbed = openMarket();
    await lived(undisturbed, 150);
    for (const open of [after, undisturbed]) open.chain.grow(90);
    expect(await read(after)).toEqual(await read(undisturbed));
  });

  test('is cleared for another chain in the same file', async () => {
    const path = freshFile();
    const first = openMarket(new FakeChain('first'), path);
    await lived(first, 100);
    first.market.close();
    const second = openMarket(new FakeChain('second'), path);
    expect((await read(second)).allowance).toBeUndefined();
    second.market.close();
  });

  test('yields to other requests while it catches up', async () => {
    const open = openMarket();
    await actAt(open, 5, setAllowance());
    open.chain.grow(2_000);
    let served = 0;
    const timer = setInterval(() => served++, 0);
    await Promise.all([open.market.advance(), open.market.advance()]);
    clearInterval(timer);
    expect(served).toBeGreaterThan(1);
    expect((await read(open)).contracts.length).toBeGreaterThan(0);
  });

  test('stores only the last twelve snapshots while it catches up, and the end of each batch', async () => {
    const { market, chain } = openMarket();
    const stored = vi.spyOn(MarketStore.prototype, 'putSnapshot');
    chain.grow(720 - chain.tip.height);
    await market.advance();
    const heights = stored.mock.calls.map(([{ moment }]) => moment.height);
    stored.mockRestore();
    expect(heights).toEqual([250, 500, ...Array.from({ length: 12 }, (_, i) => 576 + 12 * i), 720]);
  });

  test('reports that it is closed', async () => {
    const { market } = openMarket();
    market.close();
    await expect(market.advance()).rejects.toMatchObject({ code: 'node/market-closed' });
  });
});

/** A part that records every block and action it processed. */
const diary: MarketPart<readonly string[], string> = {
  name: 'diary',
  initial: () => [],
  step: (state, { id }) => [...state, id],
  act: (state, action, { height }) => [...state, `${action} at ${height}`],
  alerts: () => []
};

test('each part of the market gets its own actions, also when they are applied again', async () => {
  const chain = new FakeChain();
  const parts = ['first', 'second'].map((name) => ({
    ...diary,
    name,
    step: (state: readonly string[]) => state,
    act: (state: readonly string[], action: string) => [...state, `${action} of the ${name}`]
  }));
  const market = new Market({ path: ':memory:', world: marketWorld(chain), parts });
  chain.grow(5);
  await market.advance();
  for (const part of parts) market.act(part, 'an action');
  const read = async () => Promise.all(parts.map(async (part) => (await market.read(part)).state));
  const expected = [['an action of the first'], ['an action of the second']];
  expect(await read()).toEqual(expected);
  chain.fork(3, 6, 'other');
  expect(await read()).toEqual(expected);
});

describe('after a reorganization, the market', () => {
  test.each([
    [149, 151],
    [148, 150],
    [120, 151],
    [30, 180],
    [130, 140],
    [99, 100]
  ])('has processed exactly the blocks of the best chain: forked at %i, up to %i', async (height, tip) => {
    const chain = new FakeChain();
    const market = new Market({ path: ':memory:', world: marketWorld(chain), parts: [diary] });
    for (const at of [20, 100, 145]) {
      chain.grow(at - chain.tip.height);
      await market.advance();
      market.act(diary, 'wish');
    }
    chain.grow(150 - 145);
    await market.advance();
    chain.fork(height, tip, 'other');

    const expected: string[] = [];
    for (let at = 1; at <= tip; at++) {
      expected.push(chain.at(at)!.id);
      if ([20, 100, 145].includes(at)) expected.push(`wish at ${at}`);
    }
    // Actions at blocks that the new chain does not have are applied at its tip.
    for (const at of [20, 100, 145]) if (at > tip) expected.push(`wish at ${tip}`);
    expect((await market.read(diary)).state).toEqual(expected);
  });

  test('is replayed from the newest snapshot on the best chain', async () => {
    const chain = new FakeChain();
    const step = vi.fn(diary.step);
    const part = { ...diary, step };
    const market = new Market({ path: ':memory:', world: marketWorld(chain), parts: [part] });
    chain.grow(150);
    await market.advance();
    chain.fork(149, 151, 'other');
    step.mockClear();
    await market.advance();
    // The newest one before the fork is at height 144.
    expect(step.mock.calls.map(([, { height }]) => height)).toEqual([145, 146, 147, 148, 149, 150, 151]);
  });

  test('has processed blocks of the old chain if there is no snapshot, as after starting from a checkpoint', async () => {
    const chain = Object.assign(new FakeChain(), { first: 5 });
    chain.grow(8);
    const market = new Market({ path: ':memory:', world: marketWorld(chain), parts: [diary] });
    const met = [6, 7, 8].map((height) => chain.at(height)!.id);
    expect((await market.read(diary)).state).toEqual(met);
    chain.fork(6, 9, 'other');
    expect((await market.read(diary)).state).toEqual([...met, chain.at(9)!.id]);
  });

  test.each([
    ['one block', 149],
    ['a few blocks', 143],
    ['more than a snapshot', 120],
    ['almost all snapshots', 30]
  ])('is as if there had been no fork: %s', async (_, height) => {
    const open = openMarket();
    await lived(open, 150);
    open.chain.fork(height, 151, 'other');
    const state = await read(open);

    const straight = openMarket();
    const expected = await lived(straight, 151);
    expect(state).toEqual(expected);
  });

  test('replays actions of the losing branch at their height', async () => {
    const open = openMarket();
    await lived(open, 100);
    await actAt(open, 110, setAllowance(3n));
    open.chain.fork(105, 112, 'other');
    const { contracts, allowance: kept } = await read(open);
    expect(kept?.hosts).toBe(3n);
    expect(contracts.filter(({ goodForRenew }) => goodForRenew).length).toBe(3);
  });

  test('keeps actions if the winning branch is shorter, and if that is reverted again', async () => {
    const open = openMarket();
    await lived(open, 100);
    await actAt(open, 110, setSpeed(77n));
    open.chain.fork(100, 104, 'short');
    expect((await read(open)).maxUploadSpeed).toBe(77n);
    open.chain.fork(102, 103, 'shorter');
    expect((await read(open)).maxUploadSpeed).toBe(77n);
    open.chain.grow(50);
    expect(await read(open)).toMatchObject({ maxUploadSpeed: 77n, allowance: { hosts: 10n } });
  });

  test('continues from the oldest snapshot if the fork is deeper', async () => {
    const open = openMarket();
    await lived(open, 400);
    await actAt(open, 410, setSpeed(77n));
    open.chain.fork(2, 411, 'deep');
    const state = await read(open);
    expect(state).toMatchObject({ maxUploadSpeed: 77n, allowance: { hosts: 10n } });
    expect(categories(state).active.length + categories(state).passive.length).toBe(10);
    open.chain.fork(1, 20, 'deep and short');
    expect(await read(open)).toMatchObject({ maxUploadSpeed: 77n, allowance: { hosts: 10n } });
    open.chain.grow(500);
    expect(categories(await read(open)).active.length).toBeGreaterThan(0);
  });

  test('survives a restart in between', async () => {
    const path = freshFile();
    const chain = new FakeChain();
    const before = openMarket(chain, path);
    await lived(before, 150);
    before.market.close();
    chain.fork(140, 152, 'other');
    const after = openMarket(chain, path);
    const straight = openMarket();
    expect(await read(after)).toEqual(await lived(straight, 152));
  });
});
