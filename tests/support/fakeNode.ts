import { encode } from '$lib/codec/layout';
import { blockHeader, blockId, type BlockHeader } from '$lib/chain/block/block';
import type { ChainIndex } from '$lib/chain/element/elements';
import { ZERO_BLOCK_ID, type BlockId, type Hash256 } from '$lib/chain/ids';
import { unixSeconds } from '$lib/chain/time';
import { AppError } from '$lib/errors';
import type { CheckedNonce } from '$lib/mining/grinder/verifySolution';
import type { SubmitAnswer, WorkSource } from '$lib/mining/work/workSource';
import type { WorkUnit } from '$lib/mining/work/workUnit';

class AwayError extends AppError {
  readonly code = 'api/unreachable';
}

/** A work source with its own chain, and faults that a test can enable. */
export class FakeNode implements WorkSource {
  readonly chain: BlockId[] = [];
  readonly submitted: { parentId: BlockId; nonce: bigint }[] = [];
  target: Uint8Array;
  isAway = false;
  /** The next calls of getWork throw these. */
  readonly workFaults: AppError[] = [];
  /** The result of a submission; by default it is accepted and extends the chain. */
  answer: (accept: () => void) => SubmitAnswer | Promise<SubmitAnswer> = (accept) => {
    accept();
    return { accepted: true };
  };
  worksGiven = 0;
  /** Present after {@link pushTips}. */
  followTip?: (signal: AbortSignal) => AsyncGenerator<ChainIndex>;
  /** The number of tip streams that were opened. */
  tipStreams = 0;
  #listeners: (() => void)[] = [];

  constructor(
    target: string,
    readonly nonceFactor = 1009n
  ) {
    this.target = Uint8Array.from(Buffer.from(target.padEnd(64, 'f'), 'hex'));
  }

  get tip() {
    return { height: this.chain.length - 1, id: this.chain.at(-1) ?? ZERO_BLOCK_ID };
  }

  /** Another miner finds a block. */
  extend(id = this.chain.length.toString(16).padStart(64, 'a') as BlockId): void {
    this.chain.push(id);
    this.#notify();
  }

  /** From now on, the node pushes its tips, until `breakOff` is called. */
  pushTips(): { breakOff: () => void } {
    let broken = false;
    const change = () => new Promise<void>((resolve) => this.#listeners.push(resolve));
    this.followTip = async function* (this: FakeNode, signal: AbortSignal) {
      this.tipStreams++;
      while (!signal.aborted) {
        const changed = change();
        yield this.tip;
        await Promise.race([changed, new Promise((resolve) => signal.addEventListener('abort', resolve))]);
        if (broken) throw new AwayError('the stream broke off');
      }
    }.bind(this);
    return {
      breakOff: () => {
        broken = true;
        this.#notify();
      }
    };
  }

  #notify(): void {
    for (const listener of this.#listeners.splice(0)) listener();
  }

  async getWork(): Promise<WorkUnit> {
    this.#checkPresence();
    const fault = this.workFaults.shift();
    if (fault) throw fault;
    const decoded: BlockHeader = {
      parentId: this.tip.id,
      nonce: 0n,
      timestamp: unixSeconds(1_700_000_000),
      commitment: (++this.worksGiven).toString(16).padStart(64, '0') as Hash256
    };
    const header = encode(blockHeader, decoded);
    return { header, target: this.target, decoded, nonceFactor: this.nonceFactor, height: this.tip.height + 1 };
  }

  async submit(work: WorkUnit, { nonce }: Pick<CheckedNonce, 'nonce'>): Promise<SubmitAnswer> {
    this.#checkPresence();
    this.submitted.push({ parentId: work.decoded.parentId, nonce });
    return this.answer(() => {
      if (work.decoded.parentId === this.tip.id) this.chain.push(blockId({ ...work.decoded, nonce }));
    });
  }

  async getTip() {
    this.#checkPresence();
    return this.tip;
  }

  async getBlockIdAt(height: number) {
    this.#checkPresence();
    return this.chain[height];
  }

  async getPayouts() {
    return [];
  }

  #checkPresence(): void {
    if (this.isAway) throw new AwayError('the node does not answer');
  }
}
