import { afterEach, describe, expect, test, vi } from 'vitest';
import { blockHeader, blockId } from '$lib/chain/block/block';
import { v2Block } from '$lib/chain/block/blockLayout';
import { blockHeaderOf } from '$lib/chain/block/commitment';
import { MAX_BLOCK_WEIGHT } from '$lib/chain/block/maxWeight';
import { EMPTY_V2_TRANSACTION } from '$lib/chain/transaction/v2Transaction';
import { parseAddress } from '$lib/chain/address';
import { unixSeconds } from '$lib/chain/time';
import { encode, decode } from '$lib/codec/layout';
import { buildTemplate } from '$lib/mining/work/template';
import { CpuMiner } from '$lib/server/node/mining/cpuMiner';
import { DEV_ADDRESSES, networkPreset } from '$lib/server/node/network/presets';
import { MAX_TARGET } from '$lib/chain/target';
import { mine, openNode, type OpenNode } from '../support/node';
import { solveBlock, solveUnit } from '../support/solve';
import { limitMs } from '../support/limits';

let open: OpenNode;
afterEach(() => open.node.close());

const now = () => unixSeconds(Math.floor(Date.now() / 1000));
const random = (n: number) => crypto.getRandomValues(new Uint8Array(n));

/** A solved block of our own on the node's tip. */
async function ownBlock({ wallet }: OpenNode, payTo = DEV_ADDRESSES.policy) {
  const [network, state, pool] = await Promise.all([wallet.network(), wallet.tipState(), wallet.poolTransactions()]);
  const { block } = buildTemplate({ network, state, ...pool }, payTo, now(), random);
  return solveBlock(network, state, block);
}

describe('headers of the daemon', () => {
  test('become blocks that pay the node, at every height of the transition', async () => {
    open = await openNode();
    await mine(open, 25);
    const status = await open.daemon.consensus.status();
    expect(status.height).toBe(25);
    expect(await open.daemon.miner.status()).toMatchObject({ blocksMined: 25, staleBlocksMined: 0 });
    const { coins, immatureCoins } = await open.wallet.balance({ params: { address: open.node.payoutAddress } });
    const reward = (height: number) => (300_000n - BigInt(height)) * 10n ** 24n;
    const sum = (from: number, to: number) =>
      Array.from({ length: to - from + 1 }, (_, i) => reward(from + i)).reduce((a, b) => a + b);
    expect(coins).toBe(sum(1, 15));
    expect(immatureCoins).toBe(sum(16, 25));
  });

  test('are never the same twice, and share target, parent and time', async () => {
    open = await openNode();
    const units = await Promise.all(Array.from({ length: 5 }, () => open.daemon.miner.header()));
    const headers = units.map((unit) => decode(blockHeader, unit.slice(32)));
    expect(new Set(headers.map(({ commitment }) => commitment)).size).toBe(5);
    expect(new Set(headers.map(({ parentId, timestamp }) => `${parentId}/${timestamp}`)).size).toBe(1);
    expect(units.every((unit) => unit.length === 112)).toBe(true);
  });

  test('solved on a replaced tip are stale, and stored', async () => {
    open = await openNode();
    const late = await open.daemon.miner.header();
    await mine(open);
    const body = solveUnit(late);
    const refused = { code: 'miner/stale-block', serverMessage: 'block does not extend the longest fork' };
    await expect(open.daemon.miner.submitHeader({ body })).rejects.toMatchObject(refused);
    expect(await open.daemon.miner.status()).toMatchObject({ blocksMined: 1, staleBlocksMined: 1 });
    const id = blockId(decode(blockHeader, body));
    expect(await open.daemon.consensus.block({ query: { id } })).toMatchObject({ height: 1, id });
  });

  test('submitted twice are rejected the second time, and counted', async () => {
    open = await openNode();
    const body = solveUnit(await open.daemon.miner.header());
    await open.daemon.miner.submitHeader({ body });
    await expect(open.daemon.miner.submitHeader({ body })).rejects.toMatchObject({
      serverMessage: 'block does not extend the longest fork'
    });
    expect((await open.daemon.miner.status()).blocksMined).toBe(2);
  });

  test('of a full block do not exceed the maximum weight', async () => {
    open = await openNode({ network: 'test' });
    await mine(open);
    // Fills a block but for the transaction that makes it unique, whose data the daemon chooses.
    for (const bytes of [MAX_BLOCK_WEIGHT - 40, 24]) {
      const payment = { ...EMPTY_V2_TRANSACTION, arbitraryData: new Uint8Array(bytes) };
      const { index: basis } = await open.wallet.tipState();
      await open.wallet.broadcast({ body: { basis, transactions: [], v2Transactions: [payment] } });
    }
    const body = solveUnit(await open.daemon.miner.header());
    await open.daemon.miner.submitHeader({ body });
    const { v2 } = await open.wallet.block({ params: { idOrHeight: '2' } });
    expect(v2?.transactions.map(({ arbitraryData }) => arbitraryData.length)).toEqual([MAX_BLOCK_WEIGHT - 40, 32]);
  });

  test('from a large pool get the rest of its transactions as soon as these are selected', async () => {
    open = await openNode({ network: 'test' });
    await mine(open);
    const { index: basis } = await open.wallet.tipState();
    // Free ones of 250 bytes each: more than are selected from at once.
    const v2Transactions = Array.from({ length: 1_100 }, (_, i) => ({
      ...EMPTY_V2_TRANSACTION,
      arbitraryData: new Uint8Array(Uint32Array.of(i).buffer)
    }));
    await open.wallet.broadcast({ body: { basis, transactions: [], v2Transactions } });
    const newWork = vi.spyOn(CpuMiner.prototype, 'newWork');
    const better = new Promise<void>((resolve) => void open.node.onBetterWork(resolve));
    await open.daemon.miner.header();
    expect(newWork).not.toHaveBeenCalled();
    await better;
    expect(newWork).toHaveBeenCalledTimes(1);
    newWork.mockRestore();
    await open.daemon.miner.submitHeader({ body: solveUnit(await open.daemon.miner.header()) });
    const { v2 } = await open.wallet.block({ params: { idOrHeight: '2' } });
    expect(v2?.transactions).toHaveLength(v2Transactions.length + 1);
  });

  test.each([
    [
      'unknown',
      (header: Uint8Array) => header.map((byte, i) => (i === 79 ? byte ^ 1 : byte)),
      'header is old, block could not be recovered'
    ],
    [
      'another parent',
      (header: Uint8Array) => header.map((byte, i) => (i === 0 ? byte ^ 1 : byte)),
      'header is old, block could not be recovered'
    ],
    [
      'another time',
      (header: Uint8Array) => header.map((byte, i) => (i === 40 ? byte ^ 1 : byte)),
      'header is old, block could not be recovered'
    ],
    [
      'a nonce that is not a multiple of the factor',
      (header: Uint8Array) => header.map((byte, i) => (i === 32 ? byte + 1 : byte)),
      'block does not meet nonce requirements'
    ],
    [
      'truncated between fields',
      (header: Uint8Array) => header.subarray(0, 40),
      'could not decode type types.BlockHeader: EOF'
    ],
    [
      'truncated within a field',
      (header: Uint8Array) => header.subarray(0, 79),
      'could not decode type types.BlockHeader: unexpected EOF'
    ]
  ])('that are %s are rejected', async (_, corrupt, serverMessage) => {
    open = await openNode();
    const header = solveUnit(await open.daemon.miner.header());
    await expect(open.daemon.miner.submitHeader({ body: corrupt(header) })).rejects.toMatchObject({ serverMessage });
    await open.daemon.miner.submitHeader({ body: header });
  });
});

