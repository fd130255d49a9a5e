import { containedText } from '$lib/codec/visibleText';
import type { Address } from '$lib/chain/address';
import { sumHastings, type FundUnits, type Hastings } from '$lib/chain/currency/currency';
import type { CoinElement, CoinOutput, FundElement } from '$lib/chain/element/elements';
import type { TransactionId } from '$lib/chain/ids';
import type { SpendPolicy } from '$lib/chain/policy/policy';
import { policyAddress, unlockHash } from '$lib/chain/policy/policyAddress';
import {
  transaction as transactionLayout,
  type Transaction,
  type TransactionSignature
} from '$lib/chain/transaction/transaction';
import { coinOutputId, fundOutputId, transactionId } from '$lib/chain/transaction/transactionIds';
import {
  v2AttestationId,
  v2CoinOutputId,
  v2FundOutputId,
  v2TransactionId
} from '$lib/chain/transaction/v2TransactionIds';
import { v2Transaction as v2TransactionLayout, type V2Transaction } from '$lib/chain/transaction/v2Transaction';
import { transactionWeight, v2TransactionWeight } from '$lib/chain/block/weight';
import { encode } from '$lib/codec/layout';
import { contractActsOf, v2ContractActsOf, type ContractAct } from './contractActions';

/** A transaction of either version, in a block or not. */
export type AnyTransaction =
  | { readonly generation: 1; readonly transaction: Transaction }
  | { readonly generation: 2; readonly transaction: V2Transaction };

/** An input or output of coins or fund units. */
export type Value =
  | { readonly kind: 'coins'; readonly value: Hastings }
  | { readonly kind: 'funds'; readonly value: FundUnits };

export interface InputView {
  readonly kind: Value['kind'];
  /** The spent output. */
  readonly id: string;
  readonly address: Address;
  /** V1 inputs do not contain the value of the spent output. */
  readonly value: bigint | undefined;
  readonly policy: SpendPolicy;
  /** Signatures of a V2 input; those of V1 are separate. */
  readonly signatures: number | undefined;
  readonly preimages: number;
  /** Where the claim of a fund output is paid. */
  readonly claimAddress: Address | undefined;
  /** Length of the input's Merkle proof. */
  readonly proofLength: number | undefined;
}

export interface OutputView {
  readonly kind: Value['kind'];
  readonly id: string;
  readonly address: Address;
  readonly value: bigint;
}

export interface AttestationView {
  readonly id: string;
  readonly publicKey: string;
  readonly key: string;
  readonly value: Uint8Array;
}

/** A row of a long list; cheap enough for hundreds. */
export interface TransactionLine {
  readonly id: TransactionId;
  readonly generation: 1 | 2;
  readonly fee: Hastings;
  readonly inputs: number;
  readonly outputs: number;
  /** Sum of its coin outputs. */
  readonly coins: Hastings;
  /** Its other contents. */
  readonly extras: readonly TransactionExtra[];
}

/** A part of a transaction other than coins, and its count. */
export interface TransactionExtra {
  readonly kind:
    | 'fundOutputs'
    | 'contracts'
    | 'revisions'
    | 'storageProofs'
    | 'resolutions'
    | 'attestations'
    | 'data'
    | 'foundationAddress';
  readonly count: number;
}

/** A transaction in one form for both versions. */
export interface TransactionView extends TransactionLine {
  readonly inputList: readonly InputView[];
  readonly outputList: readonly OutputView[];
  readonly contracts: readonly ContractAct[];
  readonly attestations: readonly AttestationView[];
  readonly arbitraryData: readonly Uint8Array[];
  /** V1 only; V2 inputs have their own. */
  readonly signatures: readonly TransactionSignature[];
  readonly newFoundationAddress: Address | undefined;
  readonly byteLength: number;
  /** Weight in the block. */
  readonly weight: number;
}

/** Outputs spent by a V1 transaction, from a wallet server. */
export interface SpentElements {
  readonly coins: readonly CoinElement[];
  readonly funds: readonly FundElement[];
}

const sumOf = (outputs: readonly CoinOutput[]): Hastings => sumHastings(outputs.map(({ value }) => value));

/** The transactions of a block, V1 before V2 as they are applied. */
export const transactionsOf = (block: {
  readonly transactions: readonly Transaction[];
  readonly v2?: { readonly transactions: readonly V2Transaction[] };
}): AnyTransaction[] => [
  ...block.transactions.map((transaction) => ({ generation: 1 as const, transaction })),
  ...(block.v2?.transactions ?? []).map((transaction) => ({ generation: 2 as const, transaction }))
];

export const idOfTransaction = (any: AnyTransaction): TransactionId =>
  any.generation === 1 ? transactionId(any.transaction) : v2TransactionId(any.transaction);

export const feeOfTransaction = (any: AnyTransaction): Hastings =>
  any.generation === 1 ? sumHastings(any.transaction.minerFees) : any.transaction.minerFee;

export function lineOfTransaction(any: AnyTransaction): TransactionLine {
  const { transaction: txn } = any;
  return {
    id: idOfTransaction(any),
    generation: any.generation,
    fee: feeOfTransaction(any),
    inputs: txn.coinInputs.length + txn.fundInputs.length,
    outputs: txn.coinOutputs.length + txn.fundOutputs.length,
    coins: sumOf(txn.coinOutputs),
    extras: extrasOf(any)
  };
}

