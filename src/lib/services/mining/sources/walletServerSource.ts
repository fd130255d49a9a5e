import { HttpError, NotFoundError, ServerError } from '$lib/api/http/errors';
import { followTip } from '$lib/api/quarry/tips';
import type { WalletServer } from '$lib/api/wallet-server/client';
import type { Address } from '$lib/chain/address';
import type { Block } from '$lib/chain/block/block';
import type { Network } from '$lib/chain/network/network';
import { toAppError } from '$lib/errors';
import { BlockTooLargeError, MalformedWorkError } from '$lib/mining/errors';
import type { TemplateParts } from '$lib/mining/work/template';
import {
  createTemplateSource,
  type ChainReader,
  type SubmitAnswer,
  type WorkSource
} from '$lib/mining/work/workSource';
import { blockBytes, sizeLimit } from './blockSize';
import type { MiningServices } from './services';
import { submitAnswer } from './submitAnswer';

/** Wallet servers accept request bodies of up to ten megabytes. */
const MAX_BODY_BYTES = 10_000_000;
/** Reduction of the limit after a block was too large. */
const SHRINK = 0.75;
const isTooLarge = (error: unknown): boolean => error instanceof HttpError && error.status === 413;

/** Work on blocks built in the page from a wallet server's tip state and pool; they pay the address. */
export function walletServerSource(
  { wallet, tips, nowMs, randomBytes }: Pick<MiningServices, 'wallet' | 'tips' | 'nowMs' | 'randomBytes'>,
  address: Address
): WorkSource {
  let network: Network | undefined;
  let limit = sizeLimit(MAX_BODY_BYTES);
  const templates = {
    async getTemplateParts(signal: AbortSignal) {
      network ??= await wallet.network({}, { signal });
      return { ...(await readParts(wallet, network, signal)), limit };
    },
    async submitBlock(block: Block, signal: AbortSignal): Promise<SubmitAnswer> {
      try {
        await wallet.broadcastBlock({ body: block }, { signal });
        return { accepted: true };
      } catch (error) {
        if (!isTooLarge(error)) return submitAnswer(() => Promise.reject(toAppError(error)), ServerError);
        // The server does not report its limit, only that this block exceeds it.
        const bytes = blockBytes(block);
        limit = sizeLimit(Math.min(limit.maxBytes, Math.floor(bytes * SHRINK)));
        return { accepted: false, error: new BlockTooLargeError(bytes, limit.maxBytes, { cause: error }) };
      }
    }
  };
  return createTemplateSource(
    templates,
    { ...walletServerChain(wallet), followTip: (signal) => followTip(tips, 'wallet', signal) },
    address,
    { nowMs, randomBytes }
  );
}

const TRIES = 3;

/** Tip state and pool of the same tip: the pool's proofs must match the state. */
async function readParts(wallet: WalletServer, network: Network, signal: AbortSignal): Promise<TemplateParts> {
  for (let tries = 0; tries < TRIES; tries++) {
    const [state, pool] = await Promise.all([wallet.tipState({}, { signal }), wallet.poolTransactions({}, { signal })]);
    if (state.index.id === pool.basis.id) {
      return { network, state, transactions: pool.transactions, v2Transactions: pool.v2Transactions };
    }
  }
  throw new MalformedWorkError('the pool belongs to a different block than the tip');
}

/** Chain queries of a wallet server or mining server. */
export const walletServerChain = (wallet: Pick<WalletServer, 'tip' | 'indexAt' | 'block'>): ChainReader => ({
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
