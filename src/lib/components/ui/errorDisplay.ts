import { getContext, setContext } from 'svelte';
import type { AppError } from '$lib/errors';

/** How the surrounding app handles displayed errors. */
interface ErrorDisplay {
  /** Whether a banner already shows the error, so that no part of the page repeats it. */
  isInBanner(error: AppError): boolean;
  /** Called with every error that is shown. */
  onshown(error: AppError): void;
}

const KEY = Symbol('error display');
const alone: ErrorDisplay = { isInBanner: () => false, onshown: () => undefined };

/** Provides it to descendants of the calling component. */
export const setErrorDisplay = (display: ErrorDisplay): ErrorDisplay => setContext(KEY, display);
export const getErrorDisplay = (): ErrorDisplay => getContext<ErrorDisplay | undefined>(KEY) ?? alone;
