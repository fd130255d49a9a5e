/** Where the chain stands, for guessing when a block will come or came. */
export interface ChainClock {
  readonly height: number;
  /** When the newest block was made, milliseconds since 1970. */
  readonly atMs: number;
  /** Seconds a block takes on average. */
  readonly blockSeconds: number;
}

/**
 * About when the block at a height comes or came, milliseconds since 1970: so many average blocks from the newest.
 * An estimate; blocks come by chance.
 */
export const estimateMs = ({ height, atMs, blockSeconds }: ChainClock, at: number): number =>
  atMs + (at - height) * blockSeconds * 1000;
