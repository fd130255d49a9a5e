import { NotFoundError, ServerError } from '$lib/api/http/errors';
import { followTip } from '$lib/api/quarry/tips';
import type { WalletServer } from '$lib/api/wallet-server/client';
import type { Address } from '$lib/chain/address';
import type { Network } from '$lib/chain/network/network';
import { MalformedWorkError } from '$lib/mining/errors';
import type { TemplateParts } from '$lib/mining/work/template';
import { createTemplateSource, type ChainReader, type WorkSource } from '$lib/mining/work/workSource';
import type { MiningServices } from './services';
import { submitAnswer } from './submitAnswer';

/** Blocks built here on the tip state and pool of a wallet server; they pay the address. */
export function walletServerSource(
  { wallet, tips, nowMs, randomBytes }: Pick<MiningServices, 'wallet' | 'tips' | 'nowMs' | 'randomBytes'>,
  address: Address
): WorkSource {
  let network: Network | undefined;
  const templates = {
    async getTemplateParts(signal: AbortSignal) {
      network ??= await wallet.network({}, { signal });
      return readParts(wallet, network, signal);
    },
    submitBlock: (block: Parameters<typeof wallet.broadcastBlock>[0]['body'], signal: AbortSignal) =>
      submitAnswer(() => wallet.broadcastBlock({ body: block }, { signal }), ServerError)
  };
  return createTemplateSource(
    templates,
    { ...walletServerChain(wallet), followTip: (signal) => followTip(tips, 'wallet', signal) },
    address,
    { nowMs, randomBytes }
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

/** The chain as a wallet server or a mining server shows it. */
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
