import type { ChainIndex, CoinOutput, FundOutput, StateElement } from '$lib/chain/element/elements';
import type { CoinOutputId, FundOutputId, Hash256, TransactionId } from '$lib/chain/ids';
import type { PublicKey, Signature } from '$lib/chain/keys/keys';
import type { SpendPolicy } from '$lib/chain/policy/policy';
import type { Transaction } from '$lib/chain/transaction/transaction';
import { transactionId } from '$lib/chain/transaction/transactionIds';
import { v2TransactionId } from '$lib/chain/transaction/v2TransactionIds';
import type { V2Transaction } from '$lib/chain/transaction/v2Transaction';
import { stateElementOf, type WalletCache } from '../sync/cache';
import { InputGoneError } from '../errors';

/** A signature by a key. V2: over the whole transaction, for every input. V1: for the input it names. */
export interface TransferSignature {
  readonly publicKey: PublicKey;
  readonly signature: Signature;
  /** V1 only: the output it helps to spend. */
  readonly parentId?: Hash256;
}

interface TransferBase {
  /** Name of the network; signatures for one are worth nothing on another. */
  readonly network: string;
  /** The tip it was made at. */
  readonly basis: ChainIndex;
  readonly signatures: readonly TransferSignature[];
  /** 32-byte secrets that open `h` policies. */
  readonly preimages: readonly Hash256[];
}

/** No proofs and no signatures inside; every input shows its whole policy. */
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

/** A transaction on its way from composing to broadcast: unsigned, partly or wholly signed. Independent of proofs. */
export type Transfer = V1Transfer | V2Transfer;

/** What a broadcast takes; V2 proofs are valid at `basis`. */
export interface BroadcastSet {
  readonly basis: ChainIndex;
  readonly transactions: readonly Transaction[];
  readonly v2Transactions: readonly V2Transaction[];
}

/** Something a transfer spends, in either generation. */
export type TransferInput = { readonly id: Hash256; readonly policy: SpendPolicy } & (
  { readonly kind: 'coin'; readonly output: CoinOutput } | { readonly kind: 'fund'; readonly output: FundOutput }
);

export const transferId = (transfer: Transfer): TransactionId =>
  transfer.generation === 'v2' ? v2TransactionId(transfer.transaction) : transactionId(transfer.transaction);

/** Everything it spends: coins, then fund units. */
export function transferInputs(transfer: Transfer): TransferInput[] {
  if (transfer.generation === 'v2') {
    const { coinInputs, fundInputs } = transfer.transaction;
    return [
      ...coinInputs.map(({ parent, satisfiedPolicy: { policy } }): TransferInput => ({
        kind: 'coin',
        id: parent.id as string as Hash256,
        output: parent.output,
        policy
      })),
      ...fundInputs.map(({ parent, satisfiedPolicy: { policy } }): TransferInput => ({
        kind: 'fund',
        id: parent.id as string as Hash256,
        output: parent.output,
        policy
      }))
    ];
  }
  const { transaction, spentCoins, spentFunds } = transfer;
  return [
    ...transaction.coinInputs.map(({ parentId, unlockConditions }, i): TransferInput => ({
      kind: 'coin',
      id: parentId as string as Hash256,
      output: spentCoins[i]!,
      policy: { type: 'uc', unlockConditions }
    })),
    ...transaction.fundInputs.map(({ parentId, unlockConditions }, i): TransferInput => ({
      kind: 'fund',
      id: parentId as string as Hash256,
      output: spentFunds[i]!,
      policy: { type: 'uc', unlockConditions }
    }))
  ];
}

/** Ids of the outputs it spends. */
export const spentIds = (transfer: Transfer): Set<string> => new Set(transferInputs(transfer).map(({ id }) => id));

const withoutProof = <E extends { readonly stateElement: StateElement }>(element: E): E => ({
  ...element,
  stateElement: { leafIndex: element.stateElement.leafIndex, merkleProof: [] }
});

/** The transaction without Merkle proofs; leaf indexes stay. Neither id nor signatures change. */
export const stripProofs = (txn: V2Transaction): V2Transaction => ({
  ...txn,
  coinInputs: txn.coinInputs.map((input) => ({ ...input, parent: withoutProof(input.parent) })),
  fundInputs: txn.fundInputs.map((input) => ({ ...input, parent: withoutProof(input.parent) }))
});

/**
 * The transaction with places and proofs from the cache, valid at its index.
 * @throws {InputGoneError} it spends what the wallet does not hold, or what was spent meanwhile
 */
export function attachProofs(txn: V2Transaction, cache: WalletCache): V2Transaction {
  const placeOf = (id: string): StateElement => {
    const held = cache.coins.get(id as CoinOutputId) ?? cache.funds.get(id as FundOutputId);
    if (held?.leafIndex === undefined) throw new InputGoneError(id);
    return stateElementOf(cache, held.leafIndex);
  };
  return {
    ...txn,
    coinInputs: txn.coinInputs.map((input) => ({
      ...input,
      parent: { ...input.parent, stateElement: placeOf(input.parent.id) }
    })),
    fundInputs: txn.fundInputs.map((input) => ({
      ...input,
      parent: { ...input.parent, stateElement: placeOf(input.parent.id) }
    }))
  };
}
