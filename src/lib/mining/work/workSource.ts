import type { Address } from '$lib/chain/address';
import type { Block } from '$lib/chain/block/block';
import type { ChainIndex, CoinOutput } from '$lib/chain/element/elements';
import { ZERO_BLOCK_ID, type BlockId } from '$lib/chain/ids';
import { targetBytes } from '$lib/chain/target';
import { nonceFactorAt, DEFAULT_NONCE_FACTOR } from '$lib/chain/network/rewards';
import { unixSeconds, type Height } from '$lib/chain/time';
import { MalformedWorkError } from '../errors';
import { buildTemplate, nextTarget, templateHeaderBytes, type TemplateParts } from './template';
import type { CheckedNonce } from '../grinder/verifySolution';
import { decodeWorkUnit, type WorkUnit } from './workUnit';

/** How a node answered a solved block. Only what it says; whether the block is on the chain is another question. */
export type SubmitAnswer = { readonly accepted: true } | { readonly accepted: false; readonly reason: string };

/** What became of work that was handed out: worth nothing any more, or still good, with better to be had. */
export type WorkInvalidation = 'over' | 'better';

/** Where work comes from. Every call may throw an AppError when the node is away or broken. */
interface BaseWorkSource {
  getWork(signal: AbortSignal): Promise<WorkUnit>;
  /** News of all work handed out so far, told rather than asked for; may break off or throw at any time. */
  followWork?(signal: AbortSignal): AsyncIterable<WorkInvalidation>;
}

/** Work on blocks, and the chain that tells what became of them. */
export interface WorkSource extends BaseWorkSource {
  /** Submits a solved block. `solution` has passed {@link verifySolution}: full target, multiple of the factor. */
  submit(work: WorkUnit, solution: CheckedNonce, signal: AbortSignal): Promise<SubmitAnswer>;
  getTip(signal: AbortSignal): Promise<ChainIndex>;
  /** The block at a height of the best chain, or undefined above the tip. */
  getBlockIdAt(height: Height, signal: AbortSignal): Promise<BlockId | undefined>;
  /** Who a block of the chain paid. */
  getPayouts(id: BlockId, signal: AbortSignal): Promise<readonly CoinOutput[]>;
  /** The tip now and each that follows, told rather than asked for; may break off or throw at any time. */
  followTip?(signal: AbortSignal): AsyncIterable<ChainIndex>;
}

/** How a pool answered a share. */
export type ShareAnswer =
  | { readonly kind: 'accepted' }
  /** Of a job that is over. */
  | { readonly kind: 'stale' }
  | { readonly kind: 'rejected'; readonly fault: ShareFault; readonly reason: string }
  /** It went out, and the connection ended before an answer came. */
  | { readonly kind: 'lost' };

/** Why a pool refused a share that is not stale. */
export type ShareFault = 'duplicate' | 'low-difficulty' | 'unauthorised' | 'other';

/**
 * Work on shares: many solutions of one unit count, each is answered for itself, and what becomes of a block is the
 * pool's business.
 */
export interface ShareSource extends BaseWorkSource {
  /** Sends a share. The nonce is already checked: full target, multiple of the factor. */
  submitShare(work: WorkUnit, nonce: bigint, signal: AbortSignal): Promise<ShareAnswer>;
  close(): void;
}

export const isShareSource = (source: WorkSource | ShareSource): source is ShareSource => 'submitShare' in source;

/** The questions about the chain that both sources ask alike. */
export type ChainReader = Pick<WorkSource, 'getTip' | 'getBlockIdAt' | 'getPayouts' | 'followTip'>;

/** What the header source needs of a node daemon. */
export interface HeaderService {
  /** The 112 bytes of `GET /miner/header`. */
  getHeader(signal: AbortSignal): Promise<Uint8Array>;
  /** `POST /miner/header` with exactly the 80 solved bytes. */
  submitHeader(header: Uint8Array, signal: AbortSignal): Promise<SubmitAnswer>;
}

const TIP_TRIES = 3;

/** Work of the daemon's own miner module: pays the daemon's wallet. */
export function createHeaderSource(daemon: HeaderService, chain: ChainReader): WorkSource {
  return {
    ...chain,
    async getWork(signal) {
      // The work unit does not tell its height; the tip does, unless a block arrives between the two calls.
      for (let tries = 0; tries < TIP_TRIES; tries++) {
        const [header, tip] = await Promise.all([daemon.getHeader(signal), chain.getTip(signal)]);
        const unit = decodeWorkUnit(header);
        if (tip.id === unit.decoded.parentId)
          return { ...unit, nonceFactor: DEFAULT_NONCE_FACTOR, height: tip.height + 1 };
      }
      throw new MalformedWorkError('it does not build on the tip the node reports');
    },
    submit: (_, { header }, signal) => daemon.submitHeader(header, signal)
  };
}

/** What the template source needs of a wallet server. */
export interface TemplateService {
  getTemplateParts(signal: AbortSignal): Promise<TemplateParts>;
  /** `POST /syncer/broadcast/block`. */
  submitBlock(block: Block, signal: AbortSignal): Promise<SubmitAnswer>;
}

/** Work built in the page from tip state and pool: pays any address. */
export function createTemplateSource(
  server: TemplateService,
  chain: ChainReader,
  payoutAddress: Address,
  world: { nowMs: () => number; randomBytes: (n: number) => Uint8Array }
): WorkSource {
  const issued = createIssuedBlocks();
  return {
    ...chain,
    async getWork(signal) {
      const parts = await server.getTemplateParts(signal);
      const now = unixSeconds(Math.floor(world.nowMs() / 1000));
      const template = buildTemplate(parts, payoutAddress, now, world.randomBytes);
      const height = parts.state.index.height + 1;
      const work: WorkUnit = {
        header: templateHeaderBytes(template),
        target: targetBytes(nextTarget(parts)),
        decoded: template.header,
        nonceFactor: nonceFactorAt(parts.network, height),
        height
      };
      issued.remember(work, template.block);
      return work;
    },
    async submit(work, { nonce }, signal) {
      const block = issued.solved(work, nonce);
      return block === undefined ? OUTDATED : server.submitBlock(block, signal);
    }
  };
}

/** The answer to a solution of work on a parent that is no longer the tip. */
export const OUTDATED: SubmitAnswer = { accepted: false, reason: 'its parent is no longer the tip' };

/** The blocks of work handed out on the current tip; a solution of any of them is still worth submitting. */
export function createIssuedBlocks() {
  let issuedOn: BlockId = ZERO_BLOCK_ID;
  const issued = new Map<WorkUnit, Block>();
  return {
    remember(work: WorkUnit, block: Block): void {
      if (issuedOn !== block.parentId) issued.clear();
      issuedOn = block.parentId;
      issued.set(work, block);
    },
    /** The work's block with its nonce; undefined when its parent is no longer the tip. */
    solved(work: WorkUnit, nonce: bigint): Block | undefined {
      const block = issued.get(work);
      return block && { ...block, nonce };
    }
  };
}
