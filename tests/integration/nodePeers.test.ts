import { afterEach, describe, expect, test, vi } from 'vitest';
import { createHostClient } from '$lib/api/daemon/host';
import { createHostdbClient } from '$lib/api/daemon/hostdb';
import { createRenterClient } from '$lib/api/daemon/renter';
import { createMiningServer } from '$lib/api/mining-server/client';
import { systemScheduler } from '$lib/async/scheduler';
import { blockHeaderOf } from '$lib/chain/block/commitment';
import { hastings } from '$lib/chain/currency/currency';
import { v2TransactionId } from '$lib/chain/transaction/v2TransactionIds';
import { encodeHex } from '$lib/codec/bytes';
import { callPeer } from '$lib/peers/calls/caller';
import { calls } from '$lib/peers/calls/callTypes';
import { DEV_ADDRESSES } from '$lib/server/node/network/presets';
import { paidBy, RENTER } from '../support/contracts';
import { mine, openNode, type OpenNode } from '../support/node';
import { limitMs } from '../support/limits';
import { listenAsPeer } from '../support/peers/scriptedPeer';
import { TestChain } from '../support/peers/testChain';

const COIN = 10n ** 24n;

const open: OpenNode[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map(({ node }) => node.close()));
});

/** A node that listens on loopback and dials only the given peers. */
async function nodeBesides(...others: OpenNode[]): Promise<OpenNode> {
  const peers = others.map(({ node }) => node.peers!.address!);
  const opened = await openNode({ peers: { listen: '127.0.0.1:0', peers, discover: false } });
  open.push(opened);
  return opened;
}

const tips = (...nodes: OpenNode[]) => nodes.map(({ node }) => node.tip);
const settled = (...nodes: OpenNode[]) =>
  expect.poll(() => new Set(tips(...nodes).map(({ id }) => id)).size, { timeout: limitMs(60_000) }).toBe(1);

