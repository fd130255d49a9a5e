import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createDaemon } from '$lib/api/daemon/client';
import { NotConfiguredError, UnreachableError } from '$lib/api/http/errors';
import { changeIdOf } from '$lib/api/daemon/changes/changeLayout';
import { blockId } from '$lib/chain/block/block';
import { blockHeaderOf } from '$lib/chain/block/commitment';
import type { BlockId, Hash256 } from '$lib/chain/ids';
import { coinOutputId, minerOutputId, transactionId } from '$lib/chain/transaction/transactionIds';
import { v2ContractOutputId, v2FileContractId, v2TransactionId } from '$lib/chain/transaction/v2TransactionIds';
import { DEV_ADDRESSES } from '$lib/server/node/network/presets';
import { refusal } from '$lib/server/http/proxy';
import { AddressFacts } from '$lib/state/chain/address.svelte';
import { blockJson, parseBlockName, readBlockFacts, sumsOf } from '$lib/explorer/blockDetails';
import { ChainBlocks } from '$lib/state/chain/blocks.svelte';
import { ChainCharts, MAX_SAMPLES } from '$lib/state/chain/charts.svelte';
import { ChainReader } from '$lib/explorer/blockReader';
import { resolveSearch } from '$lib/explorer/lookup';
import { classifySearch } from '$lib/explorer/search';
import type { ChangeStart } from '$lib/explorer/changes/followChanges';
import { ChangeFollower } from '$lib/state/chain/changes.svelte';
import { ContractScan } from '$lib/state/chain/contractScan.svelte';
import { readOutputFacts } from '$lib/explorer/outputDetails';
import { readTransactionFacts, transactionJson } from '$lib/explorer/transactionDetails';
import { lineOfTransaction, transactionsOf, viewOfTransaction } from '$lib/explorer/transactionView';
import { networkPreset, TEST_GENESIS_TIMESTAMP } from '$lib/server/node/network/presets';
import { addressOf, formation, RENTER, signedContract } from '../support/contracts';
import { mine, openNode, type OpenNode } from '../support/node';
import { branchFrom } from '../support/walletWorld';
import { toResponse } from '$lib/server/http/fetchMessages';

// What the chain pages show, against the embedded node.

let open: OpenNode;
beforeEach(async () => {
  open = await openNode();
});
afterEach(() => open.node.close());

const { signal } = new AbortController();
const unreachable = new UnreachableError({ method: 'GET', path: '/consensus/tip' });
const readerOf = (wallet: OpenNode['wallet'] | undefined = open.wallet) =>
  new ChainReader({ daemon: open.daemon, wallet });

/** A daemon that counts requests for blocks. */
function counted() {
  const asked: unknown[] = [];
  const block: OpenNode['daemon']['consensus']['block'] = (call, options) => {
    asked.push(call!.query);
    return open.daemon.consensus.block(call, options);
  };
  return { asked, daemon: { consensus: { ...open.daemon.consensus, block } } };
}

