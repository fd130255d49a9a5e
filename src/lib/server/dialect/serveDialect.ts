import { OUR_DIALECT, translateJsonKeys, translatePath, translateWords, type Dialect } from '$lib/api/dialect';
import { wholeResponse } from '$lib/api/http/response';
import { parseJson, stringifyJson } from '$lib/codec/json';
import { isJson, translateRequest } from './translate';
import type { Upstream } from '../http/upstream';

/**
 * Serves one of our servers in another dialect: paths, JSON and error texts are translated; streams and other binary
 * bodies pass unchanged.
 */
export function serveDialect(dialect: Dialect, server: Upstream): Upstream {
  if (dialect === OUR_DIALECT) return server;
  return async (request) => {
    const answer = await server(await translateRequest(request, dialect, OUR_DIALECT));
    const { status, statusText } = answer;
    const headers = new Headers(answer.headers);
    const location = headers.get('location');
    if (location !== null) headers.set('location', translatePath(location, OUR_DIALECT, dialect));
    const isText = headers.get('content-type')?.startsWith('text/plain') && !answer.ok;
    if (!answer.body || !(isText || isJson(headers))) return new Response(answer.body, { status, statusText, headers });
    const text = await answer.text();
    const body = isText ? translateWords(text, OUR_DIALECT, dialect) : printedAlike(text, dialect);
    return wholeResponse(body, { status, statusText, headers });
  };
}

/** Keeps indentation and final newline, for people who read the output. */
function printedAlike(text: string, dialect: Dialect): string {
  const indent = /^[[{]\n( +)/.exec(text)?.[1]?.length;
  return `${stringifyJson(translateJsonKeys(parseJson(text), OUR_DIALECT, dialect), indent)}${text.endsWith('\n') ? '\n' : ''}`;
}
