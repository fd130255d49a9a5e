import * as z from 'zod/mini';
import { bytes, bytesUpTo, get, json, nothing, post } from '../http/route';
import { record } from './shapes/record';
import { int } from './shapes/values';

/** The daemon's miner: its counters, and whether its single-threaded CPU miner runs. */
export const minerStatus = record({
  /** Kept over restarts. */
  blocksMined: int,
  /** Hashes per second. */
  cpuHashrate: z.number(),
  cpuMining: z.boolean(),
  staleBlocksMined: int
});
export type MinerStatus = z.output<typeof minerStatus>;

/** A header is 80 bytes; what comes after them is ignored. */
const MAX_HEADER_BODY = 4096;
/** Twice the block size limit: a block at the limit always passes. */
const MAX_BLOCK_BODY = 4_000_000;

export const minerRoutes = {
  status: get('/miner', json(minerStatus)),
  start: get('/miner/start', nothing, { access: 'password', effect: 'write' }),
  stop: get('/miner/stop', nothing, { access: 'password', effect: 'write' }),
  /** A solved block in its binary encoding. */
  submitBlock: post('/miner/block', bytesUpTo(MAX_BLOCK_BODY), nothing, { access: 'password' }),
  /** Work: 112 bytes, target then header with nonce 0. Two calls never give the same header. */
  header: get('/miner/header', bytes, { access: 'password' }),
  /**
   * The 80 bytes of a solved header; only the nonce may differ from what was handed out. Never send a nonce that is
   * no multiple of the nonce factor: a daemon empties its transaction pool over it.
   */
  submitHeader: post('/miner/header', bytesUpTo(MAX_HEADER_BODY), nothing, { access: 'password' })
};
