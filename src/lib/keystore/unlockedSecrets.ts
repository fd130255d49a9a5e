import type { PrivateKey, PublicKey } from '$lib/chain/keys/keys';
import { LockedError } from '$lib/wallet/errors';
import type { Seed } from '$lib/wallet/keys/seed';
import { seedOfSecret } from './secret';

type Bytes = Uint8Array<ArrayBuffer>;

/** Secrets of an unlocked wallet. */
interface Unlocked {
  readonly seed: Seed;
  readonly dataKey: Bytes;
}

/** The secrets in memory, by wallet; `lock` wipes them. */
export class UnlockedSecrets {
  readonly #unlocked = new Map<string, Unlocked>();
  /** Keys of other wallets while they are swept. */
  readonly #foreign = new Map<string, ReadonlyMap<PublicKey, PrivateKey>>();

  /** @throws {LockedError} */
  of(walletId: string): Unlocked {
    const entry = this.#unlocked.get(walletId);
    if (!entry) throw new LockedError();
    return entry;
  }

  /** @throws {LockedError} the sweep has ended, or does not have the key */
  foreignKey(walletId: string, publicKey: PublicKey): PrivateKey {
    const privateKey = this.#foreign.get(walletId)?.get(publicKey);
    if (privateKey === undefined) throw new LockedError();
    return privateKey;
  }

  /** Unlocks the wallet. @param secret is wiped @param dataKey is kept */
  unlock(walletId: string, secret: Bytes, dataKey: Bytes): void {
    this.lock(walletId);
    this.#unlocked.set(walletId, { seed: seedOfSecret(secret), dataKey });
    secret.fill(0);
  }

  /** Holds another wallet's keys instead of the wallet's own secrets. */
  holdForeign(walletId: string, keys: ReadonlyMap<PublicKey, PrivateKey>): void {
    this.#foreign.set(walletId, keys);
  }

  lock(walletId: string): void {
    const entry = this.#unlocked.get(walletId);
    entry?.seed.fill(0);
    entry?.dataKey.fill(0);
    this.#unlocked.delete(walletId);
    for (const privateKey of this.#foreign.get(walletId)?.values() ?? []) privateKey.fill(0);
    this.#foreign.delete(walletId);
  }
}
