import { lookup } from 'node:dns/promises';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { AppError } from '$lib/errors';

/**
 * Addresses that no node has, but that hold secrets of the computer or of the cloud it is in: whoever may add a connection
 * must not read those through us. Other addresses of a home network are what connections are for.
 */
const FORBIDDEN = new BlockList();
FORBIDDEN.addSubnet('0.0.0.0', 8, 'ipv4');
FORBIDDEN.addSubnet('169.254.0.0', 16, 'ipv4');
FORBIDDEN.addAddress('100.100.100.200', 'ipv4');
FORBIDDEN.addSubnet('224.0.0.0', 3, 'ipv4');
FORBIDDEN.addAddress('::', 'ipv6');
FORBIDDEN.addSubnet('fe80::', 10, 'ipv6');
FORBIDDEN.addAddress('fd00:ec2::254', 'ipv6');
FORBIDDEN.addSubnet('ff00::', 8, 'ipv6');

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/** The host of a URL without the brackets of IPv6. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1');

export function isForbidden(address: string): boolean {
  const mapped = MAPPED.exec(address)?.[1];
  if (mapped !== undefined) return isForbidden(mapped);
  // URL writes a mapped address in hexadecimal.
  const words = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/i.exec(address);
  if (words) {
    const [high, low] = [parseInt(words[1]!, 16), parseInt(words[2]!, 16)];
    return isForbidden([high >> 8, high & 255, low >> 8, low & 255].join('.'));
  }
  const family = isIP(address);
  return family !== 0 && FORBIDDEN.check(address, family === 4 ? 'ipv4' : 'ipv6');
}

/** A connection would lead where none of ours may. */
export class ForbiddenAddressError extends AppError {
  readonly code = 'connection/forbidden-address';

  constructor(readonly host: string) {
    super(`No node is at ${host}: addresses of that kind belong to the computer’s own machinery.`);
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
