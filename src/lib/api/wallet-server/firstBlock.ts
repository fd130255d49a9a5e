import { HttpError } from '../http/errors';
import type { Height } from '$lib/chain/time';
import type { WalletServer } from './client';

/** Height of the first block that a server has: 0 unless its chain began with a checkpoint. */
export async function firstBlock(server: Pick<WalletServer, 'indexAt' | 'tip'>, signal?: AbortSignal): Promise<Height> {
  // A chain without a second block began at genesis: a checkpoint is a higher one.
  if ((await server.tip({}, { signal })).height === 0) return 0;
  try {
    await server.indexAt({ params: { height: 1 } }, { signal });
  } catch (error) {
    const first = error instanceof HttpError ? error.known?.data.first : undefined;
    if (error instanceof HttpError && error.code === 'wallet-server/before-first-block') return Number(first);
  }
  return 0;
}
