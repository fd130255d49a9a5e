import type { Address } from '$lib/chain/address';
import type { Hash256 } from '$lib/chain/ids';
import { publicKeyBytes, publicKeyFromBytes, type PublicKey, type Signature } from '$lib/chain/keys/keys';
import type { Network } from '$lib/chain/network/network';
import { ED25519_ALGORITHM, type SpendPolicy } from '$lib/chain/policy/policy';
import { replayPrefix } from '$lib/chain/transaction/sigHash';
import type { TransactionSignature } from '$lib/chain/transaction/transaction';
import { verifySignature } from '$lib/chain/keys/verifySignature';
import { decodeHex, encodeHex, equalBytes } from '$lib/codec/bytes';
import { sha256 } from '@noble/hashes/sha2.js';
import type { KeyRef } from '../keys/account';
import type { WalletCache } from '../sync/cache';
import { IncompleteTransferError, OtherTransferError, UpgradePassedError } from '../errors';
import { publicKeysOf } from '../policy/policyTree';
import { cheapestWay, isOpen, type Condition, type Moment, type Way } from '../policy/satisfy';
import { unsignedBytes, v1HashesOf, v2HashOf, wholeSignature } from './signatureHashes';
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

/** Keys that can sign. */
export interface TransferSigner {
  /** The key to ask for, when it is one of the signer's. */
  keyOf(publicKey: PublicKey): KeyRef | undefined;
  /** Signs 32 bytes. */
  sign(key: KeyRef, sigHash: Uint8Array): Promise<Signature> | Signature;
}

/** What an input still wants. */
export interface MissingFromInput {
  readonly parentId: Hash256;
  readonly address: Address;
  /** Fewest further signatures that would do. */
  readonly signaturesNeeded: number;
  /** Keys that signed. */
  readonly signed: readonly PublicKey[];
  /** Keys whose signature could help. */
  readonly candidates: readonly PublicKey[];
  /** SHA-256 hashes whose preimages are wanted. */
  readonly hashes: readonly Hash256[];
  /** Locks that are still closed. */
  readonly aboveHeight?: bigint;
  /** Unix seconds. */
  readonly afterTime?: bigint;
}

/** One signature that could be made: by a key, of a hash, for all inputs (V2) or for one (V1). */
interface Signable {
  readonly publicKey: PublicKey;
  readonly parentId?: Hash256;
  readonly sigHash: Uint8Array;
}

/** Every signature some policy of the transfer could use. */
function signables(transfer: Transfer, network: Network): Signable[] {
  const bytes = unsignedBytes(transfer);
  const inputs = transferInputs(transfer);
  if (transfer.generation === 'v2') {
    const sigHash = v2HashOf(bytes);
    const keys = new Set(inputs.flatMap(({ policy }) => publicKeysOf(policy)));
    return [...keys].map((publicKey) => ({ publicKey, sigHash }));
  }
  const hashOf = v1HashesOf(bytes, network, transfer.basis.height);
  return inputs.flatMap(({ id, policy }) =>
    unlockKeys(policy).flatMap((publicKey, i) =>
      publicKey === undefined ? [] : [{ publicKey, parentId: id, sigHash: hashOf(id, i) }]
    )
  );
}

/** Keys of unlock conditions in their places; undefined where one is of another algorithm. */
const unlockKeys = (policy: SpendPolicy): (PublicKey | undefined)[] =>
  policy.type === 'uc'
    ? policy.unlockConditions.publicKeys.map(({ algorithm, key }) =>
        algorithm === ED25519_ALGORITHM && key.length === 32 ? publicKeyFromBytes(key) : undefined
      )
    : [];

const isSame = (a: Omit<TransferSignature, 'signature'>, b: Omit<TransferSignature, 'signature'>): boolean =>
  a.publicKey === b.publicKey && a.parentId === b.parentId;

/** The hash that a signature was verified for. Signatures are immutable, so each is verified once on its way. */
const verifiedFor = new WeakMap<TransferSignature, string>();

function isValid(given: TransferSignature, sigHash: Uint8Array): boolean {
  const hash = encodeHex(sigHash);
  if (verifiedFor.get(given) === hash) return true;
  if (!verifySignature(publicKeyBytes(given.publicKey), sigHash, decodeHex(given.signature))) return false;
  verifiedFor.set(given, hash);
  return true;
}

/** The signatures that are valid for this transaction, each key and input once. */
function validSignatures(transfer: Transfer, network: Network): TransferSignature[] {
  return signables(transfer, network).flatMap(({ publicKey, parentId, sigHash }) => {
    const valid = transfer.signatures.find(
      (given) => isSame(given, { publicKey, parentId }) && isValid(given, sigHash)
    );
    return valid === undefined ? [] : [valid];
  });
}

/**
 * The transfer with every signature the signer has keys for; those that are there stay. Checked first: that policies
 * belong to the addresses they unlock and that as much goes in as out; and every signature when it is made.
 * @throws {WrongNetworkError | UnsoundTransferError}
 */
export async function signTransfer(transfer: Transfer, network: Network, signer: TransferSigner): Promise<Transfer> {
  requireValidTransfer(transfer, network);
  const signatures = validSignatures(transfer, network);
  for (const { publicKey, parentId, sigHash } of signables(transfer, network)) {
    const key = signer.keyOf(publicKey);
    if (key === undefined || signatures.some((given) => isSame(given, { publicKey, parentId }))) continue;
    const signature = await signer.sign(key, sigHash);
    const signed = parentId === undefined ? { publicKey, signature } : { publicKey, signature, parentId };
    // A signer that answers with something else must not end up in a broadcast.
    if (isValid(signed, sigHash)) signatures.push(signed);
  }
  return { ...transfer, signatures };
}

