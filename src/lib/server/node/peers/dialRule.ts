import { BlockList, isIP } from 'node:net';
import { parseNetAddress, unmapHost } from '$lib/peers/address';

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8);
LOOPBACK.addAddress('::1', 'ipv6');

/** Whether the address, `host:port`, is one of this computer. */
export function isLoopbackAddress(address: string): boolean {
  const host = unmapHost(parseNetAddress(address).host);
  if (host === 'localhost') return true;
  return isIP(host) !== 0 && LOOPBACK.check(host, isIP(host) === 6 ? 'ipv6' : 'ipv4');
}

export interface DialChoice {
  /** Peers that a person named. */
  readonly peers: readonly string[];
  /** Whether addresses are dialed that no person named. */
  readonly discover: boolean;
}

/**
 * Which addresses a node dials by itself. Without discovery: the named peers. With it: any, but a node that starts from
 * this computer alone stays on it, so that nodes for trials never reach a stranger whom one of them heard of.
 * @param bootstrap peers that the network's preset names
 */
export function dialRule({ peers, discover }: DialChoice, bootstrap: readonly string[]): (address: string) => boolean {
  const named = new Set(peers);
  if (!discover) return (address) => named.has(address);
  const isLocal = [...peers, ...bootstrap].every(isLoopbackAddress);
  return (address) => named.has(address) || !isLocal || isLoopbackAddress(address);
}
