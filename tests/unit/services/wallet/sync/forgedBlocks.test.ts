import { expect, test } from 'vitest';
import type { ChainUpdates } from '$lib/api/wallet-server/schemas';
import type { Block } from '$lib/chain/block/block';
import { v2Commitment } from '$lib/chain/block/commitment';
import type { ChainState } from '$lib/chain/block/state';
import { hastings } from '$lib/chain/currency/currency';
import { MAINNET } from '$lib/chain/network/publicNetworks';
import { blockReward } from '$lib/chain/network/rewards';
import { unixSeconds } from '$lib/chain/time';
import { applyBlock } from '$lib/consensus/apply/applyBlock';
import { EMPTY_SUPPLEMENT } from '$lib/consensus/apply/supplement';
import { requireNextState } from '$lib/consensus/light/lightChain';
import { requireBackedState } from '$lib/services/backedState';
import { requireCommittedFeed } from '$lib/services/wallet/sync/checkFeed';
import { applyUpdates } from '$lib/wallet/sync/sync';
import { ALICE, testNetwork, v1AddressOf } from '../../../consensus/testChain';
import { FeedChain, Follower } from '../../../wallet/support';

// A wallet server invents blocks. Those of V1 commit to no state, and none of them has any work.
const network = testNetwork(1);
const chain = new FeedChain(network);
for (let i = 0; i < 5; i++) chain.add();
const alice = new Set([v1AddressOf(ALICE)]);
const wallet = new Follower(chain, alice);
const honest = chain.state;
/** As on a network where a block takes 2^70 hashes. */
const hard: ChainState = { ...honest, difficulty: 2n ** 70n };
const INVENTED = 10n ** 30n;

type Entry = ChainUpdates['applied'][number];

/** A block on a state, valid or not, and a state after it that demands no work of the next one. */
function forged(
  before: ChainState,
  version: 1 | 2,
  payout: bigint = blockReward(network, before.index.height + 1)
): Entry {
  const height = before.index.height + 1;
  const minerPayouts = [{ value: hastings(payout), address: v1AddressOf(ALICE) }];
  const timestamp = unixSeconds(before.prevTimestamps[0]! + 600);
  const v1: Block = { parentId: before.index.id, nonce: 0n, timestamp, minerPayouts, transactions: [] };
  const commitment = v2Commitment(before, v1AddressOf(ALICE), [], []);
  const block: Block = version === 1 ? v1 : { ...v1, v2: { height, commitment, transactions: [] } };
  const { state, update } = applyBlock(network, before, block, EMPTY_SUPPLEMENT);
  return { block, update, state: { ...state, difficulty: 1n } } as unknown as Entry;
}

/** Two blocks, of which the first pays an invented amount. */
function pair(before: ChainState, version: 1 | 2): ChainUpdates {
  const first = forged(before, version, INVENTED);
  const second = forged(first.state as ChainState, version);
  const { state } = applyBlock(network, first.state as ChainState, second.block, EMPTY_SUPPLEMENT);
  return { reverted: [], applied: [first, { ...second, state }] } as unknown as ChainUpdates;
}

test.each([1, 2] as const)(
  'blocks of V%i without work are rejected, whatever difficulty their states claim',
  (version) => {
    const feed = pair(hard, version);
    // Nothing else would: their outputs are proven.
    const { coins } = applyUpdates(wallet.cache, feed, alice).cache;
    expect([...coins.values()].some(({ output }) => output.value === INVENTED)).toBe(true);
    expect(() => requireCommittedFeed(network, hard, feed)).toThrow(
      expect.objectContaining({ code: 'wallet/feed', fault: 'too-little-work' })
    );
  }
);

test('a state after a V1 block is computed, even if it is not the last one', () => {
  expect(() => requireCommittedFeed(network, honest, pair(honest, 1))).toThrow(
    expect.objectContaining({ code: 'wallet/feed', fault: 'wrong-state' })
  );
});

test('valid blocks of V1 and V2 are accepted', () => {
  const first = forged(honest, 1);
  const exact = { ...first, state: applyBlock(network, honest, first.block, EMPTY_SUPPLEMENT).state } as typeof first;
  const second = forged(exact.state as ChainState, 2);
  const { state } = applyBlock(network, exact.state as ChainState, second.block, EMPTY_SUPPLEMENT);
  const feed = { reverted: [], applied: [exact, { ...second, state }] } as unknown as ChainUpdates;
  expect(() => requireCommittedFeed(network, honest, feed)).not.toThrow();
});

test('a tip of V1 without work backs no state of a public network', async () => {
  const main = { ...network, name: 'mainnet' };
  const { applied } = pair(hard, 1);
  const [first, last] = applied;
  const server = {
    block: async () => last!.block,
    indexAt: async ({ params }: { params: { height: number } }) =>
      params.height === last!.state.index.height ? last!.state.index : hard.index,
    updates: async () => ({ reverted: [], applied })
  };
  const source = { server: server as never, network: main, isOwnNode: false };
  await expect(requireBackedState(source, last!.state as ChainState)).rejects.toMatchObject({
    code: 'wallet/unbacked-tip'
  });
  expect(() => requireNextState(main, first!.state as ChainState, last as never)).toThrow(
    expect.objectContaining({ code: 'header/insufficient-work' })
  );
});

test('a tip of a public network from before V2 backs no state, unless the node is our own', async () => {
  const last = forged(honest, 1, INVENTED);
  const state = { ...last.state, index: { height: 100_000, id: last.state.index.id } } as ChainState;
  const server = { block: async () => last.block, indexAt: async () => state.index };
  const source = { server: server as never, network: MAINNET, isOwnNode: false };
  await expect(requireBackedState(source, state)).rejects.toMatchObject({
    code: 'wallet/early-tip',
    index: state.index,
    first: MAINNET.hardforkV2.allowHeight
  });
  // It is read up to there while it syncs.
  await expect(requireBackedState({ ...source, isOwnNode: true }, state)).resolves.toBeUndefined();
});
