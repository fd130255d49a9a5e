import type { Height } from '$lib/chain/time';
import type { WalletServer } from './client';

/** Height of the first block that a server has: 0 unless its chain began with a checkpoint, and it says so. */
export async function firstBlock(server: Pick<WalletServer, 'state'>, signal?: AbortSignal): Promise<Height> {
  return (await server.state({}, { signal })).firstHeight ?? 0;
}
