import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { POOL_PATH, POOL_REFUSED } from '$lib/api/quarry/pool';
import { AppError } from '$lib/errors';
import { checkHost, checkSameOrigin, RefusedError } from '../http/guard';
import type { Upgrade } from '../http/upgrades';
import { bridge, type PoolTarget } from './bridge';
import { MAX_PAGE_LINE_BYTES } from './pageLine';

export interface PoolUpgradeOptions {
  /** Lower-case values a Host header may have. */
  readonly allowedHosts: readonly string[];
  /**
   * The pool of whoever asks.
   * @param headers of the request, cookie included @param connection which of the connections, when the page names one
   * @throws {AppError} nobody is signed in, or there is no pool
   */
  readonly poolFor: (headers: Headers, connection: string | undefined) => PoolTarget;
}

/** A person opens one a tab, and a tab one at a time. */
const MAX_BRIDGES = 16;

/** Lets pages of ours, and nobody else, speak with their pool. */
export function createPoolUpgrade({ allowedHosts, poolFor }: PoolUpgradeOptions): Upgrade & { close(): void } {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_PAGE_LINE_BYTES, perMessageDeflate: false });
  const bridges = new Set<{ close(): void }>();

  const upgrade: Upgrade = (request, socket, head) => {
    const url = new URL(request.url ?? '/', 'http://quarry');
    if (url.pathname !== POOL_PATH) return false;
    const headers = headersOf(request);
    socket.on('error', () => socket.destroy());
    try {
      checkHost(headers, allowedHosts);
      // Browsers name the origin of every WebSocket; whatever does not is no page of ours.
      if (!headers.has('origin')) throw new RefusedError('origin', 'Only Quarry’s own pages may use this address.');
      checkSameOrigin(headers, 'read');
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      refuse(socket);
      return true;
    }
    sockets.handleUpgrade(request, socket, head, (page) => {
      try {
        const pool = poolFor(headers, url.searchParams.get('connection') ?? undefined);
        if (bridges.size >= MAX_BRIDGES) return page.close(POOL_REFUSED, 'Too many tabs mine for the pool.');
        const opened = bridge(page, pool);
        bridges.add(opened);
        page.on('close', () => bridges.delete(opened));
      } catch (error) {
        // Only an open WebSocket can tell a page why.
        page.close(POOL_REFUSED, error instanceof AppError ? error.message.slice(0, 100) : 'It did not work.');
        if (!(error instanceof AppError)) throw error;
      }
    });
    return true;
  };
  return Object.assign(upgrade, {
    close() {
      for (const opened of bridges) opened.close();
      sockets.close();
    }
  });
}

function headersOf({ headers }: IncomingMessage): Headers {
  const all = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    for (const item of [value ?? []].flat()) all.append(name, item);
  }
  return all;
}

function refuse(socket: Duplex): void {
  socket.end('HTTP/1.1 403 Forbidden\r\nconnection: close\r\ncontent-length: 0\r\n\r\n');
}
