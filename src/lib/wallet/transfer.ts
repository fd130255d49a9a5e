import type { ChainIndex, CoinOutput, FundOutput } from '../chain/elements';
import type { Hash256, TransactionId } from '../chain/ids';
import type { PublicKey, Signature } from '../chain/keys';
import type { Transaction } from '../chain/transaction';
import type { V2Transaction } from '../chain/v2transaction';
import type { WalletCache } from './cache';

/** A signature by a key. V2: over the whole transaction, for every input. V1: for the input it names. */
export interface TransferSignature {
  readonly publicKey: PublicKey;
  readonly signature: Signature;
  /** V1 only: the output it helps to spend. */
  readonly parentId?: Hash256;
}

interface TransferBase {
  /** Name of the network; signatures of one are worth nothing to another. */
  readonly network: string;
  /** The tip it was made at. */
  readonly basis: ChainIndex;
  readonly signatures: readonly TransferSignature[];
  /** 32-byte secrets that open `h` policies. */
  readonly preimages: readonly Hash256[];
}

/** No proofs, no signatures inside; every input shows its whole policy. */
export interface V2Transfer extends TransferBase {
  readonly generation: 'v2';
  readonly transaction: V2Transaction;
}

/** V1 inputs only name what they spend, so the outputs come along, in the order of the inputs. */
export interface V1Transfer extends TransferBase {
  readonly generation: 'v1';
  readonly transaction: Transaction;
  readonly spentCoins: readonly CoinOutput[];
  readonly spentFunds: readonly FundOutput[];
}

/** A transaction on its way from composing to broadcast, unsigned, partly or wholly signed. Independent of proofs. */
export type Transfer = V1Transfer | V2Transfer;

/** What a broadcast takes; V2 proofs are valid at `basis`. */
export interface BroadcastSet {
  readonly basis: ChainIndex;
  readonly transactions: readonly Transaction[];
  readonly v2Transactions: readonly V2Transaction[];
}

export declare function transferId(transfer: Transfer): TransactionId;
/** Ids of the outputs it spends. */
export declare function spentIds(transfer: Transfer): Set<string>;
/** V2 proofs and places from the cache put in. @throws {InputGoneError} */
export declare function attachProofs(transaction: V2Transaction, cache: WalletCache): V2Transaction;
/** V2 proofs taken out; leaf indexes stay. */
export declare function stripProofs(transaction: V2Transaction): V2Transaction;
