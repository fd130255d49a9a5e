import type { Sample, SampleTier } from './samples';

/** Storage of one node's samples. */
export interface SampleStorage {
  add(sample: Sample): Promise<void>;
  /** A tier's samples since a time, oldest first. */
  read(tier: SampleTier, sinceMs: number): Promise<Sample[]>;
  /** Time of the oldest stored sample, approximately; milliseconds since 1970. */
  beginMs(): Promise<number | undefined>;
}

/** @param scope identifies the node's chain, whose samples are stored separately */
export type OpenSamples = (scope: string) => SampleStorage;
