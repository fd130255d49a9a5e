/** What a filter by network address can name: an address, a range of them, or a domain with all below it. */
export type AddressRule =
  | { readonly kind: 'range'; readonly bits: 32 | 128; readonly first: bigint; readonly prefix: number }
  | { readonly kind: 'domain'; readonly name: string };

/** A dotted or colon-separated address as a number, undefined when it is none. */
function parseIp(text: string): { bits: 32 | 128; value: bigint } | undefined {
  return text.includes(':') ? parseIpv6(text) : parseIpv4(text);
}

function parseIpv4(text: string): { bits: 32; value: bigint } | undefined {
  const parts = text.split('.');
  if (parts.length !== 4 || !parts.every((part) => /^(0|[1-9]\d{0,2})$/.test(part) && Number(part) < 256))
    return undefined;
  return { bits: 32, value: parts.reduce((value, part) => (value << 8n) | BigInt(part), 0n) };
}

function parseIpv6(text: string): { bits: 128; value: bigint } | undefined {
  const [head = '', tail, ...more] = text.split('::');
  if (more.length > 0) return undefined;
  const groups = (part: string) => (part === '' ? [] : part.split(':'));
  const [before, after] = [groups(head), groups(tail ?? '')];
  const missing = 8 - before.length - after.length;
  if (tail === undefined ? missing !== 0 : missing < 1) return undefined;
  const all = [...before, ...Array.from({ length: missing }, () => '0'), ...after];
  if (!all.every((group) => /^[0-9a-f]{1,4}$/i.test(group))) return undefined;
  return { bits: 128, value: all.reduce((value, group) => (value << 16n) | BigInt(`0x${group}`), 0n) };
}

const DOMAIN = /^(?=.{1,253}$)([a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?\.)*[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/i;

/** The rule a text states: `203.0.113.7`, `10.0.0.0/8`, `2001:db8::/32`, `example.com`; undefined when it states none. */
export function parseAddressRule(text: string): AddressRule | undefined {
  const [base = '', prefix, ...more] = text.trim().split('/');
  const ip = parseIp(base);
  if (!ip) return more.length === 0 && prefix === undefined && isDomain(base) ? domain(base) : undefined;
  if (more.length > 0 || (prefix !== undefined && !/^\d{1,3}$/.test(prefix))) return undefined;
  const length = prefix === undefined ? ip.bits : Number(prefix);
  return length > ip.bits ? undefined : { kind: 'range', bits: ip.bits, first: ip.value, prefix: length };
}

/** Four numbers with dots are an address, right or wrong, never a name. */
const isDomain = (text: string): boolean => DOMAIN.test(text) && !/^[\d.]+$/.test(text);
const domain = (name: string): AddressRule => ({ kind: 'domain', name: name.toLowerCase() });

/** The host part of `host:port`, brackets of IPv6 undone. */
export function hostOf(netAddress: string): string {
  const bracketed = /^\[(.*)\](?::\d+)?$/.exec(netAddress)?.[1];
  return bracketed ?? netAddress.replace(/:\d+$/, '');
}

/**
 * Whether the rule names the host: by its address or name, or by a subnet that lies within the range. What a name
 * resolves to at this moment only the node knows.
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
