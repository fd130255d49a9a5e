import type { IncomingMessage, ServerResponse } from 'node:http';
import { HTTP_SERVICE_IDS, type HttpServiceId } from '$lib/api/services/services';
import type { HttpRequest, HttpResponse } from '$lib/api/http/message';
import { plainTarget, requestOf, sendResponse } from './nodeMessages';

/** A page's call of a service. */
export interface ServiceCall {
  readonly service: HttpServiceId;
  /** Its path is relative to the service, as sent. */
  readonly request: HttpRequest;
  /** The remote address of the connection. */
  readonly peer: string;
}

/** @returns false for a request that SvelteKit has to handle; it was not touched */
export type DirectRequests = (incoming: IncomingMessage, outgoing: ServerResponse) => boolean;

const CALL = /^\/api\/([a-z]+)(\/.*)$/;
const METHODS: readonly unknown[] = ['GET', 'POST', 'PUT', 'DELETE'];

/**
 * Handles service calls directly in Node's listener: they need no pages or file routes, and SvelteKit would take longer
 * for a short response than the node does.
 * @param answer performs the same checks as any other path to the services
 * @param failed called with errors that `answer` throws, which are bugs
 */
export function createDirectRequests(
  answer: (call: ServiceCall) => Promise<HttpResponse>,
  failed: (error: unknown, incoming: IncomingMessage) => void
): DirectRequests {
  return (incoming, outgoing) => {
    const { url = '', method, headers, socket } = incoming;
    // Ambiguous targets are left to SvelteKit's router.
    const target = plainTarget(url);
    const [, name, path = ''] = (target && CALL.exec(target.path)) ?? [];
    const service = HTTP_SERVICE_IDS.find((id) => id === name);
    if (target === undefined || service === undefined || !METHODS.includes(method)) return false;
    // As in SvelteKit: without a content type, there is no body.
    const hasBody = method !== 'GET' && headers['content-type'] !== undefined && headers['content-length'] !== '0';
    const request = requestOf(incoming, outgoing, { path, query: target.query, hasBody });
    const sent = answer({ service, request, peer: socket.remoteAddress ?? '' }).then((response) =>
      sendResponse(outgoing, response)
    );
    sent.catch((error: unknown) => {
      // The upstream's response broke off, and so does ours; closing the connection shows the page.
      if (outgoing.headersSent) return outgoing.destroy();
      failed(error, incoming);
      outgoing.writeHead(500, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-cache' });
      outgoing.end('Internal Error\n');
    });
    return true;
  };
}
