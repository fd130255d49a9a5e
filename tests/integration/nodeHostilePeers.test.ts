import type { Socket } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { blockHeaderOf } from '$lib/chain/block/commitment';
import { encodeBlock } from '$lib/chain/block/blockLayout';
import { blockId, type Block, type BlockHeader } from '$lib/chain/block/block';
import { MAX_BLOCK_WEIGHT } from '$lib/chain/block/maxWeight';
import { hastings } from '$lib/chain/currency/currency';
import { unixSeconds } from '$lib/chain/time';
import { EMPTY_V2_TRANSACTION } from '$lib/chain/transaction/v2Transaction';
import { concatBytes } from '$lib/codec/bytes';
import { encode } from '$lib/codec/layout';
import { ZERO_BLOCK_ID, type BlockId } from '$lib/chain/ids';
import type { Answer, CallHandlers } from '$lib/peers/calls/callee';
import { callPeer } from '$lib/peers/calls/caller';
import { callId, calls, MAX_HEADERS } from '$lib/peers/calls/callTypes';
import type { PeerError } from '$lib/peers/errors';
import type { UniqueId } from '$lib/peers/handshake/objects';
import type { Multiplexer } from '$lib/peers/mux/multiplexer';
import { outlineOf } from '$lib/peers/outline/complete';
import { HeaderChain } from '$lib/peers/sync/headerChain';
import { systemScheduler } from '$lib/async/scheduler';
import type { NodeOptions } from '$lib/server/node/node';
import { ChainStore } from '$lib/server/node/store/store';
import { refusedConnections } from '../support/loopbackOnly.mjs';
import { openNode, type OpenNode } from '../support/node';
import { dialAsPeer, listenAsPeer, openSocket, type PeerScript } from '../support/peers/scriptedPeer';
import { limitMs } from '../support/limits';
import { TestChain, testPreset } from '../support/peers/testChain';
import { temporaryFolder } from '../support/temporary';

/*
 * A hostile peer and an honest one, each with its own loopback address: the node reaches the honest peer's tip and bans
 * exactly the offenders. The total resource use of each test is bounded.
 */
const MAX_CPU_SECONDS = 30;
const MAX_MEMORY_BYTES = 400_000_000;
const HOSTILE = '127.0.0.2';
const HONEST = '127.0.0.3';
const TIP = 60;
/** Blocks per request. */
const STRETCH = 25;
/** The node allows 300,000 by default: `QUARRY_LOW_WORK_HEADERS=300000 npx vitest run <this file>`. */
const LOW_WORK_HEADERS = Number(process.env.QUARRY_LOW_WORK_HEADERS ?? 15_000);
const NEVER = new Promise<never>(() => undefined);
const LATE_MS = 30_000;

const honest = TestChain.create().extend(TIP);
const genesisId = honest.idAt(0);

const open: { close(): Promise<void> | void }[] = [];
let served = 0;
let before = { cpu: process.cpuUsage(), bytes: 0 };
beforeEach(() => {
  served = 0;
  before = { cpu: process.cpuUsage(), bytes: process.memoryUsage.rss() };
});
afterEach(async () => {
  const { user, system } = process.cpuUsage(before.cpu);
  const bytes = process.memoryUsage.rss() - before.bytes;
  for (const one of open.splice(0).reverse()) await one.close();
  expect((user + system) / 1e6).toBeLessThan(MAX_CPU_SECONDS);
  expect(bytes).toBeLessThan(MAX_MEMORY_BYTES);
});

async function listening(
  host: string,
  chain: TestChain,
  changes: Partial<CallHandlers> = {},
  script: Partial<PeerScript> = {}
) {
  const peer = await listenAsPeer(host, { genesisId, handlers: { ...chain.handlers(), ...changes }, ...script });
  open.push(peer);
  return peer;
}

async function nodeDialing(peers: readonly string[], options: Partial<NodeOptions> = {}): Promise<OpenNode> {
  const opened = await openNode({ peers: { listen: '127.0.0.1:0', peers, discover: false }, ...options });
  open.push(opened.node);
  return opened;
}

