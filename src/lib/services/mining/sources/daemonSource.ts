import type { Daemon } from '$lib/api/daemon/client';
import { BadRequestError } from '$lib/api/http/errors';
import { followTip } from '$lib/api/quarry/tips';
import { createHeaderSource, type ChainReader, type WorkSource } from '$lib/mining/work/workSource';
import type { MiningServices } from './services';
import { submitAnswer } from './submitAnswer';

/** Work from the daemon's miner API, which pays its own wallet. */
export function daemonSource({ daemon, tips }: Pick<MiningServices, 'daemon' | 'tips'>): WorkSource {
  const headers = {
    getHeader: (signal: AbortSignal) => daemon.miner.header({}, { signal }),
    submitHeader: (header: Uint8Array, signal: AbortSignal) =>
      submitAnswer(() => daemon.miner.submitHeader({ body: header }, { signal }), BadRequestError)
  };
  return createHeaderSource(headers, {
    ...daemonChain(daemon),
    followTip: (signal) => followTip(tips, 'daemon', signal)
  });
}

const daemonChain = (daemon: Daemon): ChainReader => ({
  async getTip(signal) {
    const { height, currentBlock } = await daemon.consensus.status({}, { signal });
    return { height, id: currentBlock };
  },
  async getBlockIdAt(height, signal) {
    const tip = await daemon.consensus.status({}, { signal });
    if (height >= tip.height) return height === tip.height ? tip.currentBlock : undefined;
    return (await daemon.consensus.block({ query: { height } }, { signal })).id;
  },
  getPayouts: async (id, signal) => (await daemon.consensus.block({ query: { id } }, { signal })).minerPayouts
});
