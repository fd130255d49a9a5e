import { MethodNotAllowedError, ModuleDisabledError, NotFoundError } from '$lib/api/http/errors';
import type { WalletServer } from '$lib/api/wallet-server/client';
import { PartialIndexError } from './unsuitableServer';

/**
 * Checks that the server indexes all addresses. A server that indexes only its own wallets returns empty results for
 * other addresses, so coins would seem to be lost.
 * @throws {PartialIndexError}
 */
export async function requireFullIndex(server: Pick<WalletServer, 'state'>, signal: AbortSignal): Promise<void> {
  const indexMode = await indexModeOf(server, signal);
  if (!isFull(indexMode)) throw new PartialIndexError(indexMode);
}

/** A server that does not report its index mode passes. */
const isFull = (indexMode: string | undefined): indexMode is 'full' | undefined =>
  indexMode === undefined || indexMode === 'full';

/** Whether the server indexes all addresses, so that its lists of their outputs are complete. */
export const hasFullIndex = async (server: Pick<WalletServer, 'state'>, signal: AbortSignal): Promise<boolean> =>
  isFull(await indexModeOf(server, signal));

async function indexModeOf(server: Pick<WalletServer, 'state'>, signal: AbortSignal): Promise<string | undefined> {
  try {
    return (await server.state({}, { signal })).indexMode;
  } catch (error) {
    const isUnknown = [NotFoundError, MethodNotAllowedError, ModuleDisabledError].some((kind) => error instanceof kind);
    if (isUnknown) return undefined;
    throw error;
  }
}
