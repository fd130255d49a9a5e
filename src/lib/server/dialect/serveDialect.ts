import { OUR_DIALECT, translateJsonKeys, translatePath, translateWords, type Dialect } from '$lib/api/dialect';
import { concatBytes } from '$lib/codec/bytes';
import { isOk, isWhole, textBody, type HttpResponse } from '$lib/api/http/message';
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
    const answer = await server(translateRequest(request, dialect, OUR_DIALECT));
    const { body } = answer;
    const headers = spelledHeaders(answer.headers, dialect);
    const isText = headers['content-type']?.startsWith('text/plain') && !isOk(answer);
    if (!isWhole(body) || body.length === 0 || !(isText || isJson(headers))) return { ...answer, headers };
    const text = new TextDecoder().decode(concatBytes(...body));
    const words = isText ? translateWords(text, OUR_DIALECT, dialect) : printedAlike(text, dialect);
    return { ...answer, headers, body: textBody(words) };
  };
}

function spelledHeaders(headers: HttpResponse['headers'], dialect: Dialect): HttpResponse['headers'] {
  const { location } = headers;
  return location === undefined ? headers : { ...headers, location: translatePath(location, OUR_DIALECT, dialect) };
}

/** Keeps indentation and final newline, for people who read the output. */
function printedAlike(text: string, dialect: Dialect): string {
  const indent = /^[[{]\n( +)/.exec(text)?.[1]?.length;
  return `${stringifyJson(translateJsonKeys(parseJson(text), OUR_DIALECT, dialect), indent)}${text.endsWith('\n') ? '\n' : ''}`;
}
