import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { blockId, type Block, type BlockHeader } from '$lib/chain/block/block';
import { blockHeaderOf } from '$lib/chain/block/commitment';
import { hastings } from '$lib/chain/currency/currency';
import { blockReward } from '$lib/chain/network/rewards';
import type { ChainIndex } from '$lib/chain/element/elements';
import type { BlockId } from '$lib/chain/ids';
import { unixSeconds } from '$lib/chain/time';
import { verifyCheckpoint, type Checkpoint } from '$lib/peers/sync/checkpoint';
import { ChainManager, type TipChange } from '$lib/server/node/chain/chainManager';
import { findDifferences } from '$lib/server/node/chain/integrity';
import { startAtCheckpoint } from '$lib/server/node/chain/startAtCheckpoint';
import { DEV_ADDRESSES } from '$lib/server/node/network/presets';
import { SignatureChecker } from '$lib/server/node/signatures/signatureChecker';
import { ChainStore } from '$lib/server/node/store/store';
import { startWriter } from '$lib/server/node/store/writes/writerThread';
import { generateChain } from '../../bench/sync/generateChain';
import { presetOf } from '../../bench/sync/presetOf';
import { earlyBlocksAfter, earlyNetwork } from '../support/earlyNetwork';
import { limitMs } from '../support/limits';
import { openNode } from '../support/node';
import { randomFrom } from '../support/randomFrom';
import { listenAsPeer } from '../support/peers/scriptedPeer';
import { TestChain, testPreset } from '../support/peers/testChain';
import { temporaryFolder } from '../support/temporary';

// Blocks validated before their parents are stored, which another thread does: the file must become the same.

const SEED = 20261130;
const HEIGHT = 120;
const FIRST = 70;
const CHANGES_FAIL = `CREATE TRIGGER fails BEFORE INSERT ON changes BEGIN SELECT RAISE(ROLLBACK, 'does not fit'); END`;

/** All rows of the chain, added block by block. */
let expected: ReadonlyMap<string, readonly unknown[]>;
let blocks: readonly Block[];
let tip: ChainIndex;
/** The block that a shortened chain begins with. */
let checkpoint: Checkpoint;
beforeAll(async () => {
  const path = join(temporaryFolder('ahead'), 'chain.sqlite');
  await generateChain(path, HEIGHT, SEED);
  const store = new ChainStore(path);
  expected = rowsOf(store);
  tip = store.blocks.tip()!;
  blocks = Array.from({ length: HEIGHT }, (_, i) => store.block(store.blocks.bestAt(i + 1)!)!.block);
  const [before, index] = [FIRST - 1, FIRST].map((height) => ({ height, id: store.blocks.bestAt(height)! }));
  const answer = { block: blocks[FIRST - 1]!, state: store.state(before!.id)! };
  checkpoint = verifyCheckpoint(testPreset.network, index!, answer);
  store.close();
});

let store: ChainStore;
let chain: ChainManager;
let path: string;
beforeEach(() => {
  path = join(temporaryFolder('ahead'), 'chain.sqlite');
  store = new ChainStore(path, startWriter);
  chain = openChain(tip);
});
afterEach(() => store.close());

function openChain(assumedValid: ChainIndex | undefined): ChainManager {
  const signatures = new SignatureChecker(async (checks) => checks.map(() => false));
  return new ChainManager({ store, ...testPreset, clock: Date.now, signatures, assumedValid });
}

function rowsOf({ database }: ChainStore): ReadonlyMap<string, readonly unknown[]> {
  const tables = database.prepare(`SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name`).all();
  return new Map(tables.map(({ name }) => [name as string, database.prepare(`SELECT * FROM ${name as string}`).all()]));
}

/** Adds blocks in runs of random lengths. */
async function addInRuns(all: readonly Block[], seed: number): Promise<void> {
  const random = randomFrom(seed);
  for (let from = 0; from < all.length;) {
    const to = from + 1 + random(20);
    await chain.addBlocksAhead(all.slice(from, to));
    from = to;
  }
  await chain.stored();
}

/** Waits until another connection reads the height, without letting the node know. */
async function untilOthersRead(height: number): Promise<void> {
  const reader = new DatabaseSync(path, { readOnly: true });
  await expect.poll(() => reader.prepare('SELECT max(height) AS height FROM best').get()!.height).toBe(height);
  reader.close();
}

