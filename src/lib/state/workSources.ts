import { BadRequestError, NotFoundError, ServerError } from '$lib/api/errors';
import type { Daemon } from '$lib/api/daemon/client';
import { followTip, type Tips } from '$lib/api/tips';
import type { WalletServer } from '$lib/api/wallet-server/client';
import type { Network } from '$lib/chain/network';
import { MalformedWorkError } from '$lib/mining/errors';
import type { TemplateParts } from '$lib/mining/template';
import { createHeaderSource, createTemplateSource, type ChainReader, type WorkSource } from '$lib/mining/workSource';
import type { PayoutChoice } from './miner.svelte';

interface Services {
  readonly daemon: Daemon;
  readonly wallet: WalletServer;
  readonly tips: Tips;
}

/** Where a tab gets its work: the daemon's own for its wallet, else blocks built here on what the wallet server knows. */
export function openWorkSource({ daemon, wallet, tips }: Services, payout: PayoutChoice): WorkSource {
  if (payout.kind === 'node') {
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
    payout.address,
    {
      nowMs: Date.now,
      randomBytes: (n) => crypto.getRandomValues(new Uint8Array(n))
    }
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

const walletChain = (wallet: WalletServer): ChainReader => ({
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
