import type { IncomingMessage, ServerResponse } from 'node:http';
import { HTTP_SERVICE_IDS, type HttpServiceId } from '$lib/api/services/services';
import type { HttpRequest, HttpResponse } from '$lib/api/http/message';
import { requestOf, sendResponse } from './nodeMessages';

/** A page's call of a service. */
export interface ServiceCall {
  readonly service: HttpServiceId;
  /** Its path is what follows the service's own, as sent. */
  readonly request: HttpRequest;
  /** The address at the other end of the connection. */
  readonly peer: string;
}

/** @returns false for a request that SvelteKit has to answer; nothing was done with it then */
export type DirectRequests = (incoming: IncomingMessage, outgoing: ServerResponse) => boolean;

// Of plain segments only. Whatever a router could read in two ways (escapes, empty segments, dots, a slash at the end,
// an absolute address) is left to SvelteKit.
const PLAIN_CALL = /^\/api\/([a-z]+)((?:\/[\w:~-][\w:.~-]*)+)(?:\?([^#]*))?$/;
const METHODS: readonly unknown[] = ['GET', 'POST', 'PUT', 'DELETE'];

/**
 * Answers calls of services where Node's listener hands them over: they need no page and no routes of files, and SvelteKit
 * would take longer for a short answer than the node does.
 * @param answer checks the call as any other way to the services does
 * @param failed what `answer` throws is a failure of ours
 */
export function createDirectRequests(
  answer: (call: ServiceCall) => Promise<HttpResponse>,
  failed: (error: unknown, incoming: IncomingMessage) => void
): DirectRequests {
  return (incoming, outgoing) => {
    const { url = '', method, headers, socket } = incoming;
    const [, name, path = '', query = ''] = PLAIN_CALL.exec(url) ?? [];
    const service = HTTP_SERVICE_IDS.find((id) => id === name);
    if (service === undefined || !METHODS.includes(method)) return false;
    // As SvelteKit's: without a type there is no body.
    const hasBody = method !== 'GET' && headers['content-type'] !== undefined && headers['content-length'] !== '0';
    const request = requestOf(incoming, outgoing, { path, query, hasBody });
    const sent = answer({ service, request, peer: socket.remoteAddress ?? '' }).then((response) =>
      sendResponse(outgoing, response)
    );
    sent.catch((error: unknown) => {
      // The answer broke off, as the upstream's did; the page notices by its connection.
      if (outgoing.headersSent) return outgoing.destroy();
      failed(error, incoming);
      outgoing.writeHead(500, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-cache' });
      outgoing.end('Internal Error\n');
    });
    return true;
  };
}
