import type { TransactionId } from '$lib/chain/ids';
import type { Unshared } from '$lib/services/wallet/ports';
import type { AddressRow, SendRow } from '$lib/services/wallet/records';
import type { Address } from '$lib/chain/address';

interface Rows {
  readonly sends: Map<TransactionId, SendRow>;
  /** Labels by address. */
  readonly issued: Map<Address, string>;
}

/**
 * What a full disk has refused, here or in another tab that has announced it: payments, and issued addresses. Other tabs
 * cannot read it there.
 */
export class UnsharedRows {
  readonly #wallets = new Map<string, Rows>();

  of(walletId: string): Unshared {
    const { sends, issued } = this.#rowsOf(walletId);
    return {
      sends: [...sends.values()],
      issued: [...issued].map(([address, label]) => ({ address, label }))
    };
  }

  /** A payment that is here already is replaced. */
  add(walletId: string, { sends = [], issued = [] }: Partial<Unshared>): void {
    const rows = this.#rowsOf(walletId);
    for (const row of sends) rows.sends.set(row.id, row);
    for (const { address, label } of issued) rows.issued.set(address, label);
  }

  changeSend(walletId: string, id: TransactionId, change: Partial<SendRow>): void {
    const { sends } = this.#rowsOf(walletId);
    const row = sends.get(id);
    if (row) sends.set(id, { ...row, ...change });
  }

  deleteSend(walletId: string, id: TransactionId): void {
    this.#rowsOf(walletId).sends.delete(id);
  }

  /** Forgets what is on the disk by now; what was replaced since is not. */
  deleteStored(walletId: string, { sends, issued }: Unshared): void {
    const rows = this.#rowsOf(walletId);
    for (const row of sends) if (rows.sends.get(row.id) === row) rows.sends.delete(row.id);
    for (const { address } of issued) rows.issued.delete(address);
  }

  isIssued = (walletId: string, address: Address): boolean => this.#rowsOf(walletId).issued.has(address);

  /** Stored payments, and those that are not. */
  withSends(walletId: string, stored: SendRow[]): SendRow[] {
    const ids = new Set(stored.map(({ id }) => id));
    return [...stored, ...this.of(walletId).sends.filter(({ id }) => !ids.has(id))];
  }

  /** Stored addresses, with those that were issued. */
  withIssued(walletId: string, stored: AddressRow[]): AddressRow[] {
    const { issued } = this.#rowsOf(walletId);
    return stored.map((row) => {
      const label = row.shown ? undefined : issued.get(row.address);
      return label === undefined ? row : { ...row, shown: true, label };
    });
  }

  delete(walletId: string): void {
    this.#wallets.delete(walletId);
  }

  #rowsOf(walletId: string): Rows {
    const known = this.#wallets.get(walletId);
    if (known) return known;
    const rows: Rows = { sends: new Map(), issued: new Map() };
    this.#wallets.set(walletId, rows);
    return rows;
  }
}
