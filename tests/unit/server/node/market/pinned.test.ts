import { describe, expect, test } from 'vitest';
import { blake2b256 } from '$lib/chain/hash';
import { hastings, HASTINGS_PER_COIN } from '$lib/chain/currency/currency';
import { encodeHex, encodeUtf8 } from '$lib/codec/bytes';
import { stringifyJson } from '$lib/codec/json';
import { DEFAULT_ALLOWANCE } from '$lib/server/node/renter/allowance';
import { entryWriter } from '$lib/server/node/hostdb/entry';
import { DEFAULT_DEMAND } from '$lib/server/node/simulation/score';
import { openMarket } from '../../../../support/market';
import { steppedHost } from '../../../../support/simulatedHost';

/*
 * Hosts are not stored but computed from the seed, and stored contracts refer to them. So every release must compute
 * the same: changing a digest changes the market of all existing nodes.
 */
const digest = (value: unknown): string => encodeHex(blake2b256(encodeUtf8(stringifyJson(value)))).slice(0, 16);

describe('the hosts of a seed', () => {
  test.each([
    [0, '7794ad08e611626b'],
    [3, '7c4aa86e1c0237fc'],
    [200, '16a68af60770f006'],
    [5_000, '50306de97f0862d8']
  ])('at height %i', (height, expected) => {
    const { chain, world } = openMarket();
    chain.grow(height);
    const write = entryWriter(world.hosts, chain);
    const ranked = world.ranking.at(height, DEFAULT_DEMAND).slice(0, 60);
    const seen = ranked.map((entry) => [
      // Keys are slow to derive and have their own tests.
      { ...write({ ...entry, host: { ...entry.host, publicKey: undefined, address: undefined } as never }, false) },
      entry.record,
      entry.isActive,
      entry.score.score,
      world.hosts.availability.blocksDown(entry.host, height),
      world.ranking.conversionRate(entry.score.score, height, DEFAULT_DEMAND, entry.host)
    ]);
    expect(digest(seen)).toBe(expected);
  });
});

test('the contracts of a renter', async () => {
  const { chain, market, renter } = openMarket();
  chain.grow(3);
  await market.advance();
  const funds = hastings(60n * HASTINGS_PER_COIN);
  const allowance = {
    ...DEFAULT_ALLOWANCE,
    funds,
    hosts: 8n,
    period: 100n,
    renewWindow: 30n,
    expectedStorage: 10n ** 11n
  };
  market.act(renter, { type: 'configure', settings: { allowance } });
  const digests: string[] = [];
  for (const height of [10, 60, 110, 250, 420]) {
    chain.grow(height - chain.tip.height);
    digests.push(digest([(await market.read(renter)).state, await market.alerts()]));
  }
  expect(digests).toEqual([
    '675d772c0b7c2268',
    '4eb5fc27e4e821d1',
    'e7671a3d27c66a2a',
    'b27551a1a61ce6fa',
    '60e57ac568f0953a'
  ]);
});

test('the contracts of a host', () => {
  const host = steppedHost();
  const digests = [10, 100, 1_000].map((height) => {
    host.pass(height - host.height);
    return digest([host.state, host.obligations()]);
  });
  expect(digests).toEqual(['7b7e5268f43cad13', '3e070ea3db1424ee', '4cf4b11777637bf8']);
});
