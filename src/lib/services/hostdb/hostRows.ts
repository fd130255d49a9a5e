import type { HostdbEntry } from '$lib/api/daemon/hostdb';
import { subnetProblems, type SubnetProblem } from './subnets';
import { uptimeOf, type Uptime } from './uptime';

/** A host of the database with what follows from its record. */
export interface HostRow {
  readonly entry: HostdbEntry;
  /** Its place in the order of preference, from 1; undefined when it is not active. */
  readonly rank: number | undefined;
  readonly uptime: Uptime;
  readonly subnetProblem: SubnetProblem | undefined;
  /** Contracts in use with it; undefined where the renter does not say. */
  readonly contracts: number | undefined;
  /** Blocks since it was first heard of; undefined while the height is not known. */
  readonly age: bigint | undefined;
}

interface Known {
  /** Every host. */
  readonly all: readonly HostdbEntry[];
  /** Keys of the active ones, best first. */
  readonly active: readonly string[];
  /** Contracts in use by host key. */
  readonly contracts: ReadonlyMap<string, number> | undefined;
  readonly height: number | undefined;
}

export function hostRows({ all, active, contracts, height }: Known): readonly HostRow[] {
  const ranks = new Map(active.map((key, i) => [key, i + 1]));
  const problems = subnetProblems(all);
  return all.map((entry) => ({
    entry,
    rank: ranks.get(entry.publicKey),
    uptime: uptimeOf(entry),
    subnetProblem: problems.get(entry.publicKey),
    contracts: contracts && (contracts.get(entry.publicKey) ?? 0),
    age: height === undefined ? undefined : BigInt(Math.max(0, height - entry.firstSeen))
  }));
}
