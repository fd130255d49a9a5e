import type { MarketRandom } from '../simulation/random';

/** A host's address and the subnets it resolves to. */
export interface HostAddress {
  /** Host or IP with port. */
  readonly netAddress: string;
  /** `/24` for IPv4, `/54` for IPv6; more than one of a kind is invalid. */
  readonly ipNets: readonly string[];
}

/*
 * None of these addresses is in use: literal IPs are from the documentation ranges (RFC 5737, RFC 3849), names end in
 * .example (RFC 6761). Names resolve to the benchmarking range (RFC 2544), because only three IPv4 subnets are reserved
 * for documentation, and a renter never uses two hosts in one subnet.
 */
const DOCUMENTATION_NETS = ['192.0.2', '198.51.100', '203.0.113'];
const PORT = 9982;
const V6_SHARE = 0.18;
const BOTH_SHARE = 0.08;
const LITERAL_V4_SHARE = 0.05;
const CROWDED_SHARE = 0.06;
const INVALID_SHARE = 0.015;
const HOST_WORDS = ['store', 'vault', 'depot', 'barn', 'shelf', 'attic', 'cellar', 'silo', 'crate', 'pantry'];

/** A host's address; it never changes. */
export function hostAddress(random: MarketRandom, index: number): HostAddress {
  const kind = random.unit('host/address', index);
  if (kind < V6_SHARE) {
    const net = random.integer(0, 1 << 16, 'host/net6', index);
    const group = net.toString(16);
    const low = random.integer(1, 1 << 16, 'host/ip6', index).toString(16);
    return { netAddress: `[2001:db8:${group}::${low}]:${PORT}`, ipNets: [`2001:db8:${group}::/54`] };
  }
  if (kind < V6_SHARE + LITERAL_V4_SHARE) {
    const net = random.pick(DOCUMENTATION_NETS, 'host/net4', index);
    return {
      netAddress: `${net}.${random.integer(1, 255, 'host/ip4', index)}:${PORT}`,
      ipNets: [`${net}.0/24`]
    };
  }
  const netAddress = `${random.pick(HOST_WORDS, 'host/word', index)}-${index}.example:${PORT}`;
  const ipNets = [benchmarkNet(random, index, 'host/net')];
  const extra = random.unit('host/second-net', index);
  if (extra < INVALID_SHARE) ipNets.push(benchmarkNet(random, index, 'host/other-net'));
  else if (extra < INVALID_SHARE + BOTH_SHARE) {
    ipNets.push(`2001:db8:${random.integer(0, 1 << 16, 'host/net6', index).toString(16)}::/54`);
  }
  return { netAddress, ipNets };
}

/** Some providers run many hosts in few subnets. */
function benchmarkNet(random: MarketRandom, index: number, label: string): string {
  const isCrowded = random.chance(CROWDED_SHARE, `${label}/crowded`, index);
  const third = random.integer(0, isCrowded ? 4 : 256, `${label}/third`, index);
  return `198.${isCrowded ? 18 : random.integer(18, 20, `${label}/second`, index)}.${third}.0/24`;
}

/** At most one IPv4 subnet; no host has several IPv6 subnets. */
export const areNetsValid = (ipNets: readonly string[]): boolean =>
  ipNets.filter((net) => !net.includes(':')).length <= 1;
