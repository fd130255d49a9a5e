import { keyOf, requireDerived, type AddressRows } from '$lib/services/wallet/addresses';
import type { Address } from '$lib/chain/address';
import type { OnProgress, PasskeyInfo, WalletKeystore } from '$lib/services/wallet/ports';
import type { MessageSigner } from '$lib/wallet/message/proof';
import type { TransferSigner } from '$lib/wallet/transfer/signing';

interface WalletKeysDeps {
  readonly walletId: string;
  readonly keystore: WalletKeystore;
  readonly addresses: () => AddressRows;
  /** Called after an unlock. */
  readonly onunlock: () => Promise<void>;
}

/** The keys of an open wallet: locking, signing, unlock methods. */
export class WalletKeys {
  /** No seed in memory, so nothing can be signed or derived. Watch-only wallets are always locked. */
  locked = $state(true);
  /** A passkey can unlock the wallet. */
  hasPasskey = $state(false);
  readonly #deps: WalletKeysDeps;

  constructor(deps: WalletKeysDeps) {
    this.#deps = deps;
    this.refresh();
  }

  /** Updates `locked`: another tab may have locked the wallet. */
  refresh(): void {
    this.locked = !this.#deps.keystore.isUnlocked(this.#deps.walletId);
  }

  /** @throws keystore/wrong-password, keystore/damaged, keystore/truncated, … */
  unlock(password: string, onProgress?: OnProgress): Promise<void> {
    return this.#unlocking(({ keystore, walletId }) => keystore.unlock(walletId, password, onProgress));
  }

  unlockWithPasskey(): Promise<void> {
    return this.#unlocking(({ keystore, walletId }) => keystore.unlockWithPasskey(walletId));
  }

  async lock(): Promise<void> {
    const { keystore, walletId } = this.#deps;
    const locking = keystore.lock(walletId);
    this.refresh();
    await locking;
  }

  async passkeys(): Promise<PasskeyInfo[]> {
    const known = await this.#deps.keystore.passkeys(this.#deps.walletId);
    this.hasPasskey = known.length > 0;
    return known;
  }

  /** Reads whether a passkey can unlock the wallet; a damaged key file is reported when it is used. */
  async readPasskeys(): Promise<void> {
    await this.passkeys().catch(() => undefined);
  }

  async addPasskey(label: string): Promise<void> {
    await this.#deps.keystore.addPasskey(this.#deps.walletId, label);
    await this.readPasskeys();
  }

  async removePasskey(id: string): Promise<void> {
    await this.#deps.keystore.removePasskey(this.#deps.walletId, id);
    await this.readPasskeys();
  }

  changePassword(current: string, next: string, onProgress?: OnProgress): Promise<void> {
    return this.#deps.keystore.changePassword(this.#deps.walletId, current, next, onProgress);
  }

  /** The recovery phrase; always requires the password. */
  exportPhrase(password: string, onProgress?: OnProgress): Promise<string> {
    return this.#deps.keystore.exportPhrase(this.#deps.walletId, password, onProgress);
  }

  /**
   * Verifies the paid addresses that belong to the wallet against its keys. @throws {AlteredAddressError} or
   * keystore/locked
   */
  requireDerived(paid: readonly Address[], shownAsOwn: readonly Address[] = []): Promise<void> {
    return requireDerived(this.#deps, this.#deps.addresses(), paid, shownAsOwn);
  }

  /** Signs with the wallet's keys, including those of look-ahead addresses. */
  get signer(): TransferSigner {
    const { keystore, walletId, addresses } = this.#deps;
    return {
      keyOf: (publicKey) => keyOf(addresses(), publicKey),
      sign: (keys, { message, confirmedFee }) => {
        const indexes = keys.map(({ index }) => index);
        return keystore.sign(walletId, indexes, message, confirmedFee);
      }
    };
  }

  /** Signs messages with the wallet's keys. */
  get messageSigner(): MessageSigner {
    const { keystore, walletId, addresses } = this.#deps;
    return {
      keyOf: (publicKey) => keyOf(addresses(), publicKey),
      sign: ({ index }, message) => keystore.signMessage(walletId, index, message)
    };
  }

  async #unlocking(unlock: (deps: WalletKeysDeps) => Promise<void>): Promise<void> {
    try {
      await unlock(this.#deps);
    } finally {
      this.refresh();
    }
    await this.#deps.onunlock();
  }
}
