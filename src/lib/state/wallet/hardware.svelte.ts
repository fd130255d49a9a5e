import type { Hastings } from '$lib/chain/currency/currency';
import type { PublicKey } from '$lib/chain/keys/keys';
import type { PaymentChain } from '$lib/services/wallet/otherChain';
import { signWithDevice } from '$lib/services/wallet/send/hardwareSigner';
import { appVersion, deviceKey, type DeviceKey } from '$lib/wallet/hardware/signerApp';
import type { Transfer } from '$lib/wallet/transfer/transfer';
import { Persisted } from '../reactive/persisted.svelte';
import { openHardware } from './openHardware';

const PUBLIC_KEY = /^ed25519:[0-9a-f]{64}$/;

const parseKeys = (stored: unknown): Readonly<Record<string, number>> | undefined => {
  if (typeof stored !== 'object' || stored === null) return undefined;
  const isKey = ([key, index]: [string, unknown]) => PUBLIC_KEY.test(key) && Number.isSafeInteger(index);
  return Object.entries(stored).every(isKey) ? (stored as Readonly<Record<string, number>>) : undefined;
};

/** A hardware signing device; only its public keys and their indexes are stored. */
export class HardwareSigner {
  /** Version of the device's app; undefined before {@link connect}. */
  version = $state<string>();
  /** Keys read since the page was loaded. */
  keys = $state.raw<readonly DeviceKey[]>([]);
  readonly #known = new Persisted<Readonly<Record<string, number>>>('hardware-keys', {}, parseKeys);

  /** Index of every key ever read. */
  get indexes(): ReadonlyMap<PublicKey, number> {
    return new Map(Object.entries(this.#known.value) as [PublicKey, number][]);
  }

  /** Opens the device and reads its app's version. @throws {HardwareError} */
  connect(): Promise<void> {
    return this.#with(async (link) => void (this.version = await appVersion(link)));
  }

  /** Reads a key, which the user confirms on the device. @throws {HardwareError} */
  readKey(index: number): Promise<void> {
    return this.#with(async (link) => {
      const key = await deviceKey(link, index);
      this.keys = [...this.keys.filter((other) => other.index !== index), key];
      this.#known.value = { ...this.#known.value, [key.publicKey]: index };
    });
  }

  /** Adds the device's signatures. @throws {HardwareError | OtherChainError | FeeNotConfirmedError} */
  sign(
    transfer: Transfer,
    { network, isOtherChain }: PaymentChain,
    nowMs: () => number,
    confirmedFee?: Hastings
  ): Promise<Transfer> {
    return this.#with((link) =>
      signWithDevice(link, transfer, { network, isOtherChain, indexes: this.indexes, nowMs, confirmedFee })
    );
  }

  async #with<T>(act: (link: Awaited<ReturnType<typeof openHardware>>) => Promise<T>): Promise<T> {
    const link = await openHardware();
    try {
      return await act(link);
    } finally {
      await link.close();
    }
  }
}
