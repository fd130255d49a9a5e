import type { Sample, SampleTier } from './samples';

/** Where the samples of one node are stored. */
export interface SampleStorage {
  add(sample: Sample): Promise<void>;
  /** Those of the tier since then, oldest first. */
  read(tier: SampleTier, sinceMs: number): Promise<Sample[]>;
  /** About when the first that is still stored was taken, milliseconds since 1970. */
  beginMs(): Promise<number | undefined>;
}

/** @param scope names the node's chain: its samples do not mix with those of another */
export type OpenSamples = (scope: string) => SampleStorage;
