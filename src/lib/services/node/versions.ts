import type { Peer } from '$lib/api/daemon/gateway';

/** Number of peers by protocol version, the newest first. */
export function versionCounts(peers: readonly Peer[]): { readonly version: string; readonly count: number }[] {
  const counts = new Map<string, number>();
  for (const { version } of peers) counts.set(version, (counts.get(version) ?? 0) + 1);
  return [...counts]
    .map(([version, count]) => ({ version, count }))
    .sort((a, b) => b.version.localeCompare(a.version, undefined, { numeric: true }));
}
