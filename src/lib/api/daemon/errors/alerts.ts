/**
 * The alerts of Quarry's own node, by message: the documented response has no codes, so they can be distinguished only
 * by their text.
 */
export type OwnAlert =
  | 'simulated storage market'
  | 'no peers'
  | 'wrong clock'
  | 'peers follow another chain'
  | 'fork below the stored blocks'
  | 'deep reorganization'
  | 'low disk space'
  | 'the data folder is gone';

/** That hosts, contracts and revenue are simulated. */
export const SIMULATED_MARKET: OwnAlert = 'simulated storage market';
