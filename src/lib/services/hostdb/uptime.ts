import type { HostdbEntry, HostScan } from '$lib/api/daemon/hostdb';

export interface Uptime {
  /** Measured uptime and downtime in nanoseconds. */
  readonly up: bigint;
  readonly down: bigint;
  /** Share of `up`, 0 to 1; undefined before two scans. */
  readonly share: number | undefined;
}

const NS_PER_SECOND = 1_000_000_000n;
const MILLION = 1_000_000n;

/**
 * A host's uptime: the node's aggregated history and the recent scans. The time between two scans counts by the result
 * of the earlier one.
 */
export function uptimeOf(entry: Pick<HostdbEntry, 'historicUptime' | 'historicDowntime' | 'scanHistory'>): Uptime {
  let up = entry.historicUptime;
  let down = entry.historicDowntime;
  // Newest first.
  for (const [i, later] of entry.scanHistory.entries()) {
    const scan = entry.scanHistory[i + 1];
    if (!scan) break;
    const spent = BigInt(later.timestamp - scan.timestamp) * NS_PER_SECOND;
    if (scan.success) up += spent;
    else down += spent;
  }
  const all = up + down;
  return { up, down, share: all === 0n ? undefined : Number((up * MILLION) / all) / Number(MILLION) };
}

export interface ScanSummary {
  readonly scans: number;
  readonly answered: number;
  /** The latest scan failed, though earlier ones succeeded. */
  readonly lastFailed: boolean;
}

/** @param scans newest first @returns undefined before the first scan */
export function summarizeScans(scans: readonly HostScan[]): ScanSummary | undefined {
  const [last] = scans;
  if (!last) return undefined;
  const answered = scans.filter(({ success }) => success).length;
  return { scans: scans.length, answered, lastFailed: !last.success && answered > 0 };
}
