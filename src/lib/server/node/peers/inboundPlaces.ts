import { subnetOfHost } from './addressBook';

/** An inbound connection. */
export interface Inbound {
  /** Host of the TCP connection. */
  readonly host: string;
  /** Whether its handshake is in progress. */
  readonly isHalfOpen: boolean;
  /** Whether blocks are being fetched over it. */
  readonly isDelivering: boolean;
  /** Milliseconds: when it was opened. */
  readonly openedAtMs: number;
  /** Milliseconds: when it last delivered a new block, header or transaction; 0 before the first. */
  readonly newsAtMs: number;
}

const MAX_INBOUND = 64;
/** So that a single network cannot keep others out. */
const MAX_INBOUND_PER_SUBNET = 32;
/** Evict only from a subnet with this many more connections: this evens out their numbers, and it terminates. */
const MIN_DIFFERENCE = 2;

/**
 * Whether to accept a new connection and, if all slots are taken, which one to evict: one from the subnet that has the
 * most. A subnet's only connection is never evicted, however many subnets an attacker has.
 */
export function inboundPlace<C extends Inbound>(
  host: string,
  accepted: readonly C[]
): 'free' | 'none' | { readonly evict: C } {
  const inSubnet = new Map<string, number>();
  for (const one of accepted) {
    const subnet = subnetOfHost(one.host);
    inSubnet.set(subnet, (inSubnet.get(subnet) ?? 0) + 1);
  }
  const sizeOf = (of: string): number => inSubnet.get(subnetOfHost(of)) ?? 0;
  const size = sizeOf(host);
  if (size >= MAX_INBOUND_PER_SUBNET) return 'none';
  if (accepted.length < MAX_INBOUND) return 'free';
  const [evict] = accepted
    .filter((one) => !one.isDelivering && sizeOf(one.host) >= size + MIN_DIFFERENCE)
    .toSorted((a, b) => sizeOf(b.host) - sizeOf(a.host) || byUse(a, b));
  return evict === undefined ? 'none' : { evict };
}

/** Half-open ones first, then those that delivered nothing new for longest, then the youngest. */
const byUse = (a: Inbound, b: Inbound): number =>
  Number(b.isHalfOpen) - Number(a.isHalfOpen) || a.newsAtMs - b.newsAtMs || b.openedAtMs - a.openedAtMs;
