/** One try that counts until it is forgotten. */
export interface Attempt {
  forget(): void;
}

const WINDOW_MS = 60_000;
const MAX_ATTEMPTS = 10;

/**
 * Counts tries per address. A try counts from its beginning, else many at once would all be let through while the
 * first is still being checked.
 * @param clock milliseconds since 1970
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
    /** Nothing when there were too many from this address within the last minute. */
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
