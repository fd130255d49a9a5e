import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { wholeBody } from '$lib/api/http/response';
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
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) {
    for (const item of [value ?? []].flat()) headers.append(name, item);
  }
  const aborted = new AbortController();
  outgoing.on('close', () => {
    if (!outgoing.writableFinished) aborted.abort();
  });
  const address = `http://127.0.0.1${url}`;
  if (!URL.canParse(address)) return void outgoing.writeHead(400, TEXT).end('400 Bad Request: malformed target\n');
  // The one method that reaches us and that a `Request` does not take.
  if (method === 'TRACE') return refuseMethod(node, address, headers, outgoing);
  const hasBody = method !== 'GET' && method !== 'HEAD';
  const request = new Request(address, {
    method,
    headers,
    signal: aborted.signal,
    body: hasBody ? bodyOf(incoming) : undefined,
    // Required by fetch for a streamed request body.
    ...(hasBody && { duplex: 'half' })
  });
  const response = await node.fetch(request);
  // The client has disconnected.
  if (outgoing.destroyed) return;
  outgoing.writeHead(response.status, response.statusText || undefined, Object.fromEntries(response.headers));
  const whole = wholeBody(response);
  // Written at once, head and body: a second packet doubles the time of a short answer.
  if (whole !== undefined || response.body === null) outgoing.end(whole);
  else {
    const sending = pipeline(Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0]), outgoing);
    await sending.catch((error: unknown) => {
      if (!aborted.signal.aborted) throw error;
    });
  }
}

/**
 * The request's body, read from the connection on demand. An unread rest is discarded, or the connection's next request
 * would wait for it; Node itself discards a body that was never read from.
 */
function bodyOf(incoming: IncomingMessage): ReadableStream<Uint8Array> {
  const chunks = incoming.iterator({ destroyOnReturn: false }) as AsyncIterator<Uint8Array>;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await chunks.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      async cancel() {
        await chunks.return?.();
        incoming.resume();
      }
    },
    { highWaterMark: 0 }
  );
}
