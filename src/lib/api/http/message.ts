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

/** The same request with another path. The signal is still created lazily. */
export const withPath = (request: HttpRequest, path: string): HttpRequest => ({
  method: request.method,
  path,
  query: request.query,
  headers: request.headers,
  body: request.body,
  get signal() {
    return request.signal;
  }
});

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
