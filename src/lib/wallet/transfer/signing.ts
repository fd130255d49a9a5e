import type { Hastings } from '$lib/chain/currency/currency';
import type { Hash256 } from '$lib/chain/ids';
import { publicKeyBytes, publicKeyFromBytes, type PublicKey, type Signature } from '$lib/chain/keys/keys';
import { verifySignature } from '$lib/chain/keys/verifySignature';
import type { Network } from '$lib/chain/network/network';
import { ED25519_ALGORITHM, type SpendPolicy } from '$lib/chain/policy/policy';
import { TimeSlices } from '$lib/async/timeSlices';
import { decodeHex, encodeHex, equalBytes } from '$lib/codec/bytes';
import type { KeyRef } from '../keys/account';
import { OtherTransferError } from '../errors';
import { publicKeysOf } from '../policy/policyTree';
import { requireValidTransfer } from './checkTransfer';
import { requireTransferFee } from './feeCheck';
import { unsignedBytes, v1HashesOf, v2HashOf, type SigningMessage } from './signatureHashes';
import { transferInputs, type Transfer, type TransferSignature } from './transfer';

/** Holder of signing keys. */
export interface TransferSigner {
  /** The key reference; undefined for foreign keys. */
  keyOf(publicKey: PublicKey): KeyRef | undefined;
  /** Signs with several keys. @returns in their order */
  sign(keys: readonly KeyRef[], request: SigningRequest): Promise<readonly Signature[]>;
}

/** Adapts a signer that takes one key at a time. */
export const oneByOne =
  (sign: (key: KeyRef, request: SigningRequest) => Promise<Signature> | Signature): TransferSigner['sign'] =>
  async (keys, request) => {
    const signatures: Signature[] = [];
    for (const key of keys) signatures.push(await sign(key, request));
    return signatures;
  };

/** A request to a signer. */
export interface SigningRequest {
  readonly message: SigningMessage;
  /** The 32 bytes to sign. A signer that can compute them from the message does so itself. */
  readonly sigHash: Uint8Array;
  /** The fee that the user typed because it is extreme. */
  readonly confirmedFee?: Hastings;
}

/** A possible signature: by a key, of a hash, for all inputs (V2) or for one (V1). */
interface SignatureRequest {
  readonly publicKey: PublicKey;
  readonly parentId?: Hash256;
  /** The 32 bytes to sign, computed on demand: a transfer from a file may name tens of thousands of keys. */
  readonly sigHash: () => Uint8Array;
  readonly message: SigningMessage;
}

/** Every signature that a policy of the transfer could use. */
function signatureRequests(transfer: Transfer, network: Network): SignatureRequest[] {
  const unsigned = unsignedBytes(transfer);
  const inputs = transferInputs(transfer);
  if (transfer.generation === 'v2') {
    const message = { generation: 'v2', unsigned } as const;
    const sigHash = v2HashOf(unsigned);
    const keys = new Set(inputs.flatMap(({ policy }) => publicKeysOf(policy)));
    return [...keys].map((publicKey) => ({ publicKey, sigHash: () => sigHash, message }));
  }
  const tipHeight = transfer.basis.height;
  const hashOf = v1HashesOf(unsigned, network, tipHeight, transfer.signatures.length);
  return inputs.flatMap(({ id: parentId, policy }) =>
    unlockKeys(policy).flatMap((publicKey, keyIndex) => {
      if (publicKey === undefined) return [];
      const message = { generation: 'v1', unsigned, network, tipHeight, parentId, keyIndex } as const;
      return [{ publicKey, parentId, sigHash: () => hashOf(parentId, keyIndex), message }];
    })
  );
}

/** Keys of unlock conditions by index; undefined for other algorithms. */
export const unlockKeys = (policy: SpendPolicy): (PublicKey | undefined)[] =>
  policy.type === 'uc'
    ? policy.unlockConditions.publicKeys.map(({ algorithm, key }) =>
        algorithm === ED25519_ALGORITHM && key.length === 32 ? publicKeyFromBytes(key) : undefined
      )
    : [];

/** Identifies a signature by its key and input. */
export const slotOf = ({ publicKey, parentId }: Omit<TransferSignature, 'signature'>): string =>
  `${publicKey} ${parentId}`;

/** The hash for which a signature was verified, and the result. Signatures are immutable, so each is verified once. */
const verified = new WeakMap<TransferSignature, { readonly hash: string; readonly isValid: boolean }>();

function isValid(given: TransferSignature, sigHash: Uint8Array): boolean {
  const hash = encodeHex(sigHash);
  const known = verified.get(given);
  if (known?.hash === hash) return known.isValid;
  const result = verifySignature(publicKeyBytes(given.publicKey), sigHash, decodeHex(given.signature));
  verified.set(given, { hash, isValid: result });
  return result;
}

