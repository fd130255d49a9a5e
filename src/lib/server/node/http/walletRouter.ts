import { DecodeError, TooLargeError } from '$lib/api/http/errors';
import { UNAUTHORIZED } from '$lib/api/wallet-server/errors';
import { printJson } from '$lib/server/node/http/printJson';
import { decodeRequest, encodeWith, exchangeOf } from '$lib/api/http/request';
import type { Route } from '$lib/api/http/route';
import { stringifyJson } from '$lib/codec/json';
import { Utf8Builder } from '$lib/codec/utf8Builder';
import { AppError } from '$lib/errors';
import { Refusal, refusal } from '../errors';
import { hasPassword } from './password';
import { allowHeader, findHandler, type Destination, type Module } from './tables';
import { UnfinishedAnswerError } from './unfinishedAnswer';

export interface WalletRouterOptions {
  readonly modules: readonly Module[];
  readonly password: string;
}

/** Serves the wallet server API; unlike in the daemon's, errors are plain text. */
export function createWalletRouter({ modules, password }: WalletRouterOptions) {
  /** @param pathname path without the API's prefix */
  return async (request: Request, pathname: string): Promise<Response> => {
    const allow = allowHeader(modules, pathname);
    if (allow === undefined) return textError(404, '404 page not found');
    if (request.method === 'OPTIONS') return new Response(null, { status: 200, headers: { allow } });
    const found = findHandler(modules, request.method, pathname);
    if (found.found !== 'route') return textError(405, 'Method Not Allowed', { allow });
    if (found.route.access === 'password' && !hasPassword(request, password)) return textError(401, UNAUTHORIZED);
    return answer(found, request);
  };
}

async function answer(found: Extract<Destination, { found: 'route' }>, request: Request): Promise<Response> {
  const { route, params, handler } = found;
  try {
    const decoded = await decodeRequest(route, params, request);
    return encode(route, await handler(decoded, { signal: request.signal }));
  } catch (error) {
    if (error instanceof UnfinishedAnswerError) {
      const { status, message } = error.refusal;
      return textError(status, `${message}\n${printedPlainly(route, error.result)}`);
    }
    if (error instanceof Refusal) return refused(error);
    if (error instanceof TooLargeError) return refused(refusal('wallet-server/body-too-large'));
    if (error instanceof DecodeError) return refused(unreadable(error));
    if (error instanceof AppError) return textError(500, error.message);
    console.error(error);
    return textError(500, 'internal error, see the log of the node');
  }
}

type JsonRoute = Route & { readonly result: { readonly kind: 'json' } };
const isJson = (route: Route): route is JsonRoute => route.result.kind === 'json';

function encode(route: Route, result: unknown): Response {
  if (!isJson(route)) return new Response(null, { status: 204 });
  return new Response(body(printed(route, result)), { headers: { 'content-type': 'application/json' } });
}

/** JSON with an indentation of two spaces, as these servers print it. */
function printed(route: JsonRoute, result: unknown): Utf8Builder {
  const out = new Utf8Builder();
  try {
    printJson(out, route.result.schema, result);
    out.add('\n');
    return out;
  } catch {
    // Encoding without the printer reports what does not match.
    const plain = new Utf8Builder();
    plain.add(`${printedPlainly(route, result)}\n`);
    return plain;
  }
}

function printedPlainly(route: Route, result: unknown): string {
  if (!isJson(route)) return '';
  return stringifyJson(encodeWith(exchangeOf(route), 'answer', route.result.schema, result), 2);
}

/** Streams long responses, to avoid joining them into one string. */
function body(text: Utf8Builder): BodyInit {
  const chunks = text.chunks();
  if (chunks.length === 1) return chunks[0]!;
  let next = 0;
  return new ReadableStream<Uint8Array>({
    pull(controller) {
      const chunk = chunks[next++];
      if (chunk === undefined) controller.close();
      else controller.enqueue(chunk);
    }
  });
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

const refused = ({ status, message }: Refusal): Response => textError(status, message);

const textError = (status: number, message: string, headers: Record<string, string> = {}): Response =>
  new Response(`${message}\n`, {
    status,
    headers: { ...headers, 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' }
  });
