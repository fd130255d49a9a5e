import { MAX_EXAMINED_LENGTH, parseJson, stringifyJson } from '$lib/codec/json';
import { findJsonError } from '$lib/codec/jsonError';
import { chunksOf, readLimited } from './body';
import { dialectIn, openSpelling } from './spelling';
import {
  BadRequestError,
  ConnectionClosedError,
  DialectError,
  ForbiddenError,
  MethodNotAllowedError,
  ModuleDisabledError,
  ModuleLoadingError,
  NodeStoppedError,
  NotConfiguredError,
  NotFoundError,
  NotJsonError,
  QuarryRefusalError,
  RedirectedError,
  ServerError,
  TimeoutError,
  TooLargeError,
  UnauthorizedError,
  UnreachableError,
  type Exchange,
  type NotJsonForm
} from './errors';
import type { ErrorReader, KnownError } from './errorTable';
import { textBody, type HttpResponse } from './message';
import { decodeWith, encodeWith, exchangeOf, type Decode } from './request';
import type { ResultOf, Route, Schema } from './route';

/** Quarry's server sets this header on its own errors to distinguish them from the upstream's. */
export const ERROR_CODE_HEADER = 'quarry-error';

/** Longer error texts are noise or an HTML page. */
const MAX_MESSAGE_LENGTH = 500;
const MAX_ERROR_BYTES = 1_000_000;

/** Parses and decodes long responses outside the calling thread. */
export interface AnswerDecoder {
  /**
   * @param received the response's bytes, which are transferred
   * @throws like {@link decodeJsonAnswer}; the signal's reason once it aborts
   */
  decode(route: Route, received: Uint8Array<ArrayBuffer>, headers: Headers, signal?: AbortSignal): Promise<unknown>;
}

/** Shorter responses are decoded in the calling thread, which takes about ten milliseconds. */
export const LONG_ANSWER_BYTES = 1_000_000;

/** Loads a service's error table lazily, because it is large and rarely needed. */
export type LoadErrorReader = () => Promise<{ readonly readError: ErrorReader }>;

/** Limits of a request, for its response and for the error if they are exceeded. */
interface AnswerLimits {
  readonly maxBytes: number;
  readonly timeoutMs: number;
}

/** Where long responses are decoded. */
interface OffThread {
  readonly decoder: AnswerDecoder;
  readonly signal?: AbortSignal;
}

/**
 * Decodes the response of a route.
 * @param loadErrors the error table of the route's service; without it, errors have generic codes
 * @param offThread by default, long responses are decoded in this thread, too
 * @throws {HttpError} a status outside 2xx, as the subclass for the status
 * @throws {NotJsonError | DecodeError | TooLargeError} a 2xx response that does not match the route
 */
export async function decodeAnswer<R extends Route>(
  route: R,
  response: Response,
  limits: AnswerLimits,
  loadErrors?: LoadErrorReader,
  offThread?: OffThread
): Promise<ResultOf<R>> {
  if (!response.ok) throw await failure(exchangeOf(route), response, limits, loadErrors);
  return (await decodeOk(route, response, limits.maxBytes, offThread)) as ResultOf<R>;
}

const chunksIn = ({ body }: Response) => (body ? chunksOf(body) : undefined);

async function decodeOk(
  route: Route,
  response: Response,
  maxBytes: number,
  offThread: OffThread | undefined
): Promise<unknown> {
  const exchange = exchangeOf(route);
  if (route.result.kind === 'stream') return response.body ?? new Blob().stream();
  const received = await readLimited(exchange, 'answer', chunksIn(response), maxBytes);
  switch (route.result.kind) {
    case 'nothing':
      return undefined;
    case 'bytes':
      return received;
    case 'text':
      return new TextDecoder().decode(received);
    case 'json':
      return offThread && received.length > LONG_ANSWER_BYTES
        ? offThread.decoder.decode(route, received, response.headers, offThread.signal)
        : decodeJsonAnswer(exchange, route.result.schema, received, response.headers);
  }
}

/**
 * Decodes the JSON of a response.
 * @throws {NotJsonError | DecodeError}
 */
export async function decodeJsonAnswer(
  exchange: Exchange,
  schema: Schema,
  received: Uint8Array,
  headers: Headers,
  decode?: Decode
): Promise<unknown> {
  return decodeWith(schema, await parseAnswer(exchange, received, headers), { exchange, part: 'answer' }, decode);
}

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };
const TEXT_TYPE = { 'content-type': 'text/plain; charset=utf-8' };
const BINARY_TYPE = { 'content-type': 'application/octet-stream' };

