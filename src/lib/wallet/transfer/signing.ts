import type { Address } from '$lib/chain/address';
import type { Hastings } from '$lib/chain/currency/currency';
import type { Hash256 } from '$lib/chain/ids';
import { publicKeyBytes, publicKeyFromBytes, type PublicKey, type Signature } from '$lib/chain/keys/keys';
import type { Network } from '$lib/chain/network/network';
import { ED25519_ALGORITHM, type SpendPolicy } from '$lib/chain/policy/policy';
import { replayPrefix } from '$lib/chain/transaction/sigHash';
import type { TransactionSignature } from '$lib/chain/transaction/transaction';
import { TimeSlices } from '$lib/async/timeSlices';
import { verifySignature } from '$lib/chain/keys/verifySignature';
import { decodeHex, encodeHex, equalBytes } from '$lib/codec/bytes';
import { sha256 } from '@noble/hashes/sha2.js';
import type { KeyRef } from '../keys/account';
import type { WalletCache } from '../sync/cache';
import { IncompleteTransferError, OtherTransferError, UpgradePassedError } from '../errors';
import { publicKeysOf } from '../policy/policyTree';
import { cheapestPath, isOpen, type Condition, type Moment, type PolicyPath } from '../policy/satisfy';
import { requireTransferFee } from './feeCheck';
import { unsignedBytes, v1HashesOf, v2HashOf, wholeSignature, type SigningMessage } from './signatureHashes';
import { requireValidTransfer } from './checkTransfer';
import {
  attachProofs,
  transferInputs,
  type BroadcastSet,
  type Transfer,
  type TransferInput,
  type TransferSignature,
  type V1Transfer
} from './transfer';

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

/** What an input lacks to be satisfied. */
export interface MissingSignatures {
  readonly parentId: Hash256;
  readonly address: Address;
  /** Minimum number of further signatures. */
  readonly signaturesNeeded: number;
  /** Keys that signed. */
  readonly signed: readonly PublicKey[];
  /** Keys that have not signed. */
  readonly candidates: readonly PublicKey[];
  /** SHA-256 hashes with unknown preimages. */
  readonly hashes: readonly Hash256[];
  /** Height of a closed height lock. */
  readonly aboveHeight?: bigint;
  /** Unix seconds. */
  readonly afterTime?: bigint;
}

/** A possible signature: by a key, of a hash, for all inputs (V2) or for one (V1). */
interface SignatureRequest {
  readonly publicKey: PublicKey;
  readonly parentId?: Hash256;
  readonly sigHash: Uint8Array;
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
    return [...keys].map((publicKey) => ({ publicKey, sigHash, message }));
  }
  const tipHeight = transfer.basis.height;
  const hashOf = v1HashesOf(unsigned, network, tipHeight);
  return inputs.flatMap(({ id: parentId, policy }) =>
    unlockKeys(policy).flatMap((publicKey, keyIndex) => {
      if (publicKey === undefined) return [];
      const message = { generation: 'v1', unsigned, network, tipHeight, parentId, keyIndex } as const;
      return [{ publicKey, parentId, sigHash: hashOf(parentId, keyIndex), message }];
    })
  );
}

/** Keys of unlock conditions by index; undefined for other algorithms. */
const unlockKeys = (policy: SpendPolicy): (PublicKey | undefined)[] =>
  policy.type === 'uc'
    ? policy.unlockConditions.publicKeys.map(({ algorithm, key }) =>
        algorithm === ED25519_ALGORITHM && key.length === 32 ? publicKeyFromBytes(key) : undefined
      )
    : [];

/** Identifies a signature by its key and input. */
const slotOf = ({ publicKey, parentId }: Omit<TransferSignature, 'signature'>): string => `${publicKey} ${parentId}`;

/** Hash for which a signature was verified. Signatures are immutable, so each is verified once. */
const verifiedFor = new WeakMap<TransferSignature, string>();

function isValid(given: TransferSignature, sigHash: Uint8Array): boolean {
  const hash = encodeHex(sigHash);
  if (verifiedFor.get(given) === hash) return true;
  if (!verifySignature(publicKeyBytes(given.publicKey), sigHash, decodeHex(given.signature))) return false;
  verifiedFor.set(given, hash);
  return true;
}

