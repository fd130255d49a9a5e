import { lookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { ServerRefusal } from '../errors';
import { isForbidden } from './specialAddresses';

/** The host of a URL without the brackets of IPv6. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1');

/** A connection to a forbidden address. */
export class ForbiddenAddressError extends ServerRefusal<'connection/forbidden-address'> {
  constructor(readonly host: string) {
    super('connection/forbidden-address', { host });
  }
}

/** @param host names pass, as they are not resolved yet @throws {ForbiddenAddressError} */
export function refuseForbidden(host: string): void {
  if (isForbidden(host)) throw new ForbiddenAddressError(host);
}

/** Whether the host is this computer, so that traffic to it stays local. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host.endsWith('.localhost') || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host);

/** Resolves a name to addresses. @throws {Error} with the system's code: unknown, or the resolver is unreachable */
export type Resolve = (host: string) => Promise<readonly string[]>;

/** {@link Resolve} with the system's resolver. */
export async function addressesOf(host: string): Promise<readonly string[]> {
  if (isIP(host) !== 0) return [host];
  return (await lookup(host, { all: true })).map(({ address }) => address);
}

/**
 * A lookup function for sockets, which connect only to the addresses it returns. A name is refused if any of its
 * addresses is forbidden. Sockets do not look up literal addresses; see {@link refuseForbidden}.
 */
export function addressCheckedLookup(resolve: Resolve = addressesOf): LookupFunction {
  return (host, { family, all }, give) => {
    resolve(host).then(
      (addresses) => {
        if (addresses.some(isForbidden)) return give(new ForbiddenAddressError(host), '', 0);
        const found = addresses
          .map((address) => ({ address, family: isIP(address) }))
          .filter((each) => !family || each.family === family);
        const [first] = found;
        if (!first) return give(Object.assign(new Error(`${host} has no address`), { code: 'ENOTFOUND' }), '', 0);
        if (all) give(null, found);
        else give(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => give(error, '', 0)
    );
  };
}
