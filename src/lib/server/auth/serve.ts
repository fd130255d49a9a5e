import { encodeAnswer } from '$lib/api/http/response';
import { NotFoundError, UnauthorizedError } from '$lib/api/http/errors';
import { decodeRequest, exchangeOf } from '$lib/api/http/request';
import type { Handlers, RequestOf, ResultOf, Route, RouteTable } from '$lib/api/http/route';
import { CLIENT_CLOSED_REQUEST, type HttpResponse } from '$lib/api/http/message';
import { matchRoute } from '$lib/api/http/findRoute';
import { AppError } from '$lib/errors';
import { ServerRefusal } from '../errors';
import { fromRequest, toResponse } from '../http/fetchMessages';
import { checkSameOrigin } from '../http/originChecks';
import { refusal } from '../http/proxy';
import type { Session } from './session';

// These requests are unauthenticated.
const MAX_BODY_BYTES = 16 * 1024;

/**
 * Handles one of Quarry's own routes: same-origin check, decoding, handler, encoding. An AppError becomes an error
 * response.
 */
export async function serve<R extends Route>(
  route: R,
  request: Request,
  handle: (request: RequestOf<R>) => ResultOf<R> | Promise<ResultOf<R>>,
  params: Readonly<Record<string, string>> = {}
): Promise<Response> {
  try {
    const asked = fromRequest(request);
    checkSameOrigin(asked.headers, route.effect);
    const result = await handle(await decodeRequest(route, params, asked, { maxTextBytes: MAX_BODY_BYTES }));
    const { headers, ...response } = encodeAnswer(route, result);
    return toResponse({ ...response, headers: { ...headers, 'cache-control': 'no-store' } });
  } catch (error) {
    return toResponse(answerTo(error));
  }
}

/** The response to an error. @throws the error if it is a bug */
function answerTo(error: unknown): HttpResponse {
  if (error instanceof AppError) return refusal(error);
  if (!(error instanceof Error && 'code' in error)) throw error;
  // The client disconnected in the middle of its body: nothing failed here, so nothing is logged.
  if (error.code === 'ECONNRESET') return CLIENT_CLOSED_REQUEST;
  if (!('syscall' in error)) throw error;
  // The data folder failed, for example because the disk is full. The details are for the operator only.
  process.stderr.write(`Quarry could not write to its data folder: ${error.message}\n`);
  return refusal(new ServerRefusal('request/not-stored', { reason: String(error.code) }, { cause: error }));
}

/**
 * Handles any route of a table, for signed-in requests only.
 * @param path as in the table
 */
export async function serveSignedIn<T extends RouteTable>(
  routes: T,
  request: Request,
  path: string,
  session: Session | undefined,
  handlersFor: (session: Session) => Handlers<T>
): Promise<Response> {
  const { method, signal } = request;
  const match = matchRoute(routes, method, path);
  if (match.found !== 'route') return toResponse(refusal(new NotFoundError({ method, path }, 404, '')));
  const { name, route, params } = match;
  const handle = (decoded: RequestOf<T[typeof name]>) => {
    if (!session) throw new UnauthorizedError(exchangeOf(route), 401, 'Sign in to Quarry first');
    return handlersFor(session)[name](decoded, { signal });
  };
  return serve(route as T[typeof name], request, handle, params);
}
