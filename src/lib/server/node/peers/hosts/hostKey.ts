import { parseIp } from '$lib/codec/ipAddress';

/**
 * What limits and bans count as one host, however its address is written. Of IPv6 that is a /64: whoever has one of its
 * addresses has them all.
 * @param host an IP address, unmapped, or a name
 */
export function hostKey(host: string): string {
  const ip = parseIp(host);
  if (ip === undefined) return host.toLowerCase();
  return ip.bits === 32 ? `32:${ip.value.toString(16)}` : `64:${(ip.value >> 64n).toString(16)}`;
}
