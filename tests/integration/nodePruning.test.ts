import { join } from 'node:path';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { blockHeaderOf } from '$lib/chain/block/commitment';
import { findDifferences } from '$lib/server/node/chain/integrity';
import { ChainStore } from '$lib/server/node/store/store';
import { DEV_ADDRESSES } from '$lib/server/node/network/presets';
import type { NodeOptions } from '$lib/server/node/node';
import { mine, openNode, type OpenNode } from '../support/node';
import { listenAsPeer } from '../support/peers/scriptedPeer';
import { TestChain, testPreset } from '../support/peers/testChain';
import { limitMs } from '../support/limits';
import { temporaryFolder } from '../support/temporary';

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
});

const KEPT = 300;
const HEIGHT = 700;
let chain: TestChain;
beforeAll(() => {
  chain = TestChain.create().extend(HEIGHT);
});

async function openPruned(options: Partial<NodeOptions> = {}): Promise<OpenNode> {
  const opened = await openNode({
    keepBlocks: KEPT,
    peers: { listen: '127.0.0.1:0', peers: [], discover: false },
    ...options
  });
  open.push(opened.node);
  return opened;
}

async function syncedNode(options: Partial<NodeOptions> = {}): Promise<OpenNode> {
  const peer = await listenAsPeer('127.0.0.2', { genesisId: chain.idAt(0), handlers: chain.handlers() });
  open.push(peer);
  const node = await openPruned({
    peers: { listen: '127.0.0.1:0', peers: [peer.address], discover: false },
    ...options
  });
  await expect.poll(() => node.node.tip.height, { timeout: limitMs(120_000) }).toBe(HEIGHT);
  return node;
}

test('bodies below the depth are removed, index and headers stay', { timeout: limitMs(120_000) }, async () => {
  const dataDir = temporaryFolder('pruning');
  const node = await syncedNode({ dataDir });
  const { wallet } = node;
  // The genesis outputs, found and proven at the tip.
  const { outputs } = await wallet.coinOutputs({ params: { address: DEV_ADDRESSES.policy } });
  expect(outputs).toEqual([expect.objectContaining(chain.coins.at(-1)!)]);
  const refused = { code: 'wallet-server/before-first-block' };
  await expect(wallet.block({ params: { idOrHeight: '100' } })).rejects.toMatchObject(refused);
  await expect(wallet.updates({ params: { index: chain.states[100]!.index } })).rejects.toMatchObject(refused);
  // The id decides, not the height that is given with it.
  const claimed = { height: HEIGHT, id: chain.states[100]!.index.id };
  await expect(wallet.updates({ params: { index: claimed } })).rejects.toMatchObject(refused);
  const recent = { height: 5, id: chain.states[HEIGHT - 1]!.index.id };
  expect((await wallet.updates({ params: { index: recent } })).applied).toHaveLength(1);
  expect(await wallet.indexAt({ params: { height: 100 } })).toEqual(chain.states[100]!.index);
  expect(await wallet.block({ params: { idOrHeight: String(HEIGHT - KEPT + 1) } })).toBeDefined();
  await node.node.close();

  const path = join(dataDir, 'test', 'chain.sqlite');
  const store = new ChainStore(path);
  const { bodies } = store.database.prepare('SELECT count(body) AS bodies FROM blocks').get()!;
  expect(bodies).toBeGreaterThanOrEqual(KEPT);
  expect(bodies).toBeLessThan(KEPT + 60);
  expect(store.headersAfter(0, HEIGHT)).toEqual(chain.blocks.slice(1).map(blockHeaderOf));
  expect(findDifferences(store, testPreset)).toEqual([]);
  store.close();

  // It restarts, and continues; but it cannot be rebuilt from what is left.
  const again = await openPruned({ dataDir });
  await mine(again, 2);
  await again.node.close();
  await expect(openPruned({ dataDir, repair: true })).rejects.toMatchObject({ code: 'node/pruned-chain' });
  const damaged = new ChainStore(path);
  damaged.database.prepare('UPDATE blocks SET header = zeroblob(80) WHERE height = 50').run();
  expect(findDifferences(damaged, testPreset)).toEqual(['the header at height 50 is not that of the best chain']);
  damaged.close();
});

test('peers get headers of all heights, and no response for pruned blocks', { timeout: limitMs(120_000) }, async () => {
  const node = await syncedNode();
  const fresh = await openPruned({ peers: { peers: [node.node.peers!.address!], discover: false } });
  await expect
    .poll(() => fresh.node.peers!.traffic.received, { timeout: limitMs(60_000) })
    .toBeGreaterThan(80 * HEIGHT);
  expect(fresh.node.tip.height).toBe(0);
  expect(node.node.peers!.bans).toEqual([]);
  expect(fresh.node.peers!.bans).toEqual([]);
  // A peer can sync from a checkpoint above them.
  const started = await openPruned({
    checkpoint: chain.states[HEIGHT - 100]!.index,
    peers: { peers: [node.node.peers!.address!], discover: false }
  });
  await expect.poll(() => started.node.tip, { timeout: limitMs(60_000) }).toEqual(node.node.tip);
});

test(
  'a reorganization deeper than the kept bodies is rejected without a ban',
  { timeout: limitMs(120_000) },
  async () => {
    const node = await syncedNode();
    const deep = await listenAsPeer('127.0.0.3', {
      genesisId: chain.idAt(0),
      handlers: chain
        .fork(HEIGHT - KEPT - 60, 9)
        .extend(KEPT + 70)
        .handlers()
    });
    open.push(deep);
    await node.node.peers!.connect(deep.address);
    await expect.poll(() => node.node.peers!.peers.length, { timeout: limitMs(60_000) }).toBe(1);
    expect(node.node.tip).toEqual(chain.tip.index);
    expect(node.node.peers!.bans).toEqual([]);
  }
);
