import type { Height } from '$lib/chain/time';
import type { WalletServer } from './client';
import { serverStateOf } from './serverState';

/** Height of a server's first block: 0, unless the server reports that its chain began with a checkpoint. */
export async function firstHeight(server: Pick<WalletServer, 'state'>, signal?: AbortSignal): Promise<Height> {
  return (await serverStateOf(server, signal))?.firstHeight ?? 0;
}
