import type { Address } from '../chain/address';
import type { Block } from '../chain/block';
import type { ChainIndex, CoinOutput } from '../chain/elements';
import { ZERO_BLOCK_ID, type BlockId } from '../chain/ids';
import { invert, targetBytes } from '../chain/target';
import { nonceFactorAt } from '../chain/rewards';
import { unixSeconds, type Height } from '../chain/time';
import { MalformedWorkError } from './errors';
import { buildTemplate, templateHeaderBytes, type TemplateParts } from './template';
import { withNonce } from './verifySolution';
import { DEFAULT_NONCE_FACTOR, decodeWorkUnit, type WorkUnit } from './workUnit';

/** How a node answered a solved block. Only what it says; whether the block is on the chain is another question. */
export type SubmitAnswer = { readonly accepted: true } | { readonly accepted: false; readonly reason: string };

/** Where work comes from and where solutions go. Every call may throw an AppError when the node is away or broken. */
export interface WorkSource {
  getWork(signal: AbortSignal): Promise<WorkUnit>;
  /** Sends the solved block. The nonce is already checked: full target, multiple of the factor. */
  submit(work: WorkUnit, nonce: bigint, signal: AbortSignal): Promise<SubmitAnswer>;
  getTip(signal: AbortSignal): Promise<ChainIndex>;
  /** The block at a height of the best chain, or undefined above the tip. */
  getBlockIdAt(height: Height, signal: AbortSignal): Promise<BlockId | undefined>;
  /** Who a block of the chain paid. */
  getPayouts(id: BlockId, signal: AbortSignal): Promise<readonly CoinOutput[]>;
  /** The tip now and each that follows, told rather than asked for; may break off or throw at any time. */
  followTip?(signal: AbortSignal): AsyncIterable<ChainIndex>;
}

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
    submit: (work, nonce, signal) => daemon.submitHeader(withNonce(work.header, nonce), signal)
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
  // Templates handed out on the current tip; a solution of any of them is still worth submitting.
  let issuedOn: BlockId = ZERO_BLOCK_ID;
  const issued = new Map<WorkUnit, Block>();
  return {
    ...chain,
    async getWork(signal) {
      const parts = await server.getTemplateParts(signal);
      const now = unixSeconds(Math.floor(world.nowMs() / 1000));
      const template = buildTemplate(parts, payoutAddress, now, world.randomBytes);
      const height = parts.state.index.height + 1;
      const work: WorkUnit = {
        header: templateHeaderBytes(template),
        target: targetBytes(
          height < parts.network.hardforkV2.finalCutHeight ? parts.state.childTarget : invert(parts.state.difficulty)
        ),
        decoded: template.header,
        nonceFactor: nonceFactorAt(parts.network, height),
        height
      };
      if (issuedOn !== template.header.parentId) issued.clear();
      issuedOn = template.header.parentId;
      issued.set(work, template.block);
      return work;
    },
    async submit(work, nonce, signal) {
      const block = issued.get(work);
      if (block === undefined) return { accepted: false, reason: 'its parent is no longer the tip' };
      return server.submitBlock({ ...block, nonce }, signal);
    }
  };
}
