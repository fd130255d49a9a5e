import type { HttpService } from '$lib/api/services/service';
import { NODE_VERSION } from '../../version';

/**
 * Whether a server reports a version older than the oldest supported one. Custom builds without a version number pass.
 */
export function isOutdated({ oldestVersion }: Pick<HttpService, 'oldestVersion'>, version: string): boolean {
  // The embedded node has its own version numbers.
  if (version === NODE_VERSION) return false;
  const parts = /^v?(\d+)\.(\d+)\.(\d+)/.exec(version)?.slice(1).map(Number);
  if (!parts || !oldestVersion) return false;
  const differing = parts.findIndex((part, i) => part !== oldestVersion[i]);
  return differing !== -1 && parts[differing]! < oldestVersion[differing]!;
}
