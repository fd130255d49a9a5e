import type { Address } from '../chain/address';
import type { Hash256 } from '../chain/ids';
import type { PublicKey, Signature } from '../chain/keys';
import type { Network } from '../chain/network';
import type { Height, UnixSeconds } from '../chain/time';
import type { KeyRef } from './account';
import type { WalletCache } from './cache';
import type { BroadcastSet, Transfer } from './transfer';

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
  /** Fewest signatures that would do. */
  readonly signaturesNeeded: number;
  /** Keys that signed and count. */
  readonly signed: readonly PublicKey[];
  /** Keys whose signature would help. */
  readonly candidates: readonly PublicKey[];
  /** SHA-256 hashes whose preimages would help. */
  readonly hashes: readonly Hash256[];
  /** Locks on the cheapest way that are still closed. */
  readonly aboveHeight?: bigint;
  readonly afterTime?: UnixSeconds;
}

/** When policies are judged: height of the tip, median of its timestamps. */
export interface Moment {
  readonly height: Height;
  readonly medianTimestamp: number;
}

/** The very bytes that are hashed and signed; the review decodes these. */
export declare function unsignedBytes(transfer: Transfer): Uint8Array;
/**
 * Adds every signature the signer has keys for. Checks first that policies belong to their addresses and that amounts
 * balance, and each signature after.
 * @throws {UnsoundTransferError | WrongNetworkError}
 */
export declare function signTransfer(transfer: Transfer, network: Network, signer: TransferSigner): Promise<Transfer>;
/** The transfer with the valid signatures and preimages of a copy of it. @throws {OtherTransferError} */
export declare function mergeTransfer(transfer: Transfer, copy: Transfer, network: Network): Transfer;
/** The transfer with a preimage for its `h` policies. */
export declare function addPreimage(transfer: Transfer, preimage: Hash256): Transfer;
/** One entry for every input that is not complete; empty when it can be broadcast. */
export declare function missingSignatures(transfer: Transfer, moment: Moment): MissingFromInput[];
export declare function isComplete(transfer: Transfer, moment: Moment): boolean;
/**
 * Signatures in the order the policies consume them, unused sub-policies hidden, proofs from the cache.
 * @throws {IncompleteTransferError | InputGoneError}
 */
export declare function broadcastSet(transfer: Transfer, cache: WalletCache, moment: Moment): BroadcastSet;
