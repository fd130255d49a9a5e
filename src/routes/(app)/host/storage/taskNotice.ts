import { HttpError } from '$lib/api/http/errors';
import type { AppError } from '$lib/errors';

/** What a daemon said against a task, for a line that stands alone: its own words where it had any. */
export const taskNotice = (what: string, problem: AppError): string =>
  `${what}: ${problem instanceof HttpError && problem.serverMessage !== '' ? problem.serverMessage : problem.message}`;
