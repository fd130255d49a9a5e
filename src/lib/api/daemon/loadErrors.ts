import type { LoadErrorReader } from '../http/response';

/** The daemon's errors, with the first refusal. */
export const loadDaemonErrors: LoadErrorReader = () => import('./errors');
