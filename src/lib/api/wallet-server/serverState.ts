import { MethodNotAllowedError, ModuleDisabledError, NotFoundError } from '$lib/api/http/errors';
import type { WalletServer } from './client';

/** What the server reports about itself; undefined if it reports nothing. */
export async function serverStateOf(server: Pick<WalletServer, 'state'>, signal?: AbortSignal) {
  try {
    return await server.state({}, { signal });
  } catch (error) {
    const isUnknown = [NotFoundError, MethodNotAllowedError, ModuleDisabledError].some((kind) => error instanceof kind);
    if (isUnknown) return undefined;
    throw error;
  }
}
