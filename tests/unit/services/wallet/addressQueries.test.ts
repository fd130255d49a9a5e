import { expect, test } from 'vitest';
import type { WalletServer } from '$lib/api/wallet-server/client';
import { VOID_ADDRESS } from '$lib/chain/address';
import { AddressQueries } from '$lib/services/wallet/sync/addressQueries';

/** A server with this many outputs that returns at most `limits[n]` in its response `n`. */
function serverOf(count: number, limits: readonly number[]) {
  const asked: number[] = [];
  const batchCoinOutputs = async ({ query }: { query: { offset: number; limit: number } }) => {
    const limit = Math.min(query.limit, limits[asked.length] ?? limits.at(-1)!);
    asked.push(query.offset);
    const ids = Array.from({ length: count }, (_, i) => ({ id: i })).slice(query.offset, query.offset + limit);
    return { basis: { height: 1, id: 'x' }, outputs: ids };
  };
  return { asked, server: { batchCoinOutputs } as unknown as WalletServer };
}

const coinsOf = (server: WalletServer) =>
  new AddressQueries(server, new AbortController().signal).coins([VOID_ADDRESS]);

test('the next three pages are requested while one is processed', async () => {
  const { asked, server } = serverOf(9, [2]);
  const pages = coinsOf(server);
  await pages.next();
  expect(asked).toEqual([0]);
  await pages.next();
  expect(asked).toEqual([0, 2, 4, 6, 8]);
  await pages.next();
  expect(asked).toEqual([0, 2, 4, 6, 8, 10]);
  await pages.return(undefined);
});

test('an address without outputs is requested once', async () => {
  const { asked, server } = serverOf(0, [2]);
  await Array.fromAsync(coinsOf(server));
  expect(asked).toEqual([0]);
});

test.each([
  ['equal', [2]],
  ['shorter', [3, 3, 1]],
  ['longer', [1, 2, 4]]
])('every output is returned once, whatever the pages: %s', async (_, limits) => {
  const { server } = serverOf(9, limits);
  const ids = (await Array.fromAsync(coinsOf(server))).flatMap(({ outputs }) => outputs.map(({ id }) => id as unknown));
  expect(ids).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
});

test('a server that returns the first page every time is not requested endlessly; one that repeats some outputs is read', async () => {
  const ids = (from: number, count: number) => Array.from({ length: count }, (_, i) => ({ id: from + i }));
  const serving = (page: (offset: number) => { id: number }[]) =>
    ({
      batchCoinOutputs: ({ query }: { query: { offset: number } }) =>
        Promise.resolve({ basis: { height: 1, id: 'x' }, outputs: page(query.offset) })
    }) as unknown as WalletServer;
  await expect(Array.fromAsync(coinsOf(serving(() => ids(0, 2))))).rejects.toMatchObject({
    code: 'wallet/repeated-pages'
  });
  const each = serving((offset) => (offset < 250 ? ids(Math.floor(offset / 100), 1) : []));
  expect(await Array.fromAsync(coinsOf(each))).toHaveLength(251);
});