describe('the list of blocks', () => {
  const listOf = (reader = readerOf()) =>
    new ChainBlocks({ reader, readTip: (until) => open.daemon.consensus.status({}, { signal: until }) });
  const heights = (blocks: ChainBlocks) => blocks.lines.value!.map(({ height }) => height);

  test('grows at the top without reading a known block again', async () => {
    await mine(open, 5);
    const { asked, daemon } = counted();
    const blocks = listOf(new ChainReader({ daemon, wallet: undefined }));
    await blocks.lines.refresh();
    expect([heights(blocks), asked.length]).toEqual([[5, 4, 3, 2, 1, 0], 6]);
    expect(blocks.fresh.size).toBe(0);
    await mine(open, 2);
    await blocks.lines.refresh();
    expect([heights(blocks).slice(0, 3), asked.length]).toEqual([[7, 6, 5], 8]);
    expect([...blocks.fresh]).toEqual(blocks.lines.value!.slice(0, 2).map(({ id }) => id));
    await blocks.lines.refresh();
    expect([asked.length, blocks.ended]).toEqual([8, true]);
  });

  test('grows at the bottom on scrolling, without a gap', async () => {
    await mine(open, 95);
    const blocks = listOf();
    await blocks.lines.refresh();
    expect(heights(blocks)).toHaveLength(41);
    await blocks.older();
    await blocks.older();
    expect([heights(blocks).at(-1), blocks.ended]).toEqual([0, true]);
    expect(heights(blocks)).toEqual(Array.from({ length: 96 }, (_, i) => 95 - i));
    await blocks.older();
    expect(heights(blocks)).toHaveLength(96);
  });

  test('follows a reorganization by parent ids', async () => {
    await mine(open, 3);
    const fork = await open.wallet.tipState();
    await mine(open, 2);
    const blocks = listOf();
    await blocks.lines.refresh();
    const gone = blocks.lines.value!.slice(0, 2).map(({ id }) => id);
    for (const body of await branchFrom(open, fork, DEV_ADDRESSES.policy, 3))
      await open.wallet.broadcastBlock({ body });
    await blocks.lines.refresh();
    expect(heights(blocks)).toEqual([6, 5, 4, 3, 2, 1, 0]);
    expect(blocks.replaced.map(({ id }) => id)).toEqual(gone);
    for (const [i, line] of blocks.lines.value!.slice(0, -1).entries()) {
      expect(line.parentId).toBe(blocks.lines.value![i + 1]!.id);
    }
  });

  test('is reloaded from the tip if it is far behind', async () => {
    await mine(open, 2);
    const blocks = listOf();
    await blocks.lines.refresh();
    await mine(open, 70);
    await blocks.lines.refresh();
    expect([heights(blocks)[0], heights(blocks).length]).toEqual([72, 41]);
  });
});

describe('charts', () => {
  test('read no more than their points, and nothing twice', async () => {
    await mine(open, 400);
    const { asked, daemon } = counted();
    const charts = new ChainCharts(daemon);
    await charts.read(0, 400, 400);
    expect([charts.samples.length, asked.length, charts.progress]).toEqual([MAX_SAMPLES, MAX_SAMPLES, undefined]);
    expect([charts.samples[0]!.height, charts.samples.at(-1)!.height]).toEqual([0, 400]);
    asked.length = 0;
    await charts.read(0, 400, 400);
    // Only what is near the tip may have changed.
    expect(asked.length).toBeLessThan(MAX_SAMPLES / 2);
  });

  test('a canceled read shows what it has; a newer one replaces it', async () => {
    await mine(open, 60);
    const charts = new ChainCharts(open.daemon);
    const cancelled = charts.read(0, 60, 60);
    charts.cancel();
    await cancelled;
    expect([charts.progress, charts.problem]).toEqual([undefined, undefined]);
    const first = charts.read(0, 60, 60);
    await charts.read(10, 20, 60);
    await first;
    expect([charts.range, charts.samples.length]).toEqual([{ from: 10, to: 20 }, 11]);
  });
});

