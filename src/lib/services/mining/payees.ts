import type { Address } from '$lib/chain/address';

/** The wallets of this browser as payees of mined blocks. */
export interface MiningPayees {
  /** Id of the wallet that is paid by default; undefined without one. */
  usual(): Promise<string | undefined>;
  /**
   * The address that a session pays.
   * @throws {UnknownWalletError | WalletElsewhereError | PhraseDueError}
   */
  issue(wallet: string, watch: PayeeWatch): Promise<Address>;
}

/** How long a wallet is paid, and what happens when it may no longer be. */
export interface PayeeWatch {
  /** Aborts when mining ends. */
  readonly ended: AbortSignal;
  /**
   * Called when the wallet would refuse to issue another address: its phrase is now due for confirmation, or it was
   * removed.
   */
  readonly onrefuse: () => void;
}

/** What the user must decide before mining starts. */
export type PayeeQuestion =
  /** No payee is chosen, and this browser has no wallet. */
  | { readonly about: 'payee' }
  /** The phrase of the wallet must be confirmed first. */
  | { readonly about: 'phrase'; readonly wallet: string };
