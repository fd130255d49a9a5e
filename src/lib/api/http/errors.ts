import { AppError } from '$lib/errors';
import type { Dialect } from '../dialect';
import type { KnownError } from './errorTable';

/** What a failed exchange was about. Never carries credentials: no headers, no query values, no address of the server. */
export interface Exchange {
  readonly method: string;
  /** The route's pattern, for example `/consensus/blocks`. */
  readonly path: string;
}

const label = ({ method, path }: Exchange): string => `${method} ${path}`;

/** The server answered with a status outside 2xx. */
export abstract class HttpError extends AppError {
  constructor(
    readonly exchange: Exchange,
    readonly status: number,
    /** The server's own words, shortened; empty when it had none. */
    readonly serverMessage: string,
    summary: string,
    /** Which of the service's errors it is, and its values; undefined where nobody foresaw those words. */
    readonly known?: KnownError
  ) {
    super(`${summary} (${label(exchange)}, status ${status}${serverMessage === '' ? '' : `: ${serverMessage}`})`);
  }

  override get facts(): object {
    return this.known?.data ?? this;
  }
}

/** 401: no password, or not the right one. */
export class UnauthorizedError extends HttpError {
  readonly code = 'api/unauthorized';
  constructor(exchange: Exchange, status: number, serverMessage: string) {
    super(exchange, status, serverMessage, 'The password was missing or not accepted. Sign in again');
  }
}

/** 403: refused between the page and the server, for example a request from another site. */
export class ForbiddenError extends HttpError {
  readonly code = 'api/forbidden';
  constructor(exchange: Exchange, status: number, serverMessage: string) {
    super(exchange, status, serverMessage, 'The request was refused');
  }
}

/** 404; the code is the service's own where its words are known. */
export class NotFoundError extends HttpError {
  readonly code: string;
  constructor(exchange: Exchange, status: number, serverMessage: string, known?: KnownError) {
    super(exchange, status, serverMessage, 'The server has nothing there', known);
    this.code = known?.code ?? 'api/not-found';
  }
}

/** 405 */
export class MethodNotAllowedError extends HttpError {
  readonly code = 'api/method-not-allowed';
  constructor(exchange: Exchange, status: number, serverMessage: string) {
    super(exchange, status, serverMessage, 'The server does not offer this call');
  }
}

/** 490: the daemon is still starting; ask again shortly. */
export class ModuleLoadingError extends HttpError {
  readonly code = 'api/module-loading';
  constructor(exchange: Exchange, status: number, serverMessage: string) {
    super(exchange, status, serverMessage, 'The daemon is still loading this module. Try again in a moment');
  }
}

/** 491: the module is switched off, or the path is unknown to the daemon: the two cannot be told apart. */
export class ModuleDisabledError extends HttpError {
  readonly code = 'api/module-disabled';
  constructor(exchange: Exchange, status: number, serverMessage: string) {
    super(exchange, status, serverMessage, 'The daemon runs without this module');
  }
}

/** 400 and every other 4xx: the server understood and said no. The code is the service's own where its words are known. */
export class BadRequestError extends HttpError {
  readonly code: string;
  constructor(exchange: Exchange, status: number, serverMessage: string, known?: KnownError) {
    super(exchange, status, serverMessage, 'The server rejected the request', known);
    this.code = known?.code ?? 'api/bad-request';
  }
}

/** 5xx; the code is the service's own where its words are known. */
export class ServerError extends HttpError {
  readonly code: string;
  constructor(exchange: Exchange, status: number, serverMessage: string, known?: KnownError) {
    super(exchange, status, serverMessage, 'The server failed', known);
    this.code = known?.code ?? 'api/server-error';
  }
}

/** Whether a server understood what was asked for, and said no in words of its own. */
export const isRefusal = (error: AppError): error is HttpError =>
  error instanceof BadRequestError || error instanceof NotFoundError || error instanceof ServerError;

/** 3xx: the daemon answers a path in the wrong letter case like this; we never follow. */
export class RedirectedError extends HttpError {
  readonly code = 'api/redirected';
  constructor(exchange: Exchange, status: number, serverMessage: string) {
    super(exchange, status, serverMessage, 'The server points elsewhere; that is not followed');
  }
}

/** No connection to the server. */
export class UnreachableError extends AppError {
  readonly code = 'api/unreachable';
  constructor(
    readonly exchange: Exchange,
    options?: { cause?: unknown }
  ) {
    super(`The server cannot be reached (${label(exchange)}). Is it running?`, options);
  }
}

/** The embedded node was stopped through its own API, and has ended: nothing but a new start brings it back. */
export class NodeStoppedError extends AppError {
  readonly code = 'api/stopped';
  constructor(readonly exchange: Exchange) {
    super(`The node is stopped (${label(exchange)})`);
  }
}

