import { targetBytes } from '$lib/chain/target';
import { encodeU64le } from '$lib/codec/bytes';
import { toAppError, type AppError } from '$lib/errors';
import type { Scheduler } from '$lib/async/scheduler';
import type { ShareSource } from '../work/workSource';
import { UNKNOWN_HEIGHT, type WorkUnit } from '../work/workUnit';
import { DEFAULT_NONCE_FACTOR } from '$lib/chain/network/rewards';
import { PoolConversation, type PoolLink } from './conversation';
import { targetOfDifficulty } from './difficulty';
import { PoolAwayError } from './errors';
import { headerBytesOf, headerOf, type PoolJob } from './job';
import { readShareAnswer } from './shareAnswer';

/** How it stands between the pool and us. */
export interface PoolFacts {
  readonly step: 'connecting' | 'ready' | 'away';
  /** What shares must meet now; not known before the pool told. */
  readonly difficulty?: number;
  /** What the pool last had to say to people. */
  readonly words?: string;
}

export interface PoolOptions {
  /** Opens a connection. @throws {AppError} there is none to be had */
  readonly open: (signal: AbortSignal) => Promise<PoolLink>;
  /** The worker's name, as the pool knows it. */
  readonly worker: string;
  readonly scheduler: Scheduler;
  readonly onChange?: (facts: PoolFacts) => void;
}

/** What a share is made of besides its nonce. */
interface ShareContext {
  readonly conversation: PoolConversation;
  readonly job: PoolJob;
  readonly extranonce2: Uint8Array;
}

/** Work is waited for so long before the trouble is told. */
const WORK_WAIT_MS = 10_000;

/**
 * Work of a stratum pool. Each unit has an extranonce of its own, and every hash that meets the pool's difficulty is a
 * share. Connections are begun by `followWork`; where one breaks off, its caller begins the next.
 */
export function createPoolSource({ open, worker, scheduler, onChange }: PoolOptions): ShareSource {
  const tickets = new WeakMap<WorkUnit, ShareContext>();
  let current: PoolConversation | undefined;
  let problem: AppError | undefined;
  let counter = 0n;
  let waiting: (() => void)[] = [];

  const wake = () => {
    const woken = waiting;
    waiting = [];
    for (const go of woken) go();
  };
  const tell = (step: PoolFacts['step']) => {
    wake();
    const known = step === 'ready' && current ? { difficulty: current.difficulty } : {};
    onChange?.({ step, ...known, ...(current?.words && { words: current.words }) });
  };

  /** The connection once it has given a job. @throws {AppError} why there is none */
  async function ready(signal: AbortSignal): Promise<PoolConversation> {
    const late = scheduler.now() + WORK_WAIT_MS;
    const known = problem;
    for (;;) {
      if (current?.isReady) return current;
      // Trouble that is new ends the wait; what was there before may be over by the next attempt.
      if (problem && problem !== known) throw problem;
      const leftMs = late - scheduler.now();
      if (leftMs <= 0) throw problem ?? new PoolAwayError('');
      await Promise.race([new Promise<void>((resolve) => waiting.push(resolve)), scheduler.sleep(leftMs, signal)]);
      signal.throwIfAborted();
    }
  }

  function nextExtranonce2(bytes: number): Uint8Array {
    return encodeU64le(BigInt.asUintN(64, counter++)).slice(0, bytes);
  }

  return {
    async getWork(signal) {
      const conversation = await ready(signal);
      const { subscription, difficulty } = conversation;
      const job = conversation.job!;
      const { extranonce1, extranonce2Bytes } = subscription!;
      const extranonce2 = new Uint8Array(extranonce2Bytes);
      extranonce2.set(nextExtranonce2(extranonce2Bytes));
      const header = headerBytesOf(job, { first: extranonce1, second: extranonce2 });
      const work: WorkUnit = {
        header,
        target: targetBytes(targetOfDifficulty(difficulty)),
        decoded: headerOf(header),
        // Pools do not tell it; a multiple of this is valid wherever the rule is not in force.
        nonceFactor: DEFAULT_NONCE_FACTOR,
        height: UNKNOWN_HEIGHT
      };
      tickets.set(work, { conversation, job, extranonce2 });
      return work;
    },

    async *followWork(signal) {
      tell('connecting');
      try {
        const link = await open(signal);
        const conversation = (current = new PoolConversation(link, worker, scheduler));
        const stop = () => conversation.close();
        signal.addEventListener('abort', stop, { once: true });
        try {
          if (signal.aborted) stop();
          let wasReady = false;
          for await (const news of conversation.run()) {
            tell(conversation.isReady ? 'ready' : 'connecting');
            if (news !== 'changed') yield news;
            if (wasReady || !conversation.isReady) continue;
            wasReady = true;
            problem = undefined;
            // Tells whoever retries that this attempt has succeeded.
            yield 'better';
          }
        } finally {
          signal.removeEventListener('abort', stop);
          conversation.close();
        }
      } catch (error) {
        problem = toAppError(error);
        throw problem;
      } finally {
        current = undefined;
        tell('away');
      }
    },

    async submitShare(work, nonce) {
      const ticket = tickets.get(work);
      // A pool knows the jobs of this connection only.
      if (ticket === undefined || ticket.conversation !== current) return { kind: 'stale' };
      const { conversation, job, extranonce2 } = ticket;
      const answer = await conversation.submit(job.id, extranonce2, job.timestamp, encodeU64le(nonce));
      return answer === undefined ? { kind: 'lost' } : readShareAnswer(answer.result, answer.fault);
    },

    close() {
      current?.close();
    }
  };
}
