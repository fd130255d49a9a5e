import type { HostFilter, hostdbRoutes } from '$lib/api/daemon/hostdb';
import type { Handlers } from '$lib/api/http/route';
import { refusal } from '../errors';
import { entryWriter } from '../hostdb/entry';
import { filterTest, NO_FILTER } from '../hostdb/filter';
import { INITIAL_SCAN_BLOCKS } from '../hostdb/lifetimes';
import type { RankedHost } from '../hostdb/ranking';
import type { Market } from '../market/market';
import { demandOf } from '../renter/allowance';
import type { RenterPart } from '../renter/renter';

export interface HostdbParts {
  readonly market: Market;
  /** Its filter and allowance decide which hosts are preferred. */
  readonly renter: RenterPart;
}

const HOST_KEY = /^ed25519:[0-9a-f]{64}$/;

/** The hosts of the simulated market. */
export function hostdbHandlers({ market, renter }: HostdbParts): Handlers<typeof hostdbRoutes> {
  /** The hosts at the tip, and the writer for their entries. */
  async function view() {
    const { state, moment } = await market.read(renter);
    const { hosts, ranking, clock } = market.world;
    const demand = demandOf(state.allowance);
    const isFiltered = filterTest(state.filter);
    const write = entryWriter(hosts, clock);
    return {
      moment,
      demand,
      isFiltered,
      ranked: ranking.at(moment.height, demand),
      entry: (ranked: RankedHost) => write(ranked, isFiltered(ranked.host))
    };
  }

  return {
    status: async () => ({ initialScanComplete: (await market.advance()).height >= INITIAL_SCAN_BLOCKS }),
    active: async ({ query: { numhosts } }) => {
      const { ranked, isFiltered, entry } = await view();
      const active = ranked.filter(({ isActive, host }) => isActive && !isFiltered(host));
      return { hosts: active.slice(0, numhosts).map(entry) };
    },
    all: async () => {
      const { ranked, entry } = await view();
      return { hosts: ranked.map(entry) };
    },
    host: async ({ params: { pubkey } }) => {
      const { ranked, entry, moment, demand } = await view();
      const key = pubkey.replace(/[^:]*$/, (hex) => hex.toLowerCase());
      const found = ranked.find(({ host }) => host.publicKey === key);
      if (found === undefined) throw refusal('hostdb/host-not-found');
      const { score, host } = found;
      const rate = market.world.ranking.conversionRate(score.score, moment.height, demand, host);
      return { entry: entry(found), scoreBreakdown: { ...score, conversionRate: rate } };
    },
    filterMode: async () => (await market.read(renter)).state.filter,
    setFilterMode: async ({ body }) => {
      const filter = checked(body);
      await market.advance();
      market.act(renter, { type: 'filter', filter });
    }
  };
}

/** Validates a filter. */
function checked({ filterMode, hosts, netAddresses }: HostFilter): HostFilter {
  const wrong = hosts.find((key) => !HOST_KEY.test(key));
  if (wrong !== undefined) throw refusal('hostdb/host-key-invalid', { key: wrong });
  if (netAddresses.some((address) => address.trim() === '')) throw refusal('hostdb/net-address-empty');
  if (filterMode === 'disable') return NO_FILTER;
  if (filterMode === 'whitelist' && hosts.length + netAddresses.length === 0) {
    throw refusal('hostdb/whitelist-empty');
  }
  return { filterMode, hosts: [...new Set(hosts)], netAddresses: [...new Set(netAddresses)] };
}