describe('a block', () => {
  test('on the best chain, by height and by id, with its neighbors’ data', async () => {
    await mine(open, 4);
    const reader = readerOf();
    const byHeight = (await readBlockFacts(reader, { height: 2 }, signal))!;
    const byId = (await readBlockFacts(reader, { id: byHeight.known.id }, signal))!;
    expect(byId).toEqual(byHeight);
    expect(byId).toMatchObject({ isBest: true, confirmations: 3, tipHeight: 4, bestId: byId.known.id });
    expect(byId.difficulty).toBe((await reader.byHeight(1))!.childDifficulty);
    expect(byId.known.isWhole).toBe(true);
    const sums = sumsOf(byId.known);
    expect(sums.subsidy + sums.fees).toBe(sums.paid);
    expect(JSON.parse(blockJson(byId.known))).toMatchObject({ id: byId.known.id, v2: { height: 2 } });
  });

  test('off the best chain is marked as such', async () => {
    await mine(open, 3);
    const fork = await open.wallet.tipState();
    await mine(open, 2);
    const [side] = await branchFrom(open, fork, DEV_ADDRESSES.policy, 1);
    await open.wallet.broadcastBlock({ body: side! });
    const best = (await open.daemon.consensus.block({ query: { height: 4 } })).id;
    const id = blockId(blockHeaderOf(side!));
    const facts = await readBlockFacts(readerOf(), { id }, signal);
    expect(facts).toMatchObject({ isBest: false, bestId: best, confirmations: undefined, known: { id, height: 4 } });
  });

  test('an unknown block is undefined, and a daemon alone returns V1 parts', async () => {
    await mine(open, 1);
    const reader = readerOf();
    expect(await readBlockFacts(reader, { height: 99 }, signal)).toBeUndefined();
    expect(await readBlockFacts(reader, { id: '1'.repeat(64) as BlockId }, signal)).toBeUndefined();
    const alone = new ChainReader({ daemon: open.daemon, wallet: undefined });
    const told = (await alone.byHeight(1))!;
    expect([told.isWhole, told.block.v2]).toEqual([false, undefined]);
    expect(JSON.parse(blockJson(told))).toMatchObject({ id: told.id, height: 1, transactions: [] });
  });

  test('is read from a wallet server alone, and so is the list of blocks', async () => {
    await mine(open, 3);
    // The response of Quarry's server for a service that the connection does not have.
    const refused = toResponse(refusal(new NotConfiguredError({ method: 'GET', path: '/consensus' }, 503, '')));
    const daemon = createDaemon({ fetch: async () => refused.clone(), baseUrl: 'http://quarry/api/daemon' });
    const reader = new ChainReader({ daemon, wallet: open.wallet });
    const byHeight = (await readBlockFacts(reader, { height: 2 }, signal))!;
    expect(await readBlockFacts(reader, { id: byHeight.known.id }, signal)).toEqual(byHeight);
    expect(byHeight).toMatchObject({ isBest: true, confirmations: 2, tipHeight: 3, difficulty: undefined });
    expect(await readBlockFacts(reader, { height: 99 }, signal)).toBeUndefined();
    const blocks = new ChainBlocks({
      reader,
      readTip: async (until) => {
        const { height, id } = await reader.tip(until);
        return { height, currentBlock: id };
      }
    });
    await blocks.lines.refresh();
    expect(blocks.lines.value?.map(({ height }) => height)).toEqual([3, 2, 1, 0]);
    // The error is the wallet server's, not that there is no daemon.
    const broken = { ...open.wallet, block: () => Promise.reject(unreachable), tip: () => Promise.reject(unreachable) };
    const failing = new ChainReader({ daemon, wallet: broken });
    await expect(failing.tip()).rejects.toBe(unreachable);
    await expect(failing.byHeight(2)).rejects.toBe(unreachable);
  });

  test('of V1 is read by its id from a wallet server alone', async () => {
    await open.node.close();
    const preset = networkPreset('test', TEST_GENESIS_TIMESTAMP);
    const v2 = { ...preset.network.hardforkV2, allowHeight: 60, requireHeight: 70, finalCutHeight: 80 };
    open = await openNode({ network: { ...preset, network: { ...preset.network, hardforkV2: v2 } } });
    await mine(open, 2);
    const refused = toResponse(refusal(new NotConfiguredError({ method: 'GET', path: '/consensus' }, 503, '')));
    const daemon = createDaemon({ fetch: async () => refused.clone(), baseUrl: 'http://quarry/api/daemon' });
    const reader = new ChainReader({ daemon, wallet: open.wallet });
    for (const height of [0, 1, 2]) {
      const known = (await reader.byHeight(height))!;
      expect(known.block.v2).toBeUndefined();
      expect(await new ChainReader({ daemon, wallet: open.wallet }).byId(known.id)).toEqual(known);
    }
  });

  test.each([
    ['12', { height: 12 }],
    ['AB'.repeat(32), { id: 'ab'.repeat(32) }],
    ['x', undefined],
    ['1'.repeat(13), undefined]
  ])('is found by %s', (text, name) => expect(parseBlockName(text)).toEqual(name));
});