/** What the chain says of its tip, and what its file says as far as it can be read. */
const told = () => [chain.tip, store.tree.roots(chain.state.elements.numLeaves)];
const read = () => [store.blocks.tip(), store.state(store.blocks.tip()!.id)!.elements.trees];

test.each([1, 2, 3])(
  'the file is the same as if the blocks had been added one by one, with runs of seed %i',
  async (seed) => {
    await addInRuns(blocks, seed);
    expect(chain.tip).toEqual(tip);
    expect(rowsOf(store)).toEqual(expected);
  }
);

test('the same in a chain that begins at a checkpoint, whose blocks spend outputs that are not stored', async () => {
  const fromCheckpoint = (file: ChainStore) => {
    startAtCheckpoint(file, checkpoint, testPreset.genesis.timestamp);
    store = file;
    chain = openChain(tip);
  };
  const direct = new ChainStore(':memory:');
  fromCheckpoint(direct);
  await chain.addBlocks(blocks.slice(FIRST));
  fromCheckpoint(new ChainStore(join(temporaryFolder('ahead'), 'chain.sqlite'), startWriter));
  await addInRuns(blocks.slice(FIRST), 4);
  expect(chain.tip).toEqual(tip);
  expect(rowsOf(store)).toEqual(rowsOf(direct));
});

test('a wallet whose address gets coins meanwhile has all of its events', async () => {
  const wallet = () => store.wallets.create({ name: 'one', description: '', metadata: null }, unixSeconds(1));
  const { policy: address } = DEV_ADDRESSES;
  const added = { address, description: '', spendPolicy: undefined, metadata: null };
  const id = Number(wallet().id);
  await chain.addBlocksAhead(blocks.slice(0, 30));
  store.transaction(() => store.wallets.putAddress(id, added));
  await addInRuns(blocks.slice(30), 4);
  const other = Number(wallet().id);
  store.transaction(() => store.wallets.putAddress(other, added));
  const all = { offset: 0, limit: 10_000 };
  expect(store.events.walletPlaces(id, all)).toEqual(store.events.walletPlaces(other, all));
  expect(store.events.walletPlaces(id, all).length).toBeGreaterThan(HEIGHT);
});

describe('while another thread stores blocks,', () => {
  const changes: TipChange[] = [];
  beforeEach(async () => {
    changes.length = 0;
    await chain.addBlocks(blocks.slice(0, 10));
    chain.onTip((change) => changes.push(change));
    await chain.addBlocksAhead(blocks.slice(10, 40));
    // Validated on top of blocks that cannot be read yet.
    const next = chain.addBlocksAhead(blocks.slice(40, 60));
    expect(told()).toEqual(read());
    await next;
  });

  test('reads and the tip are of one block, also once they are stored', async () => {
    expect(chain.tip.height).toBe(40);
    await untilOthersRead(60);
    expect(chain.tip.height).toBe(40);
    expect(told()).toEqual(read());
    await chain.stored();
    expect([chain.tip.height, ...changes.map(({ applied }) => applied.length)]).toEqual([60, 30, 20]);
    expect(told()).toEqual(read());
  });

  test.each<[string, () => unknown]>([
    ['a setting', () => store.settings.set('key', 'value')],
    ['a mined block', () => store.mined.insert(chain.genesisId, 'submitter')],
    ['a wallet', () => store.wallets.create({ name: 'one', description: '', metadata: null }, unixSeconds(1))],
    ['a transaction', () => store.transaction(() => store.setFirstBody(0))]
  ])('%s is stored after them', (_, change) => {
    change();
    expect(chain.tip.height).toBe(60);
    expect(told()).toEqual(read());
  });

  test('closing the file lets them be stored', () => {
    store.close();
    // Its log is part of the file now: no other connection is open.
    expect(existsSync(`${path}-wal`)).toBe(false);
    store = new ChainStore(path);
    expect(openChain(tip).tip.height).toBe(60);
  });

  test('a single block waits for them', async () => {
    expect(await chain.addBlock(blocks[60]!)).toBe('best');
    expect(chain.tip.height).toBe(61);
  });

  test('changes that cannot be recorded leave nothing behind', async () => {
    const events = [...store.events.ofBlock(5)];
    const work = () => {
      store.events.insertAll(events);
      throw new RangeError('of the work');
    };
    expect(events).not.toEqual([]);
    expect(() => store.record(work)).toThrow('of the work');
    await addInRuns(blocks.slice(60), 7);
    expect(rowsOf(store)).toEqual(expected);
  });

  test('a failing listener fails the next call, and nothing else', async () => {
    chain.onTip(() => {
      throw new RangeError('of a listener');
    });
    store.settings.set('key', 'value');
    await expect(chain.stored()).rejects.toThrow('of a listener');
    expect([chain.tip.height, chain.state.index]).toEqual([60, store.blocks.tip()]);
  });
});

