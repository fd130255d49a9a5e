import { StepQueue } from '$lib/async/stepQueue';
import type { Address } from '$lib/chain/address';
import type { Block } from '$lib/chain/block/block';
import type { ChainIndex, CoinOutput } from '$lib/chain/element/elements';
import { ZERO_BLOCK_ID, type BlockId } from '$lib/chain/ids';
import { targetBytes } from '$lib/chain/target';
import { nonceFactorAt } from '$lib/chain/network/rewards';
import { unixSeconds, type Height } from '$lib/chain/time';
import type { AppError } from '$lib/errors';
import { MalformedWorkError, StaleWorkError } from '../errors';
import { buildInSteps, nextTarget, templateHeaderBytes, type TemplateParts } from './template';
import type { CheckedNonce } from '../grinder/verifySolution';
import { decodeWorkUnit, type WorkUnit } from './workUnit';

/** The node's response to a solved block. Whether the block is on the best chain is a separate question. */
export type SubmitAnswer = { readonly accepted: true } | { readonly accepted: false; readonly error: AppError };

/** Update on issued work. `over`: the work is worthless. `better`: still valid, but better work is available. */
export type WorkInvalidation = 'over' | 'better';

/** Source of work. Every call may throw an AppError when the server is unreachable or faulty. */
interface BaseWorkSource {
  getWork(signal: AbortSignal): Promise<WorkUnit>;
  /** Streams updates on the work issued so far; may end or throw at any time. */
  followWork?(signal: AbortSignal): AsyncIterable<WorkInvalidation>;
}

/** Work on blocks, with the queries that determine their outcome. */
export interface WorkSource extends BaseWorkSource {
  /** Submits a solved block. `solution` has passed {@link verifySolution}: full target, multiple of the factor. */
  submit(work: WorkUnit, solution: CheckedNonce, signal: AbortSignal): Promise<SubmitAnswer>;
  getTip(signal: AbortSignal): Promise<ChainIndex>;
  /** The block at a height of the best chain, or undefined above the tip. */
  getBlockIdAt(height: Height, signal: AbortSignal): Promise<BlockId | undefined>;
  /** Miner payouts of a block of the best chain. */
  getPayouts(id: BlockId, signal: AbortSignal): Promise<readonly CoinOutput[]>;
  /** Streams the current tip and each later one; may end or throw at any time. */
  followTip?(signal: AbortSignal): AsyncIterable<ChainIndex>;
}

/** A pool's response to a share. */
export type ShareAnswer =
  | { readonly kind: 'accepted' }
  /** The job had ended. */
  | { readonly kind: 'stale' }
  | {
      readonly kind: 'rejected';
      readonly fault: ShareFault;
      /** The pool's own text, if any. */
      readonly reason: string;
    }
  /** Sent, but the connection ended before a response arrived. */
  | { readonly kind: 'lost' };

/** Reason for a rejected share. */
export type ShareFault = 'duplicate' | 'low-difficulty' | 'unauthorized' | 'other';

/** Work on shares: many solutions of one unit count, each gets its own response, and the pool submits blocks itself. */
export interface ShareSource extends BaseWorkSource {
  /** Submits a share. The nonce has passed {@link verifySolution}. */
  submitShare(work: WorkUnit, nonce: bigint, signal: AbortSignal): Promise<ShareAnswer>;
  /** Jobs contain the tip they build on. */
  readonly followTip?: undefined;
  close(): void;
}

export const isShareSource = (source: WorkSource | ShareSource): source is ShareSource => 'submitShare' in source;

/** The chain queries that all block sources share. */
export type ChainReader = Pick<WorkSource, 'getTip' | 'getBlockIdAt' | 'getPayouts' | 'followTip'>;

/** Daemon calls used by the header source. */
export interface HeaderService {
  /** The 112 bytes of `GET /miner/header`. */
  getHeader(signal: AbortSignal): Promise<Uint8Array>;
  /** `POST /miner/header` with exactly the 80 solved bytes. */
  submitHeader(header: Uint8Array, signal: AbortSignal): Promise<SubmitAnswer>;
  /** Nonce factor of the daemon's network. */
  getNonceFactor(signal: AbortSignal): Promise<bigint>;
}

const MAX_TIP_TRIES = 3;

/**
 * Work from the daemon's miner module; pays the daemon's wallet. With a streamed tip only the header is requested,
 * because all tabs request work at once when a block is found.
 */
export function createHeaderSource(daemon: HeaderService, chain: ChainReader): WorkSource {
  let streamed: ChainIndex | undefined;
  return {
    ...chain,
    async getWork(signal) {
      const nonceFactor = await daemon.getNonceFactor(signal);
      // The work unit does not contain its height; the tip does, unless a block arrives between the two calls.
      for (let tries = 0; tries < MAX_TIP_TRIES; tries++) {
        const asked = tries === 0 && streamed !== undefined ? streamed : chain.getTip(signal);
        const [header, tip] = await Promise.all([daemon.getHeader(signal), asked]);
        const unit = decodeWorkUnit(header);
        if (tip.id === unit.decoded.parentId) return { ...unit, nonceFactor, height: tip.height + 1 };
      }
      throw new MalformedWorkError('its parent is not the tip the node reports');
    },
    ...(chain.followTip && {
      async *followTip(signal) {
        for await (const tip of chain.followTip!(signal)) yield (streamed = tip);
      }
    }),
    submit: (_, { header }, signal) => daemon.submitHeader(header, signal)
  };
}

/** Wallet server calls used by the template source. */
export interface TemplateService {
  getTemplateParts(signal: AbortSignal): Promise<TemplateParts>;
  /** `POST /syncer/broadcast/block`. */
  submitBlock(block: Block, signal: AbortSignal): Promise<SubmitAnswer>;
}

/** Work built in the page from tip state and transaction pool; pays any address. */
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
      const steps = buildInSteps(parts, payoutAddress, now, world.randomBytes);
      const template = await new StepQueue().run(steps, { signal });
      const height = parts.state.index.height + 1;
      const work: WorkUnit = {
        header: templateHeaderBytes(template),
        target: targetBytes(nextTarget(parts)),
        decoded: template.header,
        nonceFactor: nonceFactorAt(parts.network, height),
        height
      };
      issued.add(work, template.block);
      return work;
    },
    async submit(work, { nonce }, signal) {
      const block = issued.solved(work, nonce);
      return block === undefined ? staleAnswer() : server.submitBlock(block, signal);
    }
  };
}

/** Response for work whose parent is no longer the tip. */
export const staleAnswer = (): SubmitAnswer => ({ accepted: false, error: new StaleWorkError() });

/** The blocks of work issued on the current tip; a solution of any of them can still be submitted. */
export function createIssuedBlocks() {
  let issuedOn: BlockId = ZERO_BLOCK_ID;
  // Work is renewed every half minute, and the tip may not change for days: a block lives only as long as its work.
  const issued = new WeakMap<WorkUnit, Block>();
  return {
    add(work: WorkUnit, block: Block): void {
      issuedOn = block.parentId;
      issued.set(work, block);
    },
    /** The work's block with its nonce; undefined when its parent is no longer the tip. */
    solved(work: WorkUnit, nonce: bigint): Block | undefined {
      const block = issued.get(work);
      return block?.parentId === issuedOn ? { ...block, nonce } : undefined;
    }
  };
}