describe('transactions, outputs, addresses and contracts', () => {
  const contract = signedContract({ proofHeight: 6n, expirationHeight: 8n });

  /** A V2 transaction that forms a contract in block 3, and the output it spent. */
  async function formed() {
    await mine(open, 2);
    const { outputs } = await open.wallet.coinOutputs({ params: { address: addressOf(RENTER) } });
    const spent = outputs[0]!;
    const txn = formation(spent, contract);
    await open.wallet.broadcast({ body: { basis: open.node.tip, transactions: [], v2Transactions: [txn] } });
    const id = v2TransactionId(txn);
    return { txn, id: id as string as Hash256, spent, contractId: v2FileContractId(id, 0) };
  }

  const hitsOf = async (text: string, wallet: OpenNode['wallet'] | undefined = open.wallet) =>
    resolveSearch(classifySearch(text), { reader: readerOf(wallet), wallet });

  test('a V2 transaction is found while pending and in its block, with all its parts', async () => {
    const { id, spent, contractId } = await formed();
    const sources = { reader: readerOf(), wallet: open.wallet };
    expect(await readTransactionFacts(sources, id, undefined, signal)).toMatchObject({ index: undefined });
    await mine(open);
    const facts = (await readTransactionFacts(sources, id, undefined, signal))!;
    expect(facts.index).toEqual(open.node.tip);
    const view = viewOfTransaction(facts.any);
    expect(view).toMatchObject({ id, generation: 2, inputs: 1, outputs: 1, extras: [{ kind: 'contracts', count: 1 }] });
    expect(view.inputList[0]).toMatchObject({
      id: spent.id,
      value: spent.output.value,
      address: spent.output.address,
      signatures: 1
    });
    expect(view.contracts).toMatchObject([{ act: 'formed', contractId }]);
    expect(view.inputList[0]!.value!).toBe(
      view.outputList[0]!.value + view.fee + (spent.output.value - view.outputList[0]!.value)
    );
    expect(JSON.parse(transactionJson(facts.any))).toMatchObject({ fileContracts: [{}] });
    const inBlock = transactionsOf((await readerOf().byHeight(3))!.block).map(lineOfTransaction);
    expect(inBlock.map((line) => line.id as string)).toContain(id);
  });

  test('without a wallet server, a transaction is found in the block it was linked from', async () => {
    await mine(open);
    const reader = readerOf(undefined as never);
    const alone = { reader: new ChainReader({ daemon: open.daemon, wallet: undefined }), wallet: undefined };
    const genesis = (await reader.byHeight(0))!;
    const [txn] = genesis.block.transactions;
    const id = transactionId(txn!) as string as Hash256;
    expect(await readTransactionFacts(alone, id, genesis.id, signal)).toMatchObject({
      index: { height: 0, id: genesis.id },
      any: { generation: 1 }
    });
    expect(await readTransactionFacts(alone, 'f'.repeat(64) as Hash256, genesis.id, signal)).toBeUndefined();
  });

  test('outputs: unspent with a valid proof, immature, and spent with the spender', async () => {
    const { id, spent } = await formed();
    const unspent = await readOutputFacts(open.wallet, spent.id as string as Hash256, signal);
    expect(unspent).toMatchObject({ kind: 'coins', spent: false, proof: 'leads', element: { id: spent.id } });
    const other = minerOutputId(open.node.tip.id, 0);
    const lying = { ...open.wallet, coinOutput: () => open.wallet.coinOutput({ params: { id: other } }) };
    const claimed = await readOutputFacts(lying, spent.id as string as Hash256, signal);
    expect(claimed).toMatchObject({ proof: 'does-not-lead' });
    await mine(open);
    const gone = await readOutputFacts(open.wallet, spent.id as string as Hash256, signal);
    expect(gone).toMatchObject({ spent: true, spentBy: { id }, element: { output: spent.output } });
    const reward = minerOutputId(open.node.tip.id, 0) as string as Hash256;
    expect(await readOutputFacts(open.wallet, reward, signal)).toMatchObject({ spent: false, proof: 'leads' });
    expect(await readOutputFacts(open.wallet, '1'.repeat(64) as Hash256, signal)).toBeUndefined();
  });

  test('search finds each kind of item, and reports what it searched for', async () => {
    const { id, spent, contractId } = await formed();
    await mine(open);
    const block = open.node.tip;
    const genesis = (await open.wallet.block({ params: { idOrHeight: '0' } })).transactions[0]!;
    const rows: [string, string[]][] = [
      ['3', ['/chain/3']],
      [block.id, [`/chain/${block.id}`]],
      [id, [`/chain/transaction/${id}`]],
      [spent.id, [`/chain/output/${spent.id}`]],
      [minerOutputId(block.id, 0), [`/chain/output/${minerOutputId(block.id, 0)}`]],
      [coinOutputId(genesis, 0), [`/chain/output/${coinOutputId(genesis, 0)}`]],
      [addressOf(RENTER), [`/chain/address/${addressOf(RENTER)}`]],
      ['99', []],
      ['1'.repeat(64), []],
      [contractId, []]
    ];
    for (const [text, hrefs] of rows)
      expect(
        (await hitsOf(text)).hits.map(({ href }) => href),
        text
      ).toEqual(hrefs);
    const { searched, problems, blocksOnly } = await hitsOf('1'.repeat(64));
    expect([searched.length, problems, blocksOnly]).toEqual([5, [], false]);
  });

  test('a contract is found by scanning the chain, and by its payouts once it has ended', async () => {
    const { contractId } = await formed();
    await mine(open);
    const scan = new ContractScan(open.wallet, contractId);
    await scan.look();
    expect([scan.state, scan.steps.map(({ what, index }) => [what, index.height])]).toEqual(['done', [['formed', 3]]]);
    // The contract was neither proven nor resolved, so the chain has no record of its end.
    expect((await hitsOf(contractId)).hits).toEqual([]);
    const unknown = new ContractScan(open.wallet, v2ContractOutputId(contractId, 'renter') as never);
    await unknown.look();
    expect([unknown.state, unknown.steps]).toEqual(['done', []]);
  });

  test('an address: balance, history and outputs', async () => {
    const { id } = await formed();
    const facts = new AddressFacts(open.wallet, addressOf(RENTER));
    await facts.unconfirmed.refresh();
    expect(facts.unconfirmed.value).toMatchObject([{ id }]);
    await mine(open);
    await Promise.all([facts.balance.refresh(), facts.unconfirmed.refresh(), facts.events.more(), facts.coins.more()]);
    expect(facts.unconfirmed.value).toEqual([]);
    expect(facts.events.rows[0]).toMatchObject({ id, type: 'transaction' });
    expect(facts.coins.rows.reduce((sum, { output }) => sum + output.value, 0n)).toBe(facts.balance.value!.coins);
    expect([facts.events.ended, facts.coins.ended]).toEqual([true, true]);
  });
});

