import { isHostName, parseIp, splitHostPort } from '$lib/codec/ipAddress';

const MAX_PORT = 65_535;

/** What is wrong with the address of a node to connect to, `ip:port`, in words; undefined when nothing is. */
export function peerAddressProblem(text: string): string | undefined {
  const address = text.trim();
  if (address === '') return 'The address is missing.';
  if (parseIp(address)) {
    return address.includes(':')
      ? `The port is missing. Write the address in square brackets and the port behind it: [${address}]:9981.`
      : `The port is missing: ${address}:9981.`;
  }
  const parts = splitHostPort(address);
  if (!parts) {
    return address.includes(':')
      ? 'An IPv6 address stands in square brackets before the port: [2001:db8::1]:9981.'
      : 'Write an IP address and a port: 203.0.113.7:9981.';
  }
  const ip = parseIp(parts.host);
  if (!ip) {
    return isHostName(parts.host)
      ? 'A node takes IP addresses only, no names.'
      : 'Before the port stands no IP address: 203.0.113.7 or [2001:db8::1].';
  }
  if ((ip.bits === 128) !== address.startsWith('[')) {
    return 'Square brackets belong around an IPv6 address, and only there.';
  }
  if (!/^\d{1,5}$/.test(parts.port) || Number(parts.port) < 1 || Number(parts.port) > MAX_PORT) {
    return `The port is a whole number from 1 to ${MAX_PORT}.`;
  }
  if (ip.value === 0n) return 'This address means "anywhere"; no node is there.';
  return undefined;
}
