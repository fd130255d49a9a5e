import { chunksOf, readLimited } from '$lib/api/http/body';
import { TimeoutError } from '$lib/api/http/errors';
import type { Outcome } from '$lib/api/services/check/result';
import type { Reply } from '$lib/api/services/check/check';
import { whenAborted } from '$lib/async/whenAborted';
import { parseJson, type JsonValue } from '$lib/codec/json';
import { AppError } from '$lib/errors';
import { ForbiddenAddressError } from '../../http/addresses';
import type { ServerFetch } from '../../http/addressCheckedFetch';
import { basicAuthorization } from '../../http/upstream';
import { isNoTls } from './tlsErrors';

const MAX_BYTES = 4 * 1024 * 1024;
/** For one request, including its response. */
export const REQUEST_MS = 6_000;

/** A test that ended early, with its outcome. */
export class TestEndedError extends AppError {
  readonly code = 'connection/test-ended';
  constructor(
    readonly outcome: Outcome,
    /** The server's error text. */
    readonly detail?: string,
    options?: { cause?: unknown }
  ) {
    super(detail ?? outcome, options);
  }
}

/** Where to send test requests, and with which credentials. */
export interface ProbeTarget {
  /** Without a trailing slash. */
  readonly url: string;
  readonly userAgent: string;
  readonly password?: string;
  readonly fetch: ServerFetch;
  /** Ends the test. */
  readonly deadline: AbortSignal;
}

/**
 * Sends one request to an unidentified server.
 * @throws {TestEndedError} without a response
 */
export async function ask(target: ProbeTarget, path: string, body?: string): Promise<Reply> {
  const { url, userAgent, password, fetch, deadline } = target;
  const headers = new Headers({ 'user-agent': userAgent });
  if (password !== undefined) headers.set('authorization', basicAuthorization(password));
  if (body !== undefined) headers.set('content-type', 'application/json');
  const signal = AbortSignal.any([deadline, AbortSignal.timeout(REQUEST_MS)]);
  try {
    const response = await fetch(url + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers,
      body,
      redirect: 'manual',
      signal
    });
    const reading = readLimited(
      { method: 'GET', path },
      'answer',
      response.body ? chunksOf(response.body) : undefined,
      MAX_BYTES
    );
    const received = await Promise.race([reading, whenAborted(signal).aborted]);
    const text = new TextDecoder().decode(received);
    return { status: response.status, text, json: jsonIn(text) };
  } catch (error) {
    throw new TestEndedError(outcomeOf(signal.aborted ? signal.reason : error), undefined, { cause: error });
  }
}

function jsonIn(text: string): JsonValue | undefined {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

/** Maps the system's error code of a failed connection to an outcome. */
export function outcomeOf(error: unknown): Outcome {
  if (error instanceof ForbiddenAddressError) return 'forbidden-address';
  if (error instanceof TimeoutError) return 'timeout';
  if (error instanceof DOMException) return 'timeout';
  const code = codeOf(error);
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN' || code === 'EAI_NODATA') return 'unknown-name';
  if (code === 'ECONNREFUSED') return 'refused';
  if (code === 'ETIMEDOUT' || /^UND_ERR_(?:CONNECT|HEADERS|BODY)_TIMEOUT$/.test(code)) return 'timeout';
  if (/CERT|SELF_SIGNED|UNABLE_TO_VERIFY/.test(code)) return 'certificate';
  if (code === NO_TLS) return 'no-tls';
  // A response, but not in HTTP.
  if (code.startsWith('HPE_') || code === 'UND_ERR_SOCKET' || code === 'EPROTO' || code.startsWith('ERR_SSL')) {
    return 'wrong-service';
  }
  return 'unreachable';
}

/** In place of the codes of a connection to a server without TLS. */
const NO_TLS = 'NO_TLS';

function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return '';
  if (error instanceof Error && error.name === 'HTTPParserError') return 'HPE_';
  if (error instanceof Error && isNoTls(error)) return NO_TLS;
  if ('code' in error && typeof error.code === 'string') return error.code;
  return 'cause' in error ? codeOf(error.cause) : '';
}