describe('following the changes', () => {
  /** A follower that waits at the tip until the test releases it. */
  function followerOf() {
    let goOn: () => void = () => undefined;
    let arrived = Promise.withResolvers<void>();
    const follower = new ChangeFollower({
      daemon: open.daemon,
      nowMs: Date.now,
      sleep: (_, until) => {
        const waiting = Promise.withResolvers<void>();
        goOn = waiting.resolve;
        until.addEventListener('abort', () => waiting.resolve());
        arrived.resolve();
        return waiting.promise;
      }
    });
    return {
      follower,
      /** Until it has read to the end and waits. */
      start: async (start: ChangeStart) => {
        arrived = Promise.withResolvers();
        void follower.start(start);
        await arrived.promise;
      },
      again: async () => {
        arrived = Promise.withResolvers();
        goOn();
        await arrived.promise;
      }
    };
  }
  const heightsOf = ({ changes }: ChangeFollower) => changes.map(({ appliedHeight }) => appliedHeight);
  const checksOf = ({ changes }: ChangeFollower) => new Set(changes.map(({ idCheck }) => idCheck));

  test('from the first block on, every id verified', async () => {
    await mine(open, 6);
    const { follower, start, again } = followerOf();
    await start({ from: 'genesis' });
    expect([heightsOf(follower), checksOf(follower)]).toEqual([[6, 5, 4, 3, 2, 1, 0], new Set(['verified'])]);
    await mine(open, 2);
    await again();
    expect([heightsOf(follower).slice(0, 3), checksOf(follower)]).toEqual([[8, 7, 6], new Set(['verified'])]);
    follower.stop();
  });

  test('from now on, though the daemon reports no newest change', async () => {
    await mine(open, 3);
    const { follower, start, again } = followerOf();
    await start({ from: 'now' });
    expect([follower.changes, follower.isIdUncertain]).toEqual([[], false]);
    await mine(open);
    await again();
    expect([heightsOf(follower), checksOf(follower)]).toEqual([[4], new Set(['verified'])]);
    follower.stop();
  });

  test('from a height, and over a reorganization', async () => {
    await mine(open, 5);
    const { follower, start, again } = followerOf();
    await start({ from: 'block', height: 4 });
    expect(heightsOf(follower)).toEqual([5, 4]);
    const fork = await open.wallet.checkpoint({ params: { idOrHeight: '3' } });
    for (const body of await branchFrom(open, fork.state, DEV_ADDRESSES.policy, 3)) {
      await open.wallet.broadcastBlock({ body });
    }
    await again();
    const [change] = follower.changes;
    expect([change!.change.reverted.length, change!.change.applied.length]).toEqual([2, 3]);
    expect(change).toMatchObject({ revertedHeight: 5, appliedHeight: 4, idCheck: 'verified' });
    expect(follower.height).toBe(6);
    // The reorganization's blocks have no change of their own: the start is found nevertheless.
    await start({ from: 'now' });
    expect([follower.changes, follower.isIdUncertain]).toEqual([[], false]);
    await mine(open);
    await again();
    expect(heightsOf(follower)).toEqual([7]);
    follower.stop();
  });

  test('an unknown id is distinguished from the newest one', async () => {
    await mine(open, 2);
    const { follower, start } = followerOf();
    await start({ from: 'change', id: 'ab'.repeat(32) });
    expect([follower.changes, follower.isIdUncertain]).toEqual([[], true]);
    await start({ from: 'change', id: changeIdOf([], [open.node.tip.id]) });
    expect(follower.isIdUncertain).toBe(false);
    const first = changeIdOf([], [(await open.daemon.consensus.block({ query: { height: 0 } })).id]);
    await start({ from: 'change', id: first });
    expect(heightsOf(follower)).toEqual([2, 1]);
    follower.stop();
  });

  test('keeps what matches the filter, up to a limit', async () => {
    await mine(open, 12);
    const { follower, start } = followerOf();
    const wanted = (await open.daemon.consensus.block({ query: { height: 7 } })).id;
    follower.filter = { text: wanted.slice(0, 20), kind: 'all' };
    await start({ from: 'genesis' });
    // The block's own change, and the one that names it as its parent.
    expect([heightsOf(follower), follower.readCount, follower.matchCount]).toEqual([[8, 7], 13, 2]);
    follower.filter = { text: open.node.payoutAddress, kind: 'all' };
    await start({ from: 'genesis' });
    expect(follower.matchCount).toBe(12);
    follower.filter = { text: '', kind: 'reorganizations' };
    await start({ from: 'genesis' });
    expect(follower.changes).toEqual([]);
    follower.stop();
  });

  test('pauses and resumes', async () => {
    await mine(open, 2);
    const { follower, start } = followerOf();
    await start({ from: 'genesis' });
    follower.pause();
    expect(follower.step).toBe('paused');
    await mine(open, 2);
    void follower.resume();
    await expect.poll(() => follower.readCount).toBe(5);
    follower.stop();
    expect(follower.step).toBe('idle');
  });
});