const honestHandlers: Partial<CallHandlers> = {
  sendBlocks: (request) => {
    served++;
    return honest.handlers().sendBlocks(request);
  }
};

/** The node between the hostile peer, dialed first, and the honest one. */
async function between(hostile: TestChain, changes: Partial<CallHandlers>, options: Partial<NodeOptions> = {}) {
  const liar = await listening(HOSTILE, hostile, changes);
  const node = await nodeDialing([liar.address], options);
  await expect.poll(() => liar.connections.length, { timeout: limitMs(60_000) }).toBeGreaterThan(0);
  const friend = await listening(HONEST, honest, honestHandlers);
  await node.node.peers!.connect(friend.address);
  return { node, liar, friend };
}

const banned = ({ node }: OpenNode): string[] => node.peers!.bans.map(({ host }) => host);
/** As it appears in bans. */
const HOSTILE_BAN = '32:7f000002';
const reachesTip = ({ node }: OpenNode) =>
  expect.poll(() => node.tip, { timeout: limitMs(60_000) }).toEqual(honest.tip.index);

/** The same response, delayed. */
const late =
  <Request, Response>(answer: (request: Request) => Answer<Response>) =>
  async (request: Request): Promise<Response | undefined> => {
    await new Promise((resolve) => setTimeout(resolve, LATE_MS).unref());
    return answer(request);
  };

/** Valid headers on genesis with one hash each, hours apart. */
function lowWorkHeaders(count: number): BlockHeader[] {
  const chain = new HeaderChain(testPreset.network, honest.states[0]!, () => undefined);
  return Array.from({ length: count }, () => {
    const { index, prevTimestamps } = chain.state;
    const timestamp = unixSeconds(prevTimestamps[0]! + 3_600);
    const header = { ...blockHeaderOf(honest.blocks[1]!), parentId: index.id, timestamp, nonce: 0n };
    chain.append(header);
    return header;
  });
}

/** With the block at a height changed in a way that does not affect its id. */
function overpaid(block: Block): Block {
  const [payout] = block.minerPayouts;
  return { ...block, minerPayouts: [{ ...payout!, value: hastings(payout!.value + 1n) }] };
}

const sendingInstead =
  (chain: TestChain, change: (block: Block, height: number) => Block): CallHandlers['sendBlocks'] =>
  ({ history, max }) => {
    const from = Math.max(0, ...history.map((id) => chain.states.findIndex(({ index }) => index.id === id)));
    const blocks = chain.blocks.slice(from + 1, from + 1 + Number(max)).map((block, i) => change(block, from + 1 + i));
    return { count: blocks.length, blocks: blocks.map(encodeBlock), remaining: 0n };
  };

describe('an invalid block', () => {
  test.each(Array.from({ length: STRETCH }, (_, i) => i + 1))(
    'at position %i of a batch is not held against peers that send the correct one',
    async (height) => {
      const sendBlocks = sendingInstead(honest, (block, at) => (at === height ? overpaid(block) : block));
      const { node } = await between(honest, { sendBlocks });
      // The same ids come from the honest peer: they are not held against it.
      await reachesTip(node);
      expect(banned(node).filter((host) => host !== HOSTILE_BAN)).toEqual([]);
    }
  );

  describe('in a separate branch with more work', () => {
    const branch = TestChain.create(undefined, 5).extend(TIP + 10);

    test.each(Array.from({ length: STRETCH }, (_, i) => STRETCH + i + 1))(
      'at height %i earns a ban, and the branch is not followed',
      async (height) => {
        const sendBlocks = sendingInstead(branch, (block, at) => (at === height ? overpaid(block) : block));
        const { node } = await between(branch, { sendBlocks });
        await reachesTip(node);
        await expect.poll(() => banned(node), { timeout: limitMs(60_000) }).toEqual([HOSTILE_BAN]);
      }
    );
  });

  test('with other transactions than its header commits to does not block the correct one', async () => {
    const other = honest.next([honest.payment()]).v2!.transactions;
    const sendBlocks = sendingInstead(honest, (block, at) =>
      at === 7 ? { ...block, v2: { ...block.v2!, transactions: other } } : block
    );
    const { node } = await between(honest, { sendBlocks });
    await reachesTip(node);
    expect(banned(node).filter((host) => host !== HOSTILE_BAN)).toEqual([]);
  });
});

