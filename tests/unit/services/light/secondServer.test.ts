import { describe, expect, test } from 'vitest';
import type { WalletServer } from '$lib/api/wallet-server/client';
import type { Address } from '$lib/chain/address';
import type { ChainState } from '$lib/chain/block/state';
import { compareTips, totalsAt } from '$lib/services/light/secondServer';
import { BOB, testNetwork, v2AddressOf } from '../../consensus/testChain';
import { ChainServer, serverFailed } from '../chainServer';

const signal = new AbortController().signal;
const compare = (ours: WalletServer, theirs: WalletServer) => compareTips(ours, theirs, signal);

describe('the chains of two servers', () => {
  const [ours, behind, other] = [new ChainServer(5), new ChainServer(3), new ChainServer(3)];
  other.grow(1, v2AddressOf(BOB));

  test.each([
    ['the same', ours, ours],
    ['the other one behind', ours, behind],
    ['ours behind', behind, ours]
  ])('agree: %s', async (_, first, second) => {
    expect(await compare(first.server(), second.server())).toEqual({
      verdict: 'agree',
      ours: first.tip,
      theirs: second.tip
    });
  });

  const workOf = (chain: ChainServer, totalWork: bigint) =>
    chain.server({ tipState: async (): Promise<ChainState> => ({ ...chain.state, totalWork }) });

  test.each([
    ['ours', 2n, 1n],
    ['theirs', 1n, 2n],
    ['neither', 2n, 2n]
  ])('differ, with the one with more work: %s', async (moreWork, a, b) => {
    expect(await compare(workOf(ours, a), workOf(other, b))).toEqual({
      verdict: 'differ',
      ours: ours.tip,
      theirs: other.tip,
      moreWork
    });
    expect(await compare(workOf(other, a), workOf(ours, b))).toMatchObject({ verdict: 'differ', moreWork });
  });

  test('differ if one does not have the other’s tip', async () => {
    const lost = ours.server({
      indexAt: async (request) => (request.params.height > 0 ? behind.server().indexAt({ params: { height: 9 } }) : ours.stateAt(0).index)
    }); // prettier-ignore
    expect(await compare(behind.server(), lost)).toMatchObject({ verdict: 'differ' });
  });

  test('belong to two networks, at any heights', async () => {
    const elsewhere = new ChainServer(5, { ...testNetwork(1), hardforkOak: { ...testNetwork(1).hardforkOak, genesisTimestamp: 1_600_000_000 as never } }); // prettier-ignore
    expect(await compare(ours.server(), elsewhere.server())).toEqual({ verdict: 'other-network' });
  });

  test('are not compared if one fails', async () => {
    const failing = ours.server({ tipState: () => Promise.reject(serverFailed()) });
    await expect(compare(ours.server(), failing)).rejects.toMatchObject({ code: 'api/server-error' });
  });
});

describe('what addresses hold at a server', () => {
  const addresses = (count: number) => Array.from({ length: count }, (_, i) => `${i}` as Address);
  /** A server that counts its requests: each address holds the same. */
  function counting(indexMode = 'full') {
    const asked: number[] = [];
    const server = {
      state: async () => ({ indexMode }),
      batchBalance: async ({ body }: { body: { addresses: readonly Address[] } }) => {
        const count = BigInt(body.addresses.length);
        asked.push(body.addresses.length);
        return { coins: 5n * count, immatureCoins: 2n * count, funds: 3n * count };
      }
    } as unknown as WalletServer;
    return { server, asked };
  }

  test.each([
    [0, []],
    [1, [1]],
    [1_000, [1_000]],
    [1_001, [1_000, 1]],
    [2_500, [1_000, 1_000, 500]]
  ])('is requested for a thousand addresses at a time: %i', async (count, batches) => {
    const { server, asked } = counting();
    const totals = await totalsAt(server, addresses(count), signal);
    expect(asked).toEqual(batches);
    expect(totals).toEqual({ coins: 7n * BigInt(count), funds: 3n * BigInt(count) });
  });

  test('is not accepted from a server that only indexes some addresses', async () => {
    const { server, asked } = counting('personal');
    await expect(totalsAt(server, addresses(1), signal)).rejects.toMatchObject({ code: 'wallet/partial-index' });
    expect(asked).toEqual([]);
  });
});
