import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { systemScheduler } from '$lib/async/scheduler';
import { blockHeaderOf } from '$lib/chain/block/commitment';
import { verifySignature } from '$lib/chain/keys/verifySignature';
import { ConsensusError } from '$lib/consensus/errors';
import { concatBytes } from '$lib/codec/bytes';
import { encode } from '$lib/codec/layout';
import { v2TransactionId } from '$lib/chain/transaction/v2TransactionIds';
import type { CallHandlers } from '$lib/peers/calls/callee';
import { callPeer } from '$lib/peers/calls/caller';
import { callId, calls, type CallType } from '$lib/peers/calls/callTypes';
import type { UniqueId } from '$lib/peers/handshake/objects';
import { outlineOf } from '$lib/peers/outline/complete';
import { ChainManager } from '$lib/server/node/chain/chainManager';
import { Dialer } from '$lib/server/node/peers/dialer';
import { WasteBudget } from '$lib/server/node/peers/hosts/wasteBudget';
import { PeerNetwork } from '$lib/server/node/peers/peerNetwork';
import { BlockRelay } from '$lib/server/node/peers/relay/blockRelay';
import { TransactionRelay } from '$lib/server/node/peers/relay/transactionRelay';
import { TransactionPool } from '$lib/server/node/pool/transactionPool';
import { SignatureChecker } from '$lib/server/node/signatures/signatureChecker';
import { ChainStore } from '$lib/server/node/store/store';
import { eventually } from '../../../../support/eventually';
import { settle } from '../../../../support/manualClock';
import { listenAsPeer, type ScriptedPeer } from '../../../../support/peers/scriptedPeer';
import { TestChain, testPreset } from '../../../../support/peers/testChain';

const best = TestChain.create();

let store: ChainStore;
let chain: ChainManager;
let pool: TransactionPool;
const closing: (() => Promise<void>)[] = [];
beforeEach(() => {
  const signatures = new SignatureChecker(async (checks) =>
    checks.map(({ publicKey, message, signature }) => verifySignature(publicKey, message, signature))
  );
  store = new ChainStore(':memory:');
  chain = new ChainManager({ store, ...testPreset, clock: Date.now, signatures });
  pool = new TransactionPool({ store, chain, signatures });
});
afterEach(async () => {
  vi.restoreAllMocks();
  for (const close of closing.splice(0)) await close();
  pool.close();
  store.close();
});

/** Neither dials nor syncs by itself until it is started. @param named addresses that the user configured */
function networkNaming(...named: readonly string[]): PeerNetwork {
  const network = new PeerNetwork({ store, chain, pool, clock: Date.now, options: { peers: named, discover: false } });
  closing.push(() => network.stop());
  return network;
}

async function listening(
  host: string,
  handlers: CallHandlers = best.handlers(),
  uniqueId?: UniqueId
): Promise<ScriptedPeer> {
  const peer = await listenAsPeer(host, { genesisId: chain.genesisId, handlers, uniqueId });
  closing.push(() => peer.close());
  return peer;
}

test('a node with the id of a configured one does not keep that one from being connected', async () => {
  const uniqueId = '0123456789abcdef' as UniqueId;
  const named = await listening('127.0.0.2', best.handlers(), uniqueId);
  const other = await listening('127.0.0.3', best.handlers(), uniqueId);
  const network = networkNaming(named.address);
  await network.connect(other.address);
  await network.connect(named.address);
  expect(network.peers.map(({ address }) => address)).toEqual([named.address]);
});

test('a new peer gets the payments made here before, even if it never answers', async () => {
  const received: string[] = [];
  const peer = await listening('127.0.0.2', {
    ...best.handlers(),
    relayTransactions: ({ transactions }) => void received.push(...transactions.map(v2TransactionId))
  });
  const network = networkNaming();
  const payment = best.payment();
  await pool.add({ basis: chain.tip, transactions: [], v2Transactions: [payment] });
  await network.connect(peer.address);
  await eventually(() => expect(received).toEqual([v2TransactionId(payment)]));
});

test('addresses that are shared with a peer are those of our connections', async () => {
  const peer = await listening('127.0.0.2');
  await networkNaming().connect(peer.address);
  await eventually(() => expect(peer.connections).toHaveLength(1));
  const shared = await callPeer(peer.connections[0]!, calls.shareNodes, undefined, { clock: systemScheduler });
  expect(shared).toContain(peer.address);
});

test('transactions of a host that has wasted our time are not read', async () => {
  const peer = await listening('127.0.0.2');
  await networkNaming().connect(peer.address);
  await eventually(() => expect(peer.connections).toHaveLength(1));
  const takes = vi.spyOn(TransactionRelay.prototype, 'takesFrom').mockReturnValue(false);
  const read = vi.spyOn(TransactionRelay.prototype, 'onTransactions');
  const [connection] = peer.connections;
  const set = { basis: chain.tip, transactions: [best.payment()] };
  await callPeer(connection!, calls.relayTransactions, set, { clock: systemScheduler });
  await callPeer(connection!, calls.discoverIp, undefined, { clock: systemScheduler });
  expect(takes.mock.calls).toEqual([['127.0.0.2']]);
  expect(read).not.toHaveBeenCalled();
});