describe('a chain', () => {
  test('with less work is not fetched', async () => {
    const light = TestChain.create(undefined, 4).extend(TIP - 5);
    let asked = 0;
    const friend = await listening(HONEST, honest);
    const node = await nodeDialing([friend.address]);
    await reachesTip(node);
    const liar = await listening(HOSTILE, light, {
      sendBlocks: (request) => {
        asked++;
        return light.handlers().sendBlocks(request);
      }
    });
    await node.node.peers!.connect(liar.address);
    await expect.poll(() => node.node.peers!.isSynced, { timeout: limitMs(60_000) }).toBe(true);
    expect(asked).toBe(0);
    expect(node.node.tip).toEqual(honest.tip.index);
    expect(banned(node)).toEqual([]);
  });

  test('that is endless, with blocks that never arrive, does not keep the node from the honest one', async () => {
    const endless = TestChain.create(undefined, 6).extend(400);
    const { node } = await between(endless, {
      sendHeaders: ({ index }) => {
        const from = endless.states.findIndex(({ index: { id } }) => id === index.id);
        if (from < 0) return undefined;
        return { headers: endless.blocks.slice(from + 1, from + 21).map(blockHeaderOf), remaining: 2n ** 63n };
      },
      sendBlocks: () => undefined
    });
    await reachesTip(node);
    expect(banned(node)).toEqual([]);
  });

  test('of headers without work ends the connection, without a ban', async () => {
    const headers = honest.blocks.slice(1).map((block) => ({ ...blockHeaderOf(block), nonce: 1n }));
    const { node } = await between(honest, { sendHeaders: () => ({ headers, remaining: 0n }) });
    await reachesTip(node);
    expect(banned(node)).toEqual([]);
  });

  test('of very many headers without enough work is rejected, and so is its host when it reconnects', async () => {
    const light = lowWorkHeaders(LOW_WORK_HEADERS + MAX_HEADERS);
    // Blocks one second apart initially raise the difficulty by one per block; blocks far apart keep it at one hash.
    const heavy = TestChain.create();
    while (heavy.tip.totalWork < light.length * 1.2) heavy.extend(1, 1);
    const heights = new Map([[genesisId, 0], ...light.map((header, i) => [blockId(header), i + 1] as const)]);
    let sent = 0;
    let asked = 0;
    const liar = await listening(HOSTILE, heavy, {
      sendHeaders: ({ index, max }) => {
        const from = heights.get(index.id);
        if (from === undefined) return undefined;
        const headers = light.slice(from, from + Number(max));
        sent += headers.length;
        return { headers, remaining: 2n ** 63n };
      },
      sendBlocks: () => {
        asked++;
        return undefined;
      }
    });
    const friend = await listening(HONEST, heavy);
    const maxUnprovenHeaders = LOW_WORK_HEADERS;
    const node = await nodeDialing([friend.address], {
      peers: { listen: '127.0.0.1:0', peers: [friend.address], discover: false, maxUnprovenHeaders }
    });
    await expect.poll(() => node.node.tip, { timeout: limitMs(120_000) }).toEqual(heavy.tip.index);
    await node.node.peers!.connect(liar.address);
    await expect
      .poll(() => node.node.peers!.peers.map(({ address }) => address), { timeout: limitMs(120_000) })
      .toEqual([friend.address]);
    expect(sent).toBeLessThan(LOW_WORK_HEADERS + MAX_HEADERS);
    expect(sent).toBeGreaterThanOrEqual(LOW_WORK_HEADERS);
    expect(asked).toBe(0);
    expect(banned(node)).toEqual([]);
    await expect(node.node.peers!.connect(liar.address)).rejects.toMatchObject({ code: 'peers/banned' });
    // The honest peer's sync continues.
    expect(node.node.peers!.isSynced).toBe(true);
  });

  test('with another genesis is not a peer, nor is the node itself', async () => {
    const stranger = await listening(HOSTILE, honest, {}, { genesisId: ZERO_BLOCK_ID });
    const friend = await listening(HONEST, honest);
    const node = await nodeDialing([stranger.address, friend.address]);
    await reachesTip(node);
    await expect(node.node.peers!.connect(stranger.address)).rejects.toMatchObject({ code: 'peers/refused' });
    await expect(node.node.peers!.connect(node.node.peers!.address!)).rejects.toMatchObject({ code: 'peers/refused' });
    expect(node.node.peers!.peers.map(({ address }) => address)).toEqual([friend.address]);
    expect(banned(node)).toEqual([]);
  });
});

