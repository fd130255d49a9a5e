import { hostKey } from '$lib/codec/ipAddress';

/** An attempt that counts until `forget` is called. */
export interface Attempt {
  forget(): void;
}

const WINDOW_MS = 60_000;
const MAX_ATTEMPTS = 10;
/** Of all devices together: someone who knew an earlier password may have kept many tokens. */
const MAX_DEVICE_ATTEMPTS = 60;

interface Limit {
  readonly key: string;
  readonly max: number;
}

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

  const isReached = ({ key, max }: Limit): boolean => recent(key).length >= max;

  /** Once other devices have used all that devices have, a device is limited like any client of its address. */
  function limitsOf(address: string, device: string | undefined): readonly Limit[] {
    const host = { key: `host ${hostKey(address)}`, max: MAX_ATTEMPTS };
    const all = { key: 'devices', max: MAX_DEVICE_ATTEMPTS };
    if (device === undefined) return [host];
    const own = { key: `device ${device}`, max: MAX_ATTEMPTS };
    return [own, isReached(all) ? host : all];
  }

  return {
    /**
     * @param device id of the device that sent a valid device token
     * @returns undefined after too many attempts from this device, or else this address, within the last minute
     */
    begin(address: string, device?: string): Attempt | undefined {
      forgetOld();
      const limits = limitsOf(address, device);
      if (limits.some(isReached)) return undefined;
      const start = { atMs: clock() };
      for (const { key } of limits) {
        const starts = recent(key);
        startsBy.delete(key);
        startsBy.set(key, [...starts, start]);
      }
      return {
        forget() {
          for (const { key } of limits) {
            const others = (startsBy.get(key) ?? []).filter((known) => known !== start);
            startsBy.set(key, others);
          }
        }
      };
    }
  };
}
