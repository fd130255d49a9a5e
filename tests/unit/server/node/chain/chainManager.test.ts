import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { blockId, type Block } from '$lib/chain/block/block';
import { blockHeaderOf } from '$lib/chain/block/commitment';
import { ZERO_HASH, type Hash256 } from '$lib/chain/ids';
import { verifySignature } from '$lib/chain/keys/verifySignature';
import { ConsensusError } from '$lib/consensus/errors';
import { SignatureCache } from '$lib/consensus/validate/signatureCache';
import { ChainManager } from '$lib/server/node/chain/chainManager';
import { SignatureChecker } from '$lib/server/node/signatures/signatureChecker';
import { DiskFullError } from '$lib/server/node/store/sqliteError';
import { ChainStore } from '$lib/server/node/store/store';
import { TestChain, testPreset } from '../../../../support/peers/testChain';

const idOf = (block: Block) => blockId(blockHeaderOf(block));

let store: ChainStore;
let chain: ChainManager;
beforeEach(() => {
  store = new ChainStore(':memory:');
  const signatures = new SignatureChecker(async (checks) =>
    checks.map(({ publicKey, message, signature }) => verifySignature(publicKey, message, signature))
  );
  chain = new ChainManager({ store, ...testPreset, clock: Date.now, signatures });
});
afterEach(() => store.close());

test('a branch with an invalid block is not tried again when its later blocks are sent again', async () => {
  const best = TestChain.create().extend(3);
  await chain.addBlocks(best.blocks.slice(1));
  const branch = best.fork(0, 7);
  branch.add(branch.next([branch.payment(false)])).extend(3);
  const [invalid, second, third, heaviest] = branch.blocks.slice(1);
  for (const block of [invalid!, second!, third!]) expect(await chain.addBlock(block)).toBe('side');
  const refused = { code: 'chain/invalid-ancestor', blockId: branch.idAt(1) };
  await expect(chain.addBlock(heaviest!)).rejects.toMatchObject(refused);
  expect(store.blocks.place(branch.idAt(4))).toBeUndefined();

  const disconnect = vi.spyOn(store, 'disconnect');
  await expect(chain.addBlock(heaviest!)).rejects.toMatchObject(refused);
  expect(disconnect).not.toHaveBeenCalled();
  expect(chain.tip).toEqual(best.tip.index);
  // Nor are other blocks on it stored.
  const other = branch.fork(1, 8).extend(1);
  await expect(chain.addBlock(other.blocks[2]!)).rejects.toMatchObject(refused);
  expect(store.blocks.place(other.idAt(2))).toBeUndefined();
});

test('a block is known from its first arrival on, on a side branch as on the best chain', async () => {
  const best = TestChain.create().extend(3);
  await chain.addBlocks(best.blocks.slice(1));
  const [, , side] = best.fork(1, 7).extend(1).blocks;
  expect(await chain.addBlock(side!)).toBe('side');
  for (const block of [side!, best.blocks[1]!, best.blocks[3]!]) expect(await chain.addBlock(block)).toBe('known');
});

describe.each([
  ['on the tip', 1],
  ['on a side branch', 0]
])('a block that makes its chain the heaviest, %s,', (_, fork) => {
  const best = TestChain.create().extend(1);
  const branch = best.fork(fork, 7).extend(1 - fork);
  const [valid, invalid] = [branch.next([branch.payment()]), branch.next([branch.payment(false)])];
  const after = branch.fork(1, 7).add(valid).tip;
  /** Anyone can send a header with another body. */
  const storeHeader = (block: Block) => store.insertBlock(idOf(block), { ...block, minerPayouts: [] }, after);
  beforeEach(async () => {
    for (const { blocks } of [best, branch]) await chain.addBlock(blocks[1]!);
  });

  test.each([false, true])('replaces another body, if its header is stored: %s', async (isStored) => {
    if (isStored) storeHeader(valid);
    expect(await chain.addBlock(valid)).toBe('best');
    expect([chain.tip, store.block(idOf(valid))!.block]).toEqual([after.index, valid]);
  });

  test.each([false, true])('is not validated again if it is invalid and its header is stored: %s', async (isStored) => {
    if (isStored) storeHeader(invalid);
    await expect(chain.addBlock(invalid)).rejects.toBeInstanceOf(ConsensusError);
    await expect(chain.addBlock(invalid)).rejects.toMatchObject({ code: 'chain/known-invalid' });
    expect(chain.tip).toEqual(best.tip.index);
  });
});

test('a block that was valid is not validated again when its branch becomes the best chain again', async () => {
  let verified = 0;
  const verify = async (checks: readonly unknown[]) => checks.map(() => ++verified > 0);
  const signatures = new SignatureChecker(verify, new SignatureCache(0));
  const manager = new ChainManager({ store, ...testPreset, clock: Date.now, signatures });
  const best = TestChain.create();
  best.add(best.next([best.payment()]));
  const branch = best.fork(0, 7).extend(2);
  for (const block of [...best.blocks.slice(1), ...branch.blocks.slice(1)]) await manager.addBlock(block);
  const before = verified;
  for (const block of best.extend(2).blocks.slice(2)) await manager.addBlock(block);
  expect([manager.tip, verified]).toEqual([best.tip.index, before]);
});