describe('a peer', () => {
  test.each<[string, Partial<CallHandlers>]>([
    ['that withholds its blocks', { sendBlocks: () => undefined }],
    ['that never responds with blocks', { sendBlocks: () => NEVER as never }],
    ['that never responds with headers', { sendHeaders: () => NEVER as never }],
    [
      'that takes half a minute to respond with blocks',
      { sendBlocks: late((request) => honest.handlers().sendBlocks(request)) }
    ],
    [
      'that takes half a minute to respond with headers',
      { sendHeaders: late((request) => honest.handlers().sendHeaders(request)) }
    ],
    [
      'that lies about the remaining count',
      {
        sendHeaders: async (request) => {
          const answer = await honest.handlers().sendHeaders(request);
          return answer && { ...answer, remaining: 2n ** 64n - 1n };
        }
      }
    ],
    ['that claims to have more and sends nothing', { sendHeaders: () => ({ headers: [], remaining: 2n ** 64n - 1n }) }],
    ['that sends fewer blocks than requested', { sendBlocks: () => ({ count: 0, blocks: [], remaining: 0n }) }]
  ])('%s does not delay the sync and is not banned', async (_, changes) => {
    const { node } = await between(honest, changes);
    await reachesTip(node);
    expect(banned(node)).toEqual([]);
  });

  test('with tampered packets is disconnected, without a ban', async () => {
    const { node, friend } = await between(honest, {});
    await reachesTip(node);
    const { address } = node.node.peers!;
    const sockets: Socket[] = [];
    const mux = await dialAsPeer(address!, '127.0.0.4', { genesisId, handlers: honest.handlers() }, (socket) =>
      sockets.push(socket)
    );
    sockets[0]!.write(new Uint8Array(4320).fill(7));
    await mux.ended;
    expect(banned(node)).toEqual([]);
    expect(node.node.peers!.peers.map((peer) => peer.address)).toContain(friend.address);
  });

  test('that floods with streams and repeats a header does not delay others', async () => {
    const friend = await listening(HONEST, honest, honestHandlers);
    const node = await nodeDialing([]);
    const mux = await dialAsPeer(node.node.peers!.address!, HOSTILE, { genesisId, handlers: honest.handlers() });
    const header = blockHeaderOf(honest.blocks[1]!);
    const flood = Promise.allSettled(
      Array.from({ length: 2_000 }, () => callPeer(mux, calls.relayHeader, header, { clock: systemScheduler }))
    );
    // Streams that never name a call.
    for (let i = 0; i < 500; i++) mux.open();
    await node.node.peers!.connect(friend.address);
    await reachesTip(node);
    await flood;
    expect(banned(node)).toEqual([]);
  });

  test('that repeatedly claims to have more does not monopolize the node', async () => {
    let asked = 0;
    const shareNodes = () => (asked++, []);
    const friend = await listening(HONEST, honest, { ...honestHandlers, shareNodes });
    const peers = { listen: '127.0.0.1:0', peers: [friend.address], discover: true };
    const node = await nodeDialing([], { peers });
    await reachesTip(node);
    const mux = await dialAsPeer(node.node.peers!.address!, HOSTILE, { genesisId, handlers: honest.handlers() });
    await expect.poll(() => node.node.peers!.peers.length, { timeout: limitMs(60_000) }).toBe(2);
    const before = asked;
    const unknown = { ...blockHeaderOf(honest.blocks[1]!), parentId: 'ab'.repeat(32) as BlockId };
    for (let i = 0; i < 200; i++) {
      await callPeer(mux, calls.relayHeader, unknown, { clock: systemScheduler });
      await callPeer(mux, calls.discoverIp, undefined, { clock: systemScheduler });
    }
    // In separate rounds, seconds apart.
    expect(asked - before).toBeLessThan(20);
    expect(banned(node)).toEqual([]);
  });

  test('that half-sends many requests is disconnected, without a ban', async () => {
    const friend = await listening(HONEST, honest, honestHandlers);
    const node = await nodeDialing([]);
    const mux = await dialAsPeer(node.node.peers!.address!, HOSTILE, { genesisId, handlers: honest.handlers() });
    const padded = { ...EMPTY_V2_TRANSACTION, arbitraryData: new Uint8Array(4_000_000) };
    const set = encode(calls.relayTransactions.request, { basis: honest.tip.index, transactions: [padded] });
    const half = concatBytes(callId('RelayV2Txns'), set.subarray(0, -1));
    void Promise.allSettled(Array.from({ length: 60 }, () => mux.open().write(half)));
    await node.node.peers!.connect(friend.address);
    await reachesTip(node);
    await mux.ended;
    expect(node.node.peers!.peers.map(({ address }) => address)).toEqual([friend.address]);
    expect(banned(node)).toEqual([]);
  });

  test('with 256 calls in progress over all its connections gets no response to more, and others do', async () => {
    const node = await nodeDialing([]);
    const connect = (host: string) =>
      dialAsPeer(node.node.peers!.address!, host, { genesisId, handlers: honest.handlers() });
    for (let connection = 0; connection < 4; connection++) {
      const mux = await connect(HOSTILE);
      // Named, but without a request.
      for (let call = 0; call < 64; call++) await mux.open().write(callId('SendHeaders'));
    }
    const asks = async (mux: Multiplexer) =>
      callPeer(mux, calls.discoverIp, undefined, { clock: systemScheduler }).catch(({ code }: PeerError) => code);
    const fifth = await connect(HOSTILE);
    await expect.poll(() => asks(fifth), { timeout: limitMs(60_000) }).toBe('peers/stream-ended');
    expect(await asks(await connect('127.0.0.4'))).toBe('127.0.0.4');
  });

  test('that dials the node and never responds with headers does not make it appear unsynced', async () => {
    const friend = await listening(HONEST, honest);
    const node = await nodeDialing([friend.address]);
    await reachesTip(node);
    const isSynced = async () => (await node.daemon.consensus.status()).synced;
    await expect.poll(isSynced, { timeout: limitMs(60_000) }).toBe(true);
    let asked = 0;
    const silent = { ...honest.handlers(), sendHeaders: () => (asked++, NEVER) };
    await dialAsPeer(node.node.peers!.address!, HOSTILE, { genesisId, handlers: silent });
    await expect.poll(() => asked, { timeout: limitMs(60_000) }).toBe(1);
    expect(await isSynced()).toBe(true);
    expect(node.node.peers!.peers).toHaveLength(2);
  });

  test('is shown by name in printable characters only', async () => {
    const node = await nodeDialing([]);
    const script = {
      genesisId,
      handlers: honest.handlers(),
      netAddress: '127.0.0.1:\u202e\u0007x',
      version: '2\n\u202e0'
    };
    await dialAsPeer(node.node.peers!.address!, HOSTILE, script);
    await expect
      .poll(() => node.node.peers!.peers, { timeout: limitMs(60_000) })
      .toMatchObject([{ address: `${HOSTILE}:??x`, version: '2??0' }]);
    expect(node.node.peers!.disconnect(`${HOSTILE}:??x`)).toBe(true);
  });

  test('that uses another’s id does not keep the node from that one', async () => {
    const uniqueId = '0123456789abcdef' as UniqueId;
    const friend = await listening(HONEST, honest, honestHandlers, { uniqueId });
    const node = await nodeDialing([]);
    const script = { genesisId, handlers: TestChain.create().handlers(), uniqueId };
    const mux = await dialAsPeer(node.node.peers!.address!, HOSTILE, script);
    await expect.poll(() => node.node.peers!.peers.length, { timeout: limitMs(60_000) }).toBe(1);
    await node.node.peers!.connect(friend.address);
    await reachesTip(node);
    await mux.ended;
    // Nor does it replace that one.
    await (
      await dialAsPeer(node.node.peers!.address!, HOSTILE, script)
    ).ended;
    expect(node.node.peers!.peers.map(({ address }) => address)).toEqual([friend.address]);
    expect(banned(node)).toEqual([]);
  });

  test('whose outline cannot be completed is banned', async () => {
    const { node } = await between(honest, {});
    await reachesTip(node);
    const chain = honest.fork(TIP, 0);
    const block = chain.next([chain.payment()]);
    const mux = await dialAsPeer(node.node.peers!.address!, '127.0.0.4', {
      genesisId,
      handlers: { ...honest.handlers(), sendTransactions: () => ({ transactions: [], v2transactions: [] }) }
    });
    const outline = outlineOf(block, () => true);
    await callPeer(mux, calls.relayOutline, outline, { clock: systemScheduler });
    await expect.poll(() => banned(node), { timeout: limitMs(60_000) }).toEqual(['32:7f000004']);
    expect(node.node.tip).toEqual(honest.tip.index);
  });

  test('whose outline is too heavy for a block is banned', async () => {
    const { node } = await between(honest, {});
    await reachesTip(node);
    const mux = await dialAsPeer(node.node.peers!.address!, '127.0.0.4', { genesisId, handlers: honest.handlers() });
    const transaction = { ...EMPTY_V2_TRANSACTION, arbitraryData: new Uint8Array(MAX_BLOCK_WEIGHT + 1) };
    const outline = outlineOf(honest.fork(TIP, 0).next(), () => false);
    const heavy = { ...outline, entries: [{ kind: 'v2' as const, transaction }] };
    await callPeer(mux, calls.relayOutline, heavy, { clock: systemScheduler });
    await expect.poll(() => banned(node), { timeout: limitMs(60_000) }).toEqual(['32:7f000004']);
  });

  test('that sends outlines that end with a wrong byte, or before it, is refused for some minutes, without a ban', async () => {
    const { node } = await between(honest, {});
    await reachesTip(node);
    const script = { genesisId, handlers: honest.handlers() };
    const mux = await dialAsPeer(node.node.peers!.address!, '127.0.0.4', script);
    const transaction = { ...EMPTY_V2_TRANSACTION, arbitraryData: new Uint8Array(MAX_BLOCK_WEIGHT - 1_000) };
    const outline = outlineOf(honest.fork(TIP, 0).next(), () => false);
    const sent = encode(calls.relayOutline.request, { ...outline, entries: [{ kind: 'v2', transaction }] });
    const wrong = concatBytes(callId('RelayV2Outline'), sent.subarray(0, -1), Uint8Array.of(9));
    for (const bytes of [wrong, wrong.subarray(0, -1)]) {
      const stream = mux.open();
      await stream.write(bytes);
      stream.close();
    }
    await mux.ended;
    await expect(dialAsPeer(node.node.peers!.address!, '127.0.0.4', script)).rejects.toThrow();
    expect(banned(node)).toEqual([]);
  });

  test('that sends transactions with an unknown, a wrong and an old basis is not banned, and they are not accepted', async () => {
    const { node } = await between(honest, {});
    await reachesTip(node);
    const mux = await dialAsPeer(node.node.peers!.address!, '127.0.0.4', { genesisId, handlers: honest.handlers() });
    const transactions = [honest.payment()];
    const bases = [
      { height: TIP + 1, id: 'ab'.repeat(32) as BlockId },
      { height: 3, id: honest.idAt(50) },
      honest.states[10]!.index
    ];
    for (const basis of bases) {
      await callPeer(mux, calls.relayTransactions, { basis, transactions }, { clock: systemScheduler });
    }
    // Its headers are still served: it is connected.
    await callPeer(mux, calls.sendHeaders, { index: honest.tip.index, max: 1n }, { clock: systemScheduler });
    expect(await node.wallet.poolTransactions()).toMatchObject({ v2Transactions: [] });
    expect(banned(node)).toEqual([]);
  });
});

