import { describe, expect, test } from 'vitest';
import { hostAlerts } from '$lib/server/node/host/alerts';
import type { Formation } from '$lib/server/node/host/formation';
import { DEFAULT_HOST_SETTINGS } from '$lib/server/node/host/settings';
import {
  applyAction,
  connectability,
  formationKey,
  hostAddress,
  NEW_HOST,
  reservedBy,
  workingStatus,
  type HostAction,
  type HostState
} from '$lib/server/node/host/state';

const ADDRESS = 'host.example:9982';
const OTHER = 'other.example:9982';
const configure = (changes: Partial<typeof DEFAULT_HOST_SETTINGS>): HostAction => ({
  type: 'configure',
  settings: { ...DEFAULT_HOST_SETTINGS, ...changes }
});
const announce = (address: string): HostAction => ({ type: 'announce', address });
/** The host after actions, each at its height. */
const after = (...actions: readonly (readonly [number, HostAction])[]): HostState =>
  actions.reduce((state, [height, action]) => applyAction(state, action, height), NEW_HOST);

describe('the address of a host', () => {
  test('is the configured one, otherwise the announced one', () => {
    expect(hostAddress(NEW_HOST)).toBe('');
    expect(hostAddress(after([1, announce(ADDRESS)]))).toBe(ADDRESS);
    expect(hostAddress(after([1, announce(ADDRESS)], [2, configure({ netAddress: OTHER })]))).toBe(OTHER);
  });

  test('is replaced in its settings by an announced one, if it has one there', () => {
    expect(after([1, announce(ADDRESS)]).settings.netAddress).toBe('');
    expect(after([1, configure({ netAddress: OTHER })], [2, announce(ADDRESS)])).toMatchObject({
      settings: { netAddress: ADDRESS },
      announced: { address: ADDRESS, height: 2 },
      movedAt: 2
    });
  });
});

test('each change that renters see has a new revision number', () => {
  const state = after([1, configure({})], [2, announce(ADDRESS)], [3, { type: 'capacity', sectors: 7 }]);
  expect([state.revisionNumber, state.capacity]).toEqual([3n, 7]);
});

describe('whether others reach a host', () => {
  const at = (state: HostState, ...heights: number[]) =>
    heights.map((height) => [connectability(state, height), workingStatus(state, height)]);

  test('is known two blocks after its address changed, whether renters connect after four', () => {
    expect(at(after([10, announce(ADDRESS)]), 11, 12, 13, 14)).toEqual([
      ['checking', 'checking'],
      ['connectable', 'checking'],
      ['connectable', 'checking'],
      ['connectable', 'working']
    ]);
  });

  test.each<[string, HostState]>([
    ['that was never announced', after([10, configure({ netAddress: ADDRESS })])],
    ['that announced another address', after([5, announce(OTHER)], [10, configure({ netAddress: ADDRESS })])],
    ['whose address has no host', after([10, announce('nowhere.invalid:1')])]
  ])('and not at all if it is one %s', (_, state) => {
    expect(at(state, 11, 12)).toEqual([
      ['checking', 'checking'],
      ['not connectable', 'not working']
    ]);
  });

  test('is not checked again after changes of other settings', () => {
    const state = after([10, announce(ADDRESS)], [20, configure({ maxDuration: 5n })]);
    expect([state.movedAt, connectability(state, 20)]).toEqual([10, 'connectable']);
  });
});

describe('a registry that was moved', () => {
  const told = (state: HostState, height: number) => hostAlerts(state, height, []).map(({ message }) => message);

  test('is reported for three blocks, with its place', () => {
    const moved = after(
      [1, configure({ registrySize: 16_384n })],
      [10, configure({ registrySize: 16_384n, customRegistryPath: '/a' })]
    );
    expect([12, 13].map((height) => told(moved, height))).toEqual([['The registry is being moved to /a'], []]);
    const back = applyAction(moved, configure({ registrySize: 16_384n }), 20);
    expect(told(back, 20)).toEqual(['The registry is being moved to the default path']);
    expect(
      told(applyAction(moved, configure({ registrySize: 16_384n, customRegistryPath: '/a', maxDuration: 1n }), 20), 20)
    ).toEqual([]);
  });

  test('is not reported if there is none', () => {
    expect(told(after([10, configure({ customRegistryPath: '/a' })]), 10)).toEqual([]);
    expect(told(after([10, configure({ registrySize: 16_384n })]), 10)).toEqual([]);
  });
});

test('contracts reserve their collateral and their sectors, at most those that found space', () => {
  const formation = { height: 3, renter: 1, locked: 5n, sectors: 8 } as Partial<Formation> as Formation;
  const state: HostState = { ...NEW_HOST, open: [formation, { ...formation, renter: 0, sectors: 2 }] };
  expect(reservedBy(state)).toEqual({ locked: 10n, sectors: 10 });
  expect(reservedBy(state)).toBe(reservedBy(state));
  const full = (state: HostState, caps: [string, number][]) =>
    applyAction(state, { type: 'full', caps: new Map(caps) }, 4);
  const once = full(state, [[formationKey(formation), 6]]);
  expect(once.open.map(({ cap }) => cap)).toEqual([6, undefined]);
  expect([reservedBy(once), once.calls.errors]).toEqual([{ locked: 10n, sectors: 8 }, 1]);
  // Space that was lost does not come back.
  const twice = full(once, [
    [formationKey(formation), 7],
    ['3/0', 1]
  ]);
  expect([twice.open.map(({ cap }) => cap), twice.calls.errors]).toEqual([[6, 1], 3]);
});