describe('if they cannot be stored,', () => {
  beforeEach(async () => {
    await chain.addBlocks(blocks.slice(0, 10));
    store.database.exec(CHANGES_FAIL);
    await chain.addBlocksAhead(blocks.slice(10, 40));
  });

  test.each([
    ['the next ones are not, either', () => chain.addBlocksAhead(blocks.slice(40, 60))],
    ['nor is a single one', () => chain.addBlock(blocks[40]!)],
    ['that is told at the end', () => chain.stored()]
  ])('%s, and all are when added again', async (_, next) => {
    await expect(next()).rejects.toThrow('does not fit');
    expect([chain.tip.height, told()]).toEqual([10, read()]);
    store.database.exec('DROP TRIGGER fails');
    await chain.addBlocksAhead(blocks.slice(10, 20));
    expect(chain.tip.height).toBe(10);
    await addInRuns(blocks.slice(20), 5);
    expect(rowsOf(store)).toEqual(expected);
  });
});

test('an invalid block is refused, those before it are stored', async () => {
  const valid = blocks[50]!;
  const [payout] = valid.minerPayouts;
  const invalid = { ...valid, minerPayouts: [{ ...payout!, value: hastings(payout!.value + 1n) }] };
  await chain.addBlocksAhead(blocks.slice(0, 20));
  const added = chain.addBlocksAhead([...blocks.slice(20, 50), invalid, ...blocks.slice(51, 60)]);
  await expect(added).rejects.toMatchObject({ code: 'block/payout-sum' });
  expect(chain.tip.height).toBe(50);
  await addInRuns(blocks.slice(50), 6);
  expect(chain.tip).toEqual(tip);
  expect(findDifferences(store, testPreset)).toEqual([]);
});

describe('V1 blocks, whose validation reads what their parents changed,', () => {
  const preset = presetOf('v1');
  let expectedV1: typeof expected;
  let blocksV1: readonly Block[];
  beforeAll(async () => {
    const file = join(temporaryFolder('ahead'), 'chain.sqlite');
    await generateChain(file, HEIGHT, SEED, 'v1');
    const whole = new ChainStore(file);
    expectedV1 = rowsOf(whole);
    blocksV1 = Array.from({ length: HEIGHT }, (_, i) => whole.block(whole.blocks.bestAt(i + 1)!)!.block);
    whole.close();
  });
  beforeEach(() => {
    store.close();
    store = new ChainStore(join(temporaryFolder('ahead'), 'chain.sqlite'), startWriter);
    const signatures = new SignatureChecker(async (checks) => checks.map(() => false));
    const assumedValid = { height: HEIGHT, id: blockId(blockHeaderOf(blocksV1.at(-1)!)) };
    chain = new ChainManager({ store, ...preset, clock: Date.now, signatures, assumedValid });
  });

  test('spend, revise, prove and let expire what was created before', () => {
    const transactions = blocksV1.flatMap((block) => block.transactions);
    expect(transactions.filter(({ fileContractRevisions }) => fileContractRevisions.length > 0)).not.toEqual([]);
    expect(transactions.filter(({ storageProofs }) => storageProofs.length > 0)).not.toEqual([]);
    expect(expectedV1.get('expiries')!.length).toBeGreaterThan(20);
  });

  test.each([1, 2, 3])('are stored as if they had been added one by one, with runs of seed %i', async (seed) => {
    await addInRuns(blocksV1, seed);
    expect(rowsOf(store)).toEqual(expectedV1);
  });

  test.each([4, 58])('are validated before their parents are stored, in runs of %i', async (count) => {
    await chain.addBlocks(blocksV1.slice(0, 4));
    for (let height = 4; height < HEIGHT; height += count) {
      await chain.addBlocksAhead(blocksV1.slice(height, height + count));
      expect(chain.tip.height).toBe(height);
    }
    await chain.stored();
    expect(rowsOf(store)).toEqual(expectedV1);
  });

  test.each([
    ['is being stored', 60],
    ['is in the same run', 59]
  ])('are refused if they spend what a block has spent that %s', async (_, stored) => {
    const [spending, next] = [blocksV1[59]!, blocksV1[60]!];
    const payment = spending.transactions.find(({ minerFees }) => minerFees.length > 0)!;
    const value = hastings(blockReward(preset.network, 61) + payment.minerFees[0]!);
    const again = { ...next, transactions: [payment], minerPayouts: [{ ...next.minerPayouts[0]!, value }] };
    await chain.addBlocksAhead(blocksV1.slice(0, stored));
    const added = chain.addBlocksAhead([...blocksV1.slice(stored, 60), again]);
    await expect(added).rejects.toMatchObject({ code: 'txn/unknown-parent' });
    expect(chain.tip.height).toBe(60);
    await addInRuns(blocksV1.slice(60), 6);
    expect(chain.tip.height).toBe(HEIGHT);
    expect(findDifferences(store, preset)).toEqual([]);
  });
});