test('a thousand half-open connections leave room for outbound peers', { timeout: limitMs(120_000) }, async () => {
  const node = await nodeDialing([]);
  const sockets: Socket[] = [];
  open.push({ close: () => sockets.forEach((socket) => socket.destroy()) });
  for (let i = 0; i < 1_000; i++) {
    const socket = await openSocket(node.node.peers!.address!, `127.1.${i >> 8}.${i & 255 || 1}`);
    socket.on('error', () => undefined);
    sockets.push(socket);
  }
  const friend = await listening(HONEST, honest);
  await node.node.peers!.connect(friend.address);
  await reachesTip(node);
  // Those beyond the limit of their subnet were closed immediately; others have room.
  const mux = await dialAsPeer(node.node.peers!.address!, '127.2.0.1', { genesisId, handlers: honest.handlers() });
  expect(await callPeer(mux, calls.discoverIp, undefined, { clock: systemScheduler })).toBe('127.2.0.1');
  await expect
    .poll(() => sockets.filter(({ closed, readableEnded }) => !closed && !readableEnded).length)
    .toBeLessThanOrEqual(32);
  expect(banned(node)).toEqual([]);
});

test(
  'with all 64 slots taken by peers from two networks, a third network gets one, and one only',
  { timeout: limitMs(120_000) },
  async () => {
    const node = await nodeDialing([]);
    const address = node.node.peers!.address!;
    const script = { genesisId, handlers: honest.handlers() };
    const dial = (host: string) => dialAsPeer(address, host, script);
    for (let i = 0; i < 64; i++) await dial(`127.${1 + (i % 2)}.0.${1 + (i >> 3)}`);
    await expect.poll(() => node.node.peers!.peers.length).toBe(64);
    const mux = await dial('127.3.0.1');
    expect(await callPeer(mux, calls.discoverIp, undefined, { clock: systemScheduler })).toBe('127.3.0.1');
    // A host in a third network cannot close one connection after another.
    await expect(dial('127.3.0.2')).rejects.toThrow();
    expect(node.node.peers!.peers).toHaveLength(64);
    expect(banned(node)).toEqual([]);
  }
);

