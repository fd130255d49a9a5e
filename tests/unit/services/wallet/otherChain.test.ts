import { expect, test } from 'vitest';
import { isAhead, isOnAnother } from '$lib/services/wallet/otherChain';
import { ChainServer, notFound, serverFailed } from '../chainServer';

const { signal } = new AbortController();

test('a server with later blocks, with none, on another chain, and one that fails', async () => {
  const chain = new ChainServer(3);
  const [before, tip] = [chain.stateAt(2).index, chain.tip];
  const server = chain.server();
  const other = chain.server({
    updates: () => Promise.reject(serverFailed()),
    block: () => Promise.reject(notFound())
  });
  const failing = chain.server({ updates: () => Promise.reject(serverFailed()) });
  const places = [
    [server, before],
    [server, tip],
    [other, tip],
    [failing, tip]
  ] as const;
  expect(await Promise.all(places.map(([at, index]) => isAhead(at, index, signal)))).toEqual([
    true,
    false,
    false,
    false
  ]);
  expect(await Promise.all(places.map(([at, index]) => isOnAnother(at, index)))).toEqual([false, false, true, false]);
});
