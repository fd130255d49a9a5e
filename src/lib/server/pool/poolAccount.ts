import type { PoolSettings } from '$lib/api/services/settings';

/** Key of a pool password: passwords are per account. */
export const poolLock = ({ url, user }: PoolSettings): string => `${url} ${user}`;