function extrasOf(any: AnyTransaction): TransactionExtra[] {
  const { transaction: txn } = any;
  const common: TransactionExtra[] = [
    { kind: 'fundOutputs', count: txn.fundOutputs.length },
    { kind: 'contracts', count: txn.fileContracts.length },
    { kind: 'revisions', count: txn.fileContractRevisions.length }
  ];
  const own: TransactionExtra[] =
    any.generation === 1
      ? [
          { kind: 'storageProofs', count: any.transaction.storageProofs.length },
          { kind: 'data', count: any.transaction.arbitraryData.length }
        ]
      : [
          { kind: 'resolutions', count: any.transaction.fileContractResolutions.length },
          { kind: 'attestations', count: any.transaction.attestations.length },
          { kind: 'data', count: Math.min(1, any.transaction.arbitraryData.length) },
          { kind: 'foundationAddress', count: any.transaction.newFoundationAddress === undefined ? 0 : 1 }
        ];
  return [...common, ...own].filter(({ count }) => count > 0);
}

/** @param spent outputs spent by a V1 transaction, for their values */
export function viewOfTransaction(any: AnyTransaction, spent?: SpentElements): TransactionView {
  return any.generation === 1 ? viewOfV1(any.transaction, spent) : viewOfV2(any.transaction);
}

function viewOfV1(txn: Transaction, spent: SpentElements | undefined): TransactionView {
  const coins = new Map<string, bigint>(spent?.coins.map(({ id, output }) => [id, output.value]));
  const funds = new Map<string, bigint>(spent?.funds.map(({ id, output }) => [id, output.value]));
  const input = { signatures: undefined, preimages: 0, proofLength: undefined };
  return {
    ...lineOfTransaction({ generation: 1, transaction: txn }),
    inputList: [
      ...txn.coinInputs.map(({ parentId, unlockConditions }) => ({
        ...input,
        kind: 'coins' as const,
        id: parentId,
        address: unlockHash(unlockConditions),
        value: coins.get(parentId),
        policy: { type: 'uc' as const, unlockConditions },
        claimAddress: undefined
      })),
      ...txn.fundInputs.map(({ parentId, unlockConditions, claimAddress }) => ({
        ...input,
        kind: 'funds' as const,
        id: parentId,
        address: unlockHash(unlockConditions),
        value: funds.get(parentId),
        policy: { type: 'uc' as const, unlockConditions },
        claimAddress
      }))
    ],
    outputList: [
      ...txn.coinOutputs.map((output, i) => ({ kind: 'coins' as const, id: coinOutputId(txn, i), ...output })),
      ...txn.fundOutputs.map((output, i) => ({ kind: 'funds' as const, id: fundOutputId(txn, i), ...output }))
    ],
    contracts: contractActsOf(txn),
    attestations: [],
    arbitraryData: txn.arbitraryData,
    signatures: txn.signatures,
    newFoundationAddress: undefined,
    byteLength: encode(transactionLayout, txn).length,
    weight: transactionWeight(txn)
  };
}

function viewOfV2(txn: V2Transaction): TransactionView {
  const line = lineOfTransaction({ generation: 2, transaction: txn });
  const { id } = line;
  return {
    ...line,
    inputList: [
      ...txn.coinInputs.map(({ parent, satisfiedPolicy }) => ({
        kind: 'coins' as const,
        id: parent.id,
        address: policyAddress(satisfiedPolicy.policy),
        value: parent.output.value,
        policy: satisfiedPolicy.policy,
        signatures: satisfiedPolicy.signatures.length,
        preimages: satisfiedPolicy.preimages.length,
        claimAddress: undefined,
        proofLength: parent.stateElement.merkleProof.length
      })),
      ...txn.fundInputs.map(({ parent, claimAddress, satisfiedPolicy }) => ({
        kind: 'funds' as const,
        id: parent.id,
        address: policyAddress(satisfiedPolicy.policy),
        value: parent.output.value,
        policy: satisfiedPolicy.policy,
        signatures: satisfiedPolicy.signatures.length,
        preimages: satisfiedPolicy.preimages.length,
        claimAddress,
        proofLength: parent.stateElement.merkleProof.length
      }))
    ],
    outputList: [
      ...txn.coinOutputs.map((output, i) => ({ kind: 'coins' as const, id: v2CoinOutputId(id, i), ...output })),
      ...txn.fundOutputs.map((output, i) => ({ kind: 'funds' as const, id: v2FundOutputId(id, i), ...output }))
    ],
    contracts: v2ContractActsOf(txn, id),
    attestations: txn.attestations.map(({ publicKey, key, value }, i) => ({
      id: v2AttestationId(id, i),
      publicKey,
      key,
      value
    })),
    arbitraryData: txn.arbitraryData.length > 0 ? [txn.arbitraryData] : [],
    signatures: [],
    newFoundationAddress: txn.newFoundationAddress,
    byteLength: encode(v2TransactionLayout, txn).length,
    weight: v2TransactionWeight(txn)
  };
}

/**
 * Bytes as text if they are valid UTF-8 without control characters and without marks that cover what is beside them,
 * else as hexadecimal digits.
 */
export function readableBytes(bytes: Uint8Array): { readonly text: string; readonly isText: boolean } {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    if (/^[\p{L}\p{M}\p{N}\p{P}\p{S}\p{Zs}\n\r\t]*$/u.test(text) && containedText(text) === text)
      return { text, isText: true };
  } catch {
    // Not UTF-8: hexadecimal.
  }
  return { text: Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join(''), isText: false };
}
