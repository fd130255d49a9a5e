import { isHostName, parseIp, splitHostPort } from '$lib/codec/ipAddress';
import { PeerError } from './errors';

/** A network address, `host:port` or `[IPv6]:port`. */
export interface NetAddress {
  readonly host: string;
  /** As written; not necessarily a number. */
  readonly port: string;
}

/**
 * Splits `host:port` or `[IPv6]:port`; either part may be empty.
 * @throws {PeerError} `peers/invalid-address` no port, or colons without brackets
 */
export function parseNetAddress(text: string): NetAddress {
  const split = splitHostPort(text);
  if (split === undefined || /[[\]]/.test(split.port)) {
    throw new PeerError('peers/invalid-address', `${JSON.stringify(text)} is not host:port`);
  }
  return split;
}

/** `host:port`, with brackets around a host with colons. */
export const formatNetAddress = ({ host, port }: NetAddress): string =>
  host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;

/** The IPv4 address inside an IPv4-mapped IPv6 address such as `::ffff:203.0.113.7`; any other host unchanged. */
export function unmapHost(host: string): string {
  const ip = parseIp(host);
  if (ip?.bits !== 128 || ip.value >> 32n !== 0xffffn) return host;
  return [24n, 16n, 8n, 0n].map((shift) => (ip.value >> shift) & 0xffn).join('.');
}

/**
 * The listening address as advertised to peers. They use only the port, but older ones reject an unspecified host
 * (`0.0.0.0`, `::`).
 */
export function advertisedAddress(listening: string): string {
  const { host, port } = parseNetAddress(listening);
  return parseIp(host)?.value === 0n ? `127.0.0.1:${port}` : listening;
}

const MAX_HOST_LENGTH = 253;

/** Whether an address may be stored and dialed: an IP address or a host name, and a port from 1 to 65535. */
export function isDialable(text: string): boolean {
  const split = splitHostPort(text);
  if (split === undefined || split.host.length > MAX_HOST_LENGTH) return false;
  const isPort = /^[1-9]\d{0,4}$/.test(split.port) && Number(split.port) <= 65_535;
  return isPort && (parseIp(split.host) !== undefined || isHostName(split.host));
}
