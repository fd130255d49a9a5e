import type { ErrorMessage } from '$lib/errors';
import type { Height } from '$lib/chain/time';
import type { LightStart } from './followChain';
import type { LightSummary } from './summary';

/** From the page to the worker; to stop, the worker is terminated. */
export interface ToLightWorker {
  readonly type: 'start';
  /** The wallet server's address, and the headers of every request. */
  readonly baseUrl: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly start: LightStart;
  readonly anew: boolean;
  readonly pollMs: number;
}

/** From the worker to the page, and from its tab to the others. */
export type FromLightWorker =
  | { readonly type: 'moved'; readonly summary: LightSummary; readonly target: Height; readonly atMs: number }
  | { readonly type: 'current'; readonly summary: LightSummary }
  | { readonly type: 'refused'; readonly error: ErrorMessage; readonly height?: Height }
  | { readonly type: 'failed'; readonly error: ErrorMessage }
  /** Nothing can be stored permanently. */
  | { readonly type: 'not-kept'; readonly error: ErrorMessage };
