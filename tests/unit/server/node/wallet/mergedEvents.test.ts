import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Address } from '$lib/chain/address';
import { hastings } from '$lib/chain/currency/currency';
import type { BlockId, CoinOutputId, Hash256 } from '$lib/chain/ids';
import { unixSeconds } from '$lib/chain/time';
import { runAtOnce, StepQueue } from '$lib/async/stepQueue';
import { walletLookupHandlers } from '$lib/server/node/handlers/walletLookups';
import { DEV_ADDRESSES } from '$lib/server/node/network/presets';
import type { EventPlace, EventTable } from '$lib/server/node/store/events';
import { ChainStore } from '$lib/server/node/store/store';
import { eventsOfAny } from '$lib/server/node/wallet/mergedEvents';
import type { WalletAddressParts } from '$lib/server/node/handlers/walletAddresses';

const COUNT = 2_500;
const { policy, unlockConditions } = DEV_ADDRESSES;
const addresses = new Set<Address>([policy, unlockConditions]);
const idOf = (i: number) => i.toString(16).padStart(64, '0') as Hash256;

/** The mined coin of the last of these addresses, with the number as its ID. */
function event(i: number, maturityHeight = i, ...relevant: Address[]) {
  if (relevant.length === 0) relevant.push(i % 2 === 0 ? policy : unlockConditions);
  const coinElement = {
    id: idOf(i) as string as CoinOutputId,
    stateElement: { leafIndex: BigInt(i), merkleProof: [] },
    output: { value: hastings(1n), address: relevant.at(-1)! },
    maturityHeight: BigInt(maturityHeight)
  };
  const data = { type: 'miner', coinElement } as const;
  return { id: idOf(i), height: i, maturityHeight, timestamp: unixSeconds(0), data, relevant };
}

let store: ChainStore;
beforeAll(() => {
  store = new ChainStore(':memory:');
  store.transaction(() => store.events.insertAll(Array.from({ length: COUNT }, (_, i) => event(i))));
});
afterAll(() => store.close());

const page = { offset: 2_400, limit: 3 };
/** Latest maturity first. */
const expected = [99, 98, 97].map(idOf);

describe('events of many addresses', () => {
  test('are skipped in steps, up to the page', () => {
    const work = eventsOfAny(store.events, addresses, page, () => true);
    let steps = 0;
    let step = work.next();
    for (; !step.done; step = work.next()) steps++;
    expect(step.value?.map(({ id }) => id)).toEqual(expected);
    // Two for those before the page, and one between each two on it.
    expect(steps).toBe(4);
  });

  test('are not read once one of them has been removed', () => {
    const read = vi.spyOn(store.events, 'at');
    expect(runAtOnce(eventsOfAny(store.events, addresses, page, () => false))).toBeUndefined();
    expect(read).not.toHaveBeenCalled();
    read.mockRestore();
  });

  test('are not read on once one of them has been removed', () => {
    let isCurrent = true;
    const work = eventsOfAny(store.events, addresses, { offset: 0, limit: 3 }, () => isCurrent);
    expect(work.next().done).toBe(false);
    isCurrent = false;
    expect(work.next()).toEqual({ done: true, value: undefined });
  });

  test('are in order, whichever addresses they are of', () => {
    const seqs = fc.array(fc.integer({ min: 0, max: 29 }), { minLength: 60, maxLength: 99 });
    fc.assert(
      fc.property(seqs, (owners) => {
        const all = owners.map((owner, seq) => ({ owner: String(owner) as Address, seq, maturity: seq }));
        const placesAfter: EventTable['placesAfter'] = (address, { maturity }, count) =>
          all
            .toReversed()
            .filter((place) => place.owner === address && place.maturity < maturity)
            .slice(0, count);
        const table = { placesAfter, at: (place: EventPlace) => place } as unknown as EventTable;
        const wanted = new Set(all.map(({ owner }) => owner));
        const found = runAtOnce(eventsOfAny(table, wanted, { offset: 0, limit: 99 }, () => true));
        expect(found).toEqual(all.toReversed());
      })
    );
  });

  test('are read from the start again after a reorganization', async () => {
    const [before, after] = ['11', '22'].map((byte) => byte.repeat(32) as BlockId);
    const chain = { tip: { height: COUNT, id: before } };
    const bestAt = vi.spyOn(store.blocks, 'bestAt').mockImplementation(() => chain.tip.id);
    const { batchEvents } = walletLookupHandlers({ store, chain } as unknown as WalletAddressParts);
    const body = { addresses: [...addresses] };
    const work = batchEvents({ body, query: page, params: {} });
    work.next();
    chain.tip = { height: COUNT, id: after! };
    const places = vi.spyOn(store.events, 'placesAfter');
    const read = await new StepQueue().run(work);
    expect(read.map(({ id, index }) => [id, index.id])).toEqual(expected.map((id) => [id, after]));
    expect(places.mock.calls.length).toBeGreaterThan(page.offset / 32);
    bestAt.mockRestore();
    places.mockRestore();
  });

  test('come in the order of their maturity, and of the same one the later first', () => {
    const few = new ChainStore(':memory:');
    const ids = [0, 1, 2, 3, 5, 6, 8];
    few.transaction(() => few.events.insertAll(ids.map((i) => event(i, i === 3 ? 7 : 5))));
    const all = runAtOnce(eventsOfAny(few.events, addresses, { offset: 0, limit: 9 }, () => true));
    expect(all?.map(({ id }) => id)).toEqual([3, 8, 6, 5, 2, 1, 0].map(idOf));
    few.close();
  });

  test('that are of several of them are listed once', () => {
    const few = new ChainStore(':memory:');
    few.transaction(() =>
      few.events.insertAll([event(1, 1, policy), event(2, 2, policy, unlockConditions), event(3, 3, unlockConditions)])
    );
    const all = runAtOnce(eventsOfAny(few.events, addresses, { offset: 0, limit: 9 }, () => true));
    expect(all?.map(({ id }) => id)).toEqual([3, 2, 1].map(idOf));
    few.close();
  });
});
