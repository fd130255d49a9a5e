import type { ErrorMessage } from '$lib/errors';
import type { Height } from '$lib/chain/time';
import type { LightStart } from './followChain';
import type { LightSummary } from './summary';

/** From the page to the worker that checks a chain; it is ended to stop it. */
export interface ToLightWorker {
  readonly type: 'start';
  /** Where the wallet server is reached, and what is sent with every request. */
  readonly baseUrl: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly start: LightStart;
  readonly anew: boolean;
  readonly pollMs: number;
}

/** From the worker to the page, and from the tab that has the worker to the others. */
export type FromLightWorker =
  | { readonly type: 'moved'; readonly summary: LightSummary; readonly target: Height; readonly atMs: number }
  | { readonly type: 'current'; readonly summary: LightSummary }
  | { readonly type: 'refused'; readonly error: ErrorMessage; readonly height?: Height }
  | { readonly type: 'failed'; readonly error: ErrorMessage }
  /** Nothing that was checked outlives this tab. */
  | { readonly type: 'not-kept'; readonly error: ErrorMessage };
