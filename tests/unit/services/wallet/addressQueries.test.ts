import { expect, test } from 'vitest';
import type { WalletServer } from '$lib/api/wallet-server/client';
import { NotFoundError } from '$lib/api/http/errors';
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

test('a server that lists more than a wallet can hold is not read to the end, whatever the address', async () => {
  const signal = new AbortController().signal;
  const { server, asked } = serverOf(1_000, [2]);
  const coins = new AddressQueries(server, signal, 10).coins([VOID_ADDRESS]);
  await expect(Array.fromAsync(coins)).rejects.toMatchObject({ code: 'wallet/long-list', limit: 10 });
  expect(asked.length).toBeLessThan(11);
  // Of all addresses together.
  const each = serverOf(4, [4]).server;
  const addresses = Array.from({ length: 300 }, () => VOID_ADDRESS);
  const many = (max: number) => Array.fromAsync(new AddressQueries(each, signal, max).coins(addresses));
  await expect(many(11)).rejects.toMatchObject({ code: 'wallet/long-list' });
  expect(await many(12)).toHaveLength(6);
});

test('events count with what they keep of their transactions', async () => {
  const data = (sizes: object) => ({ coinInputs: [], fundInputs: [], coinOutputs: [], fundOutputs: [], ...sizes });
  const page = [
    { id: 'a', data: { type: 'miner' } },
    { id: 'b', data: { type: 'v1Transaction', transaction: data({ coinInputs: [0, 0], coinOutputs: [0] }) } },
    { id: 'c', data: { type: 'v2Transaction', transaction: data({ fundInputs: [0, 0], fundOutputs: [0] }) } }
  ];
  const batchEvents = async ({ query }: { query: { offset: number } }) => (query.offset === 0 ? page : []);
  const eventsOf = (max: number) => {
    const server = { batchEvents } as unknown as WalletServer;
    return Array.fromAsync(new AddressQueries(server, new AbortController().signal, max).events([VOID_ADDRESS]));
  };
  expect(await eventsOf(9)).toHaveLength(2);
  await expect(eventsOf(8)).rejects.toMatchObject({ code: 'wallet/long-list' });
});

test('without batches, a long list is returned while it is read', async () => {
  const { asked, server } = serverOf(1_000, [2]);
  const single = {
    batchCoinOutputs: () => Promise.reject(new NotFoundError({ method: 'POST', path: '/' }, 404, '')),
    coinOutputs: server.batchCoinOutputs
  } as unknown as WalletServer;
  const addresses = Array.from({ length: 20 }, () => VOID_ADDRESS);
  const pages = new AddressQueries(single, new AbortController().signal).coins(addresses);
  await pages.next();
  // Four pages of six addresses, and three pages ahead of each.
  expect(asked.length).toBeLessThanOrEqual(6 * 7);
  await pages.return(undefined);
  const short = { ...single, coinOutputs: serverOf(9, [2]).server.batchCoinOutputs } as unknown as WalletServer;
  const ids = (await Array.fromAsync(new AddressQueries(short, new AbortController().signal).coins(addresses))).flatMap(
    ({ outputs }) => outputs.map(({ id }) => id as unknown)
  );
  expect(ids).toEqual(addresses.flatMap(() => [0, 1, 2, 3, 4, 5, 6, 7, 8]));
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
