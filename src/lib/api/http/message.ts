/**
 * Requests and responses as plain data. Constructing fetch's classes takes longer than a node needs for a short
 * response, so they are constructed only where a framework or client needs them (`server/http/fetchMessages`).
 */

/** Headers by lower-case name. Values of repeated headers are joined, as HTTP specifies. */
export type HttpHeaders = Readonly<Record<string, string | undefined>>;

/** A body in chunks, already received or still arriving; can be read only once. */
export type BodyChunks = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

/** A request. */
export interface HttpRequest {
  readonly method: string;
  /** As sent, escapes included; without the query. */
  readonly path: string;
  /** Without its question mark; empty if there is none. */
  readonly query: string;
  readonly headers: HttpHeaders;
  readonly body: BodyChunks | undefined;
  /** Aborts when the response is no longer needed. */
  readonly signal: AbortSignal;
}

/** A request without its signal. */
export type RequestParts = Omit<HttpRequest, 'signal'>;

/**
 * A request whose signal is created on demand, because most responses are ready before a client could disconnect. A
 * class: V8 gives every object literal with a getter a shape of its own, and keeps it, with all that the getter refers
 * to, until a full garbage collection. Copied with `...` it would lack its signal, see {@link requestWith}.
 */
export class LazyRequest implements HttpRequest {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly headers: HttpHeaders;
  readonly body: BodyChunks | undefined;
  readonly #signal: () => AbortSignal;

  constructor({ method, path, query, headers, body }: RequestParts, signal: () => AbortSignal) {
    this.method = method;
    this.path = path;
    this.query = query;
    this.headers = headers;
    this.body = body;
    this.#signal = signal;
  }

  get signal(): AbortSignal {
    return this.#signal();
  }
}

/** The same request with some parts replaced. Its signal is still created on demand. */
export const requestWith = (request: HttpRequest, parts: Partial<RequestParts>): HttpRequest => {
  const { method, path, query, headers, body } = request;
  return new LazyRequest({ method, path, query, headers, body, ...parts }, () => request.signal);
};

/** A complete body in chunks; empty if the response has no body. */
export type WholeBody = readonly Uint8Array<ArrayBuffer>[];

/** A response. Content-Length is set when it is sent. */
export interface HttpResponse {
  readonly status: number;
  readonly statusText?: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: WholeBody | ReadableStream<Uint8Array<ArrayBuffer>>;
}

/** For clients that have disconnected: nginx's status, which is only counted. */
export const CLIENT_CLOSED_REQUEST: HttpResponse = { status: 499, headers: {}, body: [] };

const encoder = new TextEncoder();

/** Text as a body. */
export const textBody = (text: string): WholeBody => [encoder.encode(text)];

export const isWhole = (body: HttpResponse['body']): body is WholeBody => !(body instanceof ReadableStream);

/** Length of a complete body in bytes. */
export const lengthOf = (body: WholeBody): number => body.reduce((sum, chunk) => sum + chunk.length, 0);

/** Whether the status is 2xx. */
export const isOk = ({ status }: HttpResponse): boolean => status >= 200 && status < 300;