/** Encodes a handler's result: 204, JSON with a trailing newline, text or bytes. */
export function encodeAnswer<R extends Route>(route: R, result: ResultOf<R>): HttpResponse {
  switch (route.result.kind) {
    case 'nothing':
      return { status: 204, headers: {}, body: [] };
    case 'json': {
      const wire = encodeWith(route.result.schema, result, { exchange: exchangeOf(route), part: 'answer' });
      return { status: 200, headers: JSON_TYPE, body: textBody(`${stringifyJson(wire)}\n`) };
    }
    case 'text':
      return { status: 200, headers: TEXT_TYPE, body: textBody(result as string) };
    case 'bytes':
      return { status: 200, headers: BINARY_TYPE, body: [result as Uint8Array<ArrayBuffer>] };
    case 'stream':
      return { status: 200, headers: BINARY_TYPE, body: result as ReadableStream<Uint8Array<ArrayBuffer>> };
  }
}

/** The response's JSON in our dialect, translated from the dialect in its header. */
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

/** Whether the text is truncated JSON: valid up to its end, or up to an incomplete last token. */
function isCutShort(text: string): boolean {
  if (text.length > MAX_EXAMINED_LENGTH) return !/[}\]]\s*$/.test(text.slice(-100));
  const rest = text.slice(findJsonError(text));
  return /^(?:"(?:[^"\\]|\\.)*\\?|-)?$/.test(rest) || ['true', 'false', 'null'].some((word) => word.startsWith(rest));
}

async function failure(
  exchange: Exchange,
  response: Response,
  limits: AnswerLimits,
  loadErrors: LoadErrorReader | undefined
) {
  const { message, data } = await readRefusal(exchange, response);
  const code = response.headers.get(ERROR_CODE_HEADER);
  if (code === 'api/unreachable') return new UnreachableError(exchange);
  if (code === 'api/stopped') return new NodeStoppedError(exchange);
  if (code === 'api/connection-closed') return new ConnectionClosedError(exchange);
  if (code === 'api/timeout') return new TimeoutError(exchange, limits.timeoutMs);
  if (code === 'api/too-large')
    return new TooLargeError(exchange, response.status === 413 ? 'body' : 'answer', limits.maxBytes);
  if (code === 'api/dialect') return new DialectError(exchange, dialectIn(response.headers));
  if (code === 'api/not-configured') return new NotConfiguredError(exchange, response.status, message);
  if (code !== null && data) return new QuarryRefusalError(code, data, exchange, response.status, message);
  // With `redirect: 'manual'`, a redirect has status 0 in browsers and its own status in Node.
  if (response.type === 'opaqueredirect') return new RedirectedError(exchange, response.status, message);
  const ErrorClass = errorClass(response.status);
  const known = REFUSALS.has(ErrorClass) ? await knownError(exchange, message, loadErrors) : undefined;
  return new ErrorClass(exchange, response.status, message, known);
}

/** Recognizes an error by its text, which is all that servers provide. */
async function knownError(
  { path }: Exchange,
  message: string,
  loadErrors: LoadErrorReader | undefined
): Promise<KnownError | undefined> {
  try {
    return (await loadErrors?.())?.readError(message, path);
  } catch {
    // The table could not be loaded; the error keeps its generic code.
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

interface RefusalBody {
  readonly message: string;
  /** The values of an error of Quarry's own server; other servers send only text. */
  readonly data?: Readonly<Record<string, string | bigint>>;
}

/** The `message` of a JSON error, or the first line of a plain text (servers may append more). HTML is ignored. */
async function readRefusal(exchange: Exchange, response: Response): Promise<RefusalBody> {
  const received = await readLimited(exchange, 'answer', chunksIn(response), MAX_ERROR_BYTES).catch(
    () => new Uint8Array(0)
  );
  const sent = new TextDecoder().decode(received).trim();
  const { message: words, data } = jsonRefusal(sent) ?? {
    message: sent.startsWith('<') ? '' : (sent.split('\n')[0] ?? '')
  };
  // Truncated first, because matching the patterns below is quadratic in the length.
  const start = words.slice(0, 2 * MAX_MESSAGE_LENGTH);
  const plain = start === '' ? '' : (await import('../dialect')).withoutService(start);
  const message = plain.length > MAX_MESSAGE_LENGTH ? `${plain.slice(0, MAX_MESSAGE_LENGTH)}…` : plain;
  return { message, data };
}

function jsonRefusal(sent: string): RefusalBody | undefined {
  try {
    const value: unknown = parseJson(sent);
    if (typeof value !== 'object' || value === null || !('message' in value)) return undefined;
    if (typeof value.message !== 'string') return undefined;
    return { message: value.message, data: 'data' in value ? valuesIn(value.data) : undefined };
  } catch {
    return undefined;
  }
}

/** Strings, and whole numbers as bigint. */
function valuesIn(data: unknown): RefusalBody['data'] {
  if (typeof data !== 'object' || data === null) return undefined;
  const values = Object.entries(data).flatMap(([name, value]) => {
    if (typeof value === 'string' || typeof value === 'bigint') return [[name, value] as const];
    return Number.isInteger(value) ? [[name, BigInt(value as number)] as const] : [];
  });
  return Object.fromEntries(values);
}
