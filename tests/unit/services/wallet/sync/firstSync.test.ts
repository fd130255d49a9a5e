import { describe, expect, test } from 'vitest';
import { BadRequestError } from '$lib/api/http/errors';
import type { WalletServer } from '$lib/api/wallet-server/client';
import type { WalletEvent as ServerEvent } from '$lib/api/wallet-server/events';
import type { ChainUpdates } from '$lib/api/wallet-server/schemas';
import type { Address } from '$lib/chain/address';
import { hastings } from '$lib/chain/currency/currency';
import type { CoinElement } from '$lib/chain/element/elements';
import { ZERO_BLOCK_ID, type Hash256 } from '$lib/chain/ids';
import { firstSync } from '$lib/services/wallet/sync/firstSync';
import { stateElementOf } from '$lib/wallet/sync/cache';
import { isMature } from '$lib/wallet/sync/coins';
import { ALICE, BOB, testNetwork, v1AddressOf, v2AddressOf } from '../../../consensus/testChain';
import { ChainServer, notFound, recordingSignals } from '../../chainServer';
import { eventually } from '../../../../support/eventually';

const OURS = [v1AddressOf(ALICE), v2AddressOf(ALICE)];
const MINER = v1AddressOf(BOB);
const signal = new AbortController().signal;
const sync = (chain: ChainServer, changes: Partial<WalletServer> = {}, addresses: readonly Address[] = OURS) =>
  firstSync({ server: chain.server(changes), network: chain.chain.network, isOwnNode: false }, addresses, signal);

/** Passes the call through, and triggers something before the response of the first calls. */
function before<Args extends unknown[], R>(call: (...args: Args) => Promise<R>, happens: () => void, times = 1) {
  let left = times;
  return (...args: Args): Promise<R> => {
    const answer = call(...args);
    if (left-- > 0) happens();
    return answer;
  };
}
const rejected = (code: string) => expect.objectContaining({ code }) as Error;

describe('what addresses hold', () => {
  test('is read with its proofs, at the tip', async () => {
    const chain = new ChainServer(3);
    const { cache, state, events } = await sync(chain);
    expect(state).toEqual(chain.state);
    expect(cache.index).toEqual(chain.tip);
    const { coins, funds } = chain.chain.chain;
    const mature = coins.filter(({ maturityHeight }) => maturityHeight <= 3n);
    for (const [held, all] of [
      [cache.coins, mature],
      [cache.funds, funds]
    ] as const) {
      const own = all.filter(({ output }) => OURS.includes(output.address));
      expect([...held.keys()]).toEqual(own.map(({ id }) => id));
      for (const { id, output, stateElement } of own) {
        const { leafIndex } = held.get(id as never)!;
        expect(held.get(id as never)).toMatchObject({ output });
        expect(stateElementOf(cache, leafIndex!)).toEqual(stateElement);
      }
    }
    expect(events).toEqual([]);
  });

  test('is not read from a server that only indexes some addresses', async () => {
    const state = async () => ({ version: '', startTime: '', indexMode: 'personal' });
    await expect(sync(new ChainServer(3), { state })).rejects.toEqual(rejected('wallet/partial-index'));
  });

  test.each(['batchCoinOutputs', 'batchFundOutputs'] as const)(
    'is not read if %s lists foreign outputs',
    async (list) => {
      const chain = new ChainServer(3);
      const everything: WalletServer['batchCoinOutputs'] = async ({ query }) => {
        const outputs = list === 'batchCoinOutputs' ? chain.chain.chain.coins : chain.chain.chain.funds;
        return { basis: chain.tip, outputs: outputs.slice(query?.offset) as CoinElement[] };
      };
      await expect(sync(chain, { [list]: everything })).rejects.toEqual(rejected('wallet/foreign-output'));
    }
  );

  test('is not read if an output does not exist as listed', async () => {
    const chain = new ChainServer(3);
    const { batchCoinOutputs } = chain.server();
    const richer: WalletServer['batchCoinOutputs'] = async (...request) => {
      const { basis, outputs } = await batchCoinOutputs(...request);
      return { basis, outputs: outputs.map((coin) => ({ ...coin, output: { ...coin.output, value: hastings(7n) } })) };
    };
    await expect(sync(chain, { batchCoinOutputs: richer })).rejects.toEqual(rejected('wallet/wrong-proof'));
  });

  test('is not read at a state that no block leads to', async () => {
    const chain = new ChainServer(3);
    const tipState = async () => ({ ...chain.state, fundTaxRevenue: hastings(7n) });
    await expect(sync(chain, { tipState })).rejects.toEqual(rejected('wallet/unbacked-tip'));
  });

  test('is not read at a state after one with a total target of 0, by which the difficulty rule divides', async () => {
    const chain = new ChainServer(4, testNetwork(100));
    const { updates } = chain.server();
    const zeroed: typeof updates = async (...request) => {
      const { reverted, applied } = await updates(...request);
      const [parent, ...rest] = applied;
      return { reverted, applied: [{ ...parent!, state: { ...parent!.state, oakTarget: 0n } }, ...rest] };
    };
    await expect(sync(chain, { updates: zeroed })).rejects.toEqual(rejected('wallet/unbacked-tip'));
  });

  test('is read at the first block of a chain whose difficulty never had the old rules', async () => {
    const network = testNetwork(1);
    const chain = new ChainServer(1, { ...network, hardforkOak: { ...network.hardforkOak, height: 0 } });
    const genesis = { state: chain.stateAt(0), block: chain.blockAt(0) };
    // Since before genesis, whose index is a zero id.
    const updates: WalletServer['updates'] = async ({ params: { index } }) => {
      expect(index).toEqual({ height: 0, id: ZERO_BLOCK_ID });
      return { reverted: [], applied: [genesis, ...chain.chain.feed.applied] } as unknown as ChainUpdates;
    };
    expect((await sync(chain, { updates })).state).toEqual(chain.state);
    const tipState = async () => ({ ...chain.state, fundTaxRevenue: hastings(7n) });
    await expect(sync(chain, { updates, tipState })).rejects.toEqual(rejected('wallet/unbacked-tip'));
  });
});

