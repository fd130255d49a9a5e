import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ChainUpdates } from '$lib/api/wallet-server/schemas';
import type { ChainState } from '$lib/chain/block/state';
import type { Network } from '$lib/chain/network/network';
import { requireCommittedFeed } from '$lib/services/wallet/sync/checkFeed';
import { mine, openNode, type OpenNode } from '../support/node';

let node: OpenNode;
let network: Network;
let states: readonly ChainState[];
/** The last blocks, from the tip down, as sent by a server to a wallet on an abandoned branch. */
let feed: ChainUpdates;

beforeAll(async () => {
  node = await openNode();
  await mine(node, 6);
  network = await node.wallet.network();
  const from = await node.wallet.indexAt({ params: { height: 2 } });
  const { applied } = await node.wallet.updates({ params: { index: from }, query: { limit: 10 } });
  states = applied.map(({ state }) => state);
  const reverted = applied.slice(1).map((update, i) => ({ ...update, state: states[i]! }));
  feed = { applied: [], reverted: reverted.toReversed() } as unknown as ChainUpdates;
});
afterAll(() => node.node.close());

const tip = () => states.at(-1)!;
const check = (reverted: ChainUpdates['reverted']) => requireCommittedFeed(network, tip(), { ...feed, reverted });
/** The feed with one reverted block's state changed, counted from the tip down. */
const withState = (at: number, change: (state: ChainState) => object): ChainUpdates['reverted'] =>
  feed.reverted.map((update, i) =>
    i === at ? { ...update, state: { ...update.state, ...change(update.state) } } : update
  );

test('blocks reverted in order are accepted', () => {
  expect(feed.reverted.length).toBe(3);
  expect(() => check(feed.reverted)).not.toThrow();
});

/** From a server that sends partial states, which no header proves. */
const moreRevenue = ({ fundTaxRevenue }: ChainState) => ({
  fundTaxRevenue: fundTaxRevenue + 1n,
  childTarget: undefined
});
const otherCount = ({ attestations }: ChainState) => ({ attestations: attestations + 1n });

test.each([
  ['the first', 0],
  ['one in between', 1],
  ['the last', 2]
])('a state that the reverted block does not commit to is rejected: %s', (_, at) => {
  expect(() => check(withState(at, moreRevenue))).toThrow(expect.objectContaining({ fault: 'wrong-revenue' }));
  expect(() => check(withState(at, otherCount))).toThrow(expect.objectContaining({ fault: 'wrong-commitment' }));
});
