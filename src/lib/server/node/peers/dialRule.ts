import { BlockList, isIP } from 'node:net';
import { parseNetAddress, unmapHost } from '$lib/peers/address';

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8);
LOOPBACK.addAddress('::1', 'ipv6');

/** Private networks (RFC 1918, RFC 6598, RFC 4193), links (RFC 3927, RFC 4291), and what stands for this computer. */
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
 * Groups and what is reserved, and IPv6 addresses that carry an IPv4 one, which may be private: translated (RFC 2765,
 * RFC 6052, RFC 8215), compatible (RFC 4291), 6to4 (RFC 3056) and Teredo (RFC 4380).
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

/** Whether the address, `host:port`, is one of this computer. */
export function isLoopbackAddress(address: string): boolean {
  const host = unmapHost(parseNetAddress(address).host);
  return host === 'localhost' || isIn(LOOPBACK, host);
}

/** Whether the address, `host:port`, is one of this computer or of a private network. */
export const isLocalAddress = (address: string): boolean =>
  isLoopbackAddress(address) || isIn(PRIVATE, unmapHost(parseNetAddress(address).host));

/**
 * Which addresses of nodes are remembered, and passed on to peers that ask. In a public network those of private networks
 * are not, in whichever notation, nor any that no node can have: strangers would have the node knock at doors around it,
 * and learn what is there.
 * @param bootstrap peers that the network's preset names; a private network has none
 */
export const hearsayRule =
  (bootstrap: readonly string[]) =>
  (address: string): boolean =>
    bootstrap.length === 0 || !(isLocalAddress(address) || isIn(NO_NODES, unmapHost(parseNetAddress(address).host)));

export interface DialChoice {
  /** Peers that a person named. */
  readonly peers: readonly string[];
  /** Whether addresses are dialed that no person named. */
  readonly discover: boolean;
}

/**
 * Which addresses a node dials by itself. Without discovery: the named peers. With it: any that it may remember, but a
 * node that starts from this computer alone stays on it, so that nodes for trials never reach a stranger whom one of them
 * heard of.
 * @param bootstrap peers that the network's preset names
 */
export function dialRule({ peers, discover }: DialChoice, bootstrap: readonly string[]): (address: string) => boolean {
  const named = new Set(peers);
  if (!discover) return (address) => named.has(address);
  const isTrial = [...peers, ...bootstrap].every(isLoopbackAddress);
  const mayRemember = hearsayRule(bootstrap);
  return (address) => named.has(address) || (mayRemember(address) && (!isTrial || isLoopbackAddress(address)));
}
