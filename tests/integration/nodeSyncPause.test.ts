import { afterEach, expect, test } from 'vitest';
import { systemScheduler } from '$lib/async/scheduler';
import { blockHeaderOf } from '$lib/chain/block/commitment';
import type { CallHandlers } from '$lib/peers/calls/callee';
import { callPeer } from '$lib/peers/calls/caller';
import { calls } from '$lib/peers/calls/callTypes';
import { outlineOf } from '$lib/peers/outline/complete';
import { limitMs } from '../support/limits';
import { openNode, type OpenNode } from '../support/node';
import { listenAsPeer, openSocket, type ScriptedPeer } from '../support/peers/scriptedPeer';
import { TestChain } from '../support/peers/testChain';
import { temporaryFolder } from '../support/temporary';

/* The user pauses or stops a node's sync, and resumes it: immediately, or after a restart. */
const HEIGHT = 100;
/** Blocks that the node requests in one call, and stores in one transaction. */
const STRETCH = 25;
const RUN = 64;
const chain = TestChain.create().extend(HEIGHT);
const genesisId = chain.idAt(0);
const CLOCK = { clock: systemScheduler };
const TIMEOUT = { timeout: limitMs(30_000) };

const open: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

async function peerAt(host: string, changes: Partial<CallHandlers> = {}, its = chain): Promise<ScriptedPeer> {
  const peer = await listenAsPeer(host, { genesisId, handlers: { ...its.handlers(), ...changes } });
  open.push(() => peer.close());
  return peer;
}

/** A peer that sends the first blocks, and no more until it is allowed to. */
async function haltingPeer(host: string) {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  const { sendBlocks } = chain.handlers();
  const before = [0, STRETCH, 2 * STRETCH].map((height) => chain.idAt(height));
  const peer = await peerAt(host, {
    sendBlocks: async (request) => {
      if (!request.history.some((id) => before.includes(id))) await released;
      return sendBlocks(request);
    }
  });
  return { ...peer, release };
}

async function nodeWith(peer: ScriptedPeer, dataDir?: string): Promise<OpenNode> {
  const opened = await openNode({
    ...(dataDir !== undefined && { dataDir }),
    peers: { peers: [peer.address], discover: false, listen: '127.0.0.1:0' }
  });
  open.push(() => opened.node.close());
  return opened;
}

const heightOf = ({ node }: OpenNode) => expect.poll(() => node.tip.height, TIMEOUT);
const statusOf = ({ daemon }: OpenNode) => daemon.consensus.status();

test('a paused sync keeps its blocks and peers, requests nothing, and continues when it is resumed', async () => {
  const halting = await haltingPeer('127.0.0.2');
  const one = await nodeWith(halting);
  const peers = one.node.peers!;
  await heightOf(one).toBe(RUN);
  expect(await statusOf(one)).toMatchObject({ syncMode: 'running', synced: false, headersHeight: HEIGHT });

  peers.setMode('paused');
  await expect.poll(() => peers.headers, TIMEOUT).toBeUndefined();
  expect(await statusOf(one)).toMatchObject({ syncMode: 'paused', synced: false, height: RUN });
  expect(peers.peers).toHaveLength(1);

  // A peer whose blocks are available immediately.
  let asked = 0;
  const { sendHeaders } = chain.handlers();
  const ready = await peerAt('127.0.0.3', { sendHeaders: (request) => (asked++, sendHeaders(request)) });
  await peers.connect(ready.address);
  await expect.poll(() => ready.connections.length, TIMEOUT).toBe(1);
  await callPeer(ready.connections[0]!, calls.relayHeader, blockHeaderOf(chain.blocks[HEIGHT]!), CLOCK);
  await callPeer(ready.connections[0]!, calls.shareNodes, undefined, CLOCK);
  expect(asked).toBe(0);
  expect(one.node.tip.height).toBe(RUN);

  peers.setMode('running');
  await heightOf(one).toBe(HEIGHT);
  await expect.poll(async () => (await statusOf(one)).synced, TIMEOUT).toBe(true);
  expect(peers.bans).toEqual([]);
});

test('a block that a peer finds during the pause is synced after it', async () => {
  const its = TestChain.create().extend(3);
  const peer = await peerAt('127.0.0.2', {}, its);
  const one = await nodeWith(peer);
  await heightOf(one).toBe(3);
  await expect.poll(async () => (await statusOf(one)).synced, TIMEOUT).toBe(true);
  one.node.peers!.setMode('paused');
  const block = its.next();
  its.add(block);
  const [mux] = peer.connections;
  await callPeer(
    mux!,
    calls.relayOutline,
    outlineOf(block, () => false),
    CLOCK
  );
  await callPeer(mux!, calls.shareNodes, undefined, CLOCK);
  expect(one.node.tip.height).toBe(3);
  expect((await statusOf(one)).synced).toBe(false);

  one.node.peers!.setMode('running');
  await heightOf(one).toBe(4);
  await expect.poll(async () => (await statusOf(one)).synced, TIMEOUT).toBe(true);
});

test('a stopped sync has no connections, accepts none, and dials again when it is resumed', async () => {
  const halting = await haltingPeer('127.0.0.2');
  const one = await nodeWith(halting);
  const peers = one.node.peers!;
  await heightOf(one).toBe(RUN);

  peers.setMode('stopped');
  await expect.poll(() => peers.peers.length, TIMEOUT).toBe(0);
  const { address } = await peerAt('127.0.0.3');
  await expect(peers.connect(address)).rejects.toMatchObject({ code: 'peers/closed' });
  const socket = await openSocket(peers.address!, '127.0.0.4');
  await new Promise((resolve) =>
    socket
      .once('close', resolve)
      .resume()
      .on('error', () => undefined)
  );
  expect(await statusOf(one)).toMatchObject({ syncMode: 'stopped', synced: false, height: RUN });

  halting.release();
  peers.setMode('running');
  expect((await statusOf(one)).synced).toBe(false);
  await heightOf(one).toBe(HEIGHT);
  await expect.poll(async () => (await statusOf(one)).synced, TIMEOUT).toBe(true);
});

test.each(['paused', 'stopped'] as const)('%s survives a restart, with the blocks so far', async (mode) => {
  const dataDir = temporaryFolder('pause');
  const halting = await haltingPeer('127.0.0.2');
  const before = await nodeWith(halting, dataDir);
  await heightOf(before).toBe(RUN);
  before.node.peers!.setMode(mode);
  await before.node.close();

  halting.release();
  const after = await nodeWith(halting, dataDir);
  expect(await statusOf(after)).toMatchObject({ syncMode: mode, synced: false, height: RUN });
  if (mode === 'paused') await expect.poll(() => after.node.peers!.peers.length, TIMEOUT).toBe(1);
  expect(after.node.tip.height).toBe(RUN);
  after.node.peers!.setMode('running');
  await heightOf(after).toBe(HEIGHT);
});

test('a node without peers has no sync to pause', async () => {
  const alone = await openNode();
  open.push(() => alone.node.close());
  expect((await statusOf(alone)).syncMode).toBeUndefined();
});
