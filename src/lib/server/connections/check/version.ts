import type { TestedService } from '$lib/api/quarry/connectionCheck';
import { NODE_VERSION } from '../../version';

/** The oldest that Quarry knows the answers of. */
const OLDEST: Readonly<Partial<Record<TestedService, readonly number[]>>> = {
  // Blocklist, registry and the parameters of the renter are as they are since then.
  daemon: [1, 5, 4],
  // Transactions of the second generation, and proofs with a basis.
  wallet: [2, 0, 0]
};

/** Whether a server says that it is older than that. One built by hand says nothing that could be compared. */
export function isOutdated(service: TestedService, version: string): boolean {
  // Nodes like the embedded one count for themselves.
  if (version === NODE_VERSION) return false;
  const parts = /^v?(\d+)\.(\d+)\.(\d+)/.exec(version)?.slice(1).map(Number);
  const oldest = OLDEST[service];
  if (!parts || !oldest) return false;
  const differing = parts.findIndex((part, i) => part !== oldest[i]);
  return differing !== -1 && parts[differing]! < oldest[differing]!;
}
