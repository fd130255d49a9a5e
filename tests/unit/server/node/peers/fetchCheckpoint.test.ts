import { afterEach, expect, test } from 'vitest';
import type { CallHandlers } from '$lib/peers/calls/callee';
import { MAX_BLOCK_WEIGHT } from '$lib/chain/block/maxWeight';
import { EMPTY_V2_TRANSACTION } from '$lib/chain/transaction/v2Transaction';
import { fetchCheckpoint } from '$lib/server/node/peers/fetchCheckpoint';
import { eventually } from '../../../../support/eventually';
import { listenAsPeer, type ScriptedPeer } from '../../../../support/peers/scriptedPeer';
import { TestChain, testPreset } from '../../../../support/peers/testChain';

const chain = TestChain.create().extend(5);
const genesisId = chain.idAt(0);
const trusted = chain.states[4]!.index;

const peers: ScriptedPeer[] = [];
afterEach(async () => {
  await Promise.all(peers.splice(0).map((peer) => peer.close()));
});

async function listen(changes: Partial<CallHandlers> = {}): Promise<ScriptedPeer> {
  const peer = await listenAsPeer('127.0.0.2', { genesisId, handlers: { ...chain.handlers(), ...changes } });
  peers.push(peer);
  return peer;
}

test('no further peer is asked once one has sent the checkpoint', async () => {
  const asked = Promise.withResolvers<void>();
  let waiting = 0;
  const silent = () => {
    if (++waiting === 4) asked.resolve();
    return new Promise<never>(() => undefined);
  };
  const { sendCheckpoint } = chain.handlers();
  await listen({ sendCheckpoint: (request) => asked.promise.then(() => sendCheckpoint(request)) });
  for (let i = 0; i < 4; i++) await listen({ sendCheckpoint: silent });
  const others = [await listen(), await listen()];
  const addresses = peers.map(({ address }) => address);
  const found = await fetchCheckpoint(trusted, { network: testPreset.network, genesisId, peers: addresses });
  expect(found.applied.state.index).toEqual(trusted);
  let ended = 0;
  for (const { connections } of peers.slice(0, 5)) for (const mux of connections) void mux.ended.then(() => ended++);
  await eventually(() => expect(ended).toBe(5));
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(others.map(({ connections }) => connections.length)).toEqual([0, 0]);
});

test('a block that is too heavy is refused before its proofs are computed, and another peer is asked', async () => {
  const { sendCheckpoint } = chain.handlers();
  const heavy = { ...EMPTY_V2_TRANSACTION, arbitraryData: new Uint8Array(MAX_BLOCK_WEIGHT + 1) };
  const spoiled = await listen({
    sendCheckpoint: async (request) => {
      const { block, state } = (await sendCheckpoint(request))!;
      return { block: { ...block, v2: { ...block.v2!, transactions: [heavy] } }, state };
    }
  });
  const from = (...addresses: string[]) => ({ network: testPreset.network, genesisId, peers: addresses });
  await expect(fetchCheckpoint(trusted, from(spoiled.address))).rejects.toMatchObject({
    code: 'peers/checkpoint-wrong-state',
    cause: { code: 'block/too-heavy' }
  });
  const found = await fetchCheckpoint(trusted, from(spoiled.address, (await listen()).address));
  expect(found.applied.state.index).toEqual(trusted);
});
