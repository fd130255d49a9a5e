import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The daemon's current fault; none if undefined. */
export type Fault =
  /** `/miner/header` returns this many bytes. */
  | { kind: 'work of the wrong length'; bytes: number }
  | { kind: 'a target of zero' }
  /** `/miner/header` returns 112 random bytes. */
  | { kind: 'garbage as work' }
  /** Paths that match respond as for disabled modules. */
  | { kind: 'modules off'; paths: RegExp }
  /** Everything but the daemon's own calls responds as during startup. */
  | { kind: 'still loading' }
  /** The password has changed. */
  | { kind: 'a new password' }
  /** Everything returns an HTML page with status 200. */
  | { kind: 'a page instead of JSON' }
  /** JSON is cut off in the middle. */
  | { kind: 'half an answer' }
  /** Connections are closed without a response. */
  | { kind: 'no answer' }
  /** Responses take this long. */
  | { kind: 'slow'; ms: number }
  /** Solved headers are altered in transit: the daemon has never issued them. */
  | { kind: 'an unknown header' }
  /** Solved nonces arrive as non-multiples of the factor. */
  | { kind: 'a wrong nonce' }
  /** Every solved header arrives twice, and the second response is returned. */
  | { kind: 'a duplicate' }
  /** A rival block always arrives just before ours. */
  | { kind: 'a faster rival' };

/** A proxy that the test can break: forwards to a healthy daemon, except for the current fault. */
export class FaultyDaemon {
  fault: Fault | undefined;
  #port = 0;
  readonly #healthy: string;
  readonly #server = createServer((request, response) => {
    this.#answer(request, response).catch(() => response.destroy());
  });
  /** Adds a rival block to the healthy daemon's chain. */
  readonly #rival: () => Promise<void>;

  private constructor(healthy: string, rival: () => Promise<void>) {
    this.#healthy = healthy;
    this.#rival = rival;
  }

  static async start(healthy: string, rival: () => Promise<void>): Promise<FaultyDaemon> {
    const daemon = new FaultyDaemon(healthy, rival);
    daemon.#server.listen(0, '127.0.0.1');
    await once(daemon.#server, 'listening');
    return daemon;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  /** Stops listening, as when the process has ended. */
  async down(): Promise<void> {
    this.#port = (this.#server.address() as AddressInfo).port;
    const closed = once(this.#server, 'close');
    this.stop();
    await closed;
  }

  /** Listens again at the same port. */
  async up(): Promise<void> {
    this.#server.listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { fault } = this;
    let body = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>));
    const isHeader = request.url === '/miner/header';
    const isSolution = isHeader && request.method === 'POST';

    const { pathname } = new URL(request.url ?? '/', 'http://daemon');
    if (fault?.kind === 'modules off' && fault.paths.test(pathname)) return refuse(response, 491, MODULE_OFF);
    if (fault?.kind === 'still loading' && !pathname.startsWith('/daemon/')) return refuse(response, 490, LOADING);
    if (fault?.kind === 'a new password') request.headers.authorization = `Basic ${btoa(':another')}`;
    if (fault?.kind === 'no answer') return void request.socket.destroy();
    if (fault?.kind === 'slow') await new Promise((resolve) => setTimeout(resolve, fault.ms));
    if (fault?.kind === 'a page instead of JSON') {
      return void response.writeHead(200, { 'Content-Type': 'text/html' }).end('<html><body>Welcome</body></html>');
    }
    if (isSolution) {
      if (fault?.kind === 'an unknown header') body[48]! ^= 1;
      if (fault?.kind === 'a wrong nonce') body.writeBigUInt64LE(BigInt.asUintN(64, body.readBigUInt64LE(32) + 1n), 32);
      if (fault?.kind === 'a duplicate') await this.#forward(request, body);
      if (fault?.kind === 'a faster rival') await this.#rival();
    }
    const answer = await this.#forward(request, body);
    body = Buffer.from(await answer.arrayBuffer());
    if (isHeader && request.method === 'GET') {
      if (fault?.kind === 'work of the wrong length') body = Buffer.alloc(fault.bytes, 7);
      if (fault?.kind === 'a target of zero') body.fill(0, 0, 32);
      if (fault?.kind === 'garbage as work') body = Buffer.from(crypto.getRandomValues(new Uint8Array(112)));
    } else if (fault?.kind === 'half an answer') body = body.subarray(0, body.length / 2);
    const type = answer.headers.get('Content-Type');
    response.writeHead(answer.status, type === null ? {} : { 'Content-Type': type }).end(body);
  }

  #forward({ method, url, headers }: IncomingMessage, body: Buffer): Promise<Response> {
    const type = headers['content-type'];
    return fetch(`${this.#healthy}${url}`, {
      method,
      headers: {
        'User-Agent': headers['user-agent'] ?? '',
        Authorization: headers.authorization ?? '',
        ...(type !== undefined && { 'Content-Type': type })
      },
      body: method === 'POST' ? new Uint8Array(body) : undefined
    });
  }
}

const MODULE_OFF = '491 Module disabled - Refer to API.md';
const LOADING = '490 Module not loaded - Refer to API.md';

function refuse(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, `status code ${status}`, { 'Content-Type': 'application/json; charset=utf-8' });
  response.end(`${JSON.stringify({ message })}\n`);
}
