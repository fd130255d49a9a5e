import { parseJson, stringifyJson } from '$lib/codec/json';
import { findJsonError } from '$lib/codec/jsonError';
import { readLimited } from './body';
import { dialectIn, openSpelling } from './spelling';
import {
  BadRequestError,
  CONNECTION_CODES,
  ConnectionClosedError,
  ConnectionRefusal,
  DialectError,
  ForbiddenError,
  MethodNotAllowedError,
  ModuleDisabledError,
  ModuleLoadingError,
  NodeStoppedError,
  NotConfiguredError,
  NotFoundError,
  NotJsonError,
  RedirectedError,
  ServerError,
  SIGN_IN_CODES,
  SignInRefusedError,
  TimeoutError,
  TooLargeError,
  UnauthorizedError,
  UnreachableError,
  type Exchange,
  type NotJsonForm
} from './errors';
import type { ErrorReader, KnownError } from './errorTable';
import { decodeWith, encodeWith, exchangeOf } from './request';
import type { ResultOf, Route } from './route';

/** The server between names its own failures in this header, so that they are not taken for the upstream's. */
export const ERROR_CODE_HEADER = 'quarry-error';

/** Enough of a server's words for a person; the rest is noise or a page of HTML. */
const MAX_MESSAGE_LENGTH = 500;
const MAX_ERROR_BYTES = 1_000_000;

/** Loads what reads a service's refusals: their texts are many, and most visits meet none of them. */
export type LoadErrorReader = () => Promise<{ readonly readError: ErrorReader }>;

/**
 * The route's result out of an answer.
 * @param loadErrors knows the refusals of the route's service; without it they keep their general codes
 * @throws {HttpError} a status outside 2xx, as the subclass of its meaning
 * @throws {NotJsonError | DecodeError | TooLargeError} a 2xx answer that is not what the route promises
 */
export async function decodeAnswer<R extends Route>(
  route: R,
  response: Response,
  limits: { readonly maxBytes: number; readonly timeoutMs: number },
  loadErrors?: LoadErrorReader
): Promise<ResultOf<R>> {
  if (!response.ok) throw await failure(exchangeOf(route), response, limits, loadErrors);
  return (await decodeOk(route, response, limits.maxBytes)) as ResultOf<R>;
}

async function decodeOk(route: Route, response: Response, maxBytes: number): Promise<unknown> {
  const exchange = exchangeOf(route);
  if (route.result.kind === 'stream') return response.body ?? new Blob().stream();
  const received = await readLimited(exchange, 'answer', response.body, maxBytes);
  switch (route.result.kind) {
    case 'nothing':
      return undefined;
    case 'bytes':
      return received;
    case 'text':
      return new TextDecoder().decode(received);
    case 'json':
      return decodeWith(
        exchange,
        'answer',
        route.result.schema,
        await parseAnswer(exchange, received, response.headers)
      );
  }
}

/** The answer a server gives for a result of the route: 204, JSON with a final newline, text or bytes. */
export function encodeAnswer<R extends Route>(route: R, result: ResultOf<R>): Response {
  switch (route.result.kind) {
    case 'nothing':
      return new Response(null, { status: 204 });
    case 'json': {
      const wire = encodeWith(exchangeOf(route), 'answer', route.result.schema, result);
      return new Response(`${stringifyJson(wire)}\n`, {
        headers: { 'content-type': 'application/json; charset=utf-8' }
      });
    }
    case 'text':
      return new Response(result as string, { headers: { 'content-type': 'text/plain; charset=utf-8' } });
    case 'bytes':
    case 'stream':
      return new Response(result as BodyInit, { headers: { 'content-type': 'application/octet-stream' } });
  }
}

/** The answer's JSON in our names, whatever dialect its header says it is in. */
async function parseAnswer(exchange: Exchange, received: Uint8Array, headers: Headers): Promise<unknown> {
  const text = new TextDecoder().decode(received);
  try {
    const value = parseJson(text);
    const spelling = await openSpelling(dialectIn(headers));
    return spelling ? spelling.read(value) : value;
  } catch (error) {
    throw new NotJsonError(exchange, formOf(text), { cause: error });
  }
}

