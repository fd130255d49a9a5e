import { isIP } from 'node:net';

const MAX_PORT = 65_535;
const MAX_NAME_LENGTH = 253;
const LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/i;

/** Names that never resolve (RFC 6761), so that an unreachable host can be tried out. */
const UNRESOLVABLE = /(^|\.)invalid\.?$/i;

interface HostAndPort {
  readonly host: string;
  readonly port: string;
}

/** Splits at the last colon. @returns a string if that is impossible: the reason */
function split(address: string): HostAndPort | string {
  const bracketed = /^\[([^[\]]*)\](?::(.*))?$/.exec(address);
  if (bracketed) {
    const [, host = '', port] = bracketed;
    return port === undefined ? `address ${address}: missing port in address` : { host, port };
  }
  const colon = address.lastIndexOf(':');
  if (colon === -1) return `address ${address}: missing port in address`;
  if (address.indexOf(':') !== colon) return `address ${address}: too many colons in address`;
  return { host: address.slice(0, colon), port: address.slice(colon + 1) };
}

/** The reason why an address such as 0.0.0.0 is refused. */
export const UNSPECIFIED_ADDRESS = 'host is the unspecified address';

/** Why a host cannot be reached at `<host or IP>:<port>`; undefined for a valid address. */
export function netAddressProblem(address: string): string | undefined {
  const parts = split(address);
  if (typeof parts === 'string') return parts;
  const { host, port } = parts;
  if (!/^\d+$/.test(port)) return 'port is not a number';
  if (Number(port) < 1 || Number(port) > MAX_PORT) return 'port must be between 1 and 65535';
  if (isIP(host) !== 0) return isUnspecified(host) ? UNSPECIFIED_ADDRESS : undefined;
  if (host === '' || host.length > MAX_NAME_LENGTH) return 'host name is empty or too long';
  const labels = host.replace(/\.$/, '').split('.');
  return labels.every((label) => LABEL.test(label)) ? undefined : 'host name has invalid characters';
}

const isUnspecified = (ip: string): boolean => /^[0.]+$/.test(ip) || /^[0:]+$/.test(ip);

/** Whether renters of the simulated market can connect to the address. */
export function isReachable(address: string): boolean {
  const parts = split(address);
  return typeof parts !== 'string' && !UNRESOLVABLE.test(parts.host);
}