/** The valid signatures, without duplicates. */
function validSignatures(
  transfer: Transfer,
  network: Network,
  requests = signatureRequests(transfer, network)
): TransferSignature[] {
  const given = Map.groupBy(transfer.signatures, slotOf);
  return requests.flatMap((request) => {
    const valid = given.get(slotOf(request))?.find((signature) => isValid(signature, request.sigHash));
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
    const { message, sigHash } = batch[0]!;
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

/** The data available to satisfy the policies of a transfer. */
class SatisfactionContext {
  readonly #signatures: ReadonlyMap<string, Signature>;
  readonly #preimages: ReadonlyMap<string, Hash256>;

  constructor(
    transfer: Transfer,
    network: Network,
    readonly moment: Moment
  ) {
    this.#signatures = new Map(
      validSignatures(transfer, network).map((valid) => [slotOf(valid), valid.signature] as const)
    );
    this.#preimages = new Map(transfer.preimages.map((preimage) => [encodeHex(sha256(decodeHex(preimage))), preimage]));
    this.#isV1 = transfer.generation === 'v1';
  }
  readonly #isV1: boolean;

  signatureOf(publicKey: PublicKey, { id }: TransferInput): Signature | undefined {
    const parentId = this.#isV1 ? id : undefined;
    return this.#signatures.get(slotOf({ publicKey, parentId }));
  }

  preimageOf(hash: Hash256): Hash256 | undefined {
    return this.#preimages.get(hash);
  }

  isSatisfied(condition: Condition, input: TransferInput): boolean {
    if (condition.type === 'key') return this.signatureOf(condition.publicKey, input) !== undefined;
    if (condition.type === 'hash') return this.preimageOf(condition.hash) !== undefined;
    return isOpen(condition, this.moment);
  }
}

// Missing data dominates the cost, so the cheapest path is the one with the least missing; signatures are preferred to
// waiting for a lock.
const MISSING_COST: Record<Condition['type'], number> = { key: 1e3, hash: 1e3, above: 1e9, after: 1e9 };

/** One entry per incomplete input; empty when the transfer can be broadcast. */
export const missingSignatures = (transfer: Transfer, network: Network, moment: Moment): MissingSignatures[] =>
  missingFrom(transfer, new SatisfactionContext(transfer, network, moment));

function missingFrom(transfer: Transfer, context: SatisfactionContext): MissingSignatures[] {
  return transferInputs(transfer).flatMap((input) => {
    const way = cheapestPath(input.policy, (condition) =>
      context.isSatisfied(condition, input) ? 0 : MISSING_COST[condition.type]
    );
    const unsatisfied = (way?.conditions ?? []).filter((condition) => !context.isSatisfied(condition, input));
    if (way !== undefined && unsatisfied.length === 0) return [];
    const keys = publicKeysOf(input.policy);
    const hasSigned = (key: PublicKey): boolean => context.signatureOf(key, input) !== undefined;
    const above = unsatisfied.find((condition) => condition.type === 'above');
    const after = unsatisfied.find((condition) => condition.type === 'after');
    return [
      {
        parentId: input.id,
        address: input.output.address,
        signaturesNeeded: unsatisfied.filter(({ type }) => type === 'key').length,
        signed: keys.filter(hasSigned),
        candidates: keys.filter((key) => !hasSigned(key)),
        hashes: unsatisfied.flatMap((condition) => (condition.type === 'hash' ? [condition.hash] : [])),
        ...(above && { aboveHeight: above.height }),
        ...(after && { afterTime: after.timestamp })
      }
    ];
  });
}

/** Whether all inputs are satisfied. */
export const isComplete = (transfer: Transfer, network: Network, moment: Moment): boolean =>
  missingSignatures(transfer, network, moment).length === 0;

/**
 * The transaction to broadcast: signatures in the order in which policies consume them, unused sub-policies opaque,
 * proofs from the cache. Later calls return the same transaction with newer proofs.
 * @throws {IncompleteTransferError} signatures or preimages are missing
 * @throws {InputGoneError} an input is no longer held by the wallet
 * @throws {UpgradePassedError} a V1 transaction after the hard fork
 */
export function broadcastSet(transfer: Transfer, network: Network, cache: WalletCache, moment: Moment): BroadcastSet {
  requireValidTransfer(transfer, network);
  const context = new SatisfactionContext(transfer, network, moment);
  const missing = missingFrom(transfer, context);
  if (missing.length > 0) throw new IncompleteTransferError(missing.length);
  const ways = new Map(
    transferInputs(transfer).map((input) => [input.id as string, chooseSatisfaction(input, context)])
  );
  const { index: basis } = cache;
  if (transfer.generation === 'v1') {
    requireV1Allowed(transfer, network, cache);
    return { basis, transactions: [attachV1Signatures(transfer, ways)], v2Transactions: [] };
  }
  const satisfied = <I extends { readonly parent: { readonly id: string } }>(input: I) => ({
    ...input,
    satisfiedPolicy: ways.get(input.parent.id)!.satisfied
  });
  const { transaction } = transfer;
  const signed = {
    ...transaction,
    coinInputs: transaction.coinInputs.map(satisfied),
    fundInputs: transaction.fundInputs.map(satisfied)
  };
  return { basis, transactions: [], v2Transactions: [attachProofs(signed, cache)] };
}

// A preimage covers nothing: whoever relays it could spend the output with it, unless a signature is required as well.
const SATISFIED_COST: Record<Condition['type'], number> = { key: 1, hash: 1e4, above: 1, after: 1 };

/** The satisfied policy of the lightest satisfied path, without preimages if possible. */
function chooseSatisfaction(input: TransferInput, context: SatisfactionContext) {
  const way: PolicyPath = cheapestPath(input.policy, (condition) =>
    context.isSatisfied(condition, input) ? SATISFIED_COST[condition.type] : undefined
  )!;
  const keys = way.conditions.flatMap((condition) => (condition.type === 'key' ? [condition.publicKey] : []));
  return {
    keys,
    satisfied: {
      policy: way.policy,
      signatures: keys.map((key) => context.signatureOf(key, input)!),
      preimages: way.conditions.flatMap((condition) =>
        condition.type === 'hash' ? [context.preimageOf(condition.hash)!] : []
      )
    }
  };
}

function attachV1Signatures(transfer: V1Transfer, ways: ReadonlyMap<string, ReturnType<typeof chooseSatisfaction>>) {
  const signatures = transferInputs(transfer).flatMap(({ id, policy }): TransactionSignature[] => {
    const places = unlockKeys(policy);
    const { keys, satisfied } = ways.get(id)!;
    return keys.map((key, i) => wholeSignature(id, places.indexOf(key), decodeHex(satisfied.signatures[i]!)));
  });
  return { ...transfer.transaction, signatures };
}

/** V1 signatures are valid only between two replay-protection forks, and until V1 ends. */
function requireV1Allowed({ basis }: V1Transfer, network: Network, { index }: WalletCache): void {
  const sameEra = equalBytes(replayPrefix(network, basis.height), replayPrefix(network, index.height));
  if (!sameEra || index.height + 1 >= network.hardforkV2.requireHeight) throw new UpgradePassedError();
}
