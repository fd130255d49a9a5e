import { isHostName, parseIp } from '$lib/codec/ipAddress';

/** What an address filter can name: an address, a range, or a domain with its subdomains. */
export type AddressRule =
  | { readonly kind: 'range'; readonly bits: 32 | 128; readonly first: bigint; readonly prefix: number }
  | { readonly kind: 'domain'; readonly name: string };

/** Parses a rule: `203.0.113.7`, `10.0.0.0/8`, `2001:db8::/32`, `example.com`; undefined if invalid. */
export function parseAddressRule(text: string): AddressRule | undefined {
  const [base = '', prefix, ...more] = text.trim().split('/');
  const ip = parseIp(base);
  if (!ip) return more.length === 0 && prefix === undefined && isHostName(base) ? domain(base) : undefined;
  if (more.length > 0 || (prefix !== undefined && !/^\d{1,3}$/.test(prefix))) return undefined;
  const length = prefix === undefined ? ip.bits : Number(prefix);
  return length > ip.bits ? undefined : { kind: 'range', bits: ip.bits, first: ip.value, prefix: length };
}

const domain = (name: string): AddressRule => ({ kind: 'domain', name: name.toLowerCase() });

/** The host part of `host:port`, without IPv6 brackets. */
export function hostOf(netAddress: string): string {
  const bracketed = /^\[(.*)\](?::\d+)?$/.exec(netAddress)?.[1];
  return bracketed ?? netAddress.replace(/:\d+$/, '');
}

/**
 * Whether the rule matches the host: by its address or name, or by a subnet within the range. Only the node can resolve
 * names.
 */
export function coversHost(rule: AddressRule, netAddress: string, ipNets: readonly string[]): boolean {
  const host = hostOf(netAddress).toLowerCase();
  if (rule.kind === 'domain') return host === rule.name || host.endsWith(`.${rule.name}`);
  const ranges = [parseAddressRule(host), ...ipNets.map(parseAddressRule)];
  return ranges.some((range) => range?.kind === 'range' && contains(rule, range));
}

type Range = Extract<AddressRule, { kind: 'range' }>;

function contains(outer: Range, inner: Range): boolean {
  if (outer.bits !== inner.bits || outer.prefix > inner.prefix) return false;
  const shift = BigInt(outer.bits - outer.prefix);
  return outer.first >> shift === inner.first >> shift;
}
