import type { HostdbEntry } from '$lib/api/daemon/hostdb';
import { excerpt } from '$lib/codec/visibleText';
import { subnetProblems, type SubnetProblem } from './subnets';
import { uptimeOf, type Uptime } from './uptime';

/** A host of the database with derived values. */
export interface HostRow {
  readonly entry: HostdbEntry;
  /** Rank by score, from 1; undefined if not active. */
  readonly rank: number | undefined;
  readonly uptime: Uptime;
  readonly subnetProblem: SubnetProblem | undefined;
  /** Number of active contracts with it; undefined if the renter does not report them. */
  readonly contracts: number | undefined;
  /** Blocks since its first announcement; undefined if the height is unknown. */
  readonly age: bigint | undefined;
}

interface Known {
  /** All hosts. */
  readonly all: readonly HostdbEntry[];
  /** Keys of active hosts, best first. */
  readonly active: readonly string[];
  /** Active contracts by host key. */
  readonly contracts: ReadonlyMap<string, number> | undefined;
  readonly height: number | undefined;
}

export function hostRows({ all, active, contracts, height }: Known): readonly HostRow[] {
  const ranks = new Map(active.map((key, i) => [key, i + 1]));
  const problems = subnetProblems(all);
  return all.map((entry) => ({
    entry: withShownVersion(entry),
    rank: ranks.get(entry.publicKey),
    uptime: uptimeOf(entry),
    subnetProblem: problems.get(entry.publicKey),
    contracts: contracts && (contracts.get(entry.publicKey) ?? 0),
    age: height === undefined ? undefined : BigInt(Math.max(0, height - entry.firstSeen))
  }));
}

/** A host may report any text as its version, and would cover or reverse what the table shows of others. */
function withShownVersion(entry: HostdbEntry): HostdbEntry {
  const version = excerpt(entry.version);
  return version === entry.version ? entry : { ...entry, version };
}
