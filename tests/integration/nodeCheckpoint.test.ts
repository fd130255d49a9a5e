import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { createHostdbClient } from '$lib/api/daemon/hostdb';
import { hastings } from '$lib/chain/currency/currency';
import { ZERO_BLOCK_ID, ZERO_HASH, type BlockId, type Hash256 } from '$lib/chain/ids';
import { systemScheduler } from '$lib/async/scheduler';
import { blockId } from '$lib/chain/block/block';
import { blockHeaderOf } from '$lib/chain/block/commitment';
import type { ChainState } from '$lib/chain/block/state';
import type { ChainIndex } from '$lib/chain/element/elements';
import { blake2b256 } from '$lib/chain/hash';
import { unixSeconds } from '$lib/chain/time';
import { concatBytes, decodeHex, encodeHex, encodeU64le } from '$lib/codec/bytes';
import type { CallHandlers } from '$lib/peers/calls/callee';
import { callPeer } from '$lib/peers/calls/caller';
import { calls, type CheckpointResponse } from '$lib/peers/calls/callTypes';
import type { Multiplexer } from '$lib/peers/mux/multiplexer';
import { findDifferences } from '$lib/server/node/chain/integrity';
import { DEV_ADDRESSES } from '$lib/server/node/network/presets';
import { ChainStore } from '$lib/server/node/store/store';
import { ask, mine, openNode, type OpenNode } from '../support/node';
import { dialAsPeer, listenAsPeer, type ScriptedPeer } from '../support/peers/scriptedPeer';
import { TestChain, testPreset } from '../support/peers/testChain';
import { limitMs } from '../support/limits';
import { temporaryFolder } from '../support/temporary';

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
});

const CHECKPOINT = 40;
const chain = TestChain.create().extend(60);
const genesisId = chain.idAt(0);
const checkpoint = chain.states[CHECKPOINT]!.index;

async function peerWith(answer?: (honest: CheckpointResponse) => CheckpointResponse): Promise<ScriptedPeer> {
  const handlers = chain.handlers();
  const { sendCheckpoint } = handlers;
  const peer = await listenAsPeer('127.0.0.2', {
    genesisId,
    handlers: {
      ...handlers,
      sendCheckpoint: (request) => {
        const honest = sendCheckpoint(request) as CheckpointResponse | undefined;
        return honest && answer ? answer(honest) : honest;
      }
    }
  });
  open.push(peer);
  return peer;
}

async function nodeAt(
  index: ChainIndex | 'published',
  peers: readonly string[],
  dataDir = ':memory:'
): Promise<OpenNode> {
  const published = { ...testPreset, checkpoints: [chain.states[CHECKPOINT / 2]!.index, checkpoint] };
  const opened = await openNode({
    dataDir,
    ...(index === 'published' && { network: published }),
    checkpoint: index,
    peers: { listen: '127.0.0.1:0', peers, discover: false }
  });
  open.push(opened.node);
  return opened;
}

const settledAt = (node: OpenNode, height: number) =>
  expect.poll(() => node.node.tip.height, { timeout: limitMs(60_000) }).toBe(height);

