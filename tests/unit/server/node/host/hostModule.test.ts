import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { VOID_ADDRESS } from '$lib/chain/address';
import type { BlockId, FileContractId } from '$lib/chain/ids';
import { unixSeconds } from '$lib/chain/time';
import { sectorsAt } from '$lib/server/node/host/formation';
import { HostModule, type HostModuleOptions } from '$lib/server/node/host/hostModule';
import { applyAction, type HostAction, type HostState } from '$lib/server/node/host/state';
import { steppedHost, type SteppedHost } from '../../../../support/simulatedHost';

type Caps = Map<FileContractId, number>;

let host: SteppedHost;
let state: HostState;
let acts: HostAction[];
let height: number;
let fork: number;
const follow = vi.fn<(wanted: Caps) => Promise<Caps>>();
let storage: { room: { total: number; free: number }; isBusy: boolean; follow: typeof follow };
let module: HostModule;
beforeEach(() => {
  vi.useFakeTimers();
  host = steppedHost();
  host.pass(60);
  [state, acts, height, fork] = [host.state, [], 60, 0];
  follow.mockReset().mockResolvedValue(new Map());
  storage = { room: { total: state.capacity, free: 0 }, isBusy: false, follow };
  const market = {
    read: async () => {
      const id = `${fork}${height}`.padStart(64, '0') as BlockId;
      return { state, moment: { height, id, timestamp: unixSeconds(0) } };
    },
    act: (_: unknown, action: HostAction) => {
      acts.push(action);
      return (state = applyAction(state, action, height));
    }
  };
  module = new HostModule({
    market,
    part: host.part,
    lives: host.lives,
    storage: () => storage,
    registry: {},
    address: VOID_ADDRESS
  } as unknown as HostModuleOptions);
});
afterEach(() => void vi.useRealTimers());

describe('reading the host', () => {
  test('stores the sectors that its open contracts have at the tip, once for each block', async () => {
    const wanted = new Map(
      state.open.map((formation) => [host.lives(formation).id, sectorsAt(formation, host.lives(formation), 60)])
    );
    const seen = await module.read();
    expect(follow.mock.calls).toEqual([[wanted]]);
    expect(wanted.size).toBeGreaterThan(5);
    expect(await module.read()).toBe(seen);
    expect(follow).toHaveBeenCalledTimes(1);
    height++;
    expect((await module.read()).moment.height).toBe(61);
    expect(follow).toHaveBeenCalledTimes(2);
    // After a reorganization too.
    fork++;
    expect(await module.read()).not.toBe(seen);
    expect(follow).toHaveBeenCalledTimes(3);
    state = { ...state, open: [] };
    expect((await module.read()).contracts).toHaveLength(state.ended.length);
    expect(follow.mock.lastCall).toEqual([new Map()]);
  });

  test('lists all contracts, those that ended first', async () => {
    state = { ...state, ended: [{ ...state.open[0]!, outcome: 'failed' }], open: state.open.slice(1) };
    const { contracts } = await module.read();
    expect(contracts).toHaveLength(state.open.length + 1);
    expect(contracts.map(({ obligation }) => obligation.obligationStatus).indexOf('obligationFailed')).toBe(0);
    // They are not computed twice for a block.
    state = { ...state };
    expect((await module.read()).contracts.map((one, i) => one === contracts[i])).not.toContain(false);
    height = 500;
    const later = await module.read();
    // Only open ones change.
    expect([later.contracts[0] === contracts[0], later.contracts[1] === contracts[1]]).toEqual([true, false]);
    expect(later.contracts[1]!.obligation.sectorRootsCount).toBe(
      sectorsAt(state.open[0]!, host.lives(state.open[0]!), 500)
    );
  });

  test('reports space that was added or removed', async () => {
    await module.read();
    expect(acts).toEqual([]);
    storage.room = { total: 7, free: 7 };
    expect((await module.read()).state.capacity).toBe(7);
    expect(acts).toEqual([{ type: 'capacity', sectors: 7 }]);
  });

  test('caps contracts that found no space', async () => {
    const { height: from, renter } = state.open[1]!;
    follow.mockResolvedValueOnce(new Map([[host.lives(state.open[1]!).id, 1]]));
    const seen = await module.read();
    expect(acts).toEqual([{ type: 'full', caps: new Map([[`${from}/${renter}`, 1]]) }]);
    expect(seen.state.open.map(({ cap }) => cap).filter((cap) => cap !== undefined)).toEqual([1]);
    // The folders are as far as that.
    await module.read();
    expect(follow).toHaveBeenCalledTimes(1);
  });

  test('waits for the folders for a second, and leaves no timer behind', async () => {
    await module.read();
    expect(vi.getTimerCount()).toBe(0);
    const slow = Promise.withResolvers<Caps>();
    follow.mockReturnValueOnce(slow.promise);
    height++;
    const reading = module.read();
    await vi.advanceTimersByTimeAsync(999);
    expect(await unlessPending(reading)).toBe('pending');
    await vi.advanceTimersByTimeAsync(1);
    expect((await reading).moment.height).toBe(61);
    // They are not told the same again while they work.
    storage.isBusy = true;
    await module.read();
    slow.resolve(new Map());
    await vi.advanceTimersByTimeAsync(0);
    storage.isBusy = false;
    await module.read();
    expect(follow).toHaveBeenCalledTimes(2);
  });

  test('that moved on meanwhile is followed again', async () => {
    follow.mockImplementationOnce(async () => {
      height++;
      return new Map();
    });
    expect((await module.read()).moment.height).toBe(61);
    await module.read();
    expect(follow).toHaveBeenCalledTimes(2);
    // Or if its state changed.
    state = { ...state };
    follow.mockImplementationOnce(async () => {
      state = { ...state, open: state.open.slice(1) };
      return new Map();
    });
    await module.read();
    await module.read();
    expect(follow).toHaveBeenCalledTimes(4);
  });
});

const unlessPending = <T>(promise: Promise<T>): Promise<T | 'pending'> =>
  Promise.race([promise, Promise.resolve('pending' as const)]);
