import { AppError } from '$lib/errors';
import { NotFoundError } from './errors';

/** Refusals that say "not found" with another status than 404. */
const NOT_FOUND: ReadonlySet<string> = new Set(['consensus/block-not-found', 'wallet-server/output-not-found']);

/** The result, or undefined where the server has nothing of that name. */
export async function undefinedIfNotFound<T>(asking: Promise<T>): Promise<T | undefined> {
  try {
    return await asking;
  } catch (error) {
    if (error instanceof NotFoundError || (error instanceof AppError && NOT_FOUND.has(error.code))) return undefined;
    throw error;
  }
}
