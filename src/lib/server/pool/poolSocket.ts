import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { addressCheckedLookup, hostOf, refuseForbidden, type Resolve } from '../http/addresses';

const ENCRYPTED = ['stratum+ssl:', 'stratum+tls:'];

/** A connection to a pool in progress. Writes are buffered until it is ready. */
export interface PoolSocket {
  readonly socket: Socket;
  /** Called when it is ready; over TLS, after the certificate was verified. */
  readonly readyEvent: 'connect' | 'secureConnect';
}

/**
 * Connects to `stratum+tcp://host:port`, or over TLS to `stratum+ssl://host:port` or `stratum+tls://host:port`.
 * @param resolve resolves the name, and forbidden addresses are refused; absent if any address is allowed
 * @throws {ForbiddenAddressError} at once for an address, as the socket's error for a name
 */
export function openPoolSocket(url: URL, resolve: Resolve | undefined): PoolSocket {
  const host = hostOf(url);
  if (resolve) refuseForbidden(host);
  const where = { host, port: Number(url.port), ...(resolve && { lookup: addressCheckedLookup(resolve) }) };
  if (!ENCRYPTED.includes(url.protocol)) return { socket: connectTcp(where), readyEvent: 'connect' };
  // SNI allows names only; the certificate is verified against an IP address as well.
  const servername = isIP(host) === 0 ? host : undefined;
  return { socket: connectTls({ ...where, servername }), readyEvent: 'secureConnect' };
}
