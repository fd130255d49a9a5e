import { runAtOnce } from '$lib/async/stepQueue';
import type { Address } from '$lib/chain/address';
import { blockHeader, type Block, type BlockHeader } from '$lib/chain/block/block';
import {
  v1CommitmentLeaf,
  v1CommitmentLeaves,
  v2CommitmentLeaf,
  v2CommitmentLeaves
} from '$lib/chain/block/commitment';
import { commitmentInSteps } from '$lib/chain/block/commitmentInSteps';
import { hastings } from '$lib/chain/currency/currency';
import type { Network } from '$lib/chain/network/network';
import { blockReward } from '$lib/chain/network/rewards';
import type { ChainState } from '$lib/chain/block/state';
import { type Target, invert } from '$lib/chain/target';
import { unixSeconds, type Height, type UnixSeconds } from '$lib/chain/time';
import { EMPTY_TRANSACTION, type Transaction } from '$lib/chain/transaction/transaction';
import { EMPTY_V2_TRANSACTION, type V2Transaction } from '$lib/chain/transaction/v2Transaction';
import { concatBytes, encodeUtf8 } from '$lib/codec/bytes';
import { encode } from '$lib/codec/layout';
import { TemplateError } from '../errors';
import { selectInSteps, type Selection, type SizeLimit } from './selectTransactions';

/** Inputs of a block template: tip state, network rules and the transaction pool at that tip. */
export interface TemplateParts {
  readonly network: Network;
  /** State of the block to build on. */
  readonly state: ChainState;
  /** Pool transactions with proofs valid at `state.index`, parents before children. */
  readonly transactions: readonly Transaction[];
  readonly v2Transactions: readonly V2Transaction[];
  /** Size limit of the server that receives the block; absent if only its weight is limited. */
  readonly limit?: SizeLimit;
}

type HashedTransactions = Pick<TemplateParts, 'transactions' | 'v2Transactions'>;

/** An unsolved block and its header. */
export interface Template {
  readonly block: Block;
  readonly header: BlockHeader;
}

// Prefix of the arbitrary data that makes each tab's commitment unique; consensus ignores arbitrary data.
const MARK_PREFIX = encodeUtf8('quarry');
const MARK_SALT_BYTES = 10;
/** Transactions hashed in one step, each of which takes up to a few milliseconds. */
const STEP = 50;

/**
 * A block on the tip that pays `payoutAddress`. An extra transaction with random arbitrary data makes the commitment
 * unique, so that no other miner searches the same header.
 * @param randomBytes source of `n` random bytes @param now current time; raised to the newest block timestamp if that
 * is later
 * @throws {TemplateError} reward and fees exceed u128
 */
export const buildTemplate = (
  parts: TemplateParts,
  payoutAddress: Address,
  now: UnixSeconds,
  randomBytes: (n: number) => Uint8Array
): Template => runAtOnce(buildInSteps(parts, payoutAddress, now, randomBytes));

/** {@link buildTemplate}, which takes seconds for a full pool. Yields between its steps. */
export const buildInSteps = (
  parts: TemplateParts,
  payoutAddress: Address,
  now: UnixSeconds,
  randomBytes: (n: number) => Uint8Array
): Generator<void, Template> =>
  assembleInSteps(parts, payoutAddress, now, concatBytes(MARK_PREFIX, randomBytes(MARK_SALT_BYTES)));

/**
 * Like {@link buildTemplate}, with a given mark or none: template servers leave the mark to their clients.
 * @throws {TemplateError} reward and fees exceed u128
 */
export const assembleTemplate = (
  parts: TemplateParts,
  payoutAddress: Address,
  now: UnixSeconds,
  mark?: Uint8Array
): Template => runAtOnce(assembleInSteps(parts, payoutAddress, now, mark));

function* assembleInSteps(
  parts: TemplateParts,
  payoutAddress: Address,
  now: UnixSeconds,
  mark?: Uint8Array
): Generator<void, Template> {
  const selected = yield* selectInSteps(allowedOf(parts), marksOf(parts, mark), parts.limit);
  yield* hashInSteps(selected);
  return yield* templateInSteps({ ...parts, ...selected }, payoutAddress, now, mark);
}

