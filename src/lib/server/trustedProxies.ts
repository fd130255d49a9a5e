import { BlockList, isIP } from 'node:net';
import type { HttpHeaders } from '$lib/api/http/message';
import { memoize } from '$lib/chain/memoize';

/** Proxies whose X-Forwarded headers are trusted. */
export type TrustedProxies = BlockList;

/**
 * @param text addresses and networks, comma separated: `127.0.0.1, 10.0.0.0/8, fd00::/8`
 * @param refuse creates the error for an invalid entry
 */
export function readTrustedProxies(text: string, refuse: (problem: string) => Error): TrustedProxies {
  const proxies = new BlockList();
  for (const entry of text.split(',').map((part) => part.trim())) {
    if (entry === '') continue;
    const [address = '', bits, ...more] = entry.split('/');
    const family = familyOf(address);
    const most = family === 'ipv6' ? 128 : 32;
    const prefix = bits === undefined ? most : /^\d{1,3}$/.test(bits) ? Number(bits) : NaN;
    if (family === undefined || more.length > 0 || !(prefix >= 0 && prefix <= most)) {
      throw refuse(`must list IP addresses or networks such as 10.0.0.0/8, not "${entry}"`);
    }
    proxies.addSubnet(address, prefix, family);
  }
  return proxies;
}

function familyOf(address: string): 'ipv4' | 'ipv6' | undefined {
  const version = isIP(address);
  return version === 4 ? 'ipv4' : version === 6 ? 'ipv6' : undefined;
}

/** Removes the prefix of `::ffff:127.0.0.1`, which is how dual-stack sockets report IPv4 peers. */
const unmapped = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '');

/** Some proxies add the client's port: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
const withoutPort = (address: string): string =>
  /^([\d.]+):\d+$/.exec(address)?.[1] ?? /^\[(.+)\](?::\d+)?$/.exec(address)?.[1] ?? address;

const trusts = (proxies: TrustedProxies, address: string): boolean => {
  const family = familyOf(address);
  return family !== undefined && proxies.check(address, family);
};

/** The public address, and the proxies in front of it. */
export interface ProxySetup {
  /** Scheme, host and port. */
  readonly origin: string;
  readonly trustedProxies: TrustedProxies;
}

/** Parsed once: every request needs it twice. */
const originOf = memoize(({ origin }: ProxySetup) => new URL(origin));

/**
 * Whether the browser uses TLS: its Host header is that of an https origin, or a trusted proxy says so. A client that
 * claims it falsely only affects its own cookie.
 */
export function isOverTls(peer: string, headers: HttpHeaders, setup: ProxySetup): boolean {
  const { protocol, host } = originOf(setup);
  if (protocol === 'https:' && headers.host?.toLowerCase() === host) return true;
  // The header first: most requests have none, and checking whether to trust it takes longer.
  const claimed = headers['x-forwarded-proto']?.split(',', 1)[0]?.trim().toLowerCase();
  return claimed === 'https' && trusts(setup.trustedProxies, unmapped(peer));
}

/**
 * The address a request comes from: the peer's, or behind trusted proxies the last one in X-Forwarded-For that is not
 * a trusted proxy itself. Entries before it can be forged and are ignored.
 */
export function clientAddress(peer: string, headers: HttpHeaders, proxies: TrustedProxies): string {
  let address = unmapped(peer);
  const forwarded = (headers['x-forwarded-for'] ?? '').split(',').map((part) => unmapped(withoutPort(part.trim())));
  while (trusts(proxies, address)) {
    const before = forwarded.pop();
    if (before === undefined || isIP(before) === 0) break;
    address = before;
  }
  return address;
}
