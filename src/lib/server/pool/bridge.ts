import type { WebSocket } from 'ws';
import { POOL_CLOSED, POOL_FLOOD, POOL_UNTRUSTED, writeCloseReason } from '$lib/api/quarry/pool';
import type { Resolve } from '../http/addresses';
import { filterMinerMessage, type PoolAccount } from './pageLine';
import { connectPool, type PoolEnd } from './poolLine';

/** The pool of a connection. */
export interface PoolTarget extends PoolAccount {
  /** `stratum+tcp://host:port` */
  readonly url: string;
  /** Resolves its name to an allowed address; absent for a pool configured at startup. */
  readonly resolve?: Resolve;
  /** Aborts when the page's session ends. */
  readonly ended?: AbortSignal;
}

const POLICY_VIOLATION = 1008;
const GOING_AWAY = 1001;
/** Send buffer of a page above which reading from the pool is paused, bytes. */
const MAX_BEHIND_BYTES = 256 * 1024;
const HEARTBEAT_MS = 30_000;

const CLOSE_CODES: Readonly<Record<PoolEnd['kind'], number>> = {
  away: POOL_CLOSED,
  untrusted: POOL_UNTRUSTED,
  flood: POOL_FLOOD
};

/** Connects a page to its pool, line by line, until either side closes; with backpressure in both directions. */
export function bridge(page: WebSocket, pool: PoolTarget): { close(): void } {
  let isOver = false;
  /** Disconnects both sides. Until the page confirms its close frame, it can still send, but nothing is passed on. */
  const end = (code: number, reason: string) => {
    if (isOver) return;
    isOver = true;
    // A paused page must be resumed to receive its close frame.
    page.resume();
    page.close(code, reason);
    line.close();
  };
  const line = connectPool(pool.url, pool.resolve, {
    line(text) {
      page.send(text, () => {
        if (page.bufferedAmount <= MAX_BEHIND_BYTES) line.resume();
      });
      if (page.bufferedAmount > MAX_BEHIND_BYTES) line.pause();
    },
    drained: () => page.resume(),
    closed: ({ kind, why, detail }) => end(CLOSE_CODES[kind], writeCloseReason(why, detail))
  });
  page.on('message', (data: Buffer, isBinary) => {
    if (isOver) return;
    const passedOn = isBinary ? undefined : filterMinerMessage(data.toString('utf8'), pool);
    if (passedOn === undefined) end(POLICY_VIOLATION, 'Not a valid miner message.');
    else if (!line.write(passedOn)) page.pause();
  });
  // A page that disappeared does not answer pings.
  let isAlive = true;
  const beating = setInterval(() => {
    if (!isAlive) return page.terminate();
    isAlive = false;
    page.ping();
  }, HEARTBEAT_MS);
  page.on('pong', () => (isAlive = true));
  const signedOut = () => end(POLICY_VIOLATION, 'Signed out.');
  pool.ended?.addEventListener('abort', signedOut);
  page.on('close', () => {
    pool.ended?.removeEventListener('abort', signedOut);
    clearInterval(beating);
    line.close();
  });
  return { close: () => end(GOING_AWAY, 'Quarry is shutting down.') };
}
