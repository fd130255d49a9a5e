import { hastings, type Hastings } from '$lib/chain/currency/currency';
import type { Address } from '$lib/chain/address';
import type {
  ChainIndex,
  CoinElement,
  CoinOutput,
  FundElement,
  FundOutput,
  StateElement
} from '$lib/chain/element/elements';
import type { CoinOutputId, FundOutputId, Hash256, TransactionId } from '$lib/chain/ids';
import type { PublicKey, Signature } from '$lib/chain/keys/keys';
import type { SpendPolicy, UnlockConditions } from '$lib/chain/policy/policy';
import type { Transaction } from '$lib/chain/transaction/transaction';
import { transactionId } from '$lib/chain/transaction/transactionIds';
import { v2TransactionId } from '$lib/chain/transaction/v2TransactionIds';
import type { V2Transaction } from '$lib/chain/transaction/v2Transaction';
import { stateElementOf, type WalletCache } from '../sync/cache';
import { InputGoneError } from '../errors';

/** A signature by a key. V2: over the whole transaction, for every input. V1: for one input. */
export interface TransferSignature {
  readonly publicKey: PublicKey;
  readonly signature: Signature;
  /** V1 only: id of the spent output. */
  readonly parentId?: Hash256;
}

interface TransferBase {
  /** Name of the network; signatures are valid on one network only. */
  readonly network: string;
  /** Tip at which it was created. */
  readonly basis: ChainIndex;
  readonly signatures: readonly TransferSignature[];
  /** 32-byte preimages for `h` policies. */
  readonly preimages: readonly Hash256[];
}

/** Without proofs and signatures; every input reveals its whole policy. */
export interface V2Transfer extends TransferBase {
  readonly generation: 'v2';
  readonly transaction: V2Transaction;
}

/** V1 inputs contain only ids, so the spent outputs are included, in input order. */
export interface V1Transfer extends TransferBase {
  readonly generation: 'v1';
  readonly transaction: Transaction;
  readonly spentCoins: readonly CoinOutput[];
  readonly spentFunds: readonly FundOutput[];
}

/** A transaction between creation and broadcast: unsigned, partly or fully signed. Independent of proofs. */
export type Transfer = V1Transfer | V2Transfer;

/** Content of a broadcast; V2 proofs are valid at `basis`. */
export interface BroadcastSet {
  readonly basis: ChainIndex;
  readonly transactions: readonly Transaction[];
  readonly v2Transactions: readonly V2Transaction[];
}

/** An input of a V1 or V2 transfer. */
export type TransferInput = { readonly id: Hash256; readonly policy: SpendPolicy } & (
  | { readonly kind: 'coin'; readonly output: CoinOutput }
  | { readonly kind: 'fund'; readonly output: FundOutput }
);

export const transferId = (transfer: Transfer): TransactionId =>
  transfer.generation === 'v2' ? v2TransactionId(transfer.transaction) : transactionId(transfer.transaction);

/** The coins of all inputs together. */
export const coinsSpent = (transfer: Transfer): Hastings =>
  hastings(
    transferInputs(transfer).reduce((sum, input) => (input.kind === 'coin' ? sum + input.output.value : sum), 0n)
  );

/** All inputs: coins, then fund units. */
export function transferInputs(transfer: Transfer): TransferInput[] {
  if (transfer.generation === 'v2') {
    const { coinInputs, fundInputs } = transfer.transaction;
    return [
      ...coinInputs.map(({ parent, satisfiedPolicy }) => coinInput(parent.id, parent.output, satisfiedPolicy.policy)),
      ...fundInputs.map(({ parent, satisfiedPolicy }) => fundInput(parent.id, parent.output, satisfiedPolicy.policy))
    ];
  }
  const { transaction, spentCoins, spentFunds } = transfer;
  const policyOf = ({ unlockConditions }: { readonly unlockConditions: UnlockConditions }): SpendPolicy => ({
    type: 'uc',
    unlockConditions
  });
  return [
    ...transaction.coinInputs.map((input, i) => coinInput(input.parentId, spentCoins[i]!, policyOf(input))),
    ...transaction.fundInputs.map((input, i) => fundInput(input.parentId, spentFunds[i]!, policyOf(input)))
  ];
}

const coinInput = (id: CoinOutputId, output: CoinOutput, policy: SpendPolicy): TransferInput => ({
  kind: 'coin',
  id: id as string as Hash256,
  output,
  policy
});

const fundInput = (id: FundOutputId, output: FundOutput, policy: SpendPolicy): TransferInput => ({
  kind: 'fund',
  id: id as string as Hash256,
  output,
  policy
});

/** Whether nothing that it spends is at the wallet's own addresses: it moves another wallet's coins here. */
export const isSweep = (transfer: Transfer, own: { has(address: Address): boolean }): boolean =>
  transferInputs(transfer).every(({ output }) => !own.has(output.address));

/** Ids of the spent outputs. */
export const spentIds = (transfer: Transfer): Set<string> => new Set(transferInputs(transfer).map(({ id }) => id));

/** Addresses of all outputs, change included; may repeat. */
export const paidAddresses = ({ transaction }: Transfer): Address[] =>
  [...transaction.coinOutputs, ...transaction.fundOutputs].map(({ address }) => address);

/**
 * The transfer with its inputs as the wallet holds them now. After a reorganization an output with the same id may
 * mature at another height, or start its claim at another revenue; neither id nor signatures cover this.
 */
export function withHeldInputs(transfer: Transfer, held: Pick<WalletCache, 'coins' | 'funds'>): Transfer {
  if (transfer.generation === 'v1') return transfer;
  const { transaction } = transfer;
  const coinInputs = transaction.coinInputs.map(({ parent, ...input }) => {
    const { maturityHeight } = held.coins.get(parent.id) ?? parent;
    return { ...input, parent: { ...parent, maturityHeight } };
  });
  const fundInputs = transaction.fundInputs.map(({ parent, ...input }) => {
    const { claimStart } = held.funds.get(parent.id) ?? parent;
    return { ...input, parent: { ...parent, claimStart } };
  });
  return { ...transfer, transaction: { ...transaction, coinInputs, fundInputs } };
}

/** The transaction with every spent element at the given leaf index and proof. */
function withStateElements(
  txn: V2Transaction,
  placeOf: (parent: CoinElement | FundElement) => StateElement
): V2Transaction {
  const replace = <I extends { readonly parent: CoinElement | FundElement }>(input: I): I => ({
    ...input,
    parent: { ...input.parent, stateElement: placeOf(input.parent) }
  });
  return { ...txn, coinInputs: txn.coinInputs.map(replace), fundInputs: txn.fundInputs.map(replace) };
}

/** The transaction without Merkle proofs; leaf indices are kept. Id and signatures do not change. */
export const stripProofs = (txn: V2Transaction): V2Transaction =>
  withStateElements(txn, ({ stateElement: { leafIndex } }) => ({ leafIndex, merkleProof: [] }));

/**
 * The transaction with leaf indices and proofs from the cache, valid at its index.
 * @throws {InputGoneError} the wallet does not hold an input, or no longer does
 */
export const attachProofs = (txn: V2Transaction, cache: WalletCache): V2Transaction =>
  withStateElements(txn, ({ id }) => {
    const held = cache.coins.get(id as CoinOutputId) ?? cache.funds.get(id as FundOutputId);
    if (held?.leafIndex === undefined) throw new InputGoneError(id);
    return stateElementOf(cache, held.leafIndex);
  });
