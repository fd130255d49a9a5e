import { hostKey } from '$lib/codec/ipAddress';

/** An attempt that counts until `forget` is called. */
export interface Attempt {
  forget(): void;
}

const WINDOW_MS = 60_000;
const MAX_ATTEMPTS = 10;

/**
 * Rate limit of sign-in attempts per host. An attempt counts from its start, so that parallel attempts cannot bypass
 * the limit.
 * @param clock monotonic milliseconds
 */
export function createAttempts(clock: () => number) {
  /** The hosts with the oldest last attempt first. */
  const startsByHost = new Map<string, { atMs: number }[]>();
  const isRecent = ({ atMs }: { readonly atMs: number }) => clock() - atMs < WINDOW_MS;

  /** Stops at the first recent one: an IPv6 network has tens of thousands of hosts. */
  const forgetOld = () => {
    for (const [host, starts] of startsByHost) {
      if (starts.some(isRecent)) return;
      startsByHost.delete(host);
    }
  };

  return {
    /** @returns undefined after too many attempts from this address within the last minute */
    begin(address: string): Attempt | undefined {
      forgetOld();
      const host = hostKey(address);
      const starts = (startsByHost.get(host) ?? []).filter(isRecent);
      if (starts.length >= MAX_ATTEMPTS) return undefined;
      const start = { atMs: clock() };
      startsByHost.delete(host);
      startsByHost.set(host, [...starts, start]);
      return {
        forget() {
          const others = (startsByHost.get(host) ?? []).filter((known) => known !== start);
          startsByHost.set(host, others);
        }
      };
    }
  };
}
