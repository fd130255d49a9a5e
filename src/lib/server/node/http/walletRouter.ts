import { StepQueue, type Steps } from '$lib/async/stepQueue';
import {
  fieldSpelling,
  OUR_DIALECT,
  translatePath,
  translateWords,
  type Dialect,
  type FieldSpelling
} from '$lib/api/dialect';
import { DecodeError, TooLargeError } from '$lib/api/http/errors';
import { UNAUTHORIZED } from '$lib/api/wallet-server/errors';
import { CLIENT_CLOSED_REQUEST, textBody, type HttpRequest, type HttpResponse } from '$lib/api/http/message';
import { decodeRequest, encodeWith, exchangeOf } from '$lib/api/http/request';
import type { Route } from '$lib/api/http/route';
import { stringifyJson, type JsonValue } from '$lib/codec/json';
import { Utf8Builder } from '$lib/codec/utf8Builder';
import { AppError } from '$lib/errors';
import { Refusal, refusal } from '../errors';
import { storeError } from '../store/sqliteError';
import { passwordCheck } from './password';
import { printInSteps, printJson } from './printJson';
import { allowHeader, findHandler, type Destination, type Module } from './tables';
import { UnfinishedAnswerError } from './unfinishedAnswer';

export interface WalletRouterOptions {
  readonly modules: readonly Module[];
  readonly password: string;
  /** The dialect of requests and responses; Quarry's own by default. */
  readonly dialect?: Dialect;
}

/**
 * Serves the wallet server API; unlike in the daemon's, errors are plain text. Other dialects are decoded and encoded
 * along with the JSON, not translated afterwards.
 */
export function createWalletRouter({ modules, password, dialect = OUR_DIALECT }: WalletRouterOptions) {
  const spelling = dialect === OUR_DIALECT ? undefined : fieldSpelling(dialect);
  const hasPassword = passwordCheck(password);
  const say = (status: number, words: string, headers: Record<string, string> = {}): HttpResponse =>
    textError(status, translateWords(words, OUR_DIALECT, dialect), headers);

  const bodies = new StepQueue();
  const queues = new Map<Route, StepQueue>();
  /** Each route has its own: its long results do not delay those of others. */
  const queueOf = (route: Route): StepQueue => {
    const queue = queues.get(route) ?? new StepQueue();
    queues.set(route, queue);
    return queue;
  };

  async function answer(found: Extract<Destination, { found: 'route' }>, request: HttpRequest): Promise<HttpResponse> {
    const { route, params, handler } = found;
    try {
      const decoded = await decodeRequest(route, params, request, { spelling, steps: bodies });
      const result = await handler(decoded, request);
      if (!isInSteps(result)) return encode(route, result, spelling);
      return await queueOf(route).run(encodeInSteps(route, result, spelling), request);
    } catch (thrown) {
      if (request.signal.aborted) return CLIENT_CLOSED_REQUEST;
      const error = storeError(thrown);
      if (error instanceof UnfinishedAnswerError) {
        const { status, message } = error.refusal;
        return say(status, `${message}\n${printedPlainly(route, error.result)}`);
      }
      const refused = refusalOf(error);
      if (refused) return say(refused.status, refused.message);
      if (error instanceof AppError) return say(500, error.message);
      console.error(error);
      return say(500, 'internal error; see the node’s log');
    }
  }

  /** @param asked path without the API's prefix */
  return async (request: HttpRequest, asked: string): Promise<HttpResponse> => {
    const pathname = translatePath(asked, dialect, OUR_DIALECT);
    const found = findHandler(modules, request.method, pathname);
    if (found.found === 'route') {
      if (found.route.access === 'password' && !hasPassword(request)) return say(401, UNAUTHORIZED);
      return answer(found, request);
    }
    const allow = allowHeader(modules, pathname);
    if (allow === undefined) return say(404, '404 page not found');
    if (request.method === 'OPTIONS') return { status: 200, headers: { allow }, body: [] };
    return say(405, 'Method Not Allowed', { allow });
  };
}

function refusalOf(error: unknown): Refusal | undefined {
  if (error instanceof Refusal) return error;
  if (error instanceof TooLargeError) return refusal('wallet-server/body-too-large');
  return error instanceof DecodeError && error.part !== 'answer' ? unreadable(error) : undefined;
}

type JsonRoute = Route & { readonly result: { readonly kind: 'json' } };
const isJson = (route: Route): route is JsonRoute => route.result.kind === 'json';

const JSON_TYPE = { 'content-type': 'application/json' };

function encode(route: Route, result: unknown, spelling: FieldSpelling | undefined): HttpResponse {
  if (!isJson(route)) return { status: 204, headers: {}, body: [] };
  return { status: 200, headers: JSON_TYPE, body: printed(route, result, spelling).chunks() };
}

const isInSteps = (result: unknown): result is Steps<unknown> =>
  typeof result === 'object' && result !== null && Symbol.iterator in result && 'next' in result;

function* encodeInSteps(route: Route, work: Steps<unknown>, spelling: FieldSpelling | undefined): Steps<HttpResponse> {
  const result = yield* work;
  if (!isJson(route)) return encode(route, result, spelling);
  try {
    return { status: 200, headers: JSON_TYPE, body: yield* printInSteps(route.result.schema, result, spelling) };
  } catch {
    return encode(route, result, spelling);
  }
}

/** JSON with an indentation of two spaces, as these servers print it. */
function printed(route: JsonRoute, result: unknown, spelling: FieldSpelling | undefined): Utf8Builder {
  const out = new Utf8Builder();
  try {
    printJson(out, route.result.schema, result, spelling);
    out.add('\n');
    return out;
  } catch {
    // Encoding without the printer reports what does not match.
    const plain = new Utf8Builder();
    plain.add(`${printedPlainly(route, result, spelling)}\n`);
    return plain;
  }
}

function printedPlainly(route: Route, result: unknown, spelling?: FieldSpelling): string {
  if (!isJson(route)) return '';
  const ours = encodeWith(route.result.schema, result, { exchange: exchangeOf(route), part: 'answer' });
  return stringifyJson(spelling ? spelling.write(ours as JsonValue) : ours, 2);
}

// The servers' names of some parameters.
const PARAM_NAMES: Readonly<Record<string, string>> = { address: 'addr', idOrHeight: 'id' };

/** Error text of wallet, mining and signing servers. */
function unreadable({ part, field, reason }: DecodeError): Refusal {
  if (part === 'body') {
    return refusal('wallet-server/body-unreadable', { reason: field === '' ? reason : `${field}: ${reason}` });
  }
  return part === 'params'
    ? refusal('wallet-server/parameter-unreadable', { parameter: PARAM_NAMES[field] ?? field, reason })
    : refusal('wallet-server/query-unreadable', { parameter: field, reason });
}

const textError = (status: number, message: string, headers: Record<string, string>): HttpResponse => ({
  status,
  headers: { ...headers, 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' },
  body: textBody(`${message}\n`)
});
