import { expect, test } from 'vitest';
import { HEADER_BYTES, v1Block, type Block } from '$lib/chain/block/block';
import { v2Block } from '$lib/chain/block/blockLayout';
import { TransactionCache } from '$lib/chain/block/transactionCache';
import { CodecError } from '$lib/codec/errors';
import { encode } from '$lib/codec/layout';
import { createSubmissions, type SubmissionParts } from '$lib/server/node/mining/submission';
import { TestChain } from '../../../../support/peers/testChain';

const ALLOW_HEIGHT = 10;
const block = TestChain.create().next();

/** With a tip of this height. */
const submissionsAt = (height: number, cache = new TransactionCache([])) =>
  createSubmissions({
    chain: { network: { hardforkV2: { allowHeight: ALLOW_HEIGHT } }, state: { index: { height } } },
    pool: { cache },
    headers: { recover: () => undefined }
  } as unknown as SubmissionParts);
const decoded = (height: number, bytes: Uint8Array): Promise<Block> =>
  submissionsAt(height).decodeBlock(bytes, new AbortController());

test.each([
  [ALLOW_HEIGHT - 2, undefined],
  [ALLOW_HEIGHT - 1, block.v2]
])('a block on the tip at height %i is decoded in the encoding of its own height', async (height, v2) => {
  const { v2: own, ...others } = await decoded(height, encode(v2Block, block));
  expect([others.transactions, own]).toEqual([block.transactions, v2]);
});

test('transactions of the pool are decoded as the pool’s own objects, which need no validation again', async () => {
  const best = TestChain.create();
  const payment = best.payment();
  const bytes = encode(v2Block, best.next([payment]));
  const submissions = submissionsAt(ALLOW_HEIGHT - 1, new TransactionCache([payment]));
  const { v2 } = await submissions.decodeBlock(bytes, new AbortController());
  expect(v2!.transactions[0]).toBe(payment);
});

test.each([ALLOW_HEIGHT - 2, ALLOW_HEIGHT - 1])('half a block on the tip at height %i is none', async (height) => {
  const bytes = encode(height < ALLOW_HEIGHT - 1 ? v1Block : v2Block, block);
  await expect(decoded(height, bytes.subarray(0, bytes.length - 1))).rejects.toBeInstanceOf(CodecError);
});

test('a header with a time that no block can have was never issued', async () => {
  const bytes = new Uint8Array(HEADER_BYTES).fill(0xff);
  await expect(submissionsAt(5).header(bytes)).rejects.toMatchObject({ code: 'work/unknown-header' });
});
