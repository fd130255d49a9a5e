import { getContext, setContext } from 'svelte';
import type { AppError } from '$lib/errors';

/** What the app around a component does with the errors that it shows. */
interface ErrorDisplay {
  /** Whether a banner of the app already shows the error, so that no part of the page repeats it. */
  isInBanner(error: AppError): boolean;
  /** Called with every error that is shown. */
  onshown(error: AppError): void;
}

const KEY = Symbol('error display');
const alone: ErrorDisplay = { isInBanner: () => false, onshown: () => undefined };

/** For the components below the calling one. */
export const setErrorDisplay = (display: ErrorDisplay): ErrorDisplay => setContext(KEY, display);
export const getErrorDisplay = (): ErrorDisplay => getContext<ErrorDisplay | undefined>(KEY) ?? alone;