/**
 * Verifies the signatures of a transfer from elsewhere, in time slices: a file has room for thousands, which take many
 * seconds. The results are remembered.
 */
export async function verifySignatures(transfer: Transfer, network: Network): Promise<void> {
  const requests = new Map(signatureRequests(transfer, network).map((request) => [slotOf(request), request]));
  const slices = new TimeSlices();
  for (const signature of transfer.signatures) {
    await slices.turn();
    const request = requests.get(slotOf(signature));
    if (request !== undefined) isValid(signature, request.sigHash());
  }
}

/** The valid signatures, without duplicates. */
export function validSignatures(
  transfer: Transfer,
  network: Network,
  requests = signatureRequests(transfer, network)
): TransferSignature[] {
  const given = Map.groupBy(transfer.signatures, slotOf);
  return requests.flatMap((request) => {
    const valid = given.get(slotOf(request))?.find((signature) => isValid(signature, request.sigHash()));
    return valid === undefined ? [] : [valid];
  });
}

/** Signatures per request to the signer; signing can be canceled between batches. */
const BATCH = 25;

export interface SigningOptions {
  /** The fee that the user typed because it is extreme. */
  readonly confirmedFee?: Hastings;
  /** Checked between batches. */
  readonly signal?: AbortSignal;
  /** Called after each batch. */
  readonly onProgress?: (signed: number, all: number) => void;
}

/**
 * Adds every signature that the signer has keys for; existing valid signatures are kept. The transfer is validated
 * first, and every new signature is verified.
 * @throws {WrongNetworkError | InvalidTransferError | FeeNotConfirmedError} or the signal's reason
 */
export async function signTransfer(
  transfer: Transfer,
  network: Network,
  signer: TransferSigner,
  { confirmedFee, signal, onProgress }: SigningOptions = {}
): Promise<Transfer> {
  requireValidTransfer(transfer, network);
  requireTransferFee(transfer, confirmedFee);
  const requests = signatureRequests(transfer, network);
  const signatures = validSignatures(transfer, network, requests);
  const present = new Set(signatures.map(slotOf));
  const wanted = requests.flatMap((request) => {
    const key = present.has(slotOf(request)) ? undefined : signer.keyOf(request.publicKey);
    return key === undefined ? [] : [{ ...request, key }];
  });
  const slices = new TimeSlices();
  let asked = 0;
  for (const batch of batchesOf(wanted)) {
    signal?.throwIfAborted();
    const { message } = batch[0]!;
    const sigHash = batch[0]!.sigHash();
    const keys = batch.map(({ key }) => key);
    const made = await signer.sign(keys, { message, sigHash, confirmedFee });
    for (const [i, { publicKey, parentId }] of batch.entries()) {
      await slices.turn();
      signal?.throwIfAborted();
      const signature = made[i]!;
      const signed = parentId === undefined ? { publicKey, signature } : { publicKey, signature, parentId };
      // Invalid signatures of a signer must not be broadcast.
      if (isValid(signed, sigHash)) signatures.push(signed);
    }
    asked += batch.length;
    onProgress?.(asked, wanted.length);
  }
  return { ...transfer, signatures };
}

/** Splits requests into runs for the same message, at most a batch long. */
function batchesOf<T extends SignatureRequest>(wanted: readonly T[]): T[][] {
  const batches: T[][] = [];
  for (const request of wanted) {
    const last = batches.at(-1);
    if (last !== undefined && last.length < BATCH && last[0]!.message === request.message) last.push(request);
    else batches.push([request]);
  }
  return batches;
}

/**
 * Adds the valid signatures and preimages of another copy of the transfer; everything else in the copy is ignored,
 * because parts not covered by signatures may have been changed.
 * @throws {OtherTransferError} not a copy of this transfer
 */
export function mergeTransfer(transfer: Transfer, copy: Transfer, network: Network): Transfer {
  const isCopy =
    copy.generation === transfer.generation &&
    copy.network === transfer.network &&
    equalBytes(unsignedBytes(copy), unsignedBytes(transfer));
  if (!isCopy) throw new OtherTransferError();
  const merged = { ...transfer, signatures: [...transfer.signatures, ...copy.signatures] };
  return {
    ...merged,
    signatures: validSignatures(merged, network),
    preimages: [...new Set([...transfer.preimages, ...copy.preimages])]
  };
}

/** Adds a 32-byte preimage for `h` policies. */
export const addPreimage = (transfer: Transfer, preimage: Hash256): Transfer => ({
  ...transfer,
  preimages: [...new Set([...transfer.preimages, preimage])]
});
