import { BlockList, isIP } from 'node:net';
import type { HostFilter } from '$lib/api/daemon/hostdb';
import type { SimulatedHost } from './population';

/** No filter. */
export const NO_FILTER: HostFilter = { filterMode: 'disable', hosts: [], netAddresses: [] };

/** Predicate of the hosts that a filter excludes from the renter. */
export function filterTest({ filterMode, hosts, netAddresses }: HostFilter): (host: SimulatedHost) => boolean {
  if (filterMode === 'disable') return () => false;
  const keys = new Set(hosts);
  const isThere = addressTest(netAddresses);
  // Deriving keys is slow, so only where the filter lists any.
  const isNamed = (host: SimulatedHost) => isThere(host) || (keys.size > 0 && keys.has(host.publicKey));
  return filterMode === 'blacklist' ? isNamed : (host) => !isNamed(host);
}

/** Entries are IPs, CIDR ranges, or domains, which include their subdomains. */
function addressTest(entries: readonly string[]): (host: SimulatedHost) => boolean {
  const ranges = new BlockList();
  const names: string[] = [];
  for (const entry of entries) {
    const [address = '', prefix] = entry.split('/');
    const version = isIP(address);
    if (version === 0) names.push(entry.toLowerCase());
    else if (prefix === undefined) ranges.addAddress(address, family(version));
    else if (isPrefix(prefix, version)) ranges.addSubnet(address, Number(prefix), family(version));
  }
  if (entries.length === 0) return () => false;
  const isListed = (ip: string) => isIP(ip) !== 0 && ranges.check(ip, family(isIP(ip)));
  return ({ netAddress, ipNets }) => {
    const name = netAddress.replace(/:\d+$/, '').replace(/^\[(.*)\]$/, '$1');
    if (names.some((listed) => name === listed || name.endsWith(`.${listed}`))) return true;
    return isListed(name) || ipNets.some((net) => isListed(net.split('/')[0]!));
  };
}

const family = (version: number): 'ipv4' | 'ipv6' => (version === 6 ? 'ipv6' : 'ipv4');
const isPrefix = (text: string, version: number): boolean =>
  /^\d{1,3}$/.test(text) && Number(text) <= (version === 6 ? 128 : 32);
