import { BadRequestError, DecodeError, UnauthorizedError } from '../http/errors';

/**
 * Whether a call passes the password check. A call that the service rejects later, for another reason, does. Other
 * errors show nothing about the password: a proxy in front of the service, or another program, may respond with them to
 * any request.
 * @throws {AppError} the server's response is inconclusive
 */
export async function passes(call: () => Promise<unknown>): Promise<boolean> {
  try {
    await call();
    return true;
  } catch (error) {
    if (error instanceof UnauthorizedError) return false;
    if (error instanceof BadRequestError && isLater(error)) return true;
    // A response of the expected form, apart from one of its fields.
    if (error instanceof DecodeError && error.field !== '') return true;
    throw error;
  }
}

/** Whether it is one of the service's own errors. Daemons check the User-Agent before the password. */
const isLater = ({ known }: BadRequestError): boolean => known !== undefined && known.code !== 'api/user-agent-refused';