describe('a node that starts from a checkpoint', () => {
  test.each([
    ['given', checkpoint],
    ['the newest that is published', 'published']
  ] as const)('that is %s gets the block and the state from a peer and syncs from there', async (_, index) => {
    const peer = await peerWith();
    const node = await nodeAt(index, [peer.address]);
    expect(node.node.tip.height).toBeGreaterThanOrEqual(CHECKPOINT);
    expect(await node.wallet.state()).toMatchObject({ firstHeight: CHECKPOINT });
    await settledAt(node, 60);
    expect(await node.wallet.tipState()).toEqual(chain.tip);
  });

  test('reports that everything below its first block is not stored', async () => {
    const peer = await peerWith();
    const node = await nodeAt(checkpoint, [peer.address]);
    await settledAt(node, 60);
    const { wallet, daemon } = node;
    const refused = { code: 'wallet-server/before-first-block', known: { data: { first: BigInt(CHECKPOINT) } } };
    await expect(wallet.indexAt({ params: { height: 39 } })).rejects.toMatchObject(refused);
    expect(await wallet.indexAt({ params: { height: 0 } })).toEqual({ height: 0, id: genesisId });
    await expect(wallet.block({ params: { idOrHeight: '0' } })).rejects.toMatchObject(refused);
    await expect(wallet.checkpoint({ params: { idOrHeight: '39' } })).rejects.toMatchObject(refused);
    const since = (height: number, id: BlockId) => wallet.updates({ params: { index: { height, id } } });
    await expect(since(0, ZERO_BLOCK_ID)).rejects.toMatchObject(refused);
    await expect(since(20, chain.idAt(20))).rejects.toMatchObject(refused);
    await expect(daemon.consensus.block({ query: { height: 39 } })).rejects.toMatchObject({
      code: 'consensus/before-first-block',
      known: { data: { first: BigInt(CHECKPOINT) } }
    });
    // The ids of changes are the same at every node: a subscriber may have been at the checkpoint elsewhere.
    const lists = [encodeU64le(0n), encodeU64le(1n), decodeHex(checkpoint.id)];
    const atCheckpoint = encodeHex(blake2b256(concatBytes(Uint8Array.of(1), ...lists)));
    for (const id of ['0'.repeat(64), atCheckpoint]) {
      const changes = await ask(node, `/consensus/subscribe/${id}`);
      expect(await changes.json()).toMatchObject({ message: expect.stringContaining('begin at height') });
    }
    // Clients that check first need not be refused.
    expect(await wallet.state()).toMatchObject({ firstHeight: CHECKPOINT, firstBodyHeight: CHECKPOINT });
    // Everything above is available, including the checkpoint itself.
    expect(await wallet.indexAt({ params: { height: CHECKPOINT } })).toEqual(checkpoint);
    expect((await since(CHECKPOINT, checkpoint.id)).applied.length).toBeGreaterThan(0);
    expect(await wallet.checkpoint({ params: { idOrHeight: String(CHECKPOINT) } })).toMatchObject({
      state: chain.states[CHECKPOINT]
    });
    // Above the tip there is a different error.
    await expect(wallet.indexAt({ params: { height: 99 } })).rejects.toMatchObject({
      code: 'wallet-server/height-not-found'
    });
  });

  test('has alerts and a simulated market from its first block on', async () => {
    const peer = await peerWith();
    const node = await nodeAt(checkpoint, [peer.address]);
    await settledAt(node, 60);
    expect((await node.daemon.daemon.alerts()).alerts).toEqual(expect.any(Array));
    expect((await createHostdbClient(node.transport).all()).hosts.length).toBeGreaterThan(0);
  });

  test('serves blocks and the same checkpoint to others', async () => {
    const peer = await peerWith();
    const first = await nodeAt(checkpoint, [peer.address]);
    await settledAt(first, 60);
    const second = await nodeAt(checkpoint, [first.node.peers!.address!]);
    await settledAt(second, 60);
    expect(await second.wallet.tipState()).toEqual(chain.tip);
    await mine(second);
    await expect.poll(() => first.node.tip, { timeout: limitMs(60_000) }).toEqual(second.node.tip);
  });

  test('sends as many of its headers and blocks as requested, and reports how many follow', async () => {
    const node = await nodeAt(checkpoint, [(await peerWith()).address]);
    await settledAt(node, 60);
    const mux = await dialAsPeer(node.node.peers!.address!, '127.0.0.4', { genesisId, handlers: chain.handlers() });
    const timers = { clock: systemScheduler };
    const ids = [41, 42, 43, 44, 45].map((height) => chain.idAt(height));
    const { headers, ...above } = await callPeer(mux, calls.sendHeaders, { index: checkpoint, max: 5n }, timers);
    expect([headers.map(blockId), above]).toEqual([ids, { remaining: 15n }]);
    const history = [checkpoint.id];
    const { blocks, ...later } = await callPeer(mux, calls.sendBlocks, { history, max: 5n }, timers);
    expect([blocks.map((block) => blockId(blockHeaderOf(block))), later]).toEqual([ids, { remaining: 15n }]);
  });

  test('accepts payments of older outputs, and advances their proofs over blocks and a reorganization', async () => {
    const peer = await peerWith();
    const { node, wallet } = await nodeAt(checkpoint, [peer.address]);
    await expect.poll(() => node.tip.height, { timeout: limitMs(60_000) }).toBe(60);
    const ours = chain.fork(60, 1);
    const payment = ours.payment();
    const basis = ours.tip.index;
    const take = async (from: TestChain, block = from.next()) => {
      from.add(block);
      await wallet.broadcastBlock({ body: block });
    };
    const waiting = async () => (await wallet.poolTransactions()).v2Transactions;

    await take(ours);
    await take(ours);
    const [input] = payment.coinInputs;
    const { stateElement } = input!.parent;
    const wrong = { ...stateElement, merkleProof: stateElement.merkleProof.map(() => ZERO_HASH) };
    const forged = { ...payment, coinInputs: [{ ...input!, parent: { ...input!.parent, stateElement: wrong } }] };
    const broadcast = (txn: typeof payment) =>
      wallet.broadcast({ body: { basis, transactions: [], v2Transactions: [txn] } });
    await expect(broadcast(forged)).rejects.toMatchObject({ code: 'wallet-server/proof-invalid' });
    await broadcast(payment);
    expect(await waiting()).toEqual([ours.payment()]);
    await take(ours);
    expect(await waiting()).toEqual([ours.payment()]);
    const heavier = chain.fork(60, 2);
    while (node.tip.id !== heavier.tip.index.id) await take(heavier);
    expect(await waiting()).toEqual([heavier.payment()]);
    await take(heavier, heavier.next(await waiting()));
    expect(node.tip).toEqual(heavier.tip.index);
  });

  test('continues after a restart, needs no peer for it and passes the integrity check', async () => {
    const dataDir = temporaryFolder('checkpoint');
    const peer = await peerWith();
    const node = await nodeAt(checkpoint, [peer.address], dataDir);
    await settledAt(node, 60);
    await node.node.close();
    const again = await nodeAt(checkpoint, [], dataDir);
    expect(again.node.tip).toEqual(chain.tip.index);
    await mine(again, 3);
    await again.node.close();

    const path = join(dataDir, 'test', 'chain.sqlite');
    const store = new ChainStore(path);
    expect(store.blocks.first()).toEqual(checkpoint);
    expect(findDifferences(store, testPreset)).toEqual([]);
    store.database.exec('UPDATE coins SET created = created + 1');
    expect(findDifferences(store, testPreset)).not.toEqual([]);
    store.close();

    // Repaired from its blocks, with the checkpoint verified again.
    const repaired = await openNode({ dataDir, repair: true });
    open.push(repaired.node);
    expect(repaired.node.tip.height).toBe(63);
    await repaired.node.close();
    const fixed = new ChainStore(path);
    expect(fixed.blocks.first()).toEqual(checkpoint);
    expect(findDifferences(fixed, testPreset)).toEqual([]);
    fixed.close();
  });

  test('is reported as damaged at startup if the state before the checkpoint is not its parent’s', async () => {
    const dataDir = temporaryFolder('checkpoint');
    const peer = await peerWith();
    const node = await nodeAt(checkpoint, [peer.address], dataDir);
    await settledAt(node, 60);
    await node.node.close();
    const store = new ChainStore(join(dataDir, 'test', 'chain.sqlite'));
    store.database.prepare('UPDATE checkpoint SET parent_state = ?').run(store.blocks.state(chain.idAt(50))!);
    store.close();
    await expect(nodeAt(checkpoint, [], dataDir)).rejects.toMatchObject({ code: 'node/damaged-chain' });
  });

  test('rejects a fork from before its first block without a ban', async () => {
    const peer = await peerWith();
    const node = await nodeAt(checkpoint, [peer.address]);
    await settledAt(node, 60);
    const fork = chain.fork(CHECKPOINT - 5, 7).extend(40);
    const other = await listenAsPeer('127.0.0.3', { genesisId, handlers: fork.handlers() });
    open.push(other);
    await node.node.peers!.connect(other.address);
    await expect.poll(() => node.node.peers!.peers.length, { timeout: limitMs(60_000) }).toBe(1);
    expect(node.node.tip).toEqual(chain.tip.index);
    expect(node.node.peers!.bans).toEqual([]);
  });

  describe('and a peer that has none of its blocks yet', () => {
    const below = [0, CHECKPOINT - 1].map((height) => chain.states[height]!.index);
    const asks = (mux: Multiplexer, index: ChainIndex) =>
      callPeer(mux, calls.sendHeaders, { index, max: 10n }, { clock: systemScheduler });

    test('tells outbound peers that it has no headers below its first block', async () => {
      const peer = await peerWith();
      const node = await nodeAt(checkpoint, [peer.address]);
      // The first connection was for the checkpoint.
      await expect.poll(() => peer.connections.length, { timeout: limitMs(60_000) }).toBe(2);
      for (const index of below)
        expect(await asks(peer.connections[1]!, index)).toEqual({ headers: [], remaining: 0n });
      const another = { height: CHECKPOINT, id: chain.idAt(3) };
      await expect(asks(peer.connections[1]!, another)).rejects.toMatchObject({ code: 'peers/stream-ended' });
      await settledAt(node, 60);
    });

    test('does not respond to inbound peers, so that they ask another node', async () => {
      const node = await nodeAt(checkpoint, [(await peerWith()).address]);
      const mux = await dialAsPeer(node.node.peers!.address!, '127.0.0.4', { genesisId, handlers: chain.handlers() });
      for (const index of below) {
        await expect(asks(mux, index)).rejects.toMatchObject({ code: 'peers/stream-ended' });
      }
    });

    test('keeps an inbound peer, which may need its blocks, and drops an outbound one', async () => {
      const friend = await peerWith();
      const node = await nodeAt(checkpoint, [friend.address]);
      await settledAt(node, 60);
      const { peers } = node.node;
      const nothing: CallHandlers = { ...chain.handlers(), sendHeaders: () => undefined };
      const script = { genesisId, handlers: nothing };
      const stranger = await listenAsPeer('127.0.0.3', script);
      open.push(stranger);
      await dialAsPeer(peers!.address!, '127.0.0.4', script);
      await peers!.connect(stranger.address);
      await expect.poll(() => peers!.isSynced, { timeout: limitMs(60_000) }).toBe(true);
      expect(peers!.peers.map(({ inbound }) => inbound)).toEqual([false, true]);
      expect(peers!.peers[0]!.address).toBe(friend.address);
      expect(peers!.bans).toEqual([]);
    });
  });

  test('has a complete wallet if that was created today: balance, event and updates', async () => {
    const peer = await peerWith();
    const node = await nodeAt(checkpoint, [peer.address]);
    await settledAt(node, 60);
    const before = node.node.tip;
    await mine(node, 15);
    const { outputs } = await node.wallet.coinOutputs({ params: { address: node.node.payoutAddress } });
    expect(outputs).toHaveLength(5);
    expect(await node.wallet.balance({ params: { address: node.node.payoutAddress } })).toMatchObject({
      coins: hastings(outputs.reduce((sum, { output }) => sum + output.value, 0n))
    });
    const { applied } = await node.wallet.updates({ params: { index: before } });
    expect(applied.at(-1)!.state.index.height).toBe(70);
    // An older wallet's outputs are missing: the index begins with the checkpoint.
    const old = await node.wallet.balance({ params: { address: DEV_ADDRESSES.policy } });
    expect(old).toEqual({ coins: 0n, immatureCoins: 0n, funds: 0n });
  });
});

