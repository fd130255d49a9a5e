import type { PoolSettings } from '$lib/api/services/settings';

/** A pool has a password for each account. */
export const poolLock = ({ url, user }: PoolSettings): string => `${url} ${user}`;
