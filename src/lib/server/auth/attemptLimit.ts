import { hostKey } from '$lib/codec/ipAddress';

/** An attempt that counts until `forget` is called. */
export interface Attempt {
  forget(): void;
}

const WINDOW_MS = 60_000;
const MAX_ATTEMPTS = 10;
/** Of all devices together: someone who knew an earlier password may have kept many tokens. */
const MAX_DEVICE_ATTEMPTS = 60;

interface Start {
  readonly atMs: number;
}

/**
 * Rate limit of sign-in attempts per host, and per device that has signed in before: other users of a host, or of the
 * network behind it, cannot lock out its owner. An attempt counts from its start, so that parallel attempts cannot
 * bypass the limit.
 * @param clock monotonic milliseconds
 */
export function createAttempts(clock: () => number) {
  /** By host or device, those with the oldest last attempt first. */
  const startsBy = new Map<string, Start[]>();
  const isRecent = ({ atMs }: Start) => clock() - atMs < WINDOW_MS;
  const recent = (key: string) => (startsBy.get(key) ?? []).filter(isRecent);

  /** Stops at the first recent one: an IPv6 network has tens of thousands of hosts. */
  const forgetOld = () => {
    for (const [key, starts] of startsBy) {
      if (starts.some(isRecent)) return;
      startsBy.delete(key);
    }
  };

  return {
    /**
     * @param device id of the device that sent a valid device token
     * @returns undefined after too many attempts from this device, or else this address, within the last minute
     */
    begin(address: string, device?: string): Attempt | undefined {
      forgetOld();
      const limits: readonly (readonly [key: string, max: number])[] =
        device === undefined
          ? [[`host ${hostKey(address)}`, MAX_ATTEMPTS]]
          : [
              [`device ${device}`, MAX_ATTEMPTS],
              ['devices', MAX_DEVICE_ATTEMPTS]
            ];
      if (limits.some(([key, max]) => recent(key).length >= max)) return undefined;
      const start = { atMs: clock() };
      for (const [key] of limits) {
        const starts = recent(key);
        startsBy.delete(key);
        startsBy.set(key, [...starts, start]);
      }
      return {
        forget() {
          for (const [key] of limits) {
            const others = (startsBy.get(key) ?? []).filter((known) => known !== start);
            startsBy.set(key, others);
          }
        }
      };
    }
  };
}
