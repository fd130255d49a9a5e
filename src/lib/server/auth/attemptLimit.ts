/** An attempt that counts until `forget` is called. */
export interface Attempt {
  forget(): void;
}

const WINDOW_MS = 60_000;
const MAX_ATTEMPTS = 10;

/**
 * Rate limit of sign-in attempts per address. An attempt counts from its start, so that parallel attempts cannot bypass
 * the limit.
 * @param clock milliseconds that never go back
 */
export function createAttempts(clock: () => number) {
  const startsByAddress = new Map<string, { atMs: number }[]>();

  const forgetOld = () => {
    for (const [address, starts] of startsByAddress) {
      const recent = starts.filter(({ atMs }) => clock() - atMs < WINDOW_MS);
      if (recent.length === 0) startsByAddress.delete(address);
      else startsByAddress.set(address, recent);
    }
  };

  return {
    /** @returns undefined after too many attempts from this address within the last minute */
    begin(address: string): Attempt | undefined {
      forgetOld();
      const starts = startsByAddress.get(address) ?? [];
      if (starts.length >= MAX_ATTEMPTS) return undefined;
      const start = { atMs: clock() };
      startsByAddress.set(address, [...starts, start]);
      return {
        forget() {
          const others = (startsByAddress.get(address) ?? []).filter((known) => known !== start);
          startsByAddress.set(address, others);
        }
      };
    }
  };
}
