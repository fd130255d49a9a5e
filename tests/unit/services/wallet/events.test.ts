import { describe, expect, test } from 'vitest';
import type { Address } from '$lib/chain/address';
import { findEvents, readEvents, withUnconfirmed, type EventFilter } from '$lib/services/wallet/events';
import type { Hash256 } from '$lib/chain/ids';
import type { EventTexts, WalletEvent } from '$lib/wallet/sync/walletEvent';

const event = (id: string, blockHeight: number) => ({ id, blockHeight }) as unknown as WalletEvent;

test('pending events are listed above confirmed ones', () => {
  const [waiting, mined] = [event('b', 0), event('a', 7)];
  expect(withUnconfirmed([waiting], [mined])).toEqual([waiting, mined]);
});

test('an event both in the pool and in a block is listed once, as confirmed', () => {
  const mined = event('a', 7);
  expect(withUnconfirmed([event('a', 0)], [mined])).toEqual([mined]);
});

/** Reads all events, each with this many outputs. @returns how many were read at a time */
async function readAll(count: number, outputs: number) {
  const all = Array.from({ length: count }, (_, i) => ({ id: `${i}`, inputs: [], outputs: Array(outputs).fill({}) }));
  const limits: number[] = [];
  const store = {
    async eventPage(_walletId: string, _type: unknown, last: WalletEvent | undefined, limit: number) {
      limits.push(limit);
      const from = last ? Number(last.id) + 1 : 0;
      return all.slice(from, from + limit) as unknown as WalletEvent[];
    }
  };
  const query = { walletId: 'w', filter: {} };
  expect((await readEvents(store, query, count)).map(({ id }) => Number(id))).toEqual(all.map((_, i) => i));
  return limits;
}

test('events with thousands of outputs are read one by one, others in large pages', async () => {
  expect(Math.max(...(await readAll(50, 2_000)))).toBe(1);
  expect((await readAll(5_000, 2)).length).toBeLessThan(20);
});

test('matching events are read only as far as needed', async () => {
  const all = Array.from({ length: 100 }, (_, i) => ({ id: `${i}`, inputs: [], outputs: [] }));
  let read = 0;
  const store = {
    async eventPage(_walletId: string, _type: unknown, last: WalletEvent | undefined, limit: number) {
      const from = last ? Number(last.id) + 1 : 0;
      read = Math.max(read, from + limit);
      return all.slice(from, from + limit) as unknown as WalletEvent[];
    }
  };
  for await (const { id } of findEvents(store, { walletId: 'w', filter: {} })) if (id === '2') break;
  expect(read).toBe(5);
});

describe('a filter of events', () => {
  const party = (address: string) => ({ id: '', address: address as Address, own: true });
  /** Ids are hexadecimal, like addresses. */
  const all = [
    { id: 'aa01', type: 'miner', timestamp: 100, coins: 30n, funds: 0n, inputs: [], outputs: [party('beef1')] },
    { id: 'aa02', type: 'transaction', timestamp: 200, coins: -20n, funds: 0n, inputs: [party('beef1')], outputs: [party('cafe2')] },
    { id: 'aa03', type: 'transaction', timestamp: 300, coins: 10n, funds: 0n, inputs: [party('cafe2')], outputs: [party('f00d3')] },
    { id: 'aa04', type: 'transaction', timestamp: 400, coins: 0n, funds: 5n, inputs: [], outputs: [party('beef1')] },
    { id: 'aa05', type: 'transaction', timestamp: 500, coins: 0n, funds: -5n, inputs: [party('beef1')], outputs: [] },
    { id: 'aa06', type: 'claim', timestamp: 600, coins: 0n, funds: 0n, inputs: [], outputs: [] }
  ] as unknown as WalletEvent[]; // prettier-ignore
  const texts: EventTexts = {
    nameOf: (address) => (address === 'cafe2' ? 'Rent of May' : ''),
    notes: new Map([['aa05' as Hash256, 'A gift']])
  };

  async function found(filter: EventFilter) {
    const asked: unknown[] = [];
    const store = {
      async eventPage(walletId: string, type: unknown, last: WalletEvent | undefined, limit: number) {
        asked.push([walletId, type]);
        const from = last === undefined ? 0 : all.indexOf(last) + 1;
        return all.slice(from, from + limit);
      }
    };
    const events = await readEvents(store, { walletId: 'w', filter, texts }, 10);
    expect(asked[0]).toEqual(['w', filter.type]);
    return events.map(({ id }) => Number(id.slice(2)));
  }

  test.each<[string, EventFilter, number[]]>([
    ['nothing', {}, [1, 2, 3, 4, 5, 6]],
    ['a type', { type: 'miner' }, [1]],
    ['from a time on', { fromMs: 300_000 }, [3, 4, 5, 6]],
    ['before a time', { untilMs: 300_000 }, [1, 2]],
    ['between two times', { fromMs: 200_000, untilMs: 400_000 }, [2, 3]],
    ['within a second', { fromMs: 200_001, untilMs: 300_001 }, [3]],
    ['incoming coins or units', { direction: 'in' }, [1, 3, 4]],
    ['outgoing coins or units', { direction: 'out' }, [2, 5]],
    ['at least an amount, in or out', { least: 20n }, [1, 2]],
    ['at most an amount, in or out', { most: 10n }, [3, 4, 5, 6]],
    ['an exact amount', { least: 20n, most: 20n }, [2]],
    ['an address that pays or is paid', { address: 'cafe2' as Address }, [2, 3]],
    ['a part of an id', { text: 'A04' }, [4]],
    ['a part of an address', { text: ' F00D ' }, [3]],
    ['a part of a label', { text: 'rent of' }, [2, 3]],
    ['a part of a note', { text: 'Gift' }, [5]],
    ['an empty text', { text: '  ' }, [1, 2, 3, 4, 5, 6]],
    ['a text that matches nothing', { text: 'nobody' }, []],
    ['several parts, all of which match', { type: 'transaction', direction: 'in', address: 'cafe2' as Address }, [3]]
  ])('%s', async (_, filter, expected) => {
    expect(await found(filter)).toEqual(expected);
  });
});

test('a page of events continues after the last one and has at most the requested number', async () => {
  const all = Array.from({ length: 40 }, (_, i) => ({
    id: `${i}`,
    inputs: [],
    outputs: [],
    coins: 0n,
    funds: 0n,
    timestamp: 0
  }));
  const asked: (string | undefined)[] = [];
  const store = {
    async eventPage(_walletId: string, _type: unknown, last: WalletEvent | undefined, limit: number) {
      asked.push(last?.id);
      const from = last ? Number(last.id) + 1 : 0;
      return all.slice(from, from + limit) as unknown as WalletEvent[];
    }
  };
  const query = { walletId: 'w', filter: {} };
  const first = await readEvents(store, query, 10);
  expect(first.map(({ id }) => Number(id))).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  asked.length = 0;
  const second = await readEvents(store, { ...query, last: first.at(-1) }, 10);
  expect(second[0]!.id).toBe('10');
  expect(asked[0]).toBe('9');
  // One, four and sixteen; reading stops once there are enough.
  expect(asked.length).toBe(3);
});
