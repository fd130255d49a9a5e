import { ModuleDisabledError, NotFoundError, ServerError, TimeoutError } from '$lib/api/http/errors';
import { LONG_POLL_MS } from '$lib/api/mining-server/routes';
import type { Address } from '$lib/chain/address';
import type { Network } from '$lib/chain/network/network';
import { encodeHex } from '$lib/codec/bytes';
import { createMiningServerSource } from '$lib/mining/work/miningServerSource';
import type { WorkSource } from '$lib/mining/work/workSource';
import type { MiningServices } from './services';
import { submitAnswer } from './submitAnswer';
import { walletServerChain } from './walletServerSource';

/** Work from a mining server; its blocks pay the given address, or by default the server's own. */
export function miningServerSource(
  { mining, randomBytes, scheduler }: Pick<MiningServices, 'mining' | 'randomBytes' | 'scheduler'>,
  address: Address | undefined
): WorkSource {
  let network: Network | undefined;
  let tellsChain = true;
  const service = {
    async getTemplate(longPollId: string | undefined, signal: AbortSignal) {
      try {
        const timeoutMs = longPollId === undefined ? undefined : LONG_POLL_MS;
        return await mining.getTemplate({ body: { longpollid: longPollId } }, { signal, timeoutMs });
      } catch (error) {
        // Some servers hold a long poll until something changes.
        if (longPollId !== undefined && error instanceof TimeoutError) return undefined;
        throw error;
      }
    },
    async getChain(signal: AbortSignal) {
      if (!tellsChain) return undefined;
      try {
        network ??= await mining.network({}, { signal });
        return { network, state: await mining.tipState({}, { signal }) };
      } catch (error) {
        if (!(error instanceof NotFoundError || error instanceof ModuleDisabledError)) throw error;
        tellsChain = false;
        return undefined;
      }
    },
    submitBlock: (block: Uint8Array, signal: AbortSignal) =>
      submitAnswer(() => mining.submitBlock({ body: { params: [encodeHex(block)] } }, { signal }), ServerError)
  };
  return createMiningServerSource(service, walletServerChain(mining), address, { randomBytes, scheduler });
}
