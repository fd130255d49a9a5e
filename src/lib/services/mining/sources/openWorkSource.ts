import { BadRequestError, ModuleDisabledError, NotFoundError, ServerError, TimeoutError } from '$lib/api/http/errors';
import type { Daemon } from '$lib/api/daemon/client';
import type { MiningServer } from '$lib/api/mining-server/client';
import { LONG_POLL_MS } from '$lib/api/mining-server/routes';
import { followTip, type Tips } from '$lib/api/quarry/tips';
import type { WalletServer } from '$lib/api/wallet-server/client';
import type { Network } from '$lib/chain/network/network';
import { encodeHex } from '$lib/codec/bytes';
import { MalformedWorkError } from '$lib/mining/errors';
import { createMiningServerSource } from '$lib/mining/work/miningServerSource';
import type { Scheduler } from '$lib/async/scheduler';
import type { PoolLink } from '$lib/mining/stratum/stratumConnection';
import { createPoolSource, type PoolStatus } from '$lib/mining/stratum/poolSource';
import type { TemplateParts } from '$lib/mining/work/template';
import {
  createHeaderSource,
  createTemplateSource,
  type ChainReader,
  type ShareSource,
  type WorkSource
} from '$lib/mining/work/workSource';
import type { Address } from '$lib/chain/address';
import type { WorkChoice } from '$lib/state/mining/miner.svelte';

interface Services {
  readonly daemon: Daemon;
  readonly wallet: WalletServer;
  readonly mining: MiningServer;
  readonly tips: Tips;
  /** The pool, where there is one. */
  readonly pool?: PoolService;
}

interface PoolService {
  /** The worker's name at the pool. */
  readonly worker: string;
  readonly open: (signal: AbortSignal) => Promise<PoolLink>;
  readonly scheduler: Scheduler;
}

const randomBytes = (n: number) => crypto.getRandomValues(new Uint8Array(n));

/**
 * Where a tab gets its work: the daemon's own for its wallet, blocks built here on what the wallet server knows, those of
 * a mining server, or the jobs of a pool.
 * @param onPool hears how it stands with the pool
 */
export function openWorkSource(services: Services, choice: Exclude<WorkChoice, { kind: 'pool' }>): WorkSource;
export function openWorkSource(
  services: Services,
  choice: WorkChoice,
  onPool?: (facts: PoolStatus) => void
): WorkSource | ShareSource;
export function openWorkSource(
  services: Services,
  choice: WorkChoice,
  onPool?: (facts: PoolStatus) => void
): WorkSource | ShareSource {
  switch (choice.kind) {
    case 'node':
      return daemonSource(services);
    case 'address':
      return walletSource(services, choice.address);
    case 'mining':
      return miningSource(services, choice.address);
    case 'pool':
      if (!services.pool) throw new MalformedWorkError('no pool is configured');
      return createPoolSource({ ...services.pool, onChange: onPool });
  }
}

function daemonSource({ daemon, tips }: Services): WorkSource {
  const headers = {
    getHeader: (signal: AbortSignal) => daemon.miner.header({}, { signal }),
    submitHeader: (header: Uint8Array, signal: AbortSignal) =>
      answerOf(() => daemon.miner.submitHeader({ body: header }, { signal }), BadRequestError)
  };
  return createHeaderSource(headers, {
    ...daemonChain(daemon),
    followTip: (signal) => followTip(tips, 'daemon', signal)
  });
}

function miningSource({ mining }: Services, address: Address | undefined): WorkSource {
  let network: Network | undefined;
  let tellsChain = true;
  const service = {
    async getTemplate(longPollId: string | undefined, signal: AbortSignal) {
      try {
        const timeoutMs = longPollId === undefined ? undefined : LONG_POLL_MS;
        return await mining.getTemplate({ body: { longpollid: longPollId } }, { signal, timeoutMs });
      } catch (error) {
        // Some servers hold their answer back for as long as nothing happens.
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
      answerOf(() => mining.submitBlock({ body: { params: [encodeHex(block)] } }, { signal }), ServerError)
  };
  return createMiningServerSource(service, walletChain(mining), address, randomBytes);
}

function walletSource({ wallet, tips }: Services, address: Address): WorkSource {
  let network: Network | undefined;
  const templates = {
    async getTemplateParts(signal: AbortSignal) {
      network ??= await wallet.network({}, { signal });
      return readParts(wallet, network, signal);
    },
    submitBlock: (block: Parameters<typeof wallet.broadcastBlock>[0]['body'], signal: AbortSignal) =>
      answerOf(() => wallet.broadcastBlock({ body: block }, { signal }), ServerError)
  };
  return createTemplateSource(
    templates,
    { ...walletChain(wallet), followTip: (signal) => followTip(tips, 'wallet', signal) },
    address,
    { nowMs: Date.now, randomBytes }
  );
}

const TRIES = 3;

/** Tip state and pool of one moment: the pool's proofs must be those of the state. */
async function readParts(wallet: WalletServer, network: Network, signal: AbortSignal): Promise<TemplateParts> {
  for (let tries = 0; tries < TRIES; tries++) {
    const [state, pool] = await Promise.all([wallet.tipState({}, { signal }), wallet.poolTransactions({}, { signal })]);
    if (state.index.id === pool.basis.id) {
      return { network, state, transactions: pool.transactions, v2Transactions: pool.v2Transactions };
    }
  }
  throw new MalformedWorkError('the pool is of another block than the tip');
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

const walletChain = (wallet: Pick<WalletServer, 'tip' | 'indexAt' | 'block'>): ChainReader => ({
  getTip: (signal) => wallet.tip({}, { signal }),
  async getBlockIdAt(height, signal) {
    try {
      return (await wallet.indexAt({ params: { height } }, { signal })).id;
    } catch (error) {
      if (error instanceof NotFoundError) return undefined;
      throw error;
    }
  },
  getPayouts: async (id, signal) => (await wallet.block({ params: { idOrHeight: id } }, { signal })).minerPayouts
});

/**
 * A refusal is an answer; anything else that goes wrong is tried again. A wallet server refuses with 500, and says the
 * same to a block that it took without having peers to tell: the chain is asked in any case.
 */
async function answerOf(submit: () => Promise<void>, refusal: typeof BadRequestError | typeof ServerError) {
  try {
    await submit();
    return { accepted: true } as const;
  } catch (error) {
    if (error instanceof BadRequestError || error instanceof refusal) {
      return { accepted: false, reason: error.serverMessage || error.message } as const;
    }
    throw error;
  }
}