/** Hashes transactions for a block's commitment. Yields between its steps. */
export function* hashInSteps({ transactions, v2Transactions }: HashedTransactions): Generator<void, void> {
  for (const [index, txn] of transactions.entries()) {
    if (index % STEP === 0) yield;
    v1CommitmentLeaf(txn);
  }
  for (const [index, txn] of v2Transactions.entries()) {
    if (index % STEP === 0) yield;
    v2CommitmentLeaf(txn);
  }
}

/**
 * Like {@link assembleTemplate}, with all the transactions: they have been selected, leaving room for the mark.
 * @throws {TemplateError} reward and fees exceed u128
 */
export const templateOfSelection = (...args: Parameters<typeof templateInSteps>): Template =>
  runAtOnce(templateInSteps(...args));

function* templateInSteps(
  parts: Omit<TemplateParts, 'limit'>,
  payoutAddress: Address,
  now: UnixSeconds,
  mark?: Uint8Array
): Generator<void, Template> {
  const { network, state } = parts;
  const height = state.index.height + 1;
  const isV2 = isV2Height(network, height);
  const marks = marksOf(parts, mark);
  const allowed = allowedOf(parts);
  const transactions = [...allowed.transactions, ...marks.transactions];
  const v2Transactions = [...allowed.v2Transactions, ...marks.v2Transactions];

  const fees =
    transactions.reduce((sum, txn) => txn.minerFees.reduce((subtotal, fee) => subtotal + fee, sum), 0n) +
    v2Transactions.reduce((sum, txn) => sum + txn.minerFee, 0n);
  const value = hastings(blockReward(network, height) + fees);
  if (value >> 128n !== 0n) throw new TemplateError(`Reward and fees of ${value} H exceed 2^128 - 1.`);
  const minerPayouts = [{ value, address: payoutAddress }];
  const commitment = yield* commitmentInSteps(
    isV2
      ? v2CommitmentLeaves(state, payoutAddress, transactions, v2Transactions)
      : v1CommitmentLeaves(minerPayouts, transactions)
  );
  const header: BlockHeader = {
    parentId: state.index.id,
    nonce: 0n,
    timestamp: blockTimestamp(now, state),
    commitment
  };
  return {
    header,
    block: {
      parentId: header.parentId,
      nonce: 0n,
      timestamp: header.timestamp,
      minerPayouts,
      transactions,
      ...(isV2 && { v2: { height, commitment, transactions: v2Transactions } })
    }
  };
}

/** The transactions of the generations that the block may contain. */
function allowedOf({ network, state, transactions, v2Transactions }: Omit<TemplateParts, 'limit'>): Selection {
  const height = state.index.height + 1;
  return {
    transactions: height < network.hardforkV2.requireHeight ? [...transactions] : [],
    v2Transactions: isV2Height(network, height) ? [...v2Transactions] : []
  };
}

/** The transaction with the mark as its arbitrary data. */
function marksOf(
  { network, state }: Pick<TemplateParts, 'network' | 'state'>,
  mark: Uint8Array | undefined
): Selection {
  if (mark === undefined) return { transactions: [], v2Transactions: [] };
  return isV2Height(network, state.index.height + 1)
    ? { transactions: [], v2Transactions: [{ ...EMPTY_V2_TRANSACTION, arbitraryData: mark }] }
    : { transactions: [{ ...EMPTY_TRANSACTION, arbitraryData: [mark] }], v2Transactions: [] };
}

/** Whether blocks at this height are V2 blocks. */
export const isV2Height = (network: Network, height: Height): boolean => height >= network.hardforkV2.allowHeight;

/** Target of the block on top of the state. */
export const nextTarget = ({ network, state }: Pick<TemplateParts, 'network' | 'state'>): Target =>
  state.index.height + 1 < network.hardforkV2.finalCutHeight ? state.childTarget : invert(state.difficulty);

/** The 80 bytes of a template's header, nonce zero. */
export const templateHeaderBytes = (template: Template): Uint8Array => encode(blockHeader, template.header);

// A block timestamp must not be below the median of the last timestamps; the newest of them never is.
const blockTimestamp = (now: UnixSeconds, { prevTimestamps }: ChainState): UnixSeconds =>
  unixSeconds(Math.max(now, ...prevTimestamps));