test('pending requests are aborted when it is stopped', async () => {
  const chain = new ChainServer(8);
  const asked = new Map<string, AbortSignal | undefined>();
  const given = new AbortController().signal;
  const server = recordingSignals(chain.server(telling(rewardOf(chain, 6))), asked);
  await firstSync({ server, network: chain.chain.network, isOwnNode: false }, [MINER], given);
  // The history has its own signal: see below.
  expect([...asked].filter(([call, each]) => each !== given && call !== 'batchEvents')).toEqual([]);
  expect([...asked.keys()]).toEqual(
    expect.arrayContaining(['state', 'tipState', 'batchCoinOutputs', 'batchFundOutputs', 'batchEvents', 'coinOutput'])
  );
});

describe('the history is requested while outputs are read', () => {
  const chain = new ChainServer(3);
  /** The signals of the history requests, which are never answered. */
  function unanswered(signals: AbortSignal[]): WalletServer['batchEvents'] {
    return (_page, options) => {
      signals.push(options!.signal!);
      return new Promise((_, reject) => options!.signal!.addEventListener('abort', () => reject(new Error('stopped'))));
    };
  }

  test('and aborted if they fail', async () => {
    const signals: AbortSignal[] = [];
    const batchCoinOutputs = async () => {
      expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
      throw notFound();
    };
    await expect(sync(chain, { batchEvents: unanswered(signals), batchCoinOutputs })).rejects.toThrow();
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  });

  test('and aborted when reading is stopped', async () => {
    const signals: AbortSignal[] = [];
    const stop = new AbortController();
    const server = chain.server({ batchEvents: unanswered(signals) });
    const reading = firstSync({ server, network: chain.chain.network, isOwnNode: false }, OURS, stop.signal);
    await eventually(() => expect(signals).toHaveLength(1));
    stop.abort();
    await expect(reading).rejects.toThrow('stopped');
  });
});