test('a fault of ours in a response is logged, and not held against the peer', async () => {
  const peer = await listening('127.0.0.2');
  const network = networkNaming();
  await network.connect(peer.address);
  await eventually(() => expect(peer.connections).toHaveLength(1));
  const logged = vi.spyOn(console, 'error').mockReturnValue();
  const fault = new ConsensusError('header/insufficient-work', 'damaged here');
  const failing = vi.spyOn(store.blocks, 'bestAt').mockImplementation(() => {
    throw fault;
  });
  const request = { index: chain.tip, max: 1n };
  const ask = () =>
    callPeer(peer.connections[0]!, calls.sendHeaders, request, { clock: systemScheduler }).catch(() => undefined);
  await ask();
  await eventually(() => expect(logged.mock.calls).toEqual([[fault]]));
  expect([network.bans, network.peers.length]).toEqual([[], 1]);
  // Once the network is stopped, the chain may be closed: nothing is at fault.
  failing.mockImplementation(() => {
    void network.stop();
    throw fault;
  });
  await ask();
  await settle();
  expect(logged).toHaveBeenCalledTimes(1);
});

test('a host is charged for announcements that end early, and four times as much for malformed ones', async () => {
  const peer = await listening('127.0.0.2');
  await networkNaming().connect(peer.address);
  await eventually(() => expect(peer.connections).toHaveLength(1));
  const charged = vi.spyOn(WasteBudget.prototype, 'spend');
  const set = encode(calls.relayTransactions.request, { basis: chain.tip, transactions: [best.payment()] });
  for (const [name, bytes] of [
    ['SendHeaders', set.subarray(0, 20)],
    ['RelayV2Txns', set.subarray(0, 20)],
    ['RelayV2Outline', set.subarray(0, 20)],
    ['RelayV2Txns', set.map((byte, i) => (i > 40 ? 0xff : byte))]
  ] as const) {
    const before = charged.mock.calls.length;
    const stream = peer.connections[0]!.open();
    await stream.write(concatBytes(callId(name), bytes));
    stream.close();
    if (name !== 'SendHeaders') await eventually(() => expect(charged.mock.calls).toHaveLength(before + 1));
  }
  expect(charged.mock.calls).toEqual([5, 5, set.length].map((size) => ['127.0.0.2', size]));
});

test('a node that was stopped is not synced until it has a peer again; one that was paused is', async () => {
  const peer = await listening('127.0.0.2');
  const network = networkNaming(peer.address);
  const forgetTries = vi.spyOn(Dialer.prototype, 'forgetTries');
  network.setMode('paused');
  network.setMode('running');
  expect([network.isSynced, forgetTries.mock.calls.length]).toEqual([true, 0]);
  network.setMode('stopped');
  network.setMode('running');
  expect([network.isSynced, forgetTries.mock.calls.length]).toEqual([false, 1]);
  await network.start();
  await eventually(() => expect(network.isSynced).toBe(true));
});

test('while the sync is paused, announced blocks are not accepted, and their sender is asked afterward', async () => {
  const ahead = best.fork(0, 0).extend(1);
  let its = best;
  const peer = await listening('127.0.0.2', {
    ...best.handlers(),
    sendHeaders: (request) => its.handlers().sendHeaders(request),
    sendBlocks: (request) => its.handlers().sendBlocks(request)
  });
  const accepted = [vi.spyOn(BlockRelay.prototype, 'onHeader'), vi.spyOn(BlockRelay.prototype, 'onOutline')];
  const network = networkNaming(peer.address);
  await network.start();
  await eventually(() => expect([network.peers.length, network.isSynced]).toEqual([1, true]));
  network.setMode('paused');
  its = ahead;
  const call = <Q, A>(type: CallType<Q, A>, request: Q) =>
    callPeer(peer.connections[0]!, type, request, { clock: systemScheduler });
  await call(calls.relayHeader, blockHeaderOf(ahead.blocks[1]!));
  await call(
    calls.relayOutline,
    outlineOf(ahead.blocks[1]!, () => false)
  );
  // Its response comes after those calls have been served.
  await call(calls.discoverIp, undefined);
  expect(accepted.map(({ mock }) => mock.calls.length)).toEqual([0, 0]);
  expect(chain.tip.height).toBe(0);
  network.setMode('running');
  await eventually(() => expect(chain.tip).toEqual(ahead.tip.index));
});

test('a stopped network no longer follows the chain or the pool, which may be closed next', async () => {
  const unfollow = vi.fn<() => void>();
  const followed = [vi.spyOn(chain, 'onTip'), vi.spyOn(pool, 'onAdded')];
  for (const follow of followed) follow.mockReturnValue(unfollow);
  await networkNaming().stop();
  expect(unfollow).toHaveBeenCalledTimes(followed.reduce((sum, { mock }) => sum + mock.calls.length, 0));
  expect(unfollow).toHaveBeenCalled();
});

test('a round that is woken early leaves no timer behind', async () => {
  const sleep = vi.spyOn(systemScheduler, 'sleep');
  const network = networkNaming();
  await network.start();
  const [, signal] = sleep.mock.calls[0]!;
  expect(signal.aborted).toBe(false);
  network.setMode('running');
  await eventually(() => expect(signal.aborted).toBe(true));
  expect(sleep).toHaveBeenCalledTimes(2);
});
