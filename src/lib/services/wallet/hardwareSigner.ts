import type { Hastings } from '$lib/chain/currency/currency';
import type { PublicKey } from '$lib/chain/keys/keys';
import type { Network } from '$lib/chain/network/network';
import { HardwareError } from '$lib/wallet/hardware/errors';
import { signHash, type DeviceLink } from '$lib/wallet/hardware/signerApp';
import { oneByOne, signTransfer, type TransferSigner } from '$lib/wallet/transfer/signing';
import type { Transfer } from '$lib/wallet/transfer/transfer';

/**
 * Adds the signatures of a hardware device to a transfer. The device receives only hashes, computed here from the
 * reviewed transfer; the user confirms each one on it, and its signatures are verified.
 * @param indexes of the device's keys, as read from it before
 * @param confirmedFee the fee typed by the user, if it is extreme
 * @throws {FeeNotConfirmedError | HardwareError}
 */
export function signWithDevice(
  link: DeviceLink,
  transfer: Transfer,
  network: Network,
  indexes: ReadonlyMap<PublicKey, number>,
  nowMs: () => number,
  confirmedFee?: Hastings
): Promise<Transfer> {
  const keys = new Map([...indexes].map(([publicKey, index]) => [index, publicKey]));
  const signer: TransferSigner = {
    keyOf: (publicKey) => {
      const index = indexes.get(publicKey);
      return index === undefined ? undefined : { index, form: 'uc' };
    },
    sign: oneByOne(({ index }, { sigHash }) => {
      const publicKey = keys.get(index);
      if (publicKey === undefined) throw new HardwareError('hardware/wrong-answer');
      return signHash(link, index, publicKey, sigHash, nowMs);
    })
  };
  return signTransfer(transfer, network, signer, { confirmedFee });
}
