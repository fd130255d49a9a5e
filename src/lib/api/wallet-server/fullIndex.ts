import type { WalletServer } from '$lib/api/wallet-server/client';
import { serverStateOf } from './serverState';
import { PartialIndexError } from './unsuitableServer';

/**
 * Checks that the server indexes all addresses. A server that indexes only its own wallets returns empty results for
 * other addresses, so coins would seem to be lost.
 * @throws {PartialIndexError}
 */
export async function requireFullIndex(server: Pick<WalletServer, 'state'>, signal: AbortSignal): Promise<void> {
  const indexMode = (await serverStateOf(server, signal))?.indexMode;
  if (!isFull(indexMode)) throw new PartialIndexError(indexMode);
}

/** A server that does not report its index mode passes. */
const isFull = (indexMode: string | undefined): indexMode is 'full' | undefined =>
  indexMode === undefined || indexMode === 'full';

/** Whether the server indexes all addresses, so that its lists of their outputs are complete. */
export const hasFullIndex = async (server: Pick<WalletServer, 'state'>, signal: AbortSignal): Promise<boolean> =>
  isFull((await serverStateOf(server, signal))?.indexMode);