describe('a checkpoint returned by a peer', () => {
  const wrong = (id: string) => id as Hash256;
  // Each field of the state in turn; the ids and everything else are those of the honest response.
  const fields: readonly [string, (state: ChainState) => ChainState][] = [
    ['height', (state) => ({ ...state, index: { ...state.index, height: state.index.height + 1 } })],
    ['id', (state) => ({ ...state, index: { ...state.index, id: chain.idAt(3) } })],
    ['timestamps', (state) => ({ ...state, prevTimestamps: state.prevTimestamps.map((at) => unixSeconds(at + 1)) })],
    ['depth', (state) => ({ ...state, depth: 5n as ChainState['depth'] })],
    ['child target', (state) => ({ ...state, childTarget: 5n as ChainState['childTarget'] })],
    ['tax revenue', (state) => ({ ...state, fundTaxRevenue: hastings(1n) })],
    ['oak time', (state) => ({ ...state, oakTime: state.oakTime + 1n })],
    ['oak target', (state) => ({ ...state, oakTarget: 5n as ChainState['oakTarget'] })],
    ['subsidy address', (state) => ({ ...state, foundationSubsidyAddress: DEV_ADDRESSES.policy })],
    ['management address', (state) => ({ ...state, foundationManagementAddress: DEV_ADDRESSES.policy })],
    ['total work', (state) => ({ ...state, totalWork: (state.totalWork + 1n) as ChainState['totalWork'] })],
    ['difficulty', (state) => ({ ...state, difficulty: (state.difficulty + 1n) as ChainState['difficulty'] })],
    ['oak work', (state) => ({ ...state, oakWork: (state.oakWork + 1n) as ChainState['oakWork'] })],
    [
      'accumulator roots',
      (state) => ({
        ...state,
        elements: { ...state.elements, trees: state.elements.trees.map((root) => root && ZERO_HASH) }
      })
    ],
    ['attestations', (state) => ({ ...state, attestations: 1n })]
  ];

  test('covers every field of a state', () => {
    // numLeaves determines which roots are sent, so both count as one.
    expect(Object.keys(chain.tip)).toHaveLength(fields.length - 1);
  });

  test.each(fields)('with another %s is rejected, and the next peer asked', async (_, corrupt) => {
    const liar = await peerWith(({ block, state }) => ({ block, state: corrupt(state) }));
    await expect(nodeAt(checkpoint, [liar.address])).rejects.toMatchObject({ code: 'peers/checkpoint-wrong-state' });
    const honest = await peerWith();
    const node = await nodeAt(checkpoint, [liar.address, honest.address]);
    expect(node.node.tip.height).toBeGreaterThanOrEqual(CHECKPOINT);
  });

  test('is requested until a peer has it, however many are unreachable', async () => {
    const honest = await peerWith();
    const unreachable = Array.from({ length: 7 }, (_, i) => `127.0.0.3:${i + 1}`);
    const node = await nodeAt(checkpoint, [...unreachable, honest.address]);
    expect(node.node.tip.height).toBeGreaterThanOrEqual(CHECKPOINT);
  });

  test.each<[string, (answer: CheckpointResponse) => CheckpointResponse, string]>([
    ['another block', () => ({ block: chain.blocks[41]!, state: chain.states[40]! }), 'peers/checkpoint-wrong-id'],
    [
      'another payout value',
      ({ block, state }) => {
        const [payout] = block.minerPayouts;
        return { block: { ...block, minerPayouts: [{ ...payout!, value: hastings(payout!.value + 1n) }] }, state };
      },
      'peers/checkpoint-wrong-payout'
    ],
    [
      'another height in the block',
      ({ block, state }) => ({ block: { ...block, v2: { ...block.v2!, height: 41 } }, state }),
      'peers/checkpoint-wrong-height'
    ],
    [
      'a second payout',
      ({ block, state }) => ({
        block: { ...block, minerPayouts: [...block.minerPayouts, ...block.minerPayouts] },
        state
      }),
      'peers/checkpoint-not-v2'
    ],
    [
      'another commitment',
      ({ block, state }) => ({ block: { ...block, v2: { ...block.v2!, commitment: wrong('ab'.repeat(32)) } }, state }),
      'peers/checkpoint-wrong-id'
    ]
  ])('with %s is rejected', async (_, corrupt, code) => {
    const liar = await peerWith(corrupt);
    await expect(nodeAt(checkpoint, [liar.address])).rejects.toMatchObject({ code });
  });

  test('is given as the reason, whichever of the peers responded wrongly', async () => {
    const liar = await peerWith(({ block, state }) => ({ block, state: { ...state, attestations: 1n } }));
    await expect(nodeAt(checkpoint, ['127.0.0.1:1', liar.address])).rejects.toMatchObject({
      code: 'peers/checkpoint-wrong-state'
    });
    await expect(nodeAt(checkpoint, [])).rejects.toMatchObject({
      message: expect.stringMatching(/no peer to request .*QUARRY_PEERS/) as string
    });
  });

  test('at another height than its id’s is rejected, as is one below the require height', async () => {
    const peer = await peerWith();
    await expect(nodeAt({ ...checkpoint, height: CHECKPOINT + 1 }, [peer.address])).rejects.toMatchObject({
      code: 'peers/checkpoint-wrong-height'
    });
    await expect(nodeAt(chain.states[1]!.index, [peer.address])).rejects.toMatchObject({
      code: 'peers/checkpoint-too-early'
    });
  });

  test('that differs from the existing chain’s ends the start; without one the chain continues', async () => {
    const dataDir = temporaryFolder('checkpoint');
    const peer = await peerWith();
    const node = await nodeAt(checkpoint, [peer.address], dataDir);
    await settledAt(node, 60);
    await node.node.close();
    const other = { height: 50, id: chain.idAt(51) };
    await expect(nodeAt(other, [], dataDir)).rejects.toMatchObject({
      code: 'node/checkpoint-conflict',
      message: expect.stringMatching(/QUARRY_CHECKPOINT.*--reset/)
    });
    // Another block of the chain, one above its tip, and one below its beginning.
    for (const index of [chain.states[50]!.index, { ...other, height: 70 }, { ...other, height: 30 }]) {
      const again = await nodeAt(index, [], dataDir);
      expect(again.node.tip).toEqual(chain.tip.index);
      await again.node.close();
    }
  });

  test('leaves nothing behind if it is rejected', async () => {
    const dataDir = temporaryFolder('checkpoint');
    const liar = await peerWith(({ block, state }) => ({ block, state: { ...state, attestations: 1n } }));
    await expect(nodeAt(checkpoint, [liar.address], dataDir)).rejects.toMatchObject({
      code: 'peers/checkpoint-wrong-state'
    });
    const honest = await peerWith();
    const node = await nodeAt(checkpoint, [honest.address], dataDir);
    await settledAt(node, 60);
  });
});
