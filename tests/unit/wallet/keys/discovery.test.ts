import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Address } from '$lib/chain/address';
import type { PublicKey } from '$lib/chain/keys/keys';
import { discover, type DerivedKey, type DiscoveryOptions, type DiscoveryProgress } from '$lib/wallet/keys/discovery';

const keyAt = (index: number): DerivedKey => ({
  index,
  publicKey: `ed25519:${index}` as PublicKey,
  uc: `uc${index}` as Address,
  pk: `pk${index}` as Address
});

async function scan(used: readonly string[], options: Partial<DiscoveryOptions> = {}) {
  const asked: Address[] = [];
  const steps: DiscoveryProgress[] = [];
  const run = discover({
    deriveKeys: (from, count) => Promise.resolve(Array.from({ length: count }, (_, i) => keyAt(from + i))),
    findUsed: (addresses) => {
      asked.push(...addresses);
      return Promise.resolve(new Set(addresses.filter((address) => used.includes(address))));
    },
    gapLimit: 20,
    maxKeys: 1_000,
    ...options
  });
  for await (const step of run) steps.push(step);
  return { asked, steps, last: steps.at(-1)! };
}

test('both addresses of every key, until the gap limit', async () => {
  const { last, asked } = await scan(['pk0', 'uc3', 'pk3', 'uc22']);
  expect(last.found).toEqual([
    { index: 0, form: 'pk', address: 'pk0', publicKey: 'ed25519:0' },
    { index: 3, form: 'uc', address: 'uc3', publicKey: 'ed25519:3' },
    { index: 3, form: 'pk', address: 'pk3', publicKey: 'ed25519:3' },
    { index: 22, form: 'uc', address: 'uc22', publicKey: 'ed25519:22' }
  ]);
  expect(last).toMatchObject({ checkedUpTo: 43, gap: 20, isDone: true });
  expect(new Set(asked).size).toBe(asked.length);
});

test('a further scan finds keys beyond the gap', async () => {
  const { last } = await scan(['uc30']);
  expect(last).toMatchObject({ found: [], checkedUpTo: 20 });
  const more = await scan(['uc30'], { from: last.checkedUpTo });
  expect(more.last).toMatchObject({ found: [{ index: 30 }], checkedUpTo: 51 });
});

test('a server that reports every address as used is not asked forever', async () => {
  const steps: DiscoveryProgress[] = [];
  const everything = {
    deriveKeys: (from: number, count: number) =>
      Promise.resolve(Array.from({ length: count }, (_, i) => keyAt(from + i))),
    findUsed: (addresses: readonly Address[]) => Promise.resolve(new Set(addresses)),
    gapLimit: 20,
    maxKeys: 60,
    from: 5
  };
  for await (const step of discover(everything)) steps.push(step);
  expect(steps.map(({ checkedUpTo, isDone, isCut }) => [checkedUpTo, isDone, isCut])).toEqual([
    [25, false, false],
    [45, false, false],
    [65, true, true]
  ]);
});

test('all keys with gaps below the limit are found, at any batch size', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 1, max: 20 }), { maxLength: 6 }),
      fc.integer({ min: 1, max: 30 }),
      async (steps, batchSize) => {
        let index = -1;
        const indices = steps.map((step) => (index += step));
        const { last } = await scan(
          indices.map((i) => (i % 2 === 0 ? `uc${i}` : `pk${i}`)),
          { batchSize }
        );
        expect(last.found.map((found) => found.index)).toEqual(indices);
        expect(last.checkedUpTo).toBe(index + 21);
      }
    )
  );
});

describe('progress', () => {
  test('one value per batch, only the last one is done', async () => {
    const { steps } = await scan(['uc9'], { batchSize: 5 });
    expect(steps.map(({ checkedUpTo }) => checkedUpTo)).toEqual([5, 10, 15, 20, 25, 30]);
    expect(steps.map(({ isDone }) => isDone)).toEqual([false, false, false, false, false, true]);
  });

  test('it stops on abort', async () => {
    const stop = new AbortController();
    stop.abort(new Error('enough'));
    await expect(scan([], { signal: stop.signal })).rejects.toThrow('enough');
  });
});
