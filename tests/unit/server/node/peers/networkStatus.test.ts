import { describe, expect, test } from 'vitest';
import type { ChainManager } from '$lib/server/node/chain/chainManager';
import { announcedHeight, isSyncedWithPeers } from '$lib/server/node/peers/networkStatus';
import type { Peer } from '$lib/server/node/peers/peer';

const NOW_MS = 1_763_000_000_000;
const DAY_S = 24 * 60 * 60;

const peer = (direction: 'inbound' | 'outbound', isSynced: boolean) => ({ direction, isSynced }) as Peer;
const [out, lateOut, late] = [peer('outbound', true), peer('outbound', false), peer('inbound', false)] as const;

/** @param ageS seconds since the tip's timestamp; undefined for a chain without blocks */
function isSynced(peers: readonly Peer[], isPublic: boolean, ageS: number | undefined): boolean {
  const prevTimestamps = ageS === undefined ? [] : [NOW_MS / 1000 - ageS];
  const chain = { state: { prevTimestamps } } as unknown as ChainManager;
  return isSyncedWithPeers({ chain, clock: () => NOW_MS, peers, isPublic });
}

describe('a node is synced with its peers', () => {
  test.each<[string, readonly Peer[], boolean, number | undefined, boolean]>([
    ['if all that it dialed have no more blocks', [out, out], true, 60, true],
    ['not if one of them has', [out, lateOut], true, 60, false],
    ['whatever the others say, who dialed it', [out, late], true, 60, true],
    ['not if there are only others, and one has more', [late], true, 60, false],
    ['on a public network with a tip of less than a day', [out], true, DAY_S - 1, true],
    ['not with an older one', [out], true, DAY_S, false],
    ['nor without a block', [out], true, undefined, false],
    ['nor without peers', [], true, 60, false],
    ['on a private network also with an old tip', [out], false, 9 * DAY_S, true],
    ['and without peers', [], false, undefined, true]
  ])('%s', (_, peers, isPublic, ageS, expected) => {
    expect(isSynced(peers, isPublic, ageS)).toBe(expected);
  });
});

test.each<[readonly (number | undefined)[], number | undefined]>([
  [[], undefined],
  [[100, 50, undefined], undefined],
  [[101], 101],
  [[101, 999_999], 101],
  [[300, 101, 999_999], 300]
])('of heights %j above 100, the network is said to be at %j', (heights, expected) => {
  const peers = heights.map((height) => ({ announcedHeight: height }) as Peer);
  expect(announcedHeight(peers, 100)).toBe(expected);
});