describe('two nodes', () => {
  test('a new node syncs the chain of its configured peer', async () => {
    const old = await nodeBesides();
    await mine(old, 120);
    const fresh = await nodeBesides(old);
    await settled(old, fresh);
    expect(fresh.node.tip).toEqual(old.node.tip);
    expect(fresh.node.peers!.peers).toMatchObject([
      { address: old.node.peers!.address, version: '2.0.0', inbound: false }
    ]);
    expect(await fresh.wallet.tipState()).toEqual(await old.wallet.tipState());
  });

  test('a block found at either one reaches the other’s chain', async () => {
    const one = await nodeBesides();
    const two = await nodeBesides(one);
    await expect.poll(() => one.node.peers!.peers.length, { timeout: limitMs(60_000) }).toBe(1);
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

/** Sends the genesis coin to its owner. @returns the transaction's id */
async function pay(open: OpenNode) {
  const { outputs } = await open.wallet.coinOutputs({ params: { address: DEV_ADDRESSES.policy } });
  const payment = paidBy(outputs[0]!, RENTER, COIN, { minerFee: hastings(COIN) });
  await open.wallet.broadcast({ body: { basis: open.node.tip, transactions: [], v2Transactions: [payment] } });
  return v2TransactionId(payment);
}
const waiting = async ({ wallet }: OpenNode) => (await wallet.poolTransactions()).v2Transactions.map(v2TransactionId);

test('after system sleep, a dead connection is replaced immediately, and missed blocks are fetched', async () => {
  const before = TestChain.create().extend(3);
  const after = before.fork(3, 0).extend(5);
  const never = new Promise<never>(() => undefined);
  let its = before;
  let isDead = false;
  const peer = await listenAsPeer('127.0.0.2', {
    genesisId: before.idAt(0),
    handlers: {
      ...before.handlers(),
      discoverIp: () => (isDead ? never : '127.0.0.1'),
      sendHeaders: (request) => (isDead ? never : its.handlers().sendHeaders(request)),
      sendBlocks: (request) => its.handlers().sendBlocks(request)
    }
  });
  let sleptMs = 0;
  const { sleep } = systemScheduler;
  const question = vi.spyOn(systemScheduler, 'sleep');
  question.mockImplementation((ms, signal) => sleep(ms === 8_000 ? 0 : ms, signal));
  const options = { peers: [peer.address], discover: false };
  const opened = await openNode({ peers: options, clock: () => Date.now() + sleptMs });
  open.push(opened);
  const peers = opened.node.peers!;
  const isSynced = () => expect.poll(() => peers.isSynced, { timeout: limitMs(60_000) });
  await expect.poll(() => opened.node.tip, { timeout: limitMs(60_000) }).toEqual(before.tip.index);
  await isSynced().toBe(true);

  isDead = true;
  its = after;
  sleptMs = 8 * 3_600_000;
  // Wakes the next round.
  peers.setMode('running');
  await peer.connections[0]!.ended;
  isDead = false;
  await expect.poll(() => opened.node.tip, { timeout: limitMs(60_000) }).toEqual(after.tip.index);
  await isSynced().toBe(true);
  question.mockRestore();
  await peer.close();
});

test('a peer that announces an unknown block is asked for its headers immediately, not in the next round', async () => {
  const chain = TestChain.create().extend(3);
  const { sleep } = systemScheduler;
  const rounds = vi.spyOn(systemScheduler, 'sleep');
  rounds.mockImplementation((ms, signal) => sleep(ms === 5_000 ? 3_600_000 : ms, signal));
  const peer = await listenAsPeer('127.0.0.2', { genesisId: chain.idAt(0), handlers: chain.handlers() });
  const opened = await openNode({ peers: { peers: [peer.address], discover: false } });
  open.push(opened);
  await expect.poll(() => opened.node.tip).toEqual(chain.tip.index);
  await expect.poll(() => opened.node.peers!.isSynced).toBe(true);
  chain.extend(2);
  const header = blockHeaderOf(chain.blocks.at(-1)!);
  await callPeer(peer.connections[0]!, calls.relayHeader, header, { clock: systemScheduler });
  await expect.poll(() => opened.node.tip).toEqual(chain.tip.index);
  rounds.mockRestore();
  await peer.close();
});

test('a payment made without any connection is sent with the next one', async () => {
  const one = await nodeBesides();
  await mine(one, 2);
  const two = await nodeBesides(one);
  await settled(one, two);
  two.node.peers!.setMode('stopped');
  await expect.poll(() => one.node.peers!.peers.length, { timeout: limitMs(60_000) }).toBe(0);
  const payment = await pay(one);
  two.node.peers!.setMode('running');
  await expect.poll(() => waiting(two), { timeout: limitMs(60_000) }).toEqual([payment]);
});

test('a payment made more than a day behind the network is sent once the node has caught up', async () => {
  const one = await nodeBesides();
  await mine(one, 2);
  const two = await nodeBesides(one);
  await settled(one, two);
  two.node.peers!.setMode('stopped');
  await expect.poll(() => one.node.peers!.peers.length, { timeout: limitMs(60_000) }).toBe(0);
  // Peers accept transactions as of the last 144 blocks.
  await mine(one, 150);
  const payment = await pay(two);
  two.node.peers!.setMode('running');
  await settled(one, two);
  await expect.poll(() => waiting(one), { timeout: limitMs(60_000) }).toEqual([payment]);
});

test('a payment and its block reach the third node in a line', async () => {
  const one = await nodeBesides();
  await mine(one, 2);
  const two = await nodeBesides(one);
  const three = await nodeBesides(two);
  await settled(one, two, three);
  await expect.poll(() => two.node.peers!.peers.length, { timeout: limitMs(60_000) }).toBe(2);

  const payment = await pay(one);
  await expect.poll(() => waiting(three), { timeout: limitMs(60_000) }).toEqual([payment]);

  // The outline omits the payment, which both others have in their pools.
  const before = two.node.peers!.traffic.sent;
  await mine(one);
  await settled(one, two, three);
  expect(await waiting(three)).toEqual([]);
  expect(two.node.peers!.traffic.sent - before).toBeLessThan(30_000);
});

describe('new development chains', () => {
  const listening = { listen: '127.0.0.1:0', peers: [], discover: false };

  test('start from the genesis of the first configured peer', async () => {
    const one = await openNode({ network: 'dev', clock: () => 1_790_000_000_000, peers: listening });
    open.push(one);
    const two = await openNode({ network: 'dev', peers: { ...listening, peers: [one.node.peers!.address!] } });
    open.push(two);
    expect(two.node.tip).toEqual(one.node.tip);
    await expect.poll(() => two.node.peers!.peers.length, { timeout: limitMs(60_000) }).toBe(1);
  });

  test('do not start at all if no configured peer responds, or it has another network', async () => {
    const peers = (address: string) => ({ ...listening, peers: [address] });
    await expect(openNode({ network: 'dev', peers: peers('127.0.0.1:1') })).rejects.toMatchObject({
      code: 'peers/unreachable'
    });
    const other = await openNode({ network: 'dev-v1', peers: listening });
    open.push(other);
    await expect(openNode({ network: 'dev', peers: peers(other.node.peers!.address!) })).rejects.toMatchObject({
      code: 'peers/different-genesis'
    });
  });
});

test('both APIs show and change the connections', async () => {
  const one = await nodeBesides();
  const two = await nodeBesides(one);
  await expect.poll(() => one.node.peers!.peers.length, { timeout: limitMs(60_000) }).toBe(1);
  const address = one.node.peers!.address!;
  expect(await two.daemon.gateway.status()).toMatchObject({
    netAddress: two.node.peers!.address,
    // Both are on this computer.
    online: false,
    peers: [{ netAddress: address, inbound: false, local: true, version: '2.0.0' }]
  });
  expect(await one.wallet.peers()).toEqual([{ address: two.node.peers!.address, inbound: true, version: '2.0.0' }]);
  const traffic = await two.daemon.gateway.bandwidth();
  expect(traffic.download).toBeGreaterThan(0n);
  expect(traffic.upload).toBeGreaterThan(0n);
  await expect(two.daemon.gateway.connect({ params: { netaddress: address } })).rejects.toMatchObject({
    code: 'gateway/already-connected'
  });
  const own = two.node.peers!.address!;
  await expect(two.daemon.gateway.connect({ params: { netaddress: own } })).rejects.toMatchObject({
    code: 'gateway/own-address'
  });
  const [line] = (await two.daemon.gateway.status()).peers;
  expect(line!.received).toBeGreaterThan(0n);
  expect(line!.received).toBeLessThanOrEqual((await two.daemon.gateway.bandwidth()).download);
  await two.daemon.gateway.disconnect({ params: { netaddress: address } });
  await expect.poll(() => one.node.peers!.peers.length, { timeout: limitMs(60_000) }).toBe(0);
});

test('a blocked address is disconnected, but no other, and neither side reconnects', async () => {
  const one = await nodeBesides();
  const two = await nodeBesides(one);
  await expect.poll(() => one.node.peers!.peers.length, { timeout: limitMs(60_000) }).toBe(1);
  await one.daemon.gateway.changeBlocklist({ body: { action: 'append', addresses: ['192.0.2.0/24'] } });
  for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve));
  expect(one.node.peers!.peers).toHaveLength(1);
  await one.daemon.gateway.changeBlocklist({ body: { action: 'append', addresses: ['127.0.0.0/8'] } });
  await expect.poll(() => two.node.peers!.peers.length, { timeout: limitMs(60_000) }).toBe(0);
  const netaddress = one.node.peers!.address!;
  await expect(two.daemon.gateway.connect({ params: { netaddress } })).rejects.toMatchObject({
    code: 'gateway/peer-unreachable'
  });
  await expect(one.daemon.gateway.connect({ params: { netaddress: two.node.peers!.address! } })).rejects.toMatchObject({
    code: 'gateway/peer-unreachable'
  });
  await one.daemon.gateway.changeBlocklist({ body: { action: 'set', addresses: [] } });
  await two.daemon.gateway.connect({ params: { netaddress } });
  expect(two.node.peers!.peers).toHaveLength(1);
});

describe('on a public network', () => {
  const zen = async (peers: readonly string[] = []) => {
    const opened = await openNode({ network: 'zen', peers: { listen: '127.0.0.1:0', peers, discover: false } });
    open.push(opened);
    return opened;
  };

  test('a node alone is not synced, nor are several at the beginning of an old chain', async () => {
    const one = await zen();
    expect((await one.daemon.consensus.status()).synced).toBe(false);
    const two = await zen([one.node.peers!.address!]);
    await expect.poll(() => two.node.peers!.peers.length, { timeout: limitMs(60_000) }).toBe(1);
    expect((await two.daemon.consensus.status()).synced).toBe(false);
  });

  test('nothing is simulated: the market’s modules are off, and no alert mentions it', async () => {
    const { node, daemon, transport } = await zen();
    expect((await daemon.daemon.settings()).modules).toMatchObject({ host: false, renter: false, consensus: true });
    await expect(createHostClient(transport).status()).rejects.toMatchObject({ code: 'api/module-disabled' });
    await expect(createRenterClient(transport).status()).rejects.toMatchObject({ code: 'api/module-disabled' });
    await expect(createHostdbClient(transport).status()).rejects.toMatchObject({ code: 'api/module-disabled' });
    expect((await daemon.daemon.alerts()).alerts).toEqual([]);
    vi.spyOn(node.peers!, 'aloneMs', 'get').mockReturnValue(60_001);
    vi.spyOn(node.peers!, 'trouble', 'get').mockReturnValue({ reorganized: 9 });
    const messages = (await daemon.daemon.alerts()).alerts.map(({ message }) => message);
    expect(messages).toEqual(['no peers', 'deep reorganization']);
  });
});

test('work on a peer’s new tip is available before the next node receives the tip', async () => {
  const one = await nodeBesides();
  const two = await nodeBesides(one);
  const three = await nodeBesides(two);
  await expect.poll(() => two.node.peers!.peers.length, { timeout: limitMs(60_000) }).toBe(2);
  await mine(one, 2);
  await settled(one, two, three);
  const mining = createMiningServer({ ...two.transport, baseUrl: 'http://node/api' });
  const { longPollId } = await mining.getTemplate({ body: {} });
  const events: string[] = [];
  two.node.onTip(() => events.push('tip at two'));
  three.node.onTip(() => events.push('tip at three'));
  const polled = mining.getTemplate({ body: { longpollid: longPollId } }).then((template) => {
    events.push('work at two');
    return template;
  });
  await mine(one);
  expect((await polled).parentId).toBe(one.node.tip.id);
  await settled(one, two, three);
  expect(events).toEqual(['tip at two', 'work at two', 'tip at three']);
  // Headers of the daemon are on the new tip, too.
  expect(encodeHex((await two.daemon.miner.header()).subarray(32, 64))).toBe(one.node.tip.id);
});
