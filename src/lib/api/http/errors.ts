import { AppError } from '$lib/errors';
import type { Dialect } from '../dialect';
import type { KnownError } from './errorTable';

/**
 * The request and route of a failed exchange. Never contains credentials: no headers, query values or server address.
 */
export interface Exchange {
  readonly method: string;
  /** The route's pattern, for example `/consensus/blocks`. */
  readonly path: string;
}

const label = ({ method, path }: Exchange): string => `${method} ${path}`;

/**
 * Statuses that leave open what became of the request: too slow, too early or too many requests, and responses of a
 * reverse proxy whose server did not respond.
 */
const INCONCLUSIVE: ReadonlySet<number> = new Set([408, 425, 429, 502, 503, 504]);

/** A response with a status outside 2xx. */
export abstract class HttpError extends AppError {
  constructor(
    readonly exchange: Exchange,
    readonly status: number,
    /** The server's error text, shortened; empty if there was none. */
    readonly serverMessage: string,
    summary: string,
    /** The recognized error of the service; undefined if the text is unknown. */
    readonly known?: KnownError
  ) {
    super(`${summary} (${label(exchange)}, status ${status}${serverMessage === '' ? '' : `: ${serverMessage}`})`);
  }

  override get facts(): object {
    return this.known?.data ?? this;
  }

  /** Whether it need not be the service's own response to the request. */
  get isInconclusive(): boolean {
    return INCONCLUSIVE.has(this.status);
  }
}

/** 401: missing or wrong password. */
export class UnauthorizedError extends HttpError {
  readonly code = 'api/unauthorized';
  constructor(exchange: Exchange, status: number, serverMessage: string) {
    super(exchange, status, serverMessage, 'The password was missing or not accepted. Sign in again');
  }
}

/** 403: rejected by Quarry's server, for example a cross-site request. */
export class ForbiddenError extends HttpError {
  readonly code = 'api/forbidden';
  constructor(exchange: Exchange, status: number, serverMessage: string) {
    super(exchange, status, serverMessage, 'The request was refused');
  }
}

/** 404; with the service's error code if the text is known. */
export class NotFoundError extends HttpError {
  readonly code: string;
  constructor(exchange: Exchange, status: number, serverMessage: string, known?: KnownError) {
    super(exchange, status, serverMessage, 'The server has nothing at this path', known);
    this.code = known?.code ?? 'api/not-found';
  }
}

/** 405: the path has no such method. */
export class MethodNotAllowedError extends HttpError {
  readonly code = 'api/method-not-allowed';
  constructor(exchange: Exchange, status: number, serverMessage: string) {
    super(exchange, status, serverMessage, 'The server does not support this call');
  }
}

/** 490: the daemon is starting; retry shortly. */
export class ModuleLoadingError extends HttpError {
  readonly code = 'api/module-loading';
  constructor(exchange: Exchange, status: number, serverMessage: string) {
    super(exchange, status, serverMessage, 'The daemon is still loading this module. Try again in a moment');
  }
}

/** 491: the module is disabled, or the path is unknown to the daemon; these cannot be distinguished. */
export class ModuleDisabledError extends HttpError {
  readonly code = 'api/module-disabled';
  constructor(exchange: Exchange, status: number, serverMessage: string) {
    super(exchange, status, serverMessage, 'This module of the daemon is disabled');
  }
}

/** 400 and other 4xx, with the service's error code if the text is known. */
export class BadRequestError extends HttpError {
  readonly code: string;
  constructor(exchange: Exchange, status: number, serverMessage: string, known?: KnownError) {
    super(exchange, status, serverMessage, 'The server rejected the request', known);
    this.code = known?.code ?? 'api/bad-request';
  }
}

/** 5xx, with the service's error code if the text is known. */
export class ServerError extends HttpError {
  readonly code: string;
  constructor(exchange: Exchange, status: number, serverMessage: string, known?: KnownError) {
    super(exchange, status, serverMessage, 'The server failed', known);
    this.code = known?.code ?? 'api/server-error';
  }
}

