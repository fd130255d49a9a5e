import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { guardedLookup, hostOf, refuseForbidden, type Resolve } from '../http/addresses';

const ENCRYPTED = ['stratum+ssl:', 'stratum+tls:'];

/** A connection to a pool that is being made. What is written before it is ready leaves then, or never. */
export interface PoolSocket {
  readonly socket: Socket;
  /** Tells that it is ready: over TLS, that the pool's certificate is in order. */
  readonly readyEvent: 'connect' | 'secureConnect';
}

/**
 * Connects to `stratum+tcp://host:port`, or over TLS to `stratum+ssl://host:port`, which `stratum+tls` means too.
 * @param resolve looks the name up, and no forbidden address is connected to; absent where any may be
 * @throws {ForbiddenAddressError} at once for an address, as the socket's error for a name
 */
export function openPoolSocket(url: URL, resolve: Resolve | undefined): PoolSocket {
  const host = hostOf(url);
  if (resolve) refuseForbidden(host);
  const where = { host, port: Number(url.port), ...(resolve && { lookup: guardedLookup(resolve) }) };
  if (!ENCRYPTED.includes(url.protocol)) return { socket: connectTcp(where), readyEvent: 'connect' };
  // The name that the pool shall answer for; an address is none, and the certificate is held against it all the same.
  const servername = isIP(host) === 0 ? host : undefined;
  return { socket: connectTls({ ...where, servername }), readyEvent: 'secureConnect' };
}
