import { afterEach, expect, test } from 'vitest';
import { hastings } from '$lib/chain/currency/currency';
import type { ChainIndex } from '$lib/chain/element/elements';
import { ChainManager } from '$lib/server/node/chain/chainManager';
import type { NodeOptions } from '$lib/server/node/node';
import { SignatureChecker } from '$lib/server/node/signatures/signatureChecker';
import { ChainStore } from '$lib/server/node/store/store';
import { openNode, type OpenNode } from '../support/node';
import { listenAsPeer } from '../support/peers/scriptedPeer';
import { TestChain, testPreset } from '../support/peers/testChain';
import { limitMs } from '../support/limits';

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
});

const HEIGHT = 5;
const honest = TestChain.create().extend(10);
/** Its first block contains a transaction with an invalid signature. */
const unsigned = TestChain.create();
unsigned.add(unsigned.next([unsigned.payment(false)])).extend(9);

async function syncedFrom(chain: TestChain, checkpoint: ChainIndex, options: Partial<NodeOptions> = {}) {
  const peer = await listenAsPeer('127.0.0.2', { genesisId: chain.idAt(0), handlers: chain.handlers() });
  open.push(peer);
  const node = await openNode({
    network: { ...testPreset, checkpoints: [checkpoint] },
    peers: { listen: '127.0.0.1:0', peers: [peer.address], discover: false },
    ...options
  });
  open.push(node.node);
  return node;
}

const reaches = ({ node }: OpenNode, tip: ChainIndex) =>
  expect.poll(() => node.tip, { timeout: limitMs(60_000) }).toEqual(tip);

test('signatures below the published checkpoint are not verified', async () => {
  const node = await syncedFrom(unsigned, unsigned.states[HEIGHT]!.index);
  await reaches(node, unsigned.tip.index);
  expect(node.node.peers!.bans).toEqual([]);
});

test('unless requested', async () => {
  const node = await syncedFrom(unsigned, unsigned.states[HEIGHT]!.index, { checkAllSignatures: true });
  await expect.poll(() => node.node.peers!.bans, { timeout: limitMs(60_000) }).toHaveLength(1);
  expect(node.node.tip.height).toBe(0);
});

test('those above it are', async () => {
  const chain = honest.fork(7, 1);
  chain.add(chain.next([chain.payment(false)])).extend(2);
  const node = await syncedFrom(chain, chain.states[HEIGHT]!.index);
  await expect.poll(() => node.node.peers!.bans, { timeout: limitMs(60_000) }).toHaveLength(1);
  expect(node.node.tip).toEqual(chain.states[7]!.index);
});

test('everything else below it is validated', async () => {
  const chain = TestChain.create();
  const valid = chain.next();
  // Excess payout: it is higher than the reward.
  const [payout] = valid.minerPayouts;
  const invalid = { ...valid, minerPayouts: [{ ...payout!, value: hastings(payout!.value * 2n) }] };
  chain.add(invalid).extend(9);
  const node = await syncedFrom(chain, chain.states[HEIGHT]!.index);
  await expect.poll(() => node.node.peers!.bans, { timeout: limitMs(60_000) }).toHaveLength(1);
  expect(node.node.tip.height).toBe(0);
});

test.each([false, true])(
  'a chain without the checkpoint is not followed, without a ban',
  async (checkAllSignatures) => {
    // Its signatures are valid.
    const other = TestChain.create().fork(0, 9).extend(10);
    const node = await syncedFrom(other, honest.states[HEIGHT]!.index, { checkAllSignatures });
    const peers = node.node.peers!;
    await expect.poll(() => peers.failures, { timeout: limitMs(60_000) }).toHaveLength(1);
    expect([node.node.tip.height, peers.bans]).toEqual([0, []]);
    expect(await node.daemon.consensus.status()).toMatchObject({ synced: false });
  }
);

test.each([false, true])('a chain with it is not replaced below it by a heavier one', async (checkAllSignatures) => {
  const node = await syncedFrom(honest, honest.states[HEIGHT]!.index, { checkAllSignatures });
  await reaches(node, honest.tip.index);
  const heavier = await listenAsPeer('127.0.0.3', {
    genesisId: honest.idAt(0),
    handlers: honest.fork(2, 3).extend(60).handlers()
  });
  open.push(heavier);
  await node.node.peers!.connect(heavier.address);
  await expect.poll(() => node.node.peers!.peers.length, { timeout: limitMs(60_000) }).toBe(1);
  expect(node.node.tip).toEqual(honest.tip.index);
  expect(node.node.peers!.bans).toEqual([]);
});

test('once it is reached, no block of another chain is accepted below it', async () => {
  const store = new ChainStore(':memory:');
  open.push({ close: async () => store.close() });
  const signatures = new SignatureChecker(async (checks) => checks.map(() => true));
  const assumedValid = honest.states[HEIGHT]!.index;
  const chain = new ChainManager({ store, ...testPreset, clock: Date.now, signatures, assumedValid });
  for (const block of honest.blocks.slice(1)) await chain.addBlock(block);
  const other = honest.fork(2, 3).extend(1);
  await expect(chain.addBlock(other.blocks.at(-1)!)).rejects.toMatchObject({ code: 'chain/checkpoint-conflict' });
});
