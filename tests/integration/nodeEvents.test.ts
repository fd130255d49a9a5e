import { afterEach, expect, test } from 'vitest';
import { parseAddress } from '$lib/chain/address';
import type { NodeEvent } from '$lib/server/node/wallet/nodeEvents';
import { mine, openNode, type OpenNode } from '../support/node';

let open: OpenNode;
afterEach(() => open.node.close());

const events: NodeEvent[] = [];
const of = <T extends NodeEvent['type']>(type: T) =>
  events.filter((event): event is Extract<NodeEvent, { type: T }> => event.type === type);

/** A node at the time of its blocks, which the test network derives from its genesis. */
async function begin(clock?: () => number): Promise<void> {
  events.length = 0;
  open = await openNode({ onEvent: (event) => void events.push(event), ...(clock && { clock }) });
}

/** Watches the address to which the node mines. */
async function watch(): Promise<void> {
  const { wallet, node } = open;
  const { id } = await wallet.createWallet({ body: { name: 'shop', description: '', metadata: null } });
  await wallet.putAddress({
    params: { id },
    body: { address: node.payoutAddress, description: '', metadata: null }
  });
}

test('a mined block is an event with its reward', async () => {
  await begin();
  await mine(open, 2);
  expect(of('mined').map(({ height }) => height)).toEqual([1, 2]);
  expect(of('mined')[1]!.id).toBe(open.node.tip.id);
  expect(of('mined')[1]!.reward).toBeGreaterThan(0n);
});

test('only coins of watched addresses are receipts', async () => {
  await begin();
  await mine(open);
  expect(of('received')).toEqual([]);
  await watch();
  await mine(open);
  expect(of('received')).toMatchObject([
    { height: 2, block: open.node.tip.id, coins: of('mined')[1]!.reward, addresses: [open.node.payoutAddress] }
  ]);
  expect(parseAddress(of('received')[0]!.addresses[0]!)).toBe(open.node.payoutAddress);
});

test('blocks older than a day cause no events', async () => {
  let aheadMs = 0;
  const startMs = Date.now();
  await begin(() => startMs + aheadMs);
  await watch();
  await mine(open);
  const inTime = of('received').length;
  // The block has the time of its solution; the node receives it two days later.
  const { solveUnit } = await import('../support/solve');
  const unit = solveUnit(await open.daemon.miner.header());
  aheadMs = 48 * 3_600_000;
  await open.daemon.miner.submitHeader({ body: unit });
  expect([open.node.tip.height, inTime, of('received').length]).toEqual([2, 1, 1]);
});