test('blocks whose difficulty depends on one far below are not validated ahead', async () => {
  const [first, second, third] = earlyBlocksAfter(testPreset.genesis, 3, 600);
  const assumedValid = { height: 10, id: tip.id };
  const signatures = new SignatureChecker(async (checks) => checks.map(() => true));
  const options = { genesis: testPreset.genesis, clock: Date.now, signatures, assumedValid };
  store.close();
  store = new ChainStore(join(temporaryFolder('ahead'), 'chain.sqlite'), startWriter);
  chain = new ChainManager({ store, network: earlyNetwork, ...options });
  await chain.addBlocksAhead([first!, second!]);
  expect(chain.tip.height).toBe(2);
  await chain.addBlocksAhead([third!]);
  expect(chain.tip.height).toBe(3);
});

test('blocks of another branch, and those above the checkpoint, are added in order', async () => {
  const best = TestChain.create().extend(20);
  const branch = best.fork(8, 7).extend(20);
  chain = openChain(branch.states[15]!.index);
  await chain.addBlocksAhead(best.blocks.slice(1, 13));
  const sides: Block[] = [];
  const endThread = vi.spyOn(store, 'endThread');
  await chain.addBlocksAhead(branch.blocks.slice(9), (block) => sides.push(block));
  await chain.stored();
  expect(chain.tip).toEqual(branch.tip.index);
  expect(sides.length).toBeGreaterThan(0);
  // The thread is of no use above the checkpoint.
  await chain.addBlock(branch.next());
  expect(endThread).toHaveBeenCalled();
  // Numbers of the events of the reverted blocks are used again.
  const events = store.database.prepare('SELECT max(seq) AS last, count(*) AS count FROM events').get()!;
  expect(events.last).toBe(events.count);
  expect(findDifferences(store, testPreset)).toEqual([]);
});

test('a node that has synced tells its other peers of the last block, once it is stored', async () => {
  const best = TestChain.create().extend(100);
  const relayed: BlockId[] = [];
  const other = {
    ...TestChain.create().handlers(),
    relayHeader: (header: BlockHeader) => void relayed.push(blockId(header))
  };
  const peers = await Promise.all(
    [best.handlers(), other].map((handlers, i) =>
      listenAsPeer(`127.0.0.${i + 2}`, { genesisId: best.idAt(0), handlers })
    )
  );
  const { node } = await openNode({
    network: { ...testPreset, checkpoints: [best.tip.index] },
    dataDir: temporaryFolder('ahead'),
    peers: { listen: '127.0.0.1:0', peers: peers.map(({ address }) => address), discover: false }
  });
  try {
    await expect.poll(() => relayed, { timeout: limitMs(60_000) }).toEqual([best.tip.index.id]);
    expect(node.tip).toEqual(best.tip.index);
  } finally {
    await node.close();
    for (const peer of peers) await peer.close();
  }
});
