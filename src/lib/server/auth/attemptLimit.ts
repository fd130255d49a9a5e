import { isIP } from 'node:net';
import { wordsOf } from '../http/specialAddresses';

/** An attempt that counts until `forget` is called. */
export interface Attempt {
  forget(): void;
}

const WINDOW_MS = 60_000;
const MAX_ATTEMPTS = 10;

/** Who has one address of an IPv6 network of 64 bits has all of them. */
const networkOf = (address: string): string => (isIP(address) === 6 ? wordsOf(address).slice(0, 4).join(':') : address);

/**
 * Rate limit of sign-in attempts per address, or network of IPv6. An attempt counts from its start, so that parallel
 * attempts cannot bypass the limit.
 * @param clock milliseconds that never go back
 */
export function createAttempts(clock: () => number) {
  const startsByNetwork = new Map<string, { atMs: number }[]>();

  const forgetOld = () => {
    for (const [network, starts] of startsByNetwork) {
      const recent = starts.filter(({ atMs }) => clock() - atMs < WINDOW_MS);
      if (recent.length === 0) startsByNetwork.delete(network);
      else startsByNetwork.set(network, recent);
    }
  };

  return {
    /** @returns undefined after too many attempts from this address within the last minute */
    begin(address: string): Attempt | undefined {
      forgetOld();
      const network = networkOf(address);
      const starts = startsByNetwork.get(network) ?? [];
      if (starts.length >= MAX_ATTEMPTS) return undefined;
      const start = { atMs: clock() };
      startsByNetwork.set(network, [...starts, start]);
      return {
        forget() {
          const others = (startsByNetwork.get(network) ?? []).filter((known) => known !== start);
          startsByNetwork.set(network, others);
        }
      };
    }
  };
}
