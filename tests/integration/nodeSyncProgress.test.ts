import { afterEach, expect, test } from 'vitest';
import { blockHeaderOf } from '$lib/chain/block/commitment';
import type { CallHandlers } from '$lib/peers/calls/callee';
import { limitMs } from '../support/limits';
import { openNode } from '../support/node';
import { listenAsPeer } from '../support/peers/scriptedPeer';
import { TestChain } from '../support/peers/testChain';

/* What a node that fetches blocks shows of the chain ahead: validated headers, and separately what peers claim. */
const chain = TestChain.create().extend(40);
const genesisId = chain.idAt(0);
const { sendBlocks } = chain.handlers();
const TIMEOUT = { timeout: limitMs(30_000) };

const open: { close(): Promise<void> | void }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
});

const nodeWithPeer = (changes: Partial<CallHandlers>) => nodeWithPeers([changes]);

async function nodeWithPeers(changes: readonly Partial<CallHandlers>[]) {
  const peers = await Promise.all(
    changes.map((changed, i) =>
      listenAsPeer(`127.0.0.${i + 2}`, { genesisId, handlers: { ...chain.handlers(), ...changed } })
    )
  );
  open.push(...peers);
  const node = await openNode({ peers: { peers: peers.map(({ address }) => address), discover: false } });
  open.push(node.node);
  return node;
}

test('the header height is shown until their blocks have arrived', async () => {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  const { daemon } = await nodeWithPeer({
    sendBlocks: async (request) => {
      await released;
      return sendBlocks(request);
    }
  });
  const status = () => daemon.consensus.status();
  await expect
    .poll(status, TIMEOUT)
    .toMatchObject({ height: 0, synced: false, headersHeight: 40, headersComplete: true, announcedHeight: 40 });
  expect((await status()).headersTimestamp).toBe(chain.blocks[40]!.timestamp);
  release();
  await expect.poll(async () => (await status()).synced, TIMEOUT).toBe(true);
  const synced = await status();
  expect(synced.height).toBe(40);
  expect(synced.headersHeight).toBeUndefined();
  expect(synced.headersComplete).toBeUndefined();
  expect(synced.announcedHeight).toBeUndefined();
});

/** Sends ten headers and no block, and claims to have this many more headers. */
const claiming = (remaining: bigint): Partial<CallHandlers> => ({
  sendHeaders: ({ index }) => ({
    headers: chain.blocks.slice(index.height + 1, index.height + 11).map(blockHeaderOf),
    remaining
  }),
  sendBlocks: () => new Promise<never>(() => undefined)
});

test('the median of the peers’ claims is shown', async () => {
  const { daemon } = await nodeWithPeers([claiming(2n ** 63n), claiming(990n), claiming(1_000n)]);
  await expect.poll(async () => (await daemon.consensus.status()).announcedHeight, TIMEOUT).toBe(1_010);
});

test('of two that disagree, the lower one is shown', async () => {
  const { daemon, node } = await nodeWithPeers([claiming(2n ** 63n), claiming(990n)]);
  await expect.poll(() => node.peers!.peers.length, TIMEOUT).toBe(2);
  await expect.poll(async () => (await daemon.consensus.status()).announcedHeight, TIMEOUT).toBe(1_000);
});

test('headers that a peer only claims to have do not count', async () => {
  const { daemon } = await nodeWithPeer(claiming(2n ** 63n));
  await expect
    .poll(() => daemon.consensus.status(), TIMEOUT)
    .toMatchObject({ height: 0, synced: false, headersHeight: 10, headersComplete: false });
});