test('ten thousand fake addresses fill the thousand slots, and none of them is dialed', async () => {
  refusedConnections.splice(0);
  let told = 0;
  const shareNodes = () =>
    Array.from({ length: 90 }, () => {
      const n = told++;
      return `${11 + (n >> 12)}.${(n >> 4) & 255}.${n & 15}.1:9981`;
    });
  const liar = await listening(HOSTILE, honest.fork(1, 9), { shareNodes });
  const dataDir = temporaryFolder('hostile');
  const peers = { listen: '127.0.0.1:0', peers: [liar.address], discover: true };
  const node = await nodeDialing([liar.address], { dataDir, peers });
  await expect.poll(() => node.node.peers!.peers.length, { timeout: limitMs(60_000) }).toBe(1);
  // Each wakes the node, which requests more.
  const wake = () => {
    node.node.peers!.setMode('running');
    return told;
  };
  await expect.poll(wake, { timeout: limitMs(60_000), interval: 5 }).toBeGreaterThanOrEqual(10_000);
  const friend = await listening(HONEST, honest);
  await node.node.peers!.connect(friend.address);
  await reachesTip(node);
  expect(node.node.peers!.peers.map(({ address }) => address)).toEqual([liar.address, friend.address]);
  expect(refusedConnections).toEqual([]);
  expect(banned(node)).toEqual([]);
  await node.node.close();
  const store = new ChainStore(join(dataDir, 'test', 'chain.sqlite'));
  expect(JSON.parse(store.settings.get('peers.addresses')!)).toHaveLength(1_000);
  store.close();
});

test('a clock that is four hours slow does not get honest peers banned', async () => {
  const now = honest.tip.prevTimestamps[0]! * 1000;
  const friend = await listening(HONEST, honest, honestHandlers);
  const node = await nodeDialing([friend.address], { clock: () => now - 4 * 3_600_000 });
  // Up to three hours ahead of this clock; ten minutes per block.
  await expect.poll(() => node.node.tip.height, { timeout: limitMs(60_000) }).toBe(TIP - 6);
  expect(banned(node)).toEqual([]);
  expect(served).toBeGreaterThan(0);
});
