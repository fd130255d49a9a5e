import type { Address } from '$lib/chain/address';
import { RateLimit, type Rate } from '$lib/async/rateLimit';
import { StepQueue } from '$lib/async/stepQueue';
import type { Scheduler } from '$lib/async/scheduler';
import type { BlockId } from '$lib/chain/ids';
import { MalformedWorkError } from '../errors';
import { encodeSolvedBlock, workInSteps, type TemplateChain, type BlockTemplate } from './servedTemplate';
import { createIssuedBlocks, staleAnswer, type ChainReader, type SubmitAnswer, type WorkSource } from './workSource';

/** Mining server calls used by the source. */
export interface MiningService {
  /**
   * `POST /mining/getblocktemplate`; with a long poll id the server responds when its template changes.
   * @returns undefined when the long poll timed out without a response
   */
  getTemplate(
    longPollId: string | undefined,
    signal: AbortSignal
  ): Promise<(BlockTemplate & { readonly longPollId: string }) | undefined>;
  /** Network and tip state; undefined when the server does not provide them. */
  getChain(signal: AbortSignal): Promise<TemplateChain | undefined>;
  /** `POST /mining/submitblock` with the block in binary. */
  submitBlock(block: Uint8Array, signal: AbortSignal): Promise<SubmitAnswer>;
}

const MAX_TIP_TRIES = 3;
/** Limits long polls, in case the server responds to them at once. */
const POLL_RATE: Rate = { perSecond: 2, burst: 10 };

/**
 * Work from a mining server.
 * @param payoutAddress miner payout address; undefined: the address configured on the server
 */
export function createMiningServerSource(
  server: MiningService,
  chain: ChainReader,
  payoutAddress: Address | undefined,
  { randomBytes, scheduler }: { randomBytes: (n: number) => Uint8Array; scheduler: Scheduler }
): WorkSource {
  const issued = createIssuedBlocks();
  /** Template of the most recently issued work. */
  let latest: { readonly parentId: BlockId; readonly longPollId: string } | undefined;
  return {
    ...chain,
    async getWork(signal) {
      for (let tries = 0; tries < MAX_TIP_TRIES; tries++) {
        const [template, served] = await Promise.all([server.getTemplate(undefined, signal), server.getChain(signal)]);
        // A block arrived between the two responses.
        if (template === undefined || (served && served.state.index.id !== template.parentId)) continue;
        const steps = workInSteps(template, served, payoutAddress, randomBytes);
        const { work, block } = await new StepQueue().run(steps, { signal });
        issued.add(work, block);
        latest = template;
        return work;
      }
      throw new MalformedWorkError('its parent is not the tip the server reports');
    },
    async *followWork(signal) {
      const limit = new RateLimit(POLL_RATE, scheduler.now);
      for (let known: string | undefined; !signal.aborted;) {
        await limit.wait(scheduler, signal);
        signal.throwIfAborted();
        const template = await server.getTemplate(known, signal);
        if (template === undefined) continue;
        known = template.longPollId;
        if (latest && known !== latest.longPollId) yield template.parentId === latest.parentId ? 'better' : 'over';
      }
    },
    async submit(work, { nonce }, signal) {
      const block = issued.solved(work, nonce);
      return block === undefined ? staleAnswer() : server.submitBlock(encodeSolvedBlock(block), signal);
    }
  };
}
