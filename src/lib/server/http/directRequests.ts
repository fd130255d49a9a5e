import type { IncomingMessage, ServerResponse } from 'node:http';
import { HTTP_SERVICE_IDS, type HttpServiceId } from '$lib/api/services/services';
import type { HttpRequest, HttpResponse } from '$lib/api/http/message';
import { plainTarget, requestOf, sendResponse } from './nodeMessages';

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

const CALL = /^\/api\/([a-z]+)(\/.*)$/;
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
    // What a router could read in two ways is left to SvelteKit's.
    const target = plainTarget(url);
    const [, name, path = ''] = (target && CALL.exec(target.path)) ?? [];
    const service = HTTP_SERVICE_IDS.find((id) => id === name);
    if (target === undefined || service === undefined || !METHODS.includes(method)) return false;
    // As SvelteKit's: without a type there is no body.
    const hasBody = method !== 'GET' && headers['content-type'] !== undefined && headers['content-length'] !== '0';
    const request = requestOf(incoming, outgoing, { path, query: target.query, hasBody });
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
