import { isHostName, parseIp, splitHostPort } from '$lib/codec/ipAddress';

const MAX_PORT = 65_535;

/**
 * What is wrong with an address that renters are to reach a host at, in words; undefined when nothing is.
 * Empty is fine: the host then finds out its own.
 */
export function netAddressProblem(text: string): string | undefined {
  if (text === '') return undefined;
  const parts = splitHostPort(text);
  if (!parts) {
    return text.includes(':')
      ? 'An IPv6 address stands in square brackets before the port: [2001:db8::1]:9982.'
      : 'The port is missing: write host:port, as in host.example.org:9982.';
  }
  const { host, port } = parts;
  const ip = parseIp(host);
  if (!ip && !isHostName(host)) return 'Before the port stands neither a name nor an IP address.';
  if ((ip?.bits === 128) !== text.startsWith('['))
    return 'Square brackets belong around an IPv6 address, and only there.';
  if (!/^\d{1,5}$/.test(port) || Number(port) < 1 || Number(port) > MAX_PORT) {
    return `The port is a whole number from 1 to ${MAX_PORT}.`;
  }
  if (ip?.value === 0n) return 'This address means "anywhere": renters need the one that leads to this host.';
  return undefined;
}
