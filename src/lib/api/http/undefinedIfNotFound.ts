import { NotFoundError, BadRequestError } from './errors';

/** The answer, or nothing when the server has no such thing. */
export async function undefinedIfNotFound<T>(asking: Promise<T>): Promise<T | undefined> {
  try {
    return await asking;
  } catch (error) {
    if (error instanceof NotFoundError || error instanceof BadRequestError) return undefined;
    throw error;
  }
}