describe('a chain that moves while it is read', () => {
  test.each([
    ['tipState', 4],
    ['batchCoinOutputs', 4],
    ['batchFundOutputs', 4],
    ['batchEvents', 4]
  ] as const)('is read at one block: it moved with %s', async (call, height) => {
    const chain = new ChainServer(3);
    const { [call]: answer } = chain.server();
    const { cache } = await sync(chain, { [call]: before(answer as never, () => chain.grow(1)) });
    expect(cache.index.height).toBe(height);
  });

  test.each([9, 10])('is read up to ten times: it moved %i times', async (times) => {
    const chain = new ChainServer(3);
    let asked = 0;
    const { batchFundOutputs, tipState } = chain.server();
    const reading = sync(chain, {
      // Counts the attempts; the basis of the lists is then one block later.
      tipState: before(tipState, () => asked++, 100),
      batchFundOutputs: async (...request) => {
        if (asked <= times) chain.grow(1);
        return batchFundOutputs(...request);
      }
    });
    if (times === 9) expect((await reading).cache.index).toEqual(chain.tip);
    else await expect(reading).rejects.toEqual(rejected('wallet/restless-chain'));
    expect(asked).toBe(10);
  });

  test('is read again if a proof was of another block', async () => {
    const chain = new ChainServer(4);
    const event = rewardOf(chain, 4);
    const { coinOutput } = chain.server();
    const { cache } = await sync(
      chain,
      {
        batchEvents: async ({ query }) => (query?.offset ? [] : [event]),
        // The coin's proof is at one of the blocks that arrive meanwhile.
        coinOutput: async (...request) => {
          chain.grow(12);
          return coinOutput(...request);
        }
      },
      [MINER]
    );
    expect(cache.index.height).toBe(16);
  });

  test('is read again if a reorganization replaced the tip', async () => {
    const chain = new ChainServer(3);
    const { tipState } = chain.server();
    const reorganized = before(tipState, () => {
      chain.rewind(1);
      chain.grow(2, v2AddressOf(BOB));
    });
    expect((await sync(chain, { tipState: reorganized })).cache.index).toEqual(chain.tip);
  });

  test.each([
    ['replaced', 2],
    ['removed', 0]
  ])('is read again if a reorganization %s blocks between two pages of events: older ones are skipped', async (_, grown) => {
    const chain = new ChainServer(8);
    const oldest = rewardOf(chain, 2);
    let events = [rewardOf(chain, 8), rewardOf(chain, 7), oldest];
    const { promise: reorganized, resolve } = Promise.withResolvers<void>();
    // The last of the outputs; the second page of events comes later, and starts behind the oldest.
    const batchFundOutputs = before(chain.server().batchFundOutputs, () => {
      chain.rewind(2);
      chain.grow(grown, v2AddressOf(BOB));
      events = [oldest];
      resolve();
    });
    const batchEvents: WalletServer['batchEvents'] = async ({ query }) => {
      const offset = query?.offset ?? 0;
      if (offset > 0) await reorganized;
      return events.slice(offset, offset + 2);
    };
    const read = await sync(chain, { batchFundOutputs, batchEvents }, [MINER]);
    expect(read.events.map(({ id }) => id)).toEqual([oldest.id]);
    expect(read.cache.index).toEqual(chain.tip);
  }); // prettier-ignore
});

/** The reward of a block, as reported by servers. */
function rewardOf(chain: ChainServer, height: number, changes: Partial<ServerEvent> = {}): ServerEvent {
  const { value, address } = chain.blockAt(height).minerPayouts[0]!;
  const coinElement = chain.chain.chain.coins.find(
    ({ output, maturityHeight }) => output.address === address && maturityHeight === BigInt(height + 3)
  )!;
  return {
    id: coinElement.id as string as Hash256,
    index: chain.stateAt(height).index,
    confirmations: 1,
    data: { type: 'miner', coinElement: { ...coinElement, output: { value, address } } },
    maturityHeight: height + 3,
    timestamp: chain.blockAt(height).timestamp,
    relevant: [address],
    ...changes
  };
}
const telling = (...events: ServerEvent[]): Pick<WalletServer, 'batchEvents'> => ({
  batchEvents: async ({ query }) => events.slice(query?.offset)
});

