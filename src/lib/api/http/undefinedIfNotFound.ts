import { NotFoundError, BadRequestError } from './errors';

/** The result, or undefined for a 404. */
export async function undefinedIfNotFound<T>(asking: Promise<T>): Promise<T | undefined> {
  try {
    return await asking;
  } catch (error) {
    if (error instanceof NotFoundError || error instanceof BadRequestError) return undefined;
    throw error;
  }
}
