import { BlockList, isIP } from 'node:net';

/** `own`: may be a user's node, on this computer or in a home network. `refused`: never one. */
type Use = 'own' | 'refused';

/**
 * IANA's special-purpose address registries (RFC 6890 and updates), multicast (RFC 5771, RFC 4291), and cloud metadata
 * addresses outside the registries. Everything not listed is global unicast.
 */
const SPECIAL: readonly (readonly [prefix: string, use: Use, name: string])[] = [
  ['0.0.0.0/8', 'refused', 'this network, RFC 791'],
  ['10.0.0.0/8', 'own', 'private use, RFC 1918'],
  ['100.64.0.0/10', 'own', 'shared address space, RFC 6598'],
  ['127.0.0.0/8', 'own', 'loopback, RFC 1122'],
  ['169.254.0.0/16', 'refused', 'link local, RFC 3927; metadata of most clouds'],
  ['172.16.0.0/12', 'own', 'private use, RFC 1918'],
  ['192.0.0.0/24', 'refused', 'protocol assignments, RFC 6890; metadata of one cloud'],
  ['192.0.2.0/24', 'refused', 'documentation, RFC 5737'],
  ['192.31.196.0/24', 'refused', 'AS112, RFC 7535'],
  ['192.52.193.0/24', 'refused', 'AMT, RFC 7450'],
  ['192.88.99.0/24', 'refused', '6to4 relay, RFC 7526'],
  ['192.168.0.0/16', 'own', 'private use, RFC 1918'],
  ['192.175.48.0/24', 'refused', 'AS112, RFC 7534'],
  ['198.18.0.0/15', 'refused', 'benchmarking, RFC 2544'],
  ['198.51.100.0/24', 'refused', 'documentation, RFC 5737'],
  ['203.0.113.0/24', 'refused', 'documentation, RFC 5737'],
  ['224.0.0.0/4', 'refused', 'multicast, RFC 5771'],
  ['240.0.0.0/4', 'refused', 'reserved, RFC 1112; limited broadcast, RFC 919'],
  ['100.100.100.200/32', 'refused', 'metadata of a cloud'],
  ['168.63.129.16/32', 'refused', 'platform services of a cloud'],
  ['::/128', 'refused', 'unspecified, RFC 4291'],
  ['::1/128', 'own', 'loopback, RFC 4291'],
  ['64:ff9b:1::/48', 'refused', 'local translation, RFC 8215'],
  ['100::/64', 'refused', 'discard only, RFC 6666'],
  ['100:0:0:1::/64', 'refused', 'dummy prefix, RFC 9780'],
  ['2001::/23', 'refused', 'protocol assignments, Teredo among them, RFC 2928 and RFC 4380'],
  ['2001:db8::/32', 'refused', 'documentation, RFC 3849'],
  ['2620:4f:8000::/48', 'refused', 'AS112, RFC 7534'],
  ['3fff::/20', 'refused', 'documentation, RFC 9637'],
  ['5f00::/16', 'refused', 'segment routing, RFC 9602'],
  ['fc00::/7', 'own', 'unique local, RFC 4193'],
  ['fe80::/10', 'refused', 'link local, RFC 4291'],
  ['fec0::/10', 'refused', 'site local, RFC 3879'],
  ['ff00::/8', 'refused', 'multicast, RFC 4291'],
  ['fd00:ec2::254/128', 'refused', 'metadata of a cloud'],
  ['fd20:ce::254/128', 'refused', 'metadata of a cloud']
];

/** IPv6 prefixes of 96 bits, and 6to4 of 16, that embed an IPv4 address, with the index of its first 16-bit word. */
const CARRIERS: readonly (readonly [prefix: readonly number[], word: number, canBeOwn: boolean])[] = [
  // IPv4-mapped, RFC 4291: the same address on an IPv6 socket.
  [[0, 0, 0, 0, 0, 0xffff], 6, true],
  // IPv4-translated, RFC 2765.
  [[0, 0, 0, 0, 0xffff, 0], 6, false],
  // NAT64, RFC 6052: a translator in the network connects.
  [[0x64, 0xff9b, 0, 0, 0, 0], 6, false],
  // 6to4, RFC 3056.
  [[0x2002], 1, false]
];
/** IPv4-compatible, RFC 4291, deprecated: only the unspecified and the loopback address are valid. */
const COMPATIBLE = [0, 0, 0, 0, 0, 0];

const listOf = (use: Use): BlockList => {
  const addresses = new BlockList();
  for (const [prefix, kind] of SPECIAL) {
    const [address = '', bits] = prefix.split('/');
    if (kind === use) addresses.addSubnet(address, Number(bits), address.includes(':') ? 'ipv6' : 'ipv4');
  }
  return addresses;
};
const OWN = listOf('own');
const REFUSED = listOf('refused');

/** The eight 16-bit words of an IPv6 address in any notation. */
function wordsOf(address: string): number[] {
  const withoutZone = address.split('%', 1)[0]!;
  // URL normalizes an embedded IPv4 part to hexadecimal and compresses one run of zeros.
  const [head = '', tail] = new URL(`http://[${withoutZone}]`).hostname.slice(1, -1).split('::');
  const parse = (part = ''): number[] => (part === '' ? [] : part.split(':').map((word) => parseInt(word, 16)));
  const [before, after] = [parse(head), parse(tail)];
  return [...before, ...new Array<number>(8 - before.length - after.length).fill(0), ...after];
}

const begins = (words: readonly number[], prefix: readonly number[]): boolean =>
  prefix.every((word, i) => words[i] === word);

/**
 * Whether connections to the address are forbidden: link-local, cloud metadata, reserved or multicast. Names pass; they
 * are checked after they are resolved.
 */
export function isForbidden(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return REFUSED.check(address, 'ipv4');
  if (family !== 6) return false;
  const words = wordsOf(address);
  for (const [prefix, word, canBeOwn] of CARRIERS) {
    if (!begins(words, prefix)) continue;
    const inside = [words[word]!, words[word + 1]!].flatMap((pair) => [pair >> 8, pair & 255]).join('.');
    return isForbidden(inside) || (!canBeOwn && OWN.check(inside, 'ipv4'));
  }
  const plain = words.map((word) => word.toString(16)).join(':');
  if (begins(words, COMPATIBLE)) return !OWN.check(plain, 'ipv6');
  return REFUSED.check(plain, 'ipv6');
}