test('are renewed after 30 s, 200 headers or a new tip', async () => {
  let clock = Date.now();
  open = await openNode({ clock: () => clock });
  const time = async () => decode(blockHeader, (await open.daemon.miner.header()).slice(32)).timestamp;
  const first = await time();
  clock += 29_000;
  expect(await time()).toBe(first);
  clock += 2_000;
  expect(await time()).toBe(first + 31);
  clock += 5_000;
  for (let i = 0; i < 199; i++) expect(await time()).toBe(first + 31);
  expect(await time()).toBe(first + 36);
  // A clock that was a day ahead is corrected: other nodes would reject the old timestamp.
  clock -= 86_400_000;
  expect(await time()).toBe(first + 36 - 86_400);
});

test('a header is forgotten after ten thousand more', async () => {
  open = await openNode();
  const header = solveUnit(await open.daemon.miner.header());
  const second = solveUnit(await open.daemon.miner.header());
  for (let i = 0; i < 9_999; i++) await open.daemon.miner.header();
  await expect(open.daemon.miner.submitHeader({ body: header })).rejects.toMatchObject({
    serverMessage: 'header is old, block could not be recovered'
  });
  await open.daemon.miner.submitHeader({ body: second });
});

describe('a submitted block', () => {
  test('is accepted through the wallet server and pays its payout address', async () => {
    open = await openNode();
    const payTo = parseAddress(DEV_ADDRESSES.unlockConditions);
    await open.wallet.broadcastBlock({ body: await ownBlock(open, payTo) });
    expect(open.node.tip.height).toBe(1);
    const [event] = await open.wallet.events({ params: { address: payTo }, query: { limit: 1 } });
    expect(event).toMatchObject({ data: { type: 'miner' }, confirmations: 1, maturityHeight: 11 });
  });

  test('is accepted through the daemon in binary, even with surplus bytes', async () => {
    open = await openNode();
    const body = encode(v2Block, await ownBlock(open));
    await open.daemon.miner.submitBlock({ body: new Uint8Array([...body, 1, 2, 3]) });
    expect(open.node.tip.height).toBe(1);
  });

  test('that is too heavy is refused before the proofs of its transactions are read', async () => {
    open = await openNode();
    const block = await ownBlock(open);
    const heavy = { ...EMPTY_V2_TRANSACTION, arbitraryData: new Uint8Array(MAX_BLOCK_WEIGHT + 1) };
    const whole = encode(v2Block, { ...block, v2: { ...block.v2!, transactions: [heavy] } });
    // Without the count of the proofs' leaves.
    const body = new Uint8Array(whole.subarray(0, -8));
    await expect(open.daemon.miner.submitBlock({ body })).rejects.toMatchObject({
      serverMessage: expect.stringContaining('exceeds maximum weight')
    });
  });

  test('that takes long to decode does not keep others waiting', async () => {
    open = await openNode();
    const block = await ownBlock(open);
    const transactions = Array.from({ length: 100_000 }, () => EMPTY_V2_TRANSACTION);
    const body = encode(v2Block, { ...block, v2: { ...block.v2!, transactions } });
    let problem: unknown;
    void open.daemon.miner.submitBlock({ body }).catch((error: unknown) => (problem = error));
    let answered = 0;
    for (; problem === undefined; answered++) {
      await open.daemon.consensus.status();
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(problem).toMatchObject({ serverMessage: expect.stringContaining('commitment') });
    expect(answered).toBeGreaterThan(5);
  });

  test("is rejected with the network's reason", async () => {
    open = await openNode();
    const block = await ownBlock(open);
    const stranger = { ...block, parentId: 'ab'.repeat(32) as typeof block.parentId };
    await expect(open.wallet.broadcastBlock({ body: stranger })).rejects.toMatchObject({
      status: 500,
      serverMessage: `block is invalid: missing parent state for block ${blockId(blockHeaderOf(stranger))}`
    });
    const greedy = { ...block, minerPayouts: [{ ...block.minerPayouts[0]!, value: block.minerPayouts[0]!.value }] };
    greedy.minerPayouts[0]!.value = (block.minerPayouts[0]!.value + 1n) as (typeof block.minerPayouts)[0]['value'];
    await expect(open.wallet.broadcastBlock({ body: greedy })).rejects.toMatchObject({ status: 500 });
    expect(open.node.tip.height).toBe(0);
  });

  test('with another body than its header commits to does not invalidate the correct one', async () => {
    open = await openNode();
    const block = await ownBlock(open);
    const wrong = { ...block, v2: { ...block.v2!, transactions: [] } };
    await expect(open.wallet.broadcastBlock({ body: wrong })).rejects.toMatchObject({
      serverMessage: 'block is invalid: commitment hash mismatch'
    });
    await open.wallet.broadcastBlock({ body: block });
    expect(open.node.tip.height).toBe(1);
  });

  test('from more than three hours ahead is rejected', async () => {
    let clock = Date.now();
    open = await openNode({ clock: () => clock });
    const block = await ownBlock(open);
    clock -= 3 * 3600 * 1000 + 5000;
    await expect(open.wallet.broadcastBlock({ body: block })).rejects.toMatchObject({
      serverMessage: 'block is invalid: block timestamp too far in future, discarded'
    });
    clock += 10_000;
    await open.wallet.broadcastBlock({ body: block });
  });
});

test('the transition from V1 to V2 works end to end', async () => {
  const { network, genesis } = networkPreset('dev-v1', now());
  const trivial = {
    ...network,
    initialTarget: MAX_TARGET,
    hardforkASIC: { ...network.hardforkASIC, oakTarget: MAX_TARGET }
  };
  open = await openNode({ network: { network: trivial, genesis } });
  await mine(open, 90);
  const block = (height: number) => open.wallet.block({ params: { idOrHeight: String(height) } });
  expect(await block(39)).toMatchObject({ transactions: [expect.anything()] });
  expect((await block(39)).v2).toBeUndefined();
  expect(await block(40)).toMatchObject({ transactions: [], v2: { height: 40 } });
  expect(await block(90)).toMatchObject({ v2: { height: 90 } });
  const { coins } = await open.wallet.balance({ params: { address: open.node.payoutAddress } });
  expect(coins).toBe(Array.from({ length: 80 }, (_, i) => (299_999n - BigInt(i)) * 10n ** 24n).reduce((a, b) => a + b));
});

test('a stopped node no longer responds', async () => {
  open = await openNode();
  await open.daemon.daemon.stop();
  await expect
    .poll(() =>
      open.daemon.consensus.status().then(
        () => '',
        ({ code }) => code
      )
    )
    .toBe('api/unreachable');
});

test('the CPU miner finds blocks on its own thread, counted separately from other miners’ blocks', async () => {
  open = await openNode();
  await mine(open, 2);
  expect(await open.daemon.miner.status()).toMatchObject({ blocksMined: 2, cpuBlocksMined: 0 });
  await open.daemon.miner.start();
  await open.daemon.miner.start();
  await expect.poll(() => open.node.tip.height, { timeout: limitMs(15_000) }).toBeGreaterThan(4);
  expect((await open.daemon.miner.status()).cpuMining).toBe(true);
  await open.daemon.miner.stop();
  await open.daemon.miner.stop();
  const { blocksMined, ...status } = await open.daemon.miner.status();
  expect(status).toEqual({ cpuMining: false, cpuHashrate: 0, staleBlocksMined: 0, cpuBlocksMined: blocksMined - 2 });
  expect(status.cpuBlocksMined).toBeGreaterThan(2);
});
