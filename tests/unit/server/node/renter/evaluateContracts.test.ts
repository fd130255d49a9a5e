import { beforeAll, describe, expect, test } from 'vitest';
import type { HostFilter } from '$lib/api/daemon/hostdb';
import type { FileContractId } from '$lib/chain/ids';
import { hastings } from '$lib/chain/currency/currency';
import { SECTOR_SIZE } from '$lib/server/node/hostdb/offers';
import type { MarketWorld } from '$lib/server/node/market/market';
import { DEFAULT_ALLOWANCE } from '$lib/server/node/renter/allowance';
import { evaluateContracts } from '$lib/server/node/renter/evaluateContracts';
import type { Contract, RenterState } from '$lib/server/node/renter/state';
import { openMarket } from '../../../../support/market';

const HEIGHT = 100;
const allowance = { ...DEFAULT_ALLOWANCE, hosts: 2n, period: 200n, renewWindow: 60n };

let contract: Contract;
let state: RenterState;
let world: MarketWorld;
beforeAll(async () => {
  const open = openMarket();
  const { chain, market, renter } = open;
  chain.grow(3);
  await market.advance();
  market.act(renter, { type: 'configure', settings: { allowance } });
  chain.grow(20);
  ({ state } = await market.read(renter));
  ({ world } = open);
  contract = { ...state.contracts[0]!, endHeight: 1_000, goodForRenew: false, goodForUpload: false };
});

/** The market, whose hosts are all like this. */
interface Hosts {
  readonly room?: bigint;
  readonly blocksDown?: number;
  readonly ipNets?: readonly string[];
}

/** Evaluates contracts, each the usual one with changes. */
function evaluate(contracts: readonly Partial<Contract>[], changes: Partial<RenterState> = {}, given: Hosts = {}) {
  const { room = SECTOR_SIZE, blocksDown = 0, ipNets } = given;
  const hosts = {
    host: (index: number) => ({ ...world.hosts.host(index), ...(ipNets && { ipNets }) }),
    remainingStorage: () => room,
    availability: { blocksDown: () => blocksDown }
  } as unknown as MarketWorld['hosts'];
  const all = contracts.map((changed) => ({ ...contract, ...changed }));
  return evaluateContracts({ ...world, hosts }, { ...state, allowance, ...changes, contracts: all }, HEIGHT).map(
    ({ goodForUpload, goodForRenew }) => (goodForUpload ? 'both' : goodForRenew ? 'renewal' : 'nothing')
  );
}

describe('a contract is good for', () => {
  const hasFunds = (share: bigint) => ({ renterFunds: hastings(share), totalCost: hastings(2_000n) });
  test.each<[string, string, Partial<Contract>, Partial<RenterState>, Hosts]>([
    ['both', 'as usual', {}, {}, {}],
    ['nothing', 'once it was renewed', { renewedTo: '22'.repeat(32) as FileContractId }, {}, {}],
    ['nothing', 'once it was cancelled', { isCancelled: true }, {}, {}],
    ['nothing', 'once another host is cheaper', { isOutbid: true }, {}, {}],
    ['nothing', 'without an allowance', {}, { allowance: undefined }, {}],
    ['both', 'with a host that is down for less than two hours', {}, {}, { blocksDown: 11 }],
    ['nothing', 'with a host that is down for two hours', {}, {}, { blocksDown: 12 }],
    ['renewal', 'with a host that is full', {}, {}, { room: SECTOR_SIZE - 1n }],
    ['both', 'with a twentieth of its funds', hasFunds(100n), {}, {}],
    ['renewal', 'with less than a twentieth of its funds', hasFunds(99n), {}, {}],
    ['both', 'before the renew window', { endHeight: HEIGHT + 61 }, {}, {}],
    ['renewal', 'in the renew window', { endHeight: HEIGHT + 60 }, {}, {}]
  ])('%s: %s', (expected, _, changes, ofRenter, hosts) => {
    expect(evaluate([changes], ofRenter, hosts)).toEqual([expected]);
  });

  test('nothing with a host that the filter excludes', () => {
    const { publicKey } = world.hosts.host(contract.host);
    const filter: HostFilter = { filterMode: 'blacklist', hosts: [publicKey], netAddresses: [] };
    expect(evaluate([{}], { filter })).toEqual(['nothing']);
  });
});

test('no more contracts are good than the allowance has hosts, those that were good first', () => {
  const apart = { ipNets: [] };
  const before = { goodForRenew: true };
  expect(evaluate([{}, {}, {}], {}, apart)).toEqual(['both', 'both', 'nothing']);
  expect(evaluate([{}, before, before], {}, apart)).toEqual(['nothing', 'both', 'both']);
});

test.each([
  [true, ['both', 'nothing']],
  [false, ['both', 'both']]
])('of two hosts in one subnet the first is good, if subnets are checked: %s', (checkIpViolation, expected) => {
  expect(evaluate([{}, {}], { checkIpViolation }, { ipNets: ['192.0.2.0/24'] })).toEqual(expected);
});