test('only a block that cannot be encoded is malformed, not one that cannot be stored', async () => {
  const best = TestChain.create().extend(2);
  await chain.addBlocks(best.blocks.slice(1));
  const payment = best.fork(0, 7).payment();
  const [input] = payment.coinInputs;
  // A forest has trees of at most 2^63 leaves.
  const stateElement = { ...input!.parent.stateElement, merkleProof: new Array<Hash256>(64).fill(ZERO_HASH) };
  const coinInputs = [{ ...input!, parent: { ...input!.parent, stateElement } }];
  const side = best.fork(0, 7).next([payment]);
  const malformed = { ...side, v2: { ...side.v2!, transactions: [{ ...payment, coinInputs }] } };
  await expect(chain.addBlock(malformed)).rejects.toMatchObject({ code: 'chain/malformed' });

  vi.spyOn(store.blocks, 'insert').mockImplementation(() => {
    throw new DiskFullError();
  });
  await expect(chain.addBlock(side)).rejects.toBeInstanceOf(DiskFullError);
});

test.each([
  [2, true],
  [1, false]
])(
  'a branch that forks at height %i of a chain whose blocks below 3 are pruned is followed: %s',
  async (at, isFollowed) => {
    const best = TestChain.create().extend(5);
    await chain.addBlocks(best.blocks.slice(1));
    store.blocks.prune(3);
    store.setFirstBody(3);
    const branch = best.fork(at, 7).extend(9);
    const added = (async () => {
      for (const block of branch.blocks.slice(at + 1)) await chain.addBlock(block);
    })();
    if (isFollowed) await added;
    else await expect(added).rejects.toMatchObject({ code: 'chain/fork-too-deep' });
    expect(chain.tip).toEqual((isFollowed ? branch : best).tip.index);
  }
);

test('every listener learns of a new tip, even if another one fails', async () => {
  const heights: number[] = [];
  chain.onTip(() => {
    throw new DiskFullError();
  });
  chain.onTip(({ tip }) => heights.push(tip.height));
  const [, first, second] = TestChain.create().extend(2).blocks;
  await expect(chain.addBlock(first!)).rejects.toMatchObject({ code: 'node/disk-full' });
  await expect(chain.addBlock(second!)).rejects.toMatchObject({ code: 'node/disk-full' });
  expect([heights, chain.tip.height]).toEqual([[1, 2], 2]);
});

test('a block may be up to three hours ahead of the local clock', async () => {
  const block = TestChain.create().next();
  let nowMs = (block.timestamp - 3 * 60 * 60) * 1000 - 1;
  const signatures = new SignatureChecker(async (checks) => checks.map(() => true));
  const manager = new ChainManager({ store, ...testPreset, clock: () => nowMs, signatures });
  await expect(manager.addBlock(block)).rejects.toMatchObject({ code: 'chain/future-timestamp' });
  nowMs++;
  expect(await manager.addBlock(block)).toBe('best');
});

test.each(['the checkpoint of the release', 'one below it, once that is reached'])(
  'a block that is not %s is refused with its transactions unread',
  async (place) => {
    const best = TestChain.create().extend(4);
    const other = best.fork(2, 5).extend(2);
    const signatures = new SignatureChecker(async (checks) => checks.map(() => true));
    const assumedValid = best.states[3]!.index;
    const guarded = new ChainManager({ store, ...testPreset, clock: Date.now, signatures, assumedValid });
    const isReached = place.startsWith('one');
    await guarded.addBlocks(best.blocks.slice(1, isReached ? 4 : 3));
    const conflict = { code: 'chain/checkpoint-conflict', blockId: other.idAt(3) };
    await expect(guarded.addBlock(other.blocks[3]!)).rejects.toMatchObject(conflict);
    expect([guarded.tip, store.blocks.place(other.idAt(3))]).toEqual([
      best.states[isReached ? 3 : 2]!.index,
      undefined
    ]);
    await guarded.addBlocks(best.blocks.slice(3));
    expect(guarded.tip).toEqual(best.tip.index);
  }
);

test.each([undefined, 2])(
  'blocks on the tip are stored in one transaction, with a checkpoint at height %j',
  async (at) => {
    const best = TestChain.create().extend(6);
    const signatures = new SignatureChecker(async (checks) => checks.map(() => true));
    const assumedValid = at === undefined ? undefined : best.states[at]!.index;
    const manager = new ChainManager({ store, ...testPreset, clock: Date.now, signatures, assumedValid });
    const transaction = vi.spyOn(store, 'transaction');
    await manager.addBlocks(best.blocks.slice(1));
    expect([manager.tip, transaction.mock.calls.length]).toEqual([best.tip.index, 1]);
  }
);
