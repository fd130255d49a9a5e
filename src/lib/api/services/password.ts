import { BadRequestError, DecodeError, UnauthorizedError } from '../http/errors';

/**
 * Whether a call that needs the password got past it: one that fails for any other reason of its own has.
 * @throws {AppError} the server cannot say
 */
export async function passes(call: () => Promise<unknown>): Promise<boolean> {
  try {
    await call();
    return true;
  } catch (error) {
    if (error instanceof UnauthorizedError) return false;
    if (error instanceof BadRequestError || error instanceof DecodeError) return true;
    throw error;
  }
}
