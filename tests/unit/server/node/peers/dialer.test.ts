import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { PeerError } from '$lib/peers/errors';
import { AddressBook } from '$lib/server/node/peers/addressBook';
import { Dialer } from '$lib/server/node/peers/dialer';
import type { Peer } from '$lib/server/node/peers/peer';
import { ChainStore } from '$lib/server/node/store/store';

const PUBLIC = '192.0.2.1:9981';
const HEARD_OF = '198.51.100.7:9981';
const MINUTES_5 = 5 * 60_000;

let store: ChainStore;
beforeEach(() => (store = new ChainStore(':memory:')));
afterEach(() => store.close());

/** A dialer whom nobody answers. */
function lonely(peers: readonly Peer[]) {
  let nowMs = 1_000_000;
  let dialed: string[] = [];
  const book = new AddressBook(store.settings);
  book.add([HEARD_OF]);
  const dialer = new Dialer({
    connections: {
      peers,
      outbound: [],
      dial: async (address) => {
        dialed.push(address);
        throw new PeerError('peers/unreachable', 'nobody there');
      }
    },
    book,
    choice: { peers: [], discover: true },
    bootstrapPeers: [PUBLIC],
    clock: () => nowMs
  });
  /** Whom it dials some time later. */
  const round = async (afterMs = MINUTES_5) => {
    dialed = [];
    nowMs += afterMs;
    await dialer.dialMore();
    return dialed.toSorted();
  };
  return { round, book };
}

describe('addresses that do not answer', () => {
  test('are all tried again as long as nobody does: it may be this computer that is offline', async () => {
    const { round } = lonely([]);
    for (let i = 0; i < 100; i++) expect(await round()).toEqual([PUBLIC, HEARD_OF]);
  });

  test('are forgotten after five times while somebody else is connected, but for the public ones', async () => {
    const connected = { address: '203.0.113.7:1', call: () => Promise.resolve([]) } as unknown as Peer;
    const { round, book } = lonely([connected]);
    for (let i = 0; i < 5; i++) expect(await round()).toEqual([PUBLIC, HEARD_OF]);
    for (let i = 0; i < 5; i++) expect(await round()).toEqual([PUBLIC]);
    expect(book.addresses).toEqual([]);
  });
});

test('public nodes are dialed though the book is full', async () => {
  const { round, book } = lonely([]);
  book.add(Array.from({ length: 1_500 }, (_, i) => `11.${i >> 3}.${i & 7}.1:9981`));
  expect(book.addresses).toHaveLength(1_000);
  expect(book.addresses).not.toContain(PUBLIC);
  const dialed = new Set<string>();
  // Sixteen a round, in any order, none of them twice within five minutes.
  for (let i = 0; i < Math.ceil(1_001 / 16); i++) (await round(0)).forEach((address) => dialed.add(address));
  expect(dialed.size).toBe(1_001);
  expect(dialed).toContain(PUBLIC);
});
