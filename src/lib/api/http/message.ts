/**
 * Requests and responses as servers pass them on: plain data. The classes of fetch take longer to make than a node takes
 * for a short answer, so they are made where a framework or a client needs one (`server/http/fetchMessages`).
 */

/** Headers by lower-case name; of one that was sent repeatedly, the values joined as HTTP joins them. */
export type HttpHeaders = Readonly<Record<string, string | undefined>>;

/** A body in chunks, to be read once: there already, or as it arrives. */
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
  /** Aborts when nobody waits for the response any more. */
  readonly signal: AbortSignal;
}

/** The same request with another path. Its signal is still made when it is asked for. */
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

/** A body that is there whole, in chunks; without any if the response has no body. */
export type WholeBody = readonly Uint8Array<ArrayBuffer>[];

/** A response; its length is set by whoever sends it. */
export interface HttpResponse {
  readonly status: number;
  readonly statusText?: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: WholeBody | ReadableStream<Uint8Array<ArrayBuffer>>;
}

const encoder = new TextEncoder();

/** A text as a body. */
export const textBody = (text: string): WholeBody => [encoder.encode(text)];

export const isWhole = (body: HttpResponse['body']): body is WholeBody => !(body instanceof ReadableStream);

/** Bytes of a whole body. */
export const lengthOf = (body: WholeBody): number => body.reduce((sum, chunk) => sum + chunk.length, 0);

/** Whether the status says that the request was answered as wanted. */
export const isOk = ({ status }: HttpResponse): boolean => status >= 200 && status < 300;
