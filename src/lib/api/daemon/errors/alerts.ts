/** What an alert of Quarry's own node is about. */
export type OwnAlert =
  'simulatedMarket' | 'noPeers' | 'wrongClock' | 'otherChain' | 'forkBelowKept' | 'deepReorganization' | 'lowDisk';

/** The documented answer has no codes: its words are all that tells alerts apart. */
const BY_WORDS: ReadonlyMap<string, OwnAlert> = new Map([
  ['simulated storage market', 'simulatedMarket'],
  ['no peers', 'noPeers'],
  ['wrong clock', 'wrongClock'],
  ['peers follow another chain', 'otherChain'],
  ['fork below the blocks that are kept', 'forkBelowKept'],
  ['deep reorganisation', 'deepReorganization'],
  ['low disk space', 'lowDisk']
]);

/** @returns undefined for an alert of any other daemon */
export const ownAlert = (message: string): OwnAlert | undefined => BY_WORDS.get(message);
