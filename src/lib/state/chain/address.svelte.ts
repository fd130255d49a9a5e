import type { WalletServer } from '$lib/api/wallet-server/client';
import type { UnspentCoin, UnspentFund } from '$lib/api/wallet-server/schemas';
import type { Address } from '$lib/chain/address';
import { newestFirst, SERVER_PAGE } from '$lib/explorer/newestFirst';
import { walletEventOf } from '$lib/wallet/sync/chainEvents';
import type { WalletEvent } from '$lib/wallet/sync/walletEvent';
import { requireFullIndex } from '$lib/api/wallet-server/fullIndex';
import { Live } from '../reactive/live.svelte';
import { PagedRows } from '../reactive/pagedRows.svelte';

/** A wallet server's data about any address. */
export class AddressFacts {
  readonly balance;
  /** Unconfirmed events in the pool. */
  readonly unconfirmed: Live<readonly WalletEvent[]>;
  readonly events: PagedRows<WalletEvent>;
  readonly coins: PagedRows<UnspentCoin>;
  readonly funds: PagedRows<UnspentFund>;

  constructor(wallet: WalletServer, address: Address) {
    const params = { address };
    const own = { has: (one: Address) => one === address };
    this.balance = new Live(async (signal) => {
      await requireFullIndex(wallet, signal);
      return wallet.balance({ params }, { signal });
    });
    this.unconfirmed = new Live(async (signal) =>
      (await wallet.unconfirmedEvents({ params }, { signal })).flatMap((event) => walletEventOf(event, own) ?? [])
    );
    const fromStart = () =>
      newestFirst(async (offset, limit) => {
        const page = await wallet.events({ params, query: { offset, limit } });
        // Offsets count all events, including those of unknown types.
        return { count: page.length, events: page.flatMap((event) => walletEventOf(event, own) ?? []) };
      });
    let next = fromStart();
    this.events = new PagedRows((last, limit) => {
      if (last === undefined) next = fromStart();
      return next(limit);
    });
    this.coins = new PagedRows(async (last, limit) => {
      const from = last === undefined ? 0 : this.coins.rows.length;
      return inPages(from, limit, async (query) => (await wallet.coinOutputs({ params, query })).outputs);
    });
    this.funds = new PagedRows(async (last, limit) => {
      const from = last === undefined ? 0 : this.funds.rows.length;
      return inPages(from, limit, async (query) => (await wallet.fundOutputs({ params, query })).outputs);
    });
  }
}

/** Up to `count` rows, in pages of a size that servers accept. */
async function inPages<Row>(
  from: number,
  count: number,
  read: (page: { offset: number; limit: number }) => Promise<readonly Row[]>
): Promise<readonly Row[]> {
  const rows: Row[] = [];
  while (rows.length < count) {
    const limit = Math.min(SERVER_PAGE, count - rows.length);
    const page = await read({ offset: from + rows.length, limit });
    rows.push(...page);
    if (page.length < limit) break;
  }
  return rows;
}
