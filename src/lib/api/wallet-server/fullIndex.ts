import { MethodNotAllowedError, ModuleDisabledError, NotFoundError } from '$lib/api/http/errors';
import type { WalletServer } from '$lib/api/wallet-server/client';
import { PartialIndexError } from './unsuitableServer';

/**
 * Sees that the server can be asked about any address. One that follows its own wallets only does not refuse such
 * questions: it answers that there is nothing, and coins would seem to be gone. A server that does not say how it keeps
 * its books is believed.
 * @throws {PartialIndexError}
 */
export async function requireFullIndex(server: Pick<WalletServer, 'state'>, signal: AbortSignal): Promise<void> {
  const indexMode = await indexModeOf(server, signal);
  if (indexMode !== undefined && indexMode !== 'full') throw new PartialIndexError(indexMode);
}

async function indexModeOf(server: Pick<WalletServer, 'state'>, signal: AbortSignal): Promise<string | undefined> {
  try {
    return (await server.state({}, { signal })).indexMode;
  } catch (error) {
    const isUnknown = [NotFoundError, MethodNotAllowedError, ModuleDisabledError].some((kind) => error instanceof kind);
    if (isUnknown) return undefined;
    throw error;
  }
}