/** A connection that closed before the answer was complete: the server stops, or the call makes it fail. */
export class ConnectionClosedError extends AppError {
  readonly code = 'api/connection-closed';
  constructor(
    readonly exchange: Exchange,
    options?: { cause?: unknown }
  ) {
    super(`The connection closed before the answer was complete (${label(exchange)})`, options);
  }
}

/** No complete answer in time. */
export class TimeoutError extends AppError {
  readonly code = 'api/timeout';
  constructor(
    readonly exchange: Exchange,
    readonly timeoutMs: number
  ) {
    super(`The server did not answer within ${timeoutMs / 1000} s (${label(exchange)})`);
  }
}

/** What came in the place of JSON. */
export type NotJsonForm = 'text' | 'html' | 'cut-short';

const NOT_JSON = {
  text: { code: 'api/not-json', says: 'is not JSON' },
  html: { code: 'api/html', says: 'is a web page, not JSON' },
  'cut-short': { code: 'api/cut-short', says: 'is cut short' }
} as const;

/** A 2xx answer that should be JSON and is not; the code tells text, an HTML page and JSON cut short apart. */
export class NotJsonError extends AppError {
  readonly code: (typeof NOT_JSON)[NotJsonForm]['code'];
  constructor(
    readonly exchange: Exchange,
    readonly form: NotJsonForm,
    options?: { cause?: unknown }
  ) {
    super(`The server's answer ${NOT_JSON[form].says} (${label(exchange)})`, options);
    this.code = NOT_JSON[form].code;
  }
}

/** JSON of another shape than agreed, on either side of the wire. */
export class DecodeError extends AppError {
  readonly code: string = 'api/decode';
  constructor(
    readonly exchange: Exchange,
    /** Which part of the exchange: `answer`, `params`, `query` or `body`. */
    readonly part: 'answer' | 'params' | 'query' | 'body',
    /** Dotted path of the first field at fault, empty for the whole. */
    readonly field: string,
    /** What is wrong with it. */
    readonly reason: string,
    options?: { cause?: unknown }
  ) {
    super(`Unexpected ${part}${field === '' ? '' : ` at ${field}`} (${label(exchange)}): ${reason}`, options);
  }
}

/** An integer beyond 2^53 where none can be: a count or a height that would no longer be exact. */
export class UnsafeNumberError extends DecodeError {
  override readonly code = 'api/unsafe-number';
}

/** A request's body or an answer longer than we are willing to hold. */
export class TooLargeError extends AppError {
  readonly code = 'api/too-large';
  constructor(
    readonly exchange: Exchange,
    readonly part: 'body' | 'answer',
    readonly maxBytes: number
  ) {
    super(`The ${part} is larger than ${maxBytes} bytes (${label(exchange)})`);
  }
}

/** The server between has no address for this service. */
export class NotConfiguredError extends HttpError {
  readonly code = 'api/not-configured';
  constructor(exchange: Exchange, status: number, serverMessage: string) {
    super(exchange, status, serverMessage, 'Quarry was started without this service');
  }
}

/** A request's body was not in the dialect of the server; nothing was sent to it. */
export class DialectError extends AppError {
  readonly code = 'api/dialect';
  constructor(
    readonly exchange: Exchange,
    /** The server's; nothing for ours. */
    readonly dialect: Dialect | undefined
  ) {
    super(`The server spells names in another way (${label(exchange)})`);
  }
}

/** Why a sign-in did not succeed. */
export const SIGN_IN_CODES = ['session/wrong-password', 'session/used-link', 'session/too-many-attempts'] as const;
export type SignInCode = (typeof SIGN_IN_CODES)[number];

/** The password or the sign-in link was not accepted; the server's message says what to do. */
export class SignInRefusedError extends HttpError {
  constructor(
    readonly code: SignInCode,
    exchange: Exchange,
    status: number,
    serverMessage: string
  ) {
    super(exchange, status, serverMessage, 'Signing in did not work');
  }
}

/** Why something cannot be done with a connection. */
export const CONNECTION_CODES = [
  'connection/unknown',
  'connection/fixed',
  'connection/invalid',
  'connection/too-many',
  'connection/forbidden-address'
] as const;
export type ConnectionCode = (typeof CONNECTION_CODES)[number];

/** Quarry's own server refused what was wanted of a connection; its message says why. */
export class ConnectionRefusal extends HttpError {
  constructor(
    readonly code: ConnectionCode,
    exchange: Exchange,
    status: number,
    serverMessage: string
  ) {
    super(exchange, status, serverMessage, 'The connection was left as it was');
  }
}
