import type { Address } from '$lib/chain/address';
import { blockHeader, v1Block, type Block, type BlockHeader } from '$lib/chain/block/block';
import { v2Block } from '$lib/chain/block/blockLayout';
import { blockHeaderOf, v1Commitment, v2Commitment } from '$lib/chain/block/commitment';
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
import { MalformedWorkError, TemplateError } from '../errors';
import { buildTemplate, isV2Height, nextTarget } from './template';
import type { WorkUnit } from './workUnit';

/** A block to be solved as a mining server hands it out. */
export interface ServedTemplate {
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

/** What the server tells of its chain besides; with both, a block of one's own can be made of the template. */
export interface ServedChain {
  readonly network: Network;
  /** State of the template's parent. */
  readonly state: ChainState;
}

/** Work and the block it solves. */
export interface ServedWork {
  readonly work: WorkUnit;
  readonly block: Block;
}

/** The block as it was handed out, nonce zero. */
export function blockOfTemplate(template: ServedTemplate): Block {
  const { parentId, timestamp, minerPayouts, transactions, height, commitment } = template;
  const v2 = { height, commitment, transactions: template.v2Transactions };
  return { parentId, nonce: 0n, timestamp, minerPayouts, transactions, ...(template.version === 2 && { v2 }) };
}

/**
 * Work on a template. With the chain known, the block carries a transaction of this tab's own, so that nobody else
 * searches the same, and pays `payoutAddress` when there is one; else it is the server's block as it stands.
 * @throws {MalformedWorkError} a template that contradicts itself or the chain {@link TemplateError} an own address, and
 *   nothing to build on
 */
export function workOfTemplate(
  template: ServedTemplate,
  chain: ServedChain | undefined,
  payoutAddress: Address | undefined,
  randomBytes: (n: number) => Uint8Array
): ServedWork {
  const served = blockOfTemplate(template);
  const [payout] = template.minerPayouts;
  if (payout === undefined) throw new MalformedWorkError('it pays nobody');
  const payee = payoutAddress ?? payout.address;
  // At the height of the change a server may still hand out a block of the old form.
  if (chain === undefined || isV2Height(chain.network, template.height) !== (template.version === 2)) {
    if (payee !== payout.address) {
      throw new TemplateError(
        'The mining server does not tell what a block of your own would need: mine for its address.'
      );
    }
    if (template.version === 1) requireCommitment(template, v1Commitment(template.minerPayouts, template.transactions));
    const nonceFactor = chain === undefined ? DEFAULT_NONCE_FACTOR : nonceFactorAt(chain.network, template.height);
    return { block: served, work: workOn(blockHeaderOf(served), template, nonceFactor) };
  }
  check(template, payout.address, chain);
  const { network, state } = chain;
  const { transactions, v2Transactions } = template;
  const parts = { network, state, transactions, v2Transactions };
  const { block, header } = buildTemplate(parts, payee, template.timestamp, randomBytes);
  return { block, work: workOn(header, template, nonceFactorAt(network, template.height)) };
}

/** What the server says of the block must be what the block says: work on anything else is thrown away at the end. */
function check(template: ServedTemplate, payee: Address, { network, state }: ServedChain): void {
  if (state.index.id !== template.parentId || state.index.height + 1 !== template.height)
    throw new MalformedWorkError('it builds on another block than the tip');
  if (nextTarget({ network, state }) !== template.target) throw new MalformedWorkError('its target is not the chain’s');
  const { minerPayouts, transactions, v2Transactions } = template;
  requireCommitment(
    template,
    template.version === 2
      ? v2Commitment(state, payee, transactions, v2Transactions)
      : v1Commitment(minerPayouts, transactions)
  );
}

function requireCommitment({ commitment }: ServedTemplate, computed: Hash256): void {
  if (commitment !== computed) throw new MalformedWorkError('its commitment is not that of its content');
}

const workOn = (header: BlockHeader, { target, height }: ServedTemplate, nonceFactor: bigint): WorkUnit => ({
  header: encode(blockHeader, header),
  target: targetBytes(target),
  decoded: header,
  nonceFactor,
  height
});

/**
 * The bytes a mining server wants back: payouts in the V1 encoding in either generation, V2 transactions with one
 * Merkle proof for all.
 */
export const encodeSolvedBlock = (block: Block): Uint8Array<ArrayBuffer> =>
  block.v2 ? encode(v2Block, block) : encode(v1Block, block);
