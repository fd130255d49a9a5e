import { BadRequestError, DecodeError, UnauthorizedError } from '../http/errors';

/**
 * Whether a call passes the password check. A call that fails later, for another reason, does.
 * @throws {AppError} the server's response is inconclusive
 */
export async function passes(call: () => Promise<unknown>): Promise<boolean> {
  try {
    await call();
    return true;
  } catch (error) {
    if (error instanceof UnauthorizedError) return false;
    // Daemons check the User-Agent before the password.
    if (error instanceof BadRequestError && error.code === 'api/user-agent-refused') throw error;
    if (error instanceof BadRequestError || error instanceof DecodeError) return true;
    throw error;
  }
}
