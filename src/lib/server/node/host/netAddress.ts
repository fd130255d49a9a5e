import { isIP } from 'node:net';

const MAX_PORT = 65_535;
const MAX_NAME_LENGTH = 253;
const MAX_LABEL_LENGTH = 63;

/** Names that never resolve (RFC 6761), so that an unreachable host can be tried out. */
const UNRESOLVABLE = /(^|\.)invalid\.?$/i;

interface HostAndPort {
  readonly host: string;
  readonly port: string;
}

/** Splits at the last colon. @returns a string if that is impossible: the reason */
function split(address: string): HostAndPort | string {
  const bracketed = /^\[([^[\]]*)\](?::(.*))?/s.exec(address);
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

/**
 * Why a host cannot be reached at `<host or IP>:<port>`, in a daemon's words and order; undefined for a valid address.
 * A name without a dot is valid on this computer only.
 */
export function netAddressProblem(address: string): string | undefined {
  const parts = split(address);
  if (typeof parts === 'string') return parts;
  const { host, port } = parts;
  if (!/^[+-]?\d+$/.test(port)) return 'port is not an integer';
  if (Number(port) < 1 || Number(port) > MAX_PORT) return 'port is invalid';
  if (host === 'localhost') return undefined;
  if (isIP(host) !== 0) return isUnspecified(host) ? UNSPECIFIED_ADDRESS : undefined;
  return nameProblem(host.replace(/\.$/, ''));
}

function nameProblem(name: string): string | undefined {
  if (name.length < 1 || name.length > MAX_NAME_LENGTH) return 'invalid hostname length';
  const labels = name.split('.');
  if (labels.length === 1) return 'unqualified hostname';
  for (const label of labels) {
    if (label.length < 1 || label.length > MAX_LABEL_LENGTH) return 'hostname contains label with invalid length';
    if (/^-|-$/.test(label)) return 'hostname contains label that starts or ends with a hyphen';
    if (!/^[a-z0-9-]+$/i.test(label)) return 'host contains invalid characters';
  }
  return undefined;
}

const isUnspecified = (ip: string): boolean => /^[0.]+$/.test(ip) || /^[0:]+$/.test(ip);

/** Whether renters of the simulated market can connect to the address. */
export function isReachable(address: string): boolean {
  const parts = split(address);
  return typeof parts !== 'string' && !UNRESOLVABLE.test(parts.host);
}