function formOf(text: string): NotJsonForm {
  if (/^\s*</.test(text)) return 'html';
  return /^\s*[{[]/.test(text) && isCutShort(text) ? 'cut-short' : 'text';
}

/** Whether it is the beginning of a JSON text: nothing is wrong up to its end, or up to a last word that lacks its end. */
function isCutShort(text: string): boolean {
  const rest = text.slice(findJsonError(text));
  return /^(?:"(?:[^"\\]|\\.)*\\?|-)?$/.test(rest) || ['true', 'false', 'null'].some((word) => word.startsWith(rest));
}

async function failure(
  exchange: Exchange,
  response: Response,
  limits: { maxBytes: number; timeoutMs: number },
  loadErrors: LoadErrorReader | undefined
) {
  const message = await serverMessage(exchange, response);
  const code = response.headers.get(ERROR_CODE_HEADER);
  if (code === 'api/unreachable') return new UnreachableError(exchange);
  if (code === 'api/stopped') return new NodeStoppedError(exchange);
  if (code === 'api/connection-closed') return new ConnectionClosedError(exchange);
  if (code === 'api/timeout') return new TimeoutError(exchange, limits.timeoutMs);
  if (code === 'api/too-large')
    return new TooLargeError(exchange, response.status === 413 ? 'body' : 'answer', limits.maxBytes);
  if (code === 'api/dialect') return new DialectError(exchange, dialectIn(response.headers));
  if (code === 'api/not-configured') return new NotConfiguredError(exchange, response.status, message);
  const signInCode = SIGN_IN_CODES.find((known) => known === code);
  if (signInCode) return new SignInRefusedError(signInCode, exchange, response.status, message);
  const connectionCode = CONNECTION_CODES.find((known) => known === code);
  if (connectionCode) return new ConnectionRefusal(connectionCode, exchange, response.status, message);
  // A redirect that fetch was told not to follow shows as status 0 in a browser, as itself elsewhere.
  if (response.type === 'opaqueredirect') return new RedirectedError(exchange, response.status, message);
  const ErrorClass = errorClass(response.status);
  const known = REFUSALS.has(ErrorClass) ? await knownError(exchange, message, loadErrors) : undefined;
  return new ErrorClass(exchange, response.status, message, known);
}

/** Servers say which of their errors it is in words only. */
async function knownError(
  { path }: Exchange,
  message: string,
  loadErrors: LoadErrorReader | undefined
): Promise<KnownError | undefined> {
  try {
    return (await loadErrors?.())?.readError(message, path);
  } catch {
    // Without the table, which could not be loaded, the error says less; it is the same error.
    return undefined;
  }
}

const REFUSALS: ReadonlySet<unknown> = new Set([BadRequestError, NotFoundError, ServerError]);

function errorClass(status: number) {
  if (status >= 500) return ServerError;
  if (status < 400) return RedirectedError;
  switch (status) {
    case 401:
      return UnauthorizedError;
    case 403:
      return ForbiddenError;
    case 404:
      return NotFoundError;
    case 405:
      return MethodNotAllowedError;
    case 490:
      return ModuleLoadingError;
    case 491:
      return ModuleDisabledError;
    default:
      return BadRequestError;
  }
}

/** `message` of a JSON error, else the first line of a text one (a server may append more); HTML says nothing. */
async function serverMessage(exchange: Exchange, response: Response): Promise<string> {
  const received = await readLimited(exchange, 'answer', response.body, MAX_ERROR_BYTES).catch(() => new Uint8Array(0));
  const sent = new TextDecoder().decode(received).trim();
  const words = jsonMessage(sent) ?? (sent.startsWith('<') ? '' : (sent.split('\n')[0] ?? ''));
  const plain = words === '' ? '' : (await import('../dialect')).withoutService(words);
  return plain.length > MAX_MESSAGE_LENGTH ? `${plain.slice(0, MAX_MESSAGE_LENGTH)}…` : plain;
}

function jsonMessage(sent: string): string | undefined {
  try {
    const value: unknown = JSON.parse(sent);
    if (typeof value !== 'object' || value === null || !('message' in value)) return undefined;
    return typeof value.message === 'string' ? value.message : undefined;
  } catch {
    return undefined;
  }
}
