import { runAtOnce } from '$lib/async/stepQueue';
import type { Address } from '$lib/chain/address';
import { blockHeader, v1Block, type Block, type BlockHeader } from '$lib/chain/block/block';
import { v2Block } from '$lib/chain/block/blockLayout';
import { v1CommitmentLeaves, v2CommitmentLeaves } from '$lib/chain/block/commitment';
import { commitmentInSteps } from '$lib/chain/block/commitmentInSteps';
import type { CoinOutput } from '$lib/chain/element/elements';
import type { BlockId, Hash256 } from '$lib/chain/ids';
import type { Network } from '$lib/chain/network/network';
import { nonceFactorAt, DEFAULT_NONCE_FACTOR } from '$lib/chain/network/rewards';
import type { ChainState } from '$lib/chain/block/state';
import { type Target, targetBytes } from '$lib/chain/target';
import type { Height, UnixSeconds } from '$lib/chain/time';
import type { Transaction } from '$lib/chain/transaction/transaction';
import type { V2Transaction } from '$lib/chain/transaction/v2Transaction';
import { encode } from '$lib/codec/layout';
import { MalformedWorkError, UnprovenPayoutError } from '../errors';
import { buildInSteps, hashInSteps, isV2Height, nextTarget } from './template';
import type { WorkUnit } from './workUnit';

/** An unsolved block as a mining server serves it. */
export interface BlockTemplate {
  readonly version: 1 | 2;
  readonly height: Height;
  readonly parentId: BlockId;
  readonly timestamp: UnixSeconds;
  readonly target: Target;
  readonly commitment: Hash256;
  readonly minerPayouts: readonly CoinOutput[];
  readonly transactions: readonly Transaction[];
  readonly v2Transactions: readonly V2Transaction[];
}

/** The chain state needed to build a different block from a template. */
export interface TemplateChain {
  readonly network: Network;
  /** State of the template's parent. */
  readonly state: ChainState;
}

/** Work and the block that its solution completes. */
export interface TemplateWork {
  readonly work: WorkUnit;
  readonly block: Block;
}

/** The block as served, nonce zero. */
export function blockOfTemplate(template: BlockTemplate): Block {
  const { parentId, timestamp, minerPayouts, transactions, height, commitment } = template;
  const v2 = { height, commitment, transactions: template.v2Transactions };
  return { parentId, nonce: 0n, timestamp, minerPayouts, transactions, ...(template.version === 2 && { v2 }) };
}

/** {@link workInSteps}, at once. */
export const workOfTemplate = (...args: Parameters<typeof workInSteps>): TemplateWork =>
  runAtOnce(workInSteps(...args));

/**
 * Work on a template. Yields between its steps: a full template takes a second. With the chain state, the block gets a
 * transaction with random data, so that no other miner searches the same header, and pays `payoutAddress` if given;
 * without it, the server's block is used unchanged.
 * @throws {MalformedWorkError} the template contradicts itself or the chain
 * @throws {UnprovenPayoutError} a payout address, of which only the chain state proves that the block pays it
 */
export function* workInSteps(
  template: BlockTemplate,
  chain: TemplateChain | undefined,
  payoutAddress: Address | undefined,
  randomBytes: (n: number) => Uint8Array
): Generator<void, TemplateWork> {
  yield* hashInSteps(template);
  const served = blockOfTemplate(template);
  const [payout] = template.minerPayouts;
  if (payout === undefined) throw new MalformedWorkError('it has no miner payout');
  // At the V2 allow height a server may still serve a V1 block.
  if (chain === undefined || isV2Height(chain.network, template.height) !== (template.version === 2)) {
    // The commitment of a V2 block to its payout can be verified with the chain state only.
    const isOurs = template.version === 1 && template.minerPayouts.every(({ address }) => address === payoutAddress);
    if (payoutAddress !== undefined && !isOurs) throw new UnprovenPayoutError();
    if (template.version === 1) {
      yield* requireCommitment(template, v1CommitmentLeaves(template.minerPayouts, template.transactions));
    }
    const nonceFactor = chain === undefined ? DEFAULT_NONCE_FACTOR : nonceFactorAt(chain.network, template.height);
    const { parentId, timestamp, commitment } = template;
    const header = { parentId, nonce: 0n, timestamp, commitment };
    return { block: served, work: workOn(header, template, nonceFactor) };
  }
  yield* checkTemplate(template, payout.address, chain);
  const { network, state } = chain;
  const { transactions, v2Transactions } = template;
  const parts = { network, state, transactions, v2Transactions };
  const { block, header } = yield* buildInSteps(
    parts,
    payoutAddress ?? payout.address,
    template.timestamp,
    randomBytes
  );
  return { block, work: workOn(header, template, nonceFactorAt(network, template.height)) };
}

/** The template must agree with the block it describes: a block solved on anything else would be rejected. */
function* checkTemplate(
  template: BlockTemplate,
  payee: Address,
  { network, state }: TemplateChain
): Generator<void, void> {
  if (state.index.id !== template.parentId || state.index.height + 1 !== template.height)
    throw new MalformedWorkError('its parent is not the tip');
  if (nextTarget({ network, state }) !== template.target)
    throw new MalformedWorkError('its target is not the target of the chain');
  const { minerPayouts, transactions, v2Transactions } = template;
  yield* requireCommitment(
    template,
    template.version === 2
      ? v2CommitmentLeaves(state, payee, transactions, v2Transactions)
      : v1CommitmentLeaves(minerPayouts, transactions)
  );
}

function* requireCommitment({ commitment }: BlockTemplate, leaves: readonly Uint8Array[]): Generator<void, void> {
  const computed = yield* commitmentInSteps(leaves);
  if (commitment !== computed) throw new MalformedWorkError('its commitment does not match its content');
}

const workOn = (header: BlockHeader, { target, height }: BlockTemplate, nonceFactor: bigint): WorkUnit => ({
  header: encode(blockHeader, header),
  target: targetBytes(target),
  decoded: header,
  nonceFactor,
  height
});

/** The submitblock encoding: V1 encoding with V1 payouts for either version; V2 transactions with one multiproof. */
export const encodeSolvedBlock = (block: Block): Uint8Array<ArrayBuffer> =>
  block.v2 ? encode(v2Block, block) : encode(v1Block, block);
