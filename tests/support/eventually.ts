import { vi } from 'vitest';
import { limitMs } from './limits';

/** Retries until the expectations hold; fails with the last failure. */
export const eventually = <T>(holds: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(holds, { timeout: limitMs(15_000), interval: 20 });
