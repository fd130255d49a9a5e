import type { Hastings } from '$lib/chain/currency/currency';
import type { PublicKey, Signature } from '$lib/chain/keys/keys';
import { HardwareError } from '$lib/wallet/hardware/errors';
import { signHash, type DeviceLink } from '$lib/wallet/hardware/signerApp';
import { signTransfer, type TransferSigner } from '$lib/wallet/transfer/signing';
import type { Transfer } from '$lib/wallet/transfer/transfer';
import { requireSameChain, type PaymentChain } from '../otherChain';

export interface DeviceSigningOptions extends PaymentChain {
  /** Of the keys of all devices, as read from them before; keys of several devices may have one index. */
  readonly indexes: ReadonlyMap<PublicKey, number>;
  readonly nowMs: () => number;
  /** The fee typed by the user, if it is extreme. */
  readonly confirmedFee?: Hastings;
}

/**
 * Adds the signatures of a hardware device to a transfer. The device receives only hashes, computed here from the
 * reviewed transfer; the user confirms each one on it, and its signatures are verified.
 * @throws {OtherChainError | FeeNotConfirmedError | HardwareError}
 */
export async function signWithDevice(
  link: DeviceLink,
  transfer: Transfer,
  { network, isOtherChain, indexes, nowMs, confirmedFee }: DeviceSigningOptions
): Promise<Transfer> {
  requireSameChain({ isOtherChain });
  const known = [...indexes];
  let isAsked = false;
  const signer: TransferSigner = {
    keyOf: (publicKey) => {
      const place = known.findIndex(([key]) => key === publicKey);
      return place === -1 ? undefined : { index: place, form: 'uc' };
    },
    sign: async (keys, { sigHash }) => {
      isAsked = true;
      const wanted = keys.map(({ index: place }) => known[place]![1]);
      const answers = new Map<number, Signature>();
      for (const index of new Set(wanted)) answers.set(index, await signHash(link, index, sigHash, nowMs));
      return wanted.map((index) => answers.get(index)!);
    }
  };
  const signed = await signTransfer(transfer, network, signer, { confirmedFee });
  // The signatures for keys of other devices are invalid and not added.
  const isNew = signed.signatures.some((signature) => !transfer.signatures.includes(signature));
  if (isAsked && !isNew) throw new HardwareError('hardware/wrong-answer');
  return signed;
}
