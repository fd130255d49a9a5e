import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isOk, requestWith, type HttpRequest } from '$lib/api/http/message';
import { limitConnections, maxConnections } from '../http/connectionLimit';
import { HeldBytes } from '../http/heldBytes';
import { inTurn } from '../http/inTurn';
import { plainTarget, requestOf, sendResponse, type Target } from '../http/nodeMessages';
import type { EmbeddedNode } from './node';

/** A node listening for HTTP requests. */
export interface Listener {
  readonly port: number;
  close(): Promise<void>;
}

/** For all connections together: clients need no password to open them, and to send and request what stays in memory. */
export interface ListenLimits {
  /** Of requests that are not answered yet. Decoded, they take several times as much. */
  readonly bodyBytes: number;
  /** Of responses, and of chunks of streams, that clients have not read yet. */
  readonly responseBytes: number;
  /** Undefined for any number. */
  readonly connections: number | undefined;
}

const usualLimits = (): ListenLimits => ({
  bodyBytes: 64_000_000,
  responseBytes: 256_000_000,
  connections: maxConnections()
});

/** Where bytes of {@link ListenLimits} are counted. */
interface Held {
  readonly bodies: HeldBytes;
  readonly responses: HeldBytes;
}

/** Serves the node on a local port; port 0 selects a free one. */
export async function listen(
  node: Pick<EmbeddedNode, 'answer'>,
  port: number,
  host = '127.0.0.1',
  { bodyBytes, responseBytes, connections } = usualLimits()
): Promise<Listener> {
  const held: Held = { bodies: new HeldBytes(bodyBytes), responses: new HeldBytes(responseBytes) };
  const server = createServer((incoming, outgoing) => {
    inTurn(incoming, outgoing, () => {
      void answer(node, held, incoming, outgoing).catch((error: unknown) => {
        if (!outgoing.headersSent) outgoing.writeHead(500);
        outgoing.end();
        console.error(error);
      });
    });
  });
  limitConnections(server, connections);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      })
  };
}

const TEXT = { 'content-type': 'text/plain; charset=utf-8', connection: 'close' };

/** Responds 405 with the path's methods, or with the node's response if there is no such path. */
async function refuseMethod(
  node: Pick<EmbeddedNode, 'answer'>,
  request: HttpRequest,
  outgoing: ServerResponse
): Promise<void> {
  const asked = await node.answer(requestWith(request, { method: 'OPTIONS', body: undefined }));
  const { allow } = asked.headers;
  if (isOk(asked) && allow !== undefined) outgoing.writeHead(405, { ...TEXT, allow }).end('Method Not Allowed\n');
  else await sendResponse(outgoing, asked);
}

/** Undefined if the target cannot be parsed. */
function parsedTarget(url: string): Target | undefined {
  const address = URL.parse(`http://127.0.0.1${url}`);
  return address === null ? undefined : { path: address.pathname, query: address.search.slice(1) };
}

async function answer(
  node: Pick<EmbeddedNode, 'answer'>,
  { bodies, responses }: Held,
  incoming: IncomingMessage,
  outgoing: ServerResponse
): Promise<void> {
  const { method, url = '/' } = incoming;
  // Asks about the server as a whole, which daemons answer like this.
  if (method === 'OPTIONS' && url === '*') return void outgoing.writeHead(200, { 'content-length': 0 }).end();
  const target = plainTarget(url) ?? parsedTarget(url);
  if (target === undefined) return void outgoing.writeHead(400, TEXT).end('400 Bad Request: malformed target\n');
  const hasBody = method !== 'GET' && method !== 'HEAD';
  const request = requestOf(incoming, outgoing, { ...target, hasBody, held: bodies });
  // No path supports TRACE, and it would echo the request.
  if (method === 'TRACE') return refuseMethod(node, request, outgoing);
  await sendResponse(outgoing, await node.answer(request), responses);
}
