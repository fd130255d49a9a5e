import { HttpError } from '$lib/api/http/errors';
import type { AppError } from '$lib/errors';

/** Why the daemon refused a task, in its own words where it gave any. */
export const reasonOf = (problem: AppError): string =>
  problem instanceof HttpError && problem.serverMessage !== '' ? problem.serverMessage : problem.message;
