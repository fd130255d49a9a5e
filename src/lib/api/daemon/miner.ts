import * as z from 'zod/mini';
import { bytes, bytesUpTo, get, json, nothing, post } from '../http/route';
import { record } from './shapes/record';
import { int } from './shapes/values';

/** The daemon's miner: counters, and the state of its single-threaded CPU miner. */
export const minerStatus = record({
  /** Headers and blocks of all miners, including the CPU miner; persistent. */
  blocksMined: int,
  /** Hashes per second. */
  cpuHashrate: z.number(),
  cpuMining: z.boolean(),
  staleBlocksMined: int,
  /** Quarry's node only: how many of the mined blocks were found by the CPU miner. */
  cpuBlocksMined: z.optional(int)
});
export type MinerStatus = z.output<typeof minerStatus>;

/** A header is 80 bytes; trailing bytes are ignored. */
const MAX_HEADER_BODY = 4096;
/** Twice the block size limit, so a block at the limit always passes. */
const MAX_BLOCK_BODY = 4_000_000;

export const minerRoutes = {
  status: get('/miner', json(minerStatus)),
  start: get('/miner/start', nothing, { access: 'password', effect: 'write' }),
  stop: get('/miner/stop', nothing, { access: 'password', effect: 'write' }),
  /** A solved block in its binary encoding. */
  submitBlock: post('/miner/block', bytesUpTo(MAX_BLOCK_BODY), nothing, { access: 'password' }),
  /** Work: 112 bytes, target then header with nonce 0. Every call returns a different header. */
  header: get('/miner/header', bytes, { access: 'password' }),
  /**
   * A solved header, 80 bytes; only the nonce may differ from the issued one. Never send a nonce that is not a multiple
   * of the nonce factor: a daemon then empties its transaction pool.
   */
  submitHeader: post('/miner/header', bytesUpTo(MAX_HEADER_BODY), nothing, { access: 'password' })
};
