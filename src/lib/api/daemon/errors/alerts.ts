/** The kinds of alerts of Quarry's own node. */
export type OwnAlert =
  | 'simulatedMarket'
  | 'noPeers'
  | 'wrongClock'
  | 'otherChain'
  | 'forkBelowKept'
  | 'deepReorganization'
  | 'lowDisk';

/** The documented response has no codes, so alerts can be distinguished only by their text. */
const BY_WORDS: ReadonlyMap<string, OwnAlert> = new Map([
  ['simulated storage market', 'simulatedMarket'],
  ['no peers', 'noPeers'],
  ['wrong clock', 'wrongClock'],
  ['peers follow another chain', 'otherChain'],
  ['fork below the stored blocks', 'forkBelowKept'],
  ['deep reorganization', 'deepReorganization'],
  ['low disk space', 'lowDisk']
]);

/** @returns undefined for an alert of any other daemon */
export const ownAlert = (message: string): OwnAlert | undefined => BY_WORDS.get(message);
