import { afterEach, expect, test } from 'vitest';
import { blockHeaderOf } from '$lib/chain/block/commitment';
import type { CallHandlers } from '$lib/peers/calls/callee';
import { limitMs } from '../support/limits';
import { openNode } from '../support/node';
import { listenAsPeer } from '../support/peers/scriptedPeer';
import { TestChain } from '../support/peers/testChain';

/* What a node that fetches blocks shows of the chain ahead: validated headers, and not what a peer claims. */
const chain = TestChain.create().extend(40);
const genesisId = chain.idAt(0);
const { sendBlocks } = chain.handlers();
const TIMEOUT = { timeout: limitMs(30_000) };

const open: { close(): Promise<void> | void }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
});

async function nodeWithPeer(changes: Partial<CallHandlers>) {
  const peer = await listenAsPeer('127.0.0.2', { genesisId, handlers: { ...chain.handlers(), ...changes } });
  open.push(peer);
  const node = await openNode({ peers: { peers: [peer.address], discover: false } });
  open.push(node.node);
  return node;
}

test('the height of the headers is shown until their blocks are there', async () => {
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
    .toMatchObject({ height: 0, synced: false, headersHeight: 40, headersComplete: true });
  release();
  await expect.poll(async () => (await status()).synced, TIMEOUT).toBe(true);
  const synced = await status();
  expect(synced.height).toBe(40);
  expect(synced.headersHeight).toBeUndefined();
  expect(synced.headersComplete).toBeUndefined();
});

test('headers that a peer only claims to have do not count', async () => {
  const { daemon } = await nodeWithPeer({
    sendHeaders: ({ index }) => ({
      headers: chain.blocks.slice(index.height + 1, index.height + 11).map(blockHeaderOf),
      remaining: 2n ** 63n
    }),
    sendBlocks: () => new Promise<never>(() => undefined)
  });
  await expect
    .poll(() => daemon.consensus.status(), TIMEOUT)
    .toMatchObject({ height: 0, synced: false, headersHeight: 10, headersComplete: false });
});
