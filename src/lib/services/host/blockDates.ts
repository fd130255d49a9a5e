/** Data for estimating block dates. */
export interface ChainClock {
  readonly height: number;
  /** Timestamp of the tip, milliseconds since 1970. */
  readonly atMs: number;
  /** Average block time in seconds. */
  readonly blockSeconds: number;
}

/**
 * Estimated time of the block at a height, milliseconds since 1970: extrapolated from the tip by the average block
 * time.
 */
export const estimateMs = ({ height, atMs, blockSeconds }: ChainClock, at: number): number =>
  atMs + (at - height) * blockSeconds * 1000;
