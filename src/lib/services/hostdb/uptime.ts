import type { HostdbEntry, HostScan } from '$lib/api/daemon/hostdb';

export interface Uptime {
  /** Time for which the host was, or was not, found to answer, in nanoseconds. */
  readonly up: bigint;
  readonly down: bigint;
  /** `up` of all time measured, 0 to 1; undefined until two scans have measured any. */
  readonly share: number | undefined;
}

const NS_PER_SECOND = 1_000_000_000n;
const MILLION = 1_000_000n;

/**
 * The host's time up and down: what the node has summed up of the past, and the recent scans that it still lists. The
 * time between two scans counts as the earlier of them found the host.
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
  /** The newest scan found the host offline, though earlier ones did not. */
  readonly lastFailed: boolean;
}

/** @param scans newest first @returns undefined before the first scan */
export function summarizeScans(scans: readonly HostScan[]): ScanSummary | undefined {
  const [last] = scans;
  if (!last) return undefined;
  const answered = scans.filter(({ success }) => success).length;
  return { scans: scans.length, answered, lastFailed: !last.success && answered > 0 };
}
