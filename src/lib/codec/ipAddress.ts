/** An IP address as a number: IPv4 has 32 bits, IPv6 128. */
export interface IpAddress {
  readonly bits: 32 | 128;
  readonly value: bigint;
}

/**
 * Parses `203.0.113.7` or `2001:db8::1`, optionally with an embedded IPv4 address (`::ffff:203.0.113.7`), without
 * brackets, port or zone.
 * @returns undefined for anything else, including ambiguous forms such as `010.0.0.1` or `1.2.3`
 */
export const parseIp = (text: string): IpAddress | undefined =>
  text.includes(':') ? parseIpv6(text) : parseIpv4(text);

function parseIpv4(text: string): IpAddress | undefined {
  const parts = text.split('.');
  const isByte = (part: string) => /^(0|[1-9]\d{0,2})$/.test(part) && Number(part) <= 255;
  if (parts.length !== 4 || !parts.every(isByte)) return undefined;
  return { bits: 32, value: parts.reduce((value, part) => (value << 8n) | BigInt(part), 0n) };
}

const GROUPS = 8;

function parseIpv6(text: string): IpAddress | undefined {
  const embedded = /^(.*:)([\d.]+)$/.exec(text);
  if (embedded?.[2]?.includes('.')) {
    const ipv4 = parseIpv4(embedded[2]);
    if (!ipv4) return undefined;
    const [high, low] = [ipv4.value >> 16n, ipv4.value & 0xffffn];
    return parseIpv6(`${embedded[1]}${high.toString(16)}:${low.toString(16)}`);
  }
  const [head = '', tail, ...more] = text.split('::');
  if (more.length > 0) return undefined;
  const groups = (part: string) => (part === '' ? [] : part.split(':'));
  const [before, after] = [groups(head), groups(tail ?? '')];
  const missing = GROUPS - before.length - after.length;
  if (tail === undefined ? missing !== 0 : missing < 1) return undefined;
  const all = [...before, ...Array.from({ length: missing }, () => '0'), ...after];
  if (!all.every((group) => /^[0-9a-f]{1,4}$/i.test(group))) return undefined;
  return { bits: 128, value: all.reduce((value, group) => (value << 16n) | BigInt(`0x${group}`), 0n) };
}

/**
 * The unit that limits and bans apply to, regardless of how an address is written. For IPv6 this is the /64, because a
 * host usually controls all of it.
 * @param host an unmapped IP address, with or without a zone, or a name
 */
export function hostKey(host: string): string {
  const ip = parseIp(host.split('%', 1)[0]!);
  if (ip === undefined) return host.toLowerCase();
  return ip.bits === 32 ? `32:${ip.value.toString(16)}` : `64:${(ip.value >> 64n).toString(16)}`;
}

const LABEL = '[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?';
const NAME = new RegExp(String.raw`^(?=.{1,253}$)(?:${LABEL}\.)*${LABEL}\.?$`, 'i');

/** Whether the text is a host name such as `node.example.com`. Digits and dots alone are never a host name. */
export const isHostName = (text: string): boolean => NAME.test(text) && !/^[\d.]+$/.test(text);

/** Splits `host:port`, removing the brackets of IPv6; undefined without a port. */
export function splitHostPort(text: string): { readonly host: string; readonly port: string } | undefined {
  const found = /^(?:\[(?<v6>[^[\]]*)\]|(?<other>[^:[\]]*)):(?<port>[^:]*)$/.exec(text)?.groups;
  return found && { host: found.v6 ?? found.other ?? '', port: found.port ?? '' };
}