/** 3xx: daemons redirect paths in the wrong letter case; redirects are never followed. */
export class RedirectedError extends HttpError {
  readonly code = 'api/redirected';
  constructor(exchange: Exchange, status: number, serverMessage: string) {
    super(exchange, status, serverMessage, 'The server redirects, which is not followed');
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

/** The embedded node was stopped through its own API; it runs again only after a restart. */
export class NodeStoppedError extends AppError {
  readonly code = 'api/stopped';
  constructor(readonly exchange: Exchange) {
    super(`The node is stopped (${label(exchange)})`);
  }
}

/** The connection closed before the response was complete: the server is stopping, or crashed. */
export class ConnectionClosedError extends AppError {
  readonly code = 'api/connection-closed';
  constructor(
    readonly exchange: Exchange,
    options?: { cause?: unknown }
  ) {
    super(`The connection closed before the response was complete (${label(exchange)})`, options);
  }
}

/** No complete response in time. */
export class TimeoutError extends AppError {
  readonly code = 'api/timeout';
  constructor(
    readonly exchange: Exchange,
    readonly timeoutMs: number
  ) {
    super(`The server did not respond within ${timeoutMs / 1000} s (${label(exchange)})`);
  }
}

const UNANSWERED = [UnreachableError, NodeStoppedError, ConnectionClosedError, TimeoutError, ModuleLoadingError];

/**
 * Whether the service has not responded to the request but may later: it cannot be reached, is starting, or the user is
 * signed out.
 */
export const isUnanswered = (error: AppError): boolean =>
  UNANSWERED.some((type) => error instanceof type) ||
  (error instanceof HttpError && (error.isInconclusive || error.status === 401));

/** What was received instead of JSON. */
export type NotJsonForm = 'text' | 'html' | 'cut-short';

const NOT_JSON = {
  text: { code: 'api/not-json', says: 'is not JSON' },
  html: { code: 'api/html', says: 'is a web page, not JSON' },
  'cut-short': { code: 'api/cut-short', says: 'is truncated' }
} as const;

/** A 2xx response that is not JSON; the code distinguishes text, an HTML page and truncated JSON. */
export class NotJsonError extends AppError {
  readonly code: (typeof NOT_JSON)[NotJsonForm]['code'];
  constructor(
    readonly exchange: Exchange,
    readonly form: NotJsonForm,
    options?: { cause?: unknown }
  ) {
    super(`The server's response ${NOT_JSON[form].says} (${label(exchange)})`, options);
    this.code = NOT_JSON[form].code;
  }
}

/** JSON that does not match its schema, in a request or a response. */
export class DecodeError extends AppError {
  readonly code: string = 'api/decode';
  constructor(
    readonly exchange: Exchange,
    /** The part of the exchange. */
    readonly part: 'answer' | 'params' | 'query' | 'body',
    /** Dotted path of the first invalid field; empty if the whole is invalid. */
    readonly field: string,
    /** Why it is invalid. */
    readonly reason: string,
    options?: { cause?: unknown }
  ) {
    super(`Unexpected ${part}${field === '' ? '' : ` at ${field}`} (${label(exchange)}): ${reason}`, options);
  }
}

/** A count or height beyond 2^53, which would be inexact. */
export class UnsafeNumberError extends DecodeError {
  override readonly code = 'api/unsafe-number';
}

/** A request body or response above the size limit. */
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

/** Quarry's server has no address for this service. */
export class NotConfiguredError extends HttpError {
  readonly code = 'api/not-configured';
  constructor(exchange: Exchange, status: number, serverMessage: string) {
    super(exchange, status, serverMessage, 'Quarry was started without this service');
  }
}

/** The request's body was not in the server's dialect, so it was not sent. */
export class DialectError extends AppError {
  readonly code = 'api/dialect';
  constructor(
    readonly exchange: Exchange,
    /** The server's dialect; undefined for ours. */
    readonly dialect: Dialect | undefined
  ) {
    super(`The server uses a different dialect (${label(exchange)})`);
  }
}

/** Quarry's own server rejected a request, with a code and values from `api/quarry/errors`. */
export class QuarryRefusalError extends HttpError {
  constructor(
    readonly code: string,
    /** The values for the error's text; whole numbers are bigint. */
    readonly data: Readonly<Record<string, string | bigint>>,
    exchange: Exchange,
    status: number,
    serverMessage: string
  ) {
    super(exchange, status, serverMessage, 'Quarry refused the request');
  }

  override get facts(): object {
    return this.data;
  }
}
