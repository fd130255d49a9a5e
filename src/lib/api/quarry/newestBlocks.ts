import { blockFields, type DaemonBlock } from '../daemon/consensus';
import { record } from '../daemon/shapes/record';
import { list } from '../daemon/shapes/values';
import { createClient } from '../http/client';
import { get, json } from '../http/route';
import type { TransportOptions } from '../http/transport';

/** A block without its transactions. */
export type BlockSummary = Omit<DaemonBlock, 'transactions'>;

/** Maximum number of blocks returned. */
export const NEWEST_BLOCKS = 8;

/** Routes of Quarry's server under `/api`, for signed-in users of a node daemon. */
export const newestBlockRoutes = {
  /**
   * The newest blocks of the chain, newest first, read from the connection's daemon. A single call, regardless of block
   * size.
   */
  list: get('/newest-blocks', json(list(record(blockFields))))
};

/** `createNewestBlocks({ fetch, baseUrl: '/api' })`. */
export const createNewestBlocks = (options: TransportOptions) => createClient(newestBlockRoutes, options);
export type NewestBlocks = ReturnType<typeof createNewestBlocks>;
