import { expect, test, vi } from 'vitest';
import type { Block } from '$lib/chain/block/block';
import { CodecError } from '$lib/codec/errors';
import { ConsensusError } from '$lib/consensus/errors';
import { WorkRefusedError } from '$lib/server/node/errors';
import { minerHandlers, type MinerParts } from '$lib/server/node/handlers/miner';

const options = { signal: new AbortController().signal };
const request = <Body>(body: Body) => ({ params: {}, query: {}, body });
const block = {} as Block;

function handlersOf(failure?: Error) {
  const submissions = {
    decodeBlock: vi.fn((bytes: Uint8Array): Block => {
      if (bytes.length < 2) throw new CodecError('cut short');
      if (bytes.length > 2) throw new ConsensusError('block/too-heavy', 'too heavy');
      return block;
    }),
    block: vi.fn(async () => {
      if (failure) throw failure;
    }),
    header: vi.fn(async () => {
      if (failure) throw failure;
    })
  };
  const parts = {
    submissions,
    mined: { count: () => ({ best: 3, cpu: 2, stale: 1 }) },
    cpuMiner: { hashesPerSecond: 7, isMining: true },
    headers: { next: () => new Uint8Array(112) }
  };
  return { handlers: minerHandlers(parts as unknown as MinerParts), submissions };
}

test('the status has the blocks that were mined, by whom, and the miner’s rate', () => {
  expect(handlersOf().handlers.status(request(undefined), options)).toEqual({
    blocksMined: 3,
    cpuHashrate: 7,
    cpuMining: true,
    staleBlocksMined: 1,
    cpuBlocksMined: 2
  });
});

test.each([
  // The ends of fields: a daemon reads nothing more there.
  [0, 'EOF'],
  [32, 'EOF'],
  [40, 'EOF'],
  [48, 'EOF'],
  [1, 'unexpected EOF'],
  [79, 'unexpected EOF']
])('a header of %i bytes is refused with %s', async (length, reason) => {
  const { handlers, submissions } = handlersOf();
  await expect(handlers.submitHeader(request(new Uint8Array(length)), options)).rejects.toMatchObject({
    code: 'miner/header-cut-short',
    message: expect.stringMatching(new RegExp(`(^|[^d] )${reason}`))
  });
  expect(submissions.header).not.toHaveBeenCalled();
});

test.each([80, 100])('a header of %i bytes is submitted', async (length) => {
  const { handlers, submissions } = handlersOf();
  await handlers.submitHeader(request(new Uint8Array(length)), options);
  expect(submissions.header.mock.calls).toEqual([[new Uint8Array(length)]]);
});

test('a block is submitted as it was decoded', async () => {
  const { handlers, submissions } = handlersOf();
  await handlers.submitBlock(request(new Uint8Array(2)), options);
  expect(submissions.block.mock.calls).toEqual([[block]]);
});

test.each([
  [0, ': EOF'],
  [1, ': unexpected EOF']
])('a block of %i bytes is refused with "%s"', async (length, reason) => {
  const { handlers } = handlersOf();
  await expect(handlers.submitBlock(request(new Uint8Array(length)), options)).rejects.toMatchObject({
    code: 'miner/block-cut-short',
    message: expect.stringContaining(reason)
  });
});

test('work that is refused is refused with the reason', async () => {
  const { handlers } = handlersOf(new WorkRefusedError('work/stale'));
  const stale = { code: 'miner/stale-block' };
  await expect(handlers.submitBlock(request(new Uint8Array(2)), options)).rejects.toMatchObject(stale);
  await expect(handlers.submitHeader(request(new Uint8Array(80)), options)).rejects.toMatchObject(stale);
  await expect(handlers.submitBlock(request(new Uint8Array(3)), options)).rejects.toMatchObject({
    message: expect.stringContaining('too heavy')
  });
});
