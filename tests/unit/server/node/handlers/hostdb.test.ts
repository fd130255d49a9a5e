import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { HostFilter } from '$lib/api/daemon/hostdb';
import { hostdbHandlers, type HostdbParts } from '$lib/server/node/handlers/hostdb';
import { INITIAL_RENTER, type RenterAction } from '$lib/server/node/renter/state';

const KEYS = ['aa', 'bb'].map((byte) => `ed25519:${byte.repeat(32)}`);
const act = vi.fn<(part: unknown, action: RenterAction) => void>();
beforeEach(() => void act.mockClear());

function handlersOf(height = 1) {
  const moment = { height };
  const market = { act, advance: async () => moment, read: async () => ({ state: INITIAL_RENTER, moment }) };
  return hostdbHandlers({ market, renter: {} } as unknown as HostdbParts);
}

describe('a filter', () => {
  const set = (filter: Partial<HostFilter>) =>
    handlersOf().setFilterMode(
      { params: {}, query: {}, body: { filterMode: 'blacklist', hosts: [], netAddresses: [], ...filter } } as never,
      {} as never
    );

  test.each<[string, Partial<HostFilter>, Partial<HostFilter>]>([
    ['lists each host and address once', { hosts: [...KEYS, KEYS[0]!], netAddresses: ['a', 'b', 'a'] }, {}],
    ['may list a single host', { filterMode: 'whitelist', hosts: KEYS.slice(1) }, {}],
    ['may list a single address', { filterMode: 'whitelist', netAddresses: ['a'] }, {}],
    ['may list as many hosts as addresses', { filterMode: 'whitelist', hosts: KEYS, netAddresses: ['a', 'b'] }, {}],
    ['may exclude no host', {}, {}],
    [
      'that is disabled lists none',
      { filterMode: 'disable', hosts: KEYS, netAddresses: ['a'] },
      { hosts: [], netAddresses: [] }
    ]
  ])('%s', async (_, filter, changed) => {
    await set(filter);
    const { filterMode = 'blacklist', hosts = [], netAddresses = [] } = { ...filter, ...changed };
    const expected = { filterMode, hosts: [...new Set(hosts)], netAddresses: [...new Set(netAddresses)] };
    expect(act.mock.calls.map(([, action]) => action)).toEqual([{ type: 'filter', filter: expected }]);
  });

  test.each<[string, Partial<HostFilter>, object]>([
    [
      'a key that is too long',
      { hosts: [KEYS[0]!, `${KEYS[1]!}0`] },
      { code: 'hostdb/host-key-invalid', data: { key: `${KEYS[1]!}0` } }
    ],
    ['text before a key', { hosts: [` ${KEYS[0]!}`] }, { code: 'hostdb/host-key-invalid' }],
    ['capital letters', { hosts: [KEYS[0]!.replaceAll('a', 'A')] }, { code: 'hostdb/host-key-invalid' }],
    ['an empty address beside another', { netAddresses: ['a', ' '] }, { code: 'hostdb/net-address-empty' }],
    ['no host to choose from', { filterMode: 'whitelist' }, { code: 'hostdb/whitelist-empty' }]
  ])('with %s is refused', async (_, filter, problem) => {
    await expect(set(filter)).rejects.toMatchObject(problem);
    expect(act).not.toHaveBeenCalled();
  });
});

test.each([
  [2, false],
  [3, true]
])('the first scan of the hosts is complete at height %i: %s', async (height, initialScanComplete) => {
  const answer = await handlersOf(height).status({ params: {}, query: {}, body: undefined } as never, {} as never);
  expect(answer).toEqual({ initialScanComplete });
});
