import type { PoolConfig } from '../config';

/** A pool has a password for each account. */
export const poolLock = ({ url, user }: PoolConfig): string => `${url} ${user}`;
