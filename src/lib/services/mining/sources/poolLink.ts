import { POOL_FLOOD, POOL_PATH, POOL_UNTRUSTED, readCloseReason } from '$lib/api/quarry/pool';
import { EventQueue } from '$lib/async/eventQueue';
import type { AppError } from '$lib/errors';
import type { PoolLink } from '$lib/mining/stratum/stratumConnection';
import {
  CERTIFICATE_FAULTS,
  POOL_AWAY_REASONS,
  POOL_EXCESSES,
  PoolAwayError,
  PoolFloodError,
  PoolUntrustedError
} from '$lib/mining/stratum/errors';

const CONNECT_MS = 15_000;
/** Maximum number of unread lines: what a pool may send in several seconds. */
const MAX_WAITING_LINES = 1000;

/** The WebSocket API in use. */
export interface LinkSocket {
  readonly OPEN: number;
  readonly readyState: number;
  send(line: string): void;
  close(): void;
  onopen: ((event: Event) => void) | null;
  onmessage: ((event: MessageEvent<unknown>) => void) | null;
  onclose: ((event: CloseEvent) => void) | null;
}

/**
 * URL of our server's WebSocket to the pool.
 * @param page URL of a page of Quarry
 * @param connection id of the page's connection
 */
export function poolUrl(page: string, connection: string | undefined): URL {
  const url = new URL(POOL_PATH, page);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  if (connection !== undefined) url.searchParams.set('connection', connection);
  return url;
}

/** The error for a WebSocket's close code and reason. */
export function closeReason({ code, reason, wasClean }: Pick<CloseEvent, 'code' | 'reason' | 'wasClean'>): AppError {
  const { why, detail } = readCloseReason(reason);
  if (code === POOL_UNTRUSTED) {
    return new PoolUntrustedError(CERTIFICATE_FAULTS.find((fault) => fault === why) ?? 'other', detail);
  }
  if (code === POOL_FLOOD) return new PoolFloodError(POOL_EXCESSES.find((excess) => excess === why) ?? 'lines');
  const known = POOL_AWAY_REASONS.find((away) => away === why);
  return new PoolAwayError(known ?? (wasClean ? 'closed' : 'server-connection-lost'), known ? detail : reason);
}

/**
 * Connects to the pool through our own server.
 * @param socket to {@link poolUrl}, not open yet
 * @param signal ends the attempt; a connection that is open stays
 * @throws {PoolAwayError | PoolUntrustedError} no connection, with the server's reason
 */
export function openPoolLink(socket: LinkSocket, signal: AbortSignal): Promise<PoolLink> {
  const lines = new EventQueue<string>({
    limit: MAX_WAITING_LINES,
    overflow: () => {
      // A closing WebSocket delivers no more messages.
      socket.close();
      return new PoolFloodError('lines');
    }
  });
  return new Promise((resolve, reject) => {
    const giveUp = () => socket.close();
    const connectTimer = setTimeout(giveUp, CONNECT_MS);
    signal.addEventListener('abort', giveUp, { once: true });
    socket.onopen = () => {
      clearTimeout(connectTimer);
      // From here on the caller closes it, once responses to its last shares have arrived.
      signal.removeEventListener('abort', giveUp);
      resolve({
        // A closing socket accepts no more data; its close event follows.
        send: (line) => (socket.readyState === socket.OPEN ? socket.send(line) : undefined),
        lines,
        close: () => socket.close()
      });
    };
    socket.onmessage = ({ data }) => {
      if (typeof data === 'string') lines.push(data);
    };
    socket.onclose = (event) => {
      clearTimeout(connectTimer);
      signal.removeEventListener('abort', giveUp);
      const end = closeReason(event);
      lines.fail(end);
      reject(end);
    };
    if (signal.aborted) giveUp();
  });
}
