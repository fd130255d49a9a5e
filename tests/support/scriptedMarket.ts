import { hastings, HASTINGS_PER_COIN } from '$lib/chain/currency/currency';
import { ZERO_BLOCK_ID } from '$lib/chain/ids';
import { unixSeconds } from '$lib/chain/time';
import type { HostOffer } from '$lib/server/node/hostdb/offers';
import type { RankedHost } from '$lib/server/node/hostdb/ranking';
import type { MarketWorld } from '$lib/server/node/market/market';
import { DEFAULT_ALLOWANCE } from '$lib/server/node/renter/allowance';
import { formContract, initialFunding } from '$lib/server/node/renter/forming';
import type { Contract } from '$lib/server/node/renter/state';
import { MarketRandom } from '$lib/server/node/simulation/random';

const COIN = HASTINGS_PER_COIN;
/** Begin of the period in which the contracts were formed. */
export const START = 1_000;
/** Their end. */
export const END = START + 200 + 60;
export const allowance = {
  ...DEFAULT_ALLOWANCE,
  hosts: 12n,
  period: 200n,
  renewWindow: 60n,
  funds: hastings(3_600n * COIN)
};
export const OFFER = {
  contractPrice: hastings(COIN),
  storagePrice: hastings(10n),
  collateral: hastings(20n),
  maxCollateral: hastings(1_000n * COIN),
  baseRpcPrice: hastings(1n),
  uploadBandwidthPrice: hastings(1n),
  downloadBandwidthPrice: hastings(1n),
  remainingStorage: 10n ** 15n
} as Partial<HostOffer> as HostOffer;

/** Hosts that all make the same offer. */
export interface ScriptedMarket {
  /** Best first; all hosts are in different subnets, unless given. */
  readonly hosts: readonly number[];
  readonly scores?: Readonly<Record<number, bigint>>;
  readonly offline?: readonly number[];
  readonly inactive?: readonly number[];
  readonly netsOf?: (host: number) => readonly string[];
  /** Whether formations are interrupted. */
  readonly loses?: boolean;
}

export function worldOf({
  hosts,
  scores = {},
  offline = [],
  inactive = [],
  netsOf = (host) => [String(host)],
  loses = false
}: ScriptedMarket): MarketWorld {
  const random = new MarketRandom('seed');
  random.chance = (_, label) => label === 'form/lost' && loses;
  const host = (index: number) => ({
    ...{ index, ipNets: netsOf(index), publicKey: `ed25519:${index}`, netAddress: `host${index}.example:1` },
    endsAt: Infinity
  });
  const ranked = hosts.map((index) => ({
    ...{ host: host(index), offer: OFFER, isActive: !inactive.includes(index) },
    score: { score: scores[index] ?? 100n }
  }));
  return {
    random,
    hosts: {
      host,
      offer: () => OFFER,
      remainingStorage: () => OFFER.remainingStorage,
      availability: { isOnline: ({ index }: { index: number }) => !offline.includes(index), blocksDown: () => 0 }
    },
    ranking: { at: () => ranked as unknown as RankedHost[] }
  } as unknown as MarketWorld;
}

export const momentAt = (height: number) => ({ height, id: ZERO_BLOCK_ID, timestamp: unixSeconds(1_000 + height) });

/** A contract of that period with a host. */
export const contractWith = (host: number, changes: Partial<Contract> = {}): Contract => ({
  ...formContract(new MarketRandom('seed'), {
    ...{ host, offer: OFFER, startHeight: START, endHeight: END },
    ...{ funding: initialFunding(allowance), budget: 10n ** 30n }
  })!,
  ...changes
});