/**
 * The transfer with the valid signatures and the preimages of a copy that was elsewhere; all else of the copy is
 * ignored, so that nothing signatures do not cover can have changed on the way.
 * @throws {OtherTransferError} it is no copy of this one
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

/** The transfer with a 32-byte secret for its `h` policies. */
export const addPreimage = (transfer: Transfer, preimage: Hash256): Transfer => ({
  ...transfer,
  preimages: [...new Set([...transfer.preimages, preimage])]
});

/** What a transfer has to satisfy its policies with. */
class SatisfactionContext {
  readonly #signatures: readonly TransferSignature[];
  readonly #preimages: ReadonlyMap<string, Hash256>;

  constructor(
    transfer: Transfer,
    network: Network,
    readonly moment: Moment
  ) {
    this.#signatures = validSignatures(transfer, network);
    this.#preimages = new Map(transfer.preimages.map((preimage) => [encodeHex(sha256(decodeHex(preimage))), preimage]));
    this.#isV1 = transfer.generation === 'v1';
  }
  readonly #isV1: boolean;

  signatureOf(publicKey: PublicKey, { id }: TransferInput): Signature | undefined {
    const parentId = this.#isV1 ? id : undefined;
    return this.#signatures.find((given) => given.publicKey === publicKey && given.parentId === parentId)?.signature;
  }

  preimageOf(hash: Hash256): Hash256 | undefined {
    return this.#preimages.get(hash);
  }

  holds(condition: Condition, input: TransferInput): boolean {
    if (condition.type === 'key') return this.signatureOf(condition.publicKey, input) !== undefined;
    if (condition.type === 'hash') return this.preimageOf(condition.hash) !== undefined;
    return isOpen(condition, this.moment);
  }
}

// What is missing weighs so much more than what is there that the way with the least missing is the cheapest; waiting
// for a lock comes after asking people.
const MISSING_COST: Record<Condition['type'], number> = { key: 1e3, hash: 1e3, above: 1e9, after: 1e9 };

/** One entry for every input that is not complete; empty when the transfer can be broadcast. */
export const missingSignatures = (transfer: Transfer, network: Network, moment: Moment): MissingFromInput[] =>
  missingFrom(transfer, new SatisfactionContext(transfer, network, moment));

function missingFrom(transfer: Transfer, evidence: SatisfactionContext): MissingFromInput[] {
  return transferInputs(transfer).flatMap((input) => {
    const way = cheapestWay(input.policy, (condition) =>
      evidence.holds(condition, input) ? 0 : MISSING_COST[condition.type]
    );
    const open = (way?.conditions ?? []).filter((condition) => !evidence.holds(condition, input));
    if (way !== undefined && open.length === 0) return [];
    const keys = publicKeysOf(input.policy);
    const hasSigned = (key: PublicKey): boolean => evidence.signatureOf(key, input) !== undefined;
    const above = open.find((condition) => condition.type === 'above');
    const after = open.find((condition) => condition.type === 'after');
    return [
      {
        parentId: input.id,
        address: input.output.address,
        signaturesNeeded: open.filter(({ type }) => type === 'key').length,
        signed: keys.filter(hasSigned),
        candidates: keys.filter((key) => !hasSigned(key)),
        hashes: open.flatMap((condition) => (condition.type === 'hash' ? [condition.hash] : [])),
        ...(above && { aboveHeight: above.height }),
        ...(after && { afterTime: after.timestamp })
      }
    ];
  });
}

/** Whether nothing is missing. */
export const isComplete = (transfer: Transfer, network: Network, moment: Moment): boolean =>
  missingSignatures(transfer, network, moment).length === 0;

/**
 * What to broadcast: signatures in the order in which policies consume them, sub-policies that are not used hidden,
 * proofs from the cache. Called again later it gives the same transaction with newer proofs.
 * @throws {IncompleteTransferError} something is missing
 * @throws {InputGoneError} it spends what the wallet no longer holds
 * @throws {UpgradePassedError} a V1 transaction whose signatures the chain no longer takes
 */
export function broadcastSet(transfer: Transfer, network: Network, cache: WalletCache, moment: Moment): BroadcastSet {
  requireValidTransfer(transfer, network);
  const evidence = new SatisfactionContext(transfer, network, moment);
  const missing = missingFrom(transfer, evidence);
  if (missing.length > 0) throw new IncompleteTransferError(missing.length);
  const ways = new Map(
    transferInputs(transfer).map((input) => [input.id as string, chooseSatisfaction(input, evidence)])
  );
  const { index: basis } = cache;
  if (transfer.generation === 'v1') {
    requireStillV1(transfer, network, cache);
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

/** The lightest way that holds, filled in. */
function chooseSatisfaction(input: TransferInput, evidence: SatisfactionContext) {
  const way: Way = cheapestWay(input.policy, (condition) => (evidence.holds(condition, input) ? 1 : undefined))!;
  const keys = way.conditions.flatMap((condition) => (condition.type === 'key' ? [condition.publicKey] : []));
  return {
    keys,
    satisfied: {
      policy: way.policy,
      signatures: keys.map((key) => evidence.signatureOf(key, input)!),
      preimages: way.conditions.flatMap((condition) =>
        condition.type === 'hash' ? [evidence.preimageOf(condition.hash)!] : []
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

/** V1 signatures name the era they are made in, and end with the upgrade. */
function requireStillV1({ basis }: V1Transfer, network: Network, { index }: WalletCache): void {
  const sameEra = equalBytes(replayPrefix(network, basis.height), replayPrefix(network, index.height));
  if (!sameEra || index.height + 1 >= network.hardforkV2.requireHeight) throw new UpgradePassedError();
}
