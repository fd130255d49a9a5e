import { afterEach, describe, expect, test } from 'vitest';
import { mine, openNode, type OpenNode } from '../support/node';

const open: OpenNode[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map(({ node }) => node.close()));
});

/** A node that listens on loopback and dials the given ones only. */
async function nodeBesides(...others: OpenNode[]): Promise<OpenNode> {
  const peers = others.map(({ node }) => node.peers!.address!);
  const opened = await openNode({ peers: { listen: '127.0.0.1:0', peers, discover: false } });
  open.push(opened);
  return opened;
}

const tips = (...nodes: OpenNode[]) => nodes.map(({ node }) => node.tip);
const settled = (...nodes: OpenNode[]) =>
  expect.poll(() => new Set(tips(...nodes).map(({ id }) => id)).size, { timeout: 60_000 }).toBe(1);

describe('two nodes', () => {
  test('a new one takes over the chain of the one it is told of', async () => {
    const old = await nodeBesides();
    await mine(old, 120);
    const fresh = await nodeBesides(old);
    await settled(old, fresh);
    expect(fresh.node.tip).toEqual(old.node.tip);
    expect(fresh.node.peers!.peers).toEqual([{ address: old.node.peers!.address, version: '2.0.0', inbound: false }]);
    expect(await fresh.wallet.tipState()).toEqual(await old.wallet.tipState());
  });

  test('a block found at either is on the other’s chain', async () => {
    const one = await nodeBesides();
    const two = await nodeBesides(one);
    await expect.poll(() => one.node.peers!.peers.length, { timeout: 60_000 }).toBe(1);
    await mine(one, 3);
    await settled(one, two);
    await mine(two, 2);
    await settled(one, two);
    expect(one.node.tip.height).toBe(5);
  });

  test('the heavier branch wins after both worked apart', async () => {
    const one = await nodeBesides();
    await mine(one, 5);
    const two = await nodeBesides();
    await mine(two, 30);
    await two.node.peers!.connect(one.node.peers!.address!);
    await settled(one, two);
    expect(one.node.tip.height).toBe(30);
  });
});
