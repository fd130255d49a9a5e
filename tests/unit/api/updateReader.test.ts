import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { WalletServer } from '$lib/api/wallet-server/client';
import { UpdateReader } from '$lib/api/wallet-server/updateReader';
import type { BlockId } from '$lib/chain/ids';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const { signal } = new AbortController();
const at = (height: number) => ({ height, id: 'ab'.repeat(32) as BlockId });

/** A reader, and a function that reads at a height; the server responds with this many blocks. */
function reading() {
  const blocks = { applied: 0, reverted: 0 };
  const updates = vi.fn(async () => ({
    applied: Array.from({ length: blocks.applied }, () => ({})),
    reverted: Array.from({ length: blocks.reverted }, () => ({}))
  }));
  const reader = new UpdateReader({ updates } as unknown as WalletServer);
  /** @returns whether the request was sent at once */
  const read = async (height: number, reverted: number, applied: number): Promise<boolean> => {
    Object.assign(blocks, { applied, reverted });
    updates.mockClear();
    const answer = reader.read(at(height), signal);
    await vi.advanceTimersByTimeAsync(0);
    const isImmediate = updates.mock.calls.length > 0;
    // Not all timers: what other files left in this process may set new ones forever.
    await vi.advanceTimersByTimeAsync(5_000);
    await answer;
    return isImmediate;
  };
  return { read, reader };
}

test('a server that reverts and applies the same blocks forever is asked every five seconds', async () => {
  const { read } = reading();
  for (let i = 0; i < 50; i++) expect(await read(1_000, 10, 10)).toBe(true);
  expect(await read(1_000, 10, 10)).toBe(false);
  // Nor if each response only reverts, or only applies.
  expect(await read(990, 0, 10)).toBe(false);
  // Until it leads to a new block.
  expect(await read(1_001, 0, 1)).toBe(true);
  expect(await read(1_001, 1, 0)).toBe(true);
});

test('blocks that are read again, without reverts, are not delayed', async () => {
  const { read } = reading();
  await read(100_000, 0, 1);
  for (let height = 1_000; height < 10_000; height += 100) expect(await read(height, 0, 100)).toBe(true);
});

test('the pause ends with the signal', async () => {
  const { read, reader } = reading();
  for (let i = 0; i < 50; i++) await read(1_000, 1, 1);
  const stop = new AbortController();
  const answer = reader.read(at(1_000), stop.signal);
  const refused = expect(answer).rejects.toThrow('stopped');
  stop.abort(new Error('stopped'));
  await refused;
});
