import { WebSocketServer, type WebSocket } from 'ws';
import { UnauthorizedError } from '$lib/api/http/errors';
import { POOL_PROTOCOL } from '$lib/api/quarry/pageToken';
import { POOL_PATH, POOL_REFUSED, writeCloseReason } from '$lib/api/quarry/pool';
import type { HttpHeaders } from '$lib/api/http/message';
import { AppError } from '$lib/errors';
import type { PoolAwayReason } from '$lib/mining/stratum/errors';
import { checkHost, checkSameOrigin, RefusedError } from '../http/originChecks';
import { headersOf } from '../http/nodeMessages';
import type { Upgrade } from '../http/upgrades';
import { bridge, type PoolTarget } from './bridge';
import { MAX_PAGE_LINE_BYTES } from './pageLine';

/** The request for a WebSocket. */
interface RequestClient {
  readonly headers: HttpHeaders;
  readonly peer: string;
}

export interface PoolUpgradeOptions {
  /** Lower-case values a Host header may have. */
  readonly allowedHosts: readonly string[];
  /**
   * The pool for a request.
   * @param client headers, with cookie and page token, and remote address
   * @param connection id of the connection, if the page names one
   * @throws {AppError} not signed in, or no pool
   */
  readonly poolFor: (client: RequestClient, connection: string | undefined) => PoolTarget;
}

/** One per mining tab. */
const MAX_BRIDGES = 16;

/** Upgrades WebSocket requests of Quarry's own pages. */
export function createPoolUpgrade({ allowedHosts, poolFor }: PoolUpgradeOptions): Upgrade & { close(): void } {
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_PAGE_LINE_BYTES,
    perMessageDeflate: false,
    // The page token is offered as a protocol as well; it is never sent back.
    handleProtocols: (offered) => offered.has(POOL_PROTOCOL) && POOL_PROTOCOL
  });
  const bridges = new Set<{ close(): void }>();

  const upgrade: Upgrade = (request, socket, head, refuse) => {
    const refuseWith = (status: string): true => {
      refuse(status);
      return true;
    };
    const url = URL.parse(request.url ?? '/', 'http://quarry');
    if (url === null) return refuseWith('400 Bad Request');
    if (url.pathname !== POOL_PATH) return false;
    const headers = headersOf(request);
    try {
      checkHost(headers, allowedHosts);
      // Browsers always send Origin with a WebSocket request.
      if (headers.origin === undefined)
        throw new RefusedError('origin', 'Only Quarry’s own pages may use this address.');
      checkSameOrigin(headers, 'read');
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return refuseWith('403 Forbidden');
    }
    let pool: PoolTarget | AppError;
    try {
      pool = poolFor(
        { headers, peer: request.socket.remoteAddress ?? '' },
        url.searchParams.get('connection') ?? undefined
      );
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      if (error instanceof UnauthorizedError) return refuseWith('401 Unauthorized');
      pool = error;
    }
    const opened = (page: WebSocket) => {
      // Invalid frames emit an error. Closing would keep reading until the other side is done.
      page.on('error', () => page.terminate());
      // Only an open WebSocket can give a page the reason.
      if (pool instanceof AppError) return refusePage(page, reasonOf(pool), pool.code);
      if (bridges.size >= MAX_BRIDGES) return refusePage(page, 'too-many-tabs');
      try {
        const link = bridge(page, pool);
        bridges.add(link);
        page.on('close', () => bridges.delete(link));
      } catch (error) {
        refusePage(page, error instanceof AppError ? reasonOf(error) : 'other');
      }
    };
    // An invalid handshake is refused before this call returns; the library's own response would lack our headers.
    const malformed = () => refuse('400 Bad Request');
    sockets.on('wsClientError', malformed);
    sockets.handleUpgrade(request, socket, head, opened);
    sockets.off('wsClientError', malformed);
    return true;
  };
  return Object.assign(upgrade, {
    close() {
      for (const opened of bridges) opened.close();
      sockets.close();
    }
  });
}

/** A client that does not respond to the close frame is disconnected after this. */
const CLOSE_MS = 2_000;

function reasonOf({ code }: AppError): PoolAwayReason {
  if (code === 'api/not-configured') return 'no-pool';
  if (code === 'connection/unknown') return 'connection-removed';
  return code === 'connection/forbidden-address' ? 'forbidden-address' : 'other';
}

function refusePage(page: WebSocket, why: PoolAwayReason, detail?: string): void {
  page.close(POOL_REFUSED, writeCloseReason(why, detail));
  const closing = setTimeout(() => page.terminate(), CLOSE_MS);
  page.on('close', () => clearTimeout(closing));
}
