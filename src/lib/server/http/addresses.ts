import { lookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { ServerRefusal } from '../errors';
import { isForbidden } from './specialAddresses';

/** The host of a URL without the brackets of IPv6. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1');

/** A connection would lead where none of ours may. */
export class ForbiddenAddressError extends ServerRefusal<'connection/forbidden-address'> {
  constructor(readonly host: string) {
    super('connection/forbidden-address', { host });
  }
}

/** @param host a name passes: what it stands for is not known yet. @throws {ForbiddenAddressError} */
export function refuseForbidden(host: string): void {
  if (isForbidden(host)) throw new ForbiddenAddressError(host);
}

/** Whether it is this computer itself, which no line leads to. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host.endsWith('.localhost') || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host);

/** Tells what a name stands for. @throws {Error} with the system's code: it is not known, or cannot be asked for */
export type Resolve = (host: string) => Promise<readonly string[]>;

/** {@link Resolve} by the system. */
export async function addressesOf(host: string): Promise<readonly string[]> {
  if (isIP(host) !== 0) return [host];
  return (await lookup(host, { all: true })).map(({ address }) => address);
}

/**
 * A lookup for sockets: they connect to what it gives and to nothing else. One forbidden address among several refuses the
 * name. Sockets do not ask about hosts that are addresses: {@link refuseForbidden}.
 */
export function guardedLookup(resolve: Resolve = addressesOf): LookupFunction {
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
