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

/** Whether it is the alert by which the embedded node marks its market as simulated. */
export const isSimulatedMarket = ({ message }: { readonly message: string }): boolean => message === SIMULATED_MARKET;

/** The words for an alert of Quarry's own node; undefined for an alert of any other daemon. */
export const wordsFor = <Words>(texts: Readonly<Record<OwnAlert, Words>>, message: string): Words | undefined =>
  Object.hasOwn(texts, message) ? texts[message as OwnAlert] : undefined;
