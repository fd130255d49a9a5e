import type { Daemon } from '$lib/api/daemon/client';
import { BadRequestError } from '$lib/api/http/errors';
import { followTip } from '$lib/api/quarry/tips';
import { publicNetworkSince } from '$lib/chain/network/publicNetworks';
import type { BlockId } from '$lib/chain/ids';
import { DEFAULT_NONCE_FACTOR } from '$lib/chain/network/rewards';
import { createHeaderSource, type ChainReader, type WorkSource } from '$lib/mining/work/workSource';
import type { MiningServices } from './services';
import { submitAnswer } from './submitAnswer';

/** Work streamed with a tip is used for this long, milliseconds; after that, the daemon has newer work. */
const STREAMED_WORK_MS = 2000;

type DaemonServices = Pick<MiningServices, 'daemon' | 'getNetwork' | 'tips' | 'nowMs'>;

/** Work from the daemon's miner API, which pays its own wallet; work on a new tip is streamed with the tip. */
export function daemonSource(services: DaemonServices): WorkSource {
  const { daemon, tips, nowMs } = services;
  let streamed: { readonly work: Uint8Array; readonly atMs: number } | undefined;
  let onBetter: () => void = () => undefined;
  const takeStreamed = (): Uint8Array | undefined => {
    const fresh = streamed && nowMs() - streamed.atMs < STREAMED_WORK_MS ? streamed.work : undefined;
    streamed = undefined;
    return fresh;
  };
  let nonceFactor: bigint | undefined;
  const headers = {
    getNonceFactor: async (signal: AbortSignal) => (nonceFactor ??= await readNonceFactor(services, signal)),
    getHeader: async (signal: AbortSignal) => takeStreamed() ?? daemon.miner.header({}, { signal }),
    submitHeader: (header: Uint8Array, signal: AbortSignal) =>
      submitAnswer(() => daemon.miner.submitHeader({ body: header }, { signal }), BadRequestError)
  };
  const source = createHeaderSource(headers, {
    ...daemonChain(daemon),
    async *followTip(signal) {
      let known: BlockId | undefined;
      for await (const { work, ...tip } of followTip(tips, 'daemon', signal, 'followWithWork')) {
        streamed = work && { work, atMs: nowMs() };
        // The tip again: the first work on it lacked most transactions of a large pool.
        if (work && tip.id === known) onBetter();
        known = tip.id;
        yield tip;
      }
    }
  });
  return {
    ...source,
    async *followWork(signal) {
      const stop = () => onBetter();
      signal.addEventListener('abort', stop, { once: true });
      while (!signal.aborted) {
        await new Promise<void>((resolve) => (onBetter = resolve));
        if (!signal.aborted) yield 'better';
      }
    }
  };
}

/**
 * The nonce factor, made a multiple of the default, because Quarry's server forwards only such nonces. Daemons do not
 * report it: a public network is identified by its genesis timestamp, a private one by the node's wallet server.
 */
async function readNonceFactor({ daemon, getNetwork }: DaemonServices, signal: AbortSignal): Promise<bigint> {
  const { genesisTimestamp } = await daemon.consensus.status({}, { signal });
  const network = publicNetworkSince(genesisTimestamp) ?? (await getNetwork?.(signal));
  const factor = network?.hardforkASIC.nonceFactor ?? DEFAULT_NONCE_FACTOR;
  return factor % DEFAULT_NONCE_FACTOR === 0n ? factor : factor * DEFAULT_NONCE_FACTOR;
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
