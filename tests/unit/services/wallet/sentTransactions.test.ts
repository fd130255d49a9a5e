import { expect, test } from 'vitest';
import type { WalletServer } from '$lib/api/wallet-server/client';
import { AppError } from '$lib/errors';
import type { SendRow } from '$lib/services/wallet/records';
import { readSentTransactions } from '$lib/services/wallet/sync/sentTransactions';
import type { WalletEvent } from '$lib/wallet/sync/walletEvent';

class Refusal extends AppError {
  readonly code: string;
  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

/** Reads a sent transaction with fund units from a server that refuses its block. */
function readRefused(code: string) {
  const server = {
    indexAt: () => Promise.resolve({ height: 5, id: 'f5' }),
    updates: () => Promise.reject(new Refusal(code))
  } as unknown as WalletServer;
  const sends = [{ id: 'sent', transfer: { generation: 'v2', transaction: { fundInputs: [{}] } } }];
  const events = [{ id: 'sent', index: { height: 7, id: 'f7' } }];
  return readSentTransactions(
    server,
    sends as unknown as SendRow[],
    events as unknown as WalletEvent[],
    new AbortController().signal
  );
}

test('a block that the node has pruned does not prevent syncing', async () => {
  await expect(readRefused('wallet-server/before-first-block')).resolves.toEqual([]);
});

test('any other failure is reported, and the block is read again on the next try', async () => {
  await expect(readRefused('wallet-server/unknown-basis')).rejects.toMatchObject({
    code: 'wallet-server/unknown-basis'
  });
});
