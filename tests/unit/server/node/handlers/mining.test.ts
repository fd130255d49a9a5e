import { expect, test } from 'vitest';
import type { Block } from '$lib/chain/block/block';
import type { BlockId } from '$lib/chain/ids';
import { CodecError } from '$lib/codec/errors';
import { ConsensusError } from '$lib/consensus/errors';
import { BlockRefusedError, WorkRefusedError } from '$lib/server/node/errors';
import { miningHandlers, type MiningParts } from '$lib/server/node/handlers/mining';

const block = {} as Block;
const BLOCK_ID = '11'.repeat(32) as BlockId;

/** Submits a block. @returns the blocks that arrived */
async function submit(params: readonly string[], failure?: Error, failWithoutPeers = false): Promise<Block[]> {
  const arrived: Block[] = [];
  const { submitBlock } = miningHandlers({
    submissions: {
      decodeBlock: async (bytes: Uint8Array) => {
        if (bytes.length < 2) throw new CodecError('1 byte missing');
        if (bytes.length > 2) throw new ConsensusError('block/too-heavy', 'too heavy');
        return block;
      },
      block: async (given: Block) => {
        arrived.push(given);
        if (failure) throw failure;
      }
    },
    failWithoutPeers
  } as unknown as MiningParts);
  await submitBlock({ params: {}, query: {}, body: { params: [...params] } }, { signal: new AbortController().signal });
  return arrived;
}

test.each<[string, string, Error | undefined]>([
  ['is accepted', '00FF', undefined],
  ['that is late or known is accepted', '00ff', new WorkRefusedError('work/stale')]
])('a submitted block %s', async (_, text, failure) => {
  expect(await submit([text], failure)).toEqual([block]);
});

test.each<[string, readonly string[], string, string]>([
  ['none', [], 'mining-server/no-block', 'expected block hex in request params array'],
  ['another character', ['00zz'], 'mining-server/block-not-hex', "invalid byte: U+007A 'z'"],
  ['a line break', ['00\n'], 'mining-server/block-not-hex', 'invalid byte: U+000A'],
  ['half a byte', ['000'], 'mining-server/block-cut-short', 'unexpected EOF'],
  ['a part', ['00'], 'mining-server/block-cut-short', 'unexpected EOF']
])('a submitted block is refused: %s', async (_, params, code, text) => {
  await expect(submit(params)).rejects.toMatchObject({ code, message: expect.stringContaining(text) });
});

test.each<[string, Error]>([
  ['breaks a rule', new ConsensusError('header/too-early', 'why')],
  ['is refused by the chain', new BlockRefusedError('chain/unknown-parent', BLOCK_ID, 'no parent')]
])('a submitted block that %s is refused with the reason', async (_, failure) => {
  await expect(submit(['0000'], failure)).rejects.toMatchObject({
    code: 'mining-server/block-refused',
    message: expect.stringContaining(failure.message)
  });
});

test('a submitted block that breaks a rule as it is decoded is refused with the reason', async () => {
  await expect(submit(['000000'])).rejects.toMatchObject({
    code: 'mining-server/block-refused',
    message: expect.stringContaining('too heavy')
  });
});

test('a failure of the node is not blamed on the block', async () => {
  const failure = new Error('disk');
  await expect(submit(['0000'], failure)).rejects.toBe(failure);
});

test('an accepted block is reported if it cannot be broadcast, as by servers without peers', async () => {
  await expect(submit(['0000'], undefined, true)).rejects.toMatchObject({ code: 'mining-server/no-peers' });
});
