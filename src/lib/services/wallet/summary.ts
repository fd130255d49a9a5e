import { phraseCap } from './phraseDue';
import type { AddressRow, MetaRow, WalletRow } from './records';
import type { WalletSummary, WatchEntry } from './views';

/** A stored wallet in lists. */
export const summaryOf = (row: WalletRow, meta: MetaRow | undefined): WalletSummary => ({
  id: row.id,
  name: row.name,
  kind: row.kind,
  policy: row.policy,
  network: row.network?.name ?? '',
  genesis: row.genesis,
  createdAtMs: row.createdAtMs,
  phrasePending: row.phrasePending ?? false,
  ...(row.phrasePending && row.network && { phraseCap: phraseCap(row.network) }),
  held: meta && { coins: meta.coins, funds: meta.funds, index: meta.state.index, atMs: meta.atMs }
});

/** An address to watch, in stored form. */
export const watchedRow = (walletId: string, entry: WatchEntry, createdAtMs: number): AddressRow => ({
  walletId,
  address: entry.address,
  policy: entry.policy,
  label: entry.label ?? '',
  isChange: false,
  createdAtMs,
  shown: true,
  used: false
});