describe('the history of addresses', () => {
  test('is read, each event once, up to the block of the outputs', async () => {
    const chain = new ChainServer(8);
    const events = [rewardOf(chain, 8), rewardOf(chain, 2), rewardOf(chain, 8), rewardOf(chain, 8, { index: { height: 9, id: chain.tip.id } })];
    const read = await sync(chain, telling(...events.slice(1)), [MINER]);
    expect(read.events.map(({ index }) => index.height)).toEqual([2, 8]);
    const later = rewardOf(chain, 7, { index: { height: 9, id: chain.tip.id } });
    expect((await sync(chain, telling(later), [MINER])).events).toEqual([]);
  }); // prettier-ignore

  test('has no foreign events', async () => {
    const chain = new ChainServer(8);
    expect((await sync(chain, telling(rewardOf(chain, 2)))).events).toEqual([]);
  });

  test('has no event that is told without a block, which would never be confirmed', async () => {
    const chain = new ChainServer(8);
    const unconfirmed = rewardOf(chain, 2, { index: { height: 2, id: ZERO_BLOCK_ID } });
    expect((await sync(chain, telling(unconfirmed), [MINER])).events).toEqual([]);
    const both = await sync(chain, telling(rewardOf(chain, 2), unconfirmed), [MINER]);
    expect(both.events.map(({ index }) => index)).toEqual([chain.stateAt(2).index]);
  });

  test('has one event of those with the same id, in whichever blocks they are told', async () => {
    const chain = new ChainServer(8);
    const twice = [rewardOf(chain, 2), rewardOf(chain, 2, { index: chain.stateAt(7).index })];
    expect((await sync(chain, telling(...twice), [MINER])).events.length).toBe(1);
  });
});

describe('immature coins', () => {
  const chain = new ChainServer(8);
  const due = rewardOf(chain, 6);
  const immature = async (changes: Partial<WalletServer>, event = due) => {
    const { cache } = await sync(chain, { ...telling(event), ...changes }, [MINER]);
    return [...cache.coins.values()].filter((coin) => !isMature(coin, 8));
  };

  test('are requested one by one, with their proofs', async () => {
    const asked: string[] = [];
    const { coinOutput } = chain.server();
    const [coin, ...others] = await immature({
      coinOutput: (request, options) => {
        asked.push(request.params.id);
        return coinOutput(request, options);
      }
    });
    expect(asked).toEqual([due.id]);
    expect(coin).toMatchObject({ id: due.id, maturityHeight: 9n, leafIndex: expect.any(BigInt) as unknown });
    expect(others).toEqual([]);
  });

  test('are not requested once they have matured', async () => {
    const asked: string[] = [];
    const coinOutput: WalletServer['coinOutput'] = async ({ params }) => (asked.push(params.id), Promise.reject(notFound()));
    await immature({ coinOutput }, rewardOf(chain, 5));
    expect(asked).toEqual([]);
  }); // prettier-ignore

  test('are kept without a proof if the server does not support the request', async () => {
    expect(await immature({ coinOutput: () => Promise.reject(notFound()) })).toEqual([
      { id: due.id, output: { value: chain.blockAt(6).minerPayouts[0]!.value, address: MINER }, maturityHeight: 9n }
    ]);
  });

  test.each<[string, (coin: CoinElement) => Partial<CoinElement>]>([
    ['another coin', () => ({ id: 'ab'.repeat(32) as never })],
    ['a coin of another address', ({ output }) => ({ output: { ...output, address: v2AddressOf(ALICE) } })]
  ])('are not read from a server that returns %s', async (_, change) => {
    const { coinOutput } = chain.server();
    const other: WalletServer['coinOutput'] = async (...request) => {
      const coin = await coinOutput(...request);
      return { ...coin, ...change(coin) };
    };
    await expect(immature({ coinOutput: other })).rejects.toEqual(rejected('wallet/foreign-output'));
  });

  test('are not read if the server fails', async () => {
    const failed = () => Promise.reject(new BadRequestError({ method: 'GET', path: '/' }, 400, ''));
    await expect(immature({ coinOutput: failed })).rejects.toEqual(rejected('api/bad-request'));
  });

  test('of others, paid by the same event, are not requested', async () => {
    const asked: string[] = [];
    const coinOutput: WalletServer['coinOutput'] = async ({ params }) => (asked.push(params.id), Promise.reject(notFound()));
    const { cache } = await sync(chain, { ...telling(due), coinOutput }, OURS);
    expect([asked, [...cache.coins.values()].filter((coin) => !isMature(coin, 8))]).toEqual([[], []]);
  }); // prettier-ignore
});
