import { BlockList, isIP } from 'node:net';
import { parseNetAddress, unmapHost } from '$lib/peers/address';

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8);
LOOPBACK.addAddress('::1', 'ipv6');

/** Private networks (RFC 1918, RFC 6598, RFC 4193), link-local (RFC 3927, RFC 4291) and unspecified addresses. */
const PRIVATE = new BlockList();
PRIVATE.addSubnet('0.0.0.0', 8);
PRIVATE.addSubnet('10.0.0.0', 8);
PRIVATE.addSubnet('100.64.0.0', 10);
PRIVATE.addSubnet('169.254.0.0', 16);
PRIVATE.addSubnet('172.16.0.0', 12);
PRIVATE.addSubnet('192.168.0.0', 16);
PRIVATE.addAddress('::', 'ipv6');
PRIVATE.addSubnet('fc00::', 7, 'ipv6');
PRIVATE.addSubnet('fe80::', 10, 'ipv6');

/**
 * Multicast and reserved addresses, and IPv6 addresses that embed an IPv4 address, which may be private: translated
 * (RFC 2765, RFC 6052, RFC 8215), compatible (RFC 4291), 6to4 (RFC 3056) and Teredo (RFC 4380).
 */
const NO_NODES = new BlockList();
NO_NODES.addSubnet('224.0.0.0', 3);
NO_NODES.addSubnet('ff00::', 8, 'ipv6');
NO_NODES.addSubnet('fec0::', 10, 'ipv6');
NO_NODES.addSubnet('::ffff:0:0:0', 96, 'ipv6');
NO_NODES.addSubnet('64:ff9b::', 96, 'ipv6');
NO_NODES.addSubnet('64:ff9b:1::', 48, 'ipv6');
NO_NODES.addSubnet('::', 96, 'ipv6');
NO_NODES.addSubnet('2002::', 16, 'ipv6');
NO_NODES.addSubnet('2001::', 32, 'ipv6');

const isIn = (list: BlockList, host: string): boolean =>
  isIP(host) !== 0 && list.check(host, isIP(host) === 6 ? 'ipv6' : 'ipv4');

/** Whether the address, `host:port`, is a loopback address. */
export function isLoopbackAddress(address: string): boolean {
  const host = unmapHost(parseNetAddress(address).host);
  return host === 'localhost' || isIn(LOOPBACK, host);
}

/** Whether the address, `host:port`, is a loopback address or on a private network. */
export const isLocalAddress = (address: string): boolean =>
  isLoopbackAddress(address) || isIn(PRIVATE, unmapHost(parseNetAddress(address).host));

/**
 * Which addresses learned from peers are stored and shared. On a public network, private addresses in any notation and
 * addresses that no node can have are not: strangers could otherwise make the node probe its local network and learn
 * what is there.
 * @param bootstrap bootstrap peers of the network's preset; empty for a private network
 */
export const gossipRule =
  (bootstrap: readonly string[]) =>
  (address: string): boolean =>
    bootstrap.length === 0 || !(isLocalAddress(address) || isIn(NO_NODES, unmapHost(parseNetAddress(address).host)));

export interface DialChoice {
  /** Peers named by the user. */
  readonly peers: readonly string[];
  /** Whether to dial addresses that the user did not name. */
  readonly discover: boolean;
}

/**
 * Which addresses a node dials on its own. Without discovery, the named peers; with it, all that {@link gossipRule}
 * allows. If all named and bootstrap peers are on this computer, so must all others be: local test nodes must not
 * connect to strangers.
 * @param bootstrap bootstrap peers of the network's preset
 */
export function dialRule({ peers, discover }: DialChoice, bootstrap: readonly string[]): (address: string) => boolean {
  const named = new Set(peers);
  if (!discover) return (address) => named.has(address);
  const isTrial = [...peers, ...bootstrap].every(isLoopbackAddress);
  const isShareable = gossipRule(bootstrap);
  return (address) => named.has(address) || (isShareable(address) && (!isTrial || isLoopbackAddress(address)));
}
