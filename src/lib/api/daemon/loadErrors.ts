import type { LoadErrorReader } from '../http/response';

/** Loads the daemon's error table, at the first error response. */
export const loadDaemonErrors: LoadErrorReader = () => import('./errors');
