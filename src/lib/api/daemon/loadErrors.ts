import type { LoadErrorReader } from '../http/response';

/** Loads the daemon's error table; used at the first error response. */
export const loadDaemonErrors: LoadErrorReader = () => import('./errors');
