import type { Address } from '$lib/chain/address';
import type { BlockId } from '$lib/chain/ids';
import { MalformedWorkError } from '../errors';
import { encodeSolvedBlock, workOfTemplate, type ServedChain, type ServedTemplate } from './servedTemplate';
import { createIssuedBlocks, OUTDATED, type ChainReader, type SubmitAnswer, type WorkSource } from './workSource';

/** What the mining server's source needs of it. */
export interface MiningService {
  /**
   * `POST /mining/getblocktemplate`; with the id of the template known, the answer comes when there is news.
   * @returns undefined when the server held a long poll back for longer than we wait
   */
  getTemplate(
    longPollId: string | undefined,
    signal: AbortSignal
  ): Promise<(ServedTemplate & { readonly longPollId: string }) | undefined>;
  /** Network and tip state; undefined at a server that tells nothing of its chain. */
  getChain(signal: AbortSignal): Promise<ServedChain | undefined>;
  /** `POST /mining/submitblock` with the block in binary. */
  submitBlock(block: Uint8Array, signal: AbortSignal): Promise<SubmitAnswer>;
}

const TIP_TRIES = 3;

/**
 * Work of a mining server.
 * @param payoutAddress who is paid; undefined: whoever the server was told to pay
 */
export function createMiningServerSource(
  server: MiningService,
  chain: ChainReader,
  payoutAddress: Address | undefined,
  randomBytes: (n: number) => Uint8Array
): WorkSource {
  const issued = createIssuedBlocks();
  /** What the work handed out last was made of. */
  let latest: { readonly parentId: BlockId; readonly longPollId: string } | undefined;
  return {
    ...chain,
    async getWork(signal) {
      for (let tries = 0; tries < TIP_TRIES; tries++) {
        const [template, served] = await Promise.all([server.getTemplate(undefined, signal), server.getChain(signal)]);
        // A block came between the two answers.
        if (template === undefined || (served && served.state.index.id !== template.parentId)) continue;
        const { work, block } = workOfTemplate(template, served, payoutAddress, randomBytes);
        issued.remember(work, block);
        latest = template;
        return work;
      }
      throw new MalformedWorkError('it does not build on the tip the server reports');
    },
    async *followWork(signal) {
      for (let known: string | undefined; !signal.aborted;) {
        const template = await server.getTemplate(known, signal);
        if (template === undefined) continue;
        known = template.longPollId;
        if (latest && known !== latest.longPollId) yield template.parentId === latest.parentId ? 'better' : 'over';
      }
    },
    async submit(work, { nonce }, signal) {
      const block = issued.solved(work, nonce);
      return block === undefined ? OUTDATED : server.submitBlock(encodeSolvedBlock(block), signal);
    }
  };
}
