import type { HostdbEntry, HostScan } from '$lib/api/daemon/hostdb';
import { unixSeconds, type Height, type UnixSeconds } from '$lib/chain/time';
import type { ChainClock } from '../simulation/chainClock';
import { SCAN_BLOCKS, type HostPopulation } from './population';
import type { RankedHost } from './ranking';

// Older scans are aggregated in the historic uptime, as in real daemons.
const SCANS_KEPT = 24;
const NS_PER_SECOND = 1_000_000_000n;

/** Builds host database entries at the clock's height. */
export function entryWriter(population: HostPopulation, clock: ChainClock) {
  const { height } = clock.tip;
  const times = new Map<Height, UnixSeconds>();

  /** Timestamp of a scan: that of the block it happened at. */
  function timeAt(at: Height): UnixSeconds {
    let time = times.get(at);
    if (time === undefined) {
      time = clock.at(at)?.timestamp ?? unixSeconds(0);
      times.set(at, time);
    }
    return time;
  }

  return ({ host, offer, record }: RankedHost, filtered: boolean): HostdbEntry => {
    const scanHeights: Height[] = [];
    for (let at = population.lastScan(host, height); scanHeights.length < SCANS_KEPT; at -= SCAN_BLOCKS) {
      scanHeights.push(Math.max(at, host.firstSeen));
      if (at <= host.firstSeen) break;
    }
    const scanHistory: HostScan[] = scanHeights.map((at) => ({
      success: population.availability.isOnline(host, at),
      timestamp: timeAt(at)
    }));
    const lastHistoricUpdate = scanHeights.at(-1)!;
    const age = lastHistoricUpdate - host.firstSeen;
    const seconds = BigInt(Math.max(timeAt(lastHistoricUpdate) - timeAt(host.firstSeen), 0));
    const down = BigInt(population.availability.downBefore(host, lastHistoricUpdate));
    const historicDowntime = age === 0 ? 0n : (seconds * NS_PER_SECOND * down) / BigInt(age);
    const recentFailures = scanHistory.filter((scan) => !scan.success).length;
    return {
      ...offer,
      netAddress: host.netAddress,
      address: host.address,
      firstSeen: host.firstSeen,
      historicDowntime,
      historicUptime: seconds * NS_PER_SECOND - historicDowntime,
      scanHistory,
      historicFailedInteractions: Math.max(Math.floor(record.failedInteractions) - recentFailures, 0),
      historicSuccessfulInteractions: Math.floor(record.successfulInteractions),
      recentFailedInteractions: recentFailures,
      recentSuccessfulInteractions: scanHistory.length - recentFailures,
      lastHistoricUpdate,
      ipNets: [...host.ipNets],
      lastIpNetChange: timeAt(host.firstSeen),
      publicKey: host.publicKey,
      filtered
    };
  };
}
