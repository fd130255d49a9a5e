import type { HttpService } from '$lib/api/services/service';
import { NODE_VERSION } from '../../version';

/**
 * Whether a server says that it is older than what Quarry can read. One built by hand says nothing that could be compared.
 */
export function isOutdated({ oldestVersion }: Pick<HttpService, 'oldestVersion'>, version: string): boolean {
  // Nodes like the embedded one count for themselves.
  if (version === NODE_VERSION) return false;
  const parts = /^v?(\d+)\.(\d+)\.(\d+)/.exec(version)?.slice(1).map(Number);
  if (!parts || !oldestVersion) return false;
  const differing = parts.findIndex((part, i) => part !== oldestVersion[i]);
  return differing !== -1 && parts[differing]! < oldestVersion[differing]!;
}
