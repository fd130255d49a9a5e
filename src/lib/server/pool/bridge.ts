import type { WebSocket } from 'ws';
import { POOL_CLOSED, POOL_UNTRUSTED } from '$lib/api/quarry/pool';
import type { Resolve } from '../http/addresses';
import { filterMinerMessage, type PoolAccount } from './pageLine';
import { connectPool } from './poolLine';

/** Where a page's work comes from: the one pool of its connection. */
export interface PoolTarget extends PoolAccount {
  /** `stratum+tcp://host:port` */
  readonly url: string;
  /** Looks its name up, so that no forbidden address is connected to; absent for a pool that the start configured. */
  readonly resolve?: Resolve;
}

const POLICY_VIOLATION = 1008;
const GOING_AWAY = 1001;
/** A page that reads no faster than this much behind is not sent more for now, bytes. */
const MAX_BEHIND_BYTES = 256 * 1024;
const HEARTBEAT_MS = 30_000;

/** Joins a page to its pool, line by line, until either goes; neither can make the other's lines pile up here. */
export function bridge(page: WebSocket, pool: PoolTarget): { close(): void } {
  let isOver = false;
  const line = connectPool(pool.url, pool.resolve, {
    line(text) {
      page.send(text, () => {
        if (page.bufferedAmount <= MAX_BEHIND_BYTES) line.resume();
      });
      if (page.bufferedAmount > MAX_BEHIND_BYTES) line.pause();
    },
    drained: () => page.resume(),
    closed({ reason, untrusted }) {
      isOver = true;
      // A page that is not read does not get to say goodbye either.
      page.resume();
      page.close(untrusted ? POOL_UNTRUSTED : POOL_CLOSED, reason);
    }
  });
  page.on('message', (data: Buffer, isBinary) => {
    if (isOver) return;
    const passedOn = isBinary ? undefined : filterMinerMessage(data.toString('utf8'), pool);
    if (passedOn === undefined) page.close(POLICY_VIOLATION, 'That is nothing a miner says to a pool.');
    else if (!line.write(passedOn)) page.pause();
  });
  // A page that vanished without a word answers no ping.
  let isAlive = true;
  const beating = setInterval(() => {
    if (!isAlive) return page.terminate();
    isAlive = false;
    page.ping();
  }, HEARTBEAT_MS);
  page.on('pong', () => (isAlive = true));
  page.on('error', () => page.terminate());
  page.on('close', () => {
    clearInterval(beating);
    line.close();
  });
  return { close: () => page.close(GOING_AWAY, 'Quarry stops.') };
}
