import type { HostdbEntry } from '$lib/api/daemon/hostdb';

type Located = Pick<HostdbEntry, 'ipNets' | 'lastIpNetChange' | 'publicKey'>;

/**
 * Problems of a host's subnets. `two-ipv4` and `two-ipv6`: the list is invalid, and nodes do not use the host.
 * `shared`: another host has had the same subnet longer and is preferred.
 */
export type SubnetProblem = 'two-ipv4' | 'two-ipv6' | 'shared';

export const isIpv6 = (net: string): boolean => net.includes(':');

/** A host may have at most one IPv4 and one IPv6 subnet. */
export function invalidSubnets(ipNets: readonly string[]): 'two-ipv4' | 'two-ipv6' | undefined {
  const ipv6 = ipNets.filter(isIpv6).length;
  if (ipNets.length - ipv6 > 1) return 'two-ipv4';
  return ipv6 > 1 ? 'two-ipv6' : undefined;
}

/** Subnet problems by public key. Of several hosts in a subnet, the oldest has none. */
export function subnetProblems(hosts: readonly Located[]): ReadonlyMap<string, SubnetProblem> {
  const problems = new Map<string, SubnetProblem>();
  const holders = new Map<string, Located>();
  for (const host of hosts) {
    const invalid = invalidSubnets(host.ipNets);
    if (invalid) {
      problems.set(host.publicKey, invalid);
      continue;
    }
    for (const net of host.ipNets) {
      const holder = holders.get(net);
      if (!holder) {
        holders.set(net, host);
      } else if (host.lastIpNetChange < holder.lastIpNetChange) {
        problems.set(holder.publicKey, 'shared');
        holders.set(net, host);
      } else {
        problems.set(host.publicKey, 'shared');
      }
    }
  }
  return problems;
}
