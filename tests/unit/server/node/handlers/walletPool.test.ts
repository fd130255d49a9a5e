import { expect, test, vi } from 'vitest';
import { ZERO_BLOCK_ID } from '$lib/chain/ids';
import { unixSeconds } from '$lib/chain/time';
import { EMPTY_TRANSACTION } from '$lib/chain/transaction/transaction';
import { walletPoolHandlers, type WalletPoolParts } from '$lib/server/node/handlers/walletPool';

// Anyone may submit blocks: without hashing their V1 transactions, it cannot be told whether they have work.
const addBlock = vi.fn(() => Promise.resolve('side'));
const handlers = walletPoolHandlers({ chain: { addBlock } } as unknown as WalletPoolParts);

const submit = (count: number, signal = new AbortController().signal) => {
  const transactions = Array.from({ length: count }, () => ({ ...EMPTY_TRANSACTION }));
  const block = { parentId: ZERO_BLOCK_ID, nonce: 0n, timestamp: unixSeconds(0), minerPayouts: [], transactions };
  return handlers.broadcastBlock({ params: {}, query: {}, body: block }, { signal } as never);
};

test('a block of many V1 transactions is hashed in steps, which end with its client', async () => {
  await expect(submit(1_000, AbortSignal.abort(new Error('left')))).rejects.toThrow('left');
  expect(addBlock).not.toHaveBeenCalled();
  await expect(submit(1_000)).rejects.toMatchObject({ code: 'wallet-server/v1-block' });
  expect(addBlock).toHaveBeenCalledOnce();
});

test('one of more than fit into a block is refused before that', async () => {
  addBlock.mockClear();
  await expect(submit(30_000)).rejects.toMatchObject({ message: expect.stringContaining('exceeds maximum weight') });
  expect(addBlock).not.toHaveBeenCalled();
});
