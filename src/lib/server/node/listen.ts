import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { headersOf, requestOf, sendAnswer } from '../http/nodeMessages';
import type { EmbeddedNode } from './node';

/** A node listening for HTTP requests. */
export interface Listener {
  readonly port: number;
  close(): Promise<void>;
}

/** Serves the node on a local port; port 0 selects a free one. */
export async function listen(node: Pick<EmbeddedNode, 'fetch'>, port: number, host = '127.0.0.1'): Promise<Listener> {
  const server = createServer((incoming, outgoing) => {
    void answer(node, incoming, outgoing).catch((error: unknown) => {
      if (!outgoing.headersSent) outgoing.writeHead(500);
      outgoing.end();
      console.error(error);
    });
  });
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

/** 405 with the methods that the path has; what the node says where there is no such path. */
async function refuseMethod(
  node: Pick<EmbeddedNode, 'fetch'>,
  address: string,
  headers: Headers,
  outgoing: ServerResponse
): Promise<void> {
  const asked = await node.fetch(new Request(address, { method: 'OPTIONS', headers }));
  const allow = asked.headers.get('allow');
  if (asked.ok && allow !== null) outgoing.writeHead(405, { ...TEXT, allow }).end('Method Not Allowed\n');
  else outgoing.writeHead(asked.status, Object.fromEntries(asked.headers)).end(await asked.text());
}

async function answer(
  node: Pick<EmbeddedNode, 'fetch'>,
  incoming: IncomingMessage,
  outgoing: ServerResponse
): Promise<void> {
  const { method = 'GET', url = '/' } = incoming;
  const address = `http://127.0.0.1${url}`;
  if (!URL.canParse(address)) return void outgoing.writeHead(400, TEXT).end('400 Bad Request: malformed target\n');
  // The one method that reaches us and that a `Request` does not take.
  if (method === 'TRACE') return refuseMethod(node, address, headersOf(incoming.headers), outgoing);
  const request = requestOf(address, incoming, outgoing, method !== 'GET' && method !== 'HEAD');
  await sendAnswer(outgoing, await node.fetch(request), request);
}
