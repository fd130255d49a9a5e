import type { Address } from '$lib/chain/address';
import type { Block } from '$lib/chain/block/block';
import { blockId } from '$lib/chain/block/block';
import { blockHeaderOf } from '$lib/chain/block/commitment';
import { hastings, type Hastings } from '$lib/chain/currency/currency';
import type { CoinOutput } from '$lib/chain/element/elements';
import type { BlockId, Hash256 } from '$lib/chain/ids';
import type { Height } from '$lib/chain/time';
import type { TipChange } from '../chain/chainManager';
import type { EventData } from '../store/eventData';
import type { ChainStore } from '../store/store';

/** An event at the node that is reported without a request. */
export type NodeEvent =
  /** A block that was submitted to this node became its tip. */
  | { readonly type: 'mined'; readonly id: BlockId; readonly height: Height; readonly reward: Hastings }
  /** Addresses of the wallet server's wallets have more coins than before. */
  | {
      readonly type: 'received';
      /** Id of the transaction, or of the output if a block created it without a transaction. */
      readonly id: Hash256;
      readonly block: BlockId;
      readonly height: Height;
      readonly coins: Hastings;
      readonly addresses: readonly Address[];
    };

/** Older blocks are history being synchronized. */
const RECENT_MS = 24 * 60 * 60 * 1_000;

export const minedEvent = (id: BlockId, height: Height, { minerPayouts }: Block): NodeEvent => ({
  type: 'mined',
  id,
  height,
  reward: hastings(minerPayouts.reduce((sum, { value }) => sum + value, 0n))
});

/** Payments to watched addresses in the blocks of a tip change, without the change of their own payments. */
export function receiptsOf(store: ChainStore, { tip, applied }: TipChange, nowMs: number): NodeEvent[] {
  const receipts: NodeEvent[] = [];
  const isWatched = ({ address }: CoinOutput) => store.wallets.isWatched(address);
  const sum = (outputs: readonly CoinOutput[]) => outputs.reduce((total, { value }) => total + value, 0n);
  applied.forEach((block, i) => {
    if (Number(block.timestamp) * 1_000 < nowMs - RECENT_MS) return;
    const height = tip.height - (applied.length - 1 - i);
    for (const { id, data } of store.events.ofBlock(height)) {
      const { created, spent } = coinsOf(data);
      const received = created.filter(isWatched);
      if (received.length === 0) continue;
      const coins = sum(received) - sum(spent.filter(isWatched));
      if (coins <= 0n) continue;
      const addresses = [...new Set(received.map(({ address }) => address))];
      const paidIn = blockId(blockHeaderOf(block));
      receipts.push({ type: 'received', id, block: paidIn, height, coins: hastings(coins), addresses });
    }
  });
  return receipts;
}

/** The coin outputs that an event created, and those that it spent. */
function coinsOf(data: EventData): { readonly created: readonly CoinOutput[]; readonly spent: readonly CoinOutput[] } {
  switch (data.type) {
    case 'v1Transaction':
      return { created: data.transaction.coinOutputs, spent: data.spentCoins.map(({ output }) => output) };
    case 'v2Transaction': {
      const { coinInputs, coinOutputs } = data.transaction;
      return { created: coinOutputs, spent: coinInputs.map(({ parent }) => parent.output) };
    }
    default:
      return { created: [data.coinElement.output], spent: [] };
  }
}
