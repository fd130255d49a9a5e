import { subnetOfHost } from './addressBook';

/** A connection that somebody made to us. */
export interface Inbound {
  /** Host of the TCP connection. */
  readonly host: string;
  /** Whether its handshake is under way. */
  readonly isHalfOpen: boolean;
  /** Whether blocks are being fetched over it. */
  readonly isDelivering: boolean;
  /** Milliseconds: when it was accepted. */
  readonly sinceMs: number;
  /** Milliseconds: when it last brought a block, header or transaction that was new here; 0 before the first. */
  readonly newsMs: number;
}

const MAX_INBOUND = 64;
/** Of one subnet: whoever has a network of their own keeps nobody else out. */
const MAX_INBOUND_PER_SUBNET = 32;
/** The newcomer's subnet has so many fewer than the other: giving way to it makes them more alike, and ends. */
const MIN_DIFFERENCE = 2;

/**
 * Whether a newcomer is accepted, and who gives way to it if all places are taken: one of the subnet that has the most.
 * The only connection of a subnet never gives way, however many subnets an attacker has.
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

/** Half-open ones first, then who brought nothing new for longest, then the youngest. */
const byUse = (a: Inbound, b: Inbound): number =>
  Number(b.isHalfOpen) - Number(a.isHalfOpen) || a.newsMs - b.newsMs || b.sinceMs - a.sinceMs;
