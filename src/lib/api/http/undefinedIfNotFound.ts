import { AppError } from '$lib/errors';
import { NotFoundError } from './errors';

/** "Not found" errors with a status other than 404. */
const NOT_FOUND: ReadonlySet<string> = new Set(['consensus/block-not-found', 'wallet-server/output-not-found']);

/** The result, or undefined if the server does not find it. */
export async function undefinedIfNotFound<T>(asking: Promise<T>): Promise<T | undefined> {
  try {
    return await asking;
  } catch (error) {
    if (error instanceof NotFoundError || (error instanceof AppError && NOT_FOUND.has(error.code))) return undefined;
    throw error;
  }
}
