import { targetBytes } from '$lib/chain/target';
import { encodeU64le } from '$lib/codec/bytes';
import { toAppError, type AppError } from '$lib/errors';
import type { Scheduler } from '$lib/async/scheduler';
import type { ShareSource } from '../work/workSource';
import { UNKNOWN_HEIGHT, type WorkUnit } from '../work/workUnit';
import { DEFAULT_NONCE_FACTOR } from '$lib/chain/network/rewards';
import { StratumConnection, type PoolLink } from './stratumConnection';
import { targetOfDifficulty } from './difficulty';
import { PoolAwayError, PoolFloodError } from './errors';
import { headerBytesOf, headerOf, type PoolJob } from './job';
import { readShareAnswer } from './shareErrors';

/** State of the connection to the pool. */
export interface PoolStatus {
  readonly step: 'connecting' | 'ready' | 'away';
  /** Current share difficulty; undefined until the pool sends it. */
  readonly difficulty?: number;
  /** The pool's latest message to users. */
  readonly message?: string;
}

export interface PoolOptions {
  /** Opens a connection. @throws {AppError} the pool cannot be reached */
  readonly open: (signal: AbortSignal) => Promise<PoolLink>;
  /** Worker name on the pool. */
  readonly worker: string;
  readonly scheduler: Scheduler;
  readonly onChange?: (status: PoolStatus) => void;
  /** Pause before reconnecting to a pool that flooded the page, milliseconds. @default 30_000 */
  readonly floodPauseMs?: number;
}

/** Parts of a share besides its nonce. */
interface ShareContext {
  readonly connection: StratumConnection;
  readonly job: PoolJob;
  readonly extranonce2: Uint8Array;
}

const FLOOD_PAUSE_MS = 30_000;
/** How long `getWork` waits for a job before it throws. */
const WORK_TIMEOUT_MS = 10_000;

/**
 * Work from a stratum pool. Each unit has its own extranonce, and every hash that meets the share difficulty is a
 * share. `followWork` opens the connection; when it ends, the caller calls `followWork` again.
 */
export function createPoolSource(options: PoolOptions): ShareSource {
  const { open, worker, scheduler, onChange, floodPauseMs = FLOOD_PAUSE_MS } = options;
  const contexts = new WeakMap<WorkUnit, ShareContext>();
  let current: StratumConnection | undefined;
  let lastError: AppError | undefined;
  /** The error that `getWork` has thrown last. */
  let thrownError: AppError | undefined;
  let pausedUntilMs = -Infinity;
  let counter = 0n;
  let waiters: (() => void)[] = [];
  let reported: PoolStatus | undefined;

  const wake = () => {
    const woken = waiters;
    waiters = [];
    for (const resume of woken) resume();
  };
  const report = (step: PoolStatus['step']) => {
    wake();
    const difficulty = step === 'ready' ? current?.difficulty : undefined;
    const message = current?.message || undefined;
    // Most lines from a pool change nothing on the page.
    if (reported?.step === step && reported.difficulty === difficulty && reported.message === message) return;
    reported = { step, ...(difficulty !== undefined && { difficulty }), ...(message !== undefined && { message }) };
    onChange?.(reported);
  };

  /** Resolves with the connection once it has a job. @throws {AppError} why there is none */
  async function ready(signal: AbortSignal): Promise<StratumConnection> {
    const deadlineMs = scheduler.now() + WORK_TIMEOUT_MS;
    for (;;) {
      if (current?.isReady) return current;
      // Each error is thrown once, also that of a connection which ended after it was ready: the next attempt may succeed.
      const isPaused = scheduler.now() < pausedUntilMs;
      if (lastError && (isPaused || lastError !== thrownError)) throw (thrownError = lastError);
      const leftMs = deadlineMs - scheduler.now();
      if (leftMs <= 0) throw lastError ?? new PoolAwayError('timeout');
      const woken = new AbortController();
      const sleeping = scheduler.sleep(leftMs, AbortSignal.any([signal, woken.signal]));
      await Promise.race([new Promise<void>((resolve) => waiters.push(resolve)), sleeping]);
      woken.abort();
      signal.throwIfAborted();
    }
  }

  function nextExtranonce2(bytes: number): Uint8Array {
    return encodeU64le(BigInt.asUintN(64, counter++)).slice(0, bytes);
  }

  return {
    async getWork(signal) {
      const connection = await ready(signal);
      const { subscription, difficulty } = connection;
      const job = connection.job!;
      const { extranonce1, extranonce2Bytes } = subscription!;
      const extranonce2 = new Uint8Array(extranonce2Bytes);
      extranonce2.set(nextExtranonce2(extranonce2Bytes));
      const header = headerBytesOf(job, { first: extranonce1, second: extranonce2 });
      const work: WorkUnit = {
        header,
        target: targetBytes(targetOfDifficulty(difficulty)),
        decoded: headerOf(header),
        // Pools do not report it.
        nonceFactor: DEFAULT_NONCE_FACTOR,
        height: UNKNOWN_HEIGHT
      };
      contexts.set(work, { connection, job, extranonce2 });
      return work;
    },

    async *followWork(signal) {
      if (scheduler.now() < pausedUntilMs) await scheduler.sleep(pausedUntilMs - scheduler.now(), signal);
      report('connecting');
      try {
        const link = await open(signal);
        const connection = (current = new StratumConnection(link, worker, scheduler));
        const stop = () => void connection.finish();
        signal.addEventListener('abort', stop, { once: true });
        try {
          if (signal.aborted) stop();
          let wasReady = false;
          for await (const update of connection.run()) {
            report(connection.isReady ? 'ready' : 'connecting');
            if (update !== 'changed') yield update;
            if (wasReady || !connection.isReady) continue;
            wasReady = true;
            lastError = undefined;
            // Lets the caller reset its backoff: this attempt has succeeded.
            yield 'better';
          }
        } finally {
          signal.removeEventListener('abort', stop);
          connection.close();
        }
      } catch (error) {
        lastError = toAppError(error);
        if (lastError instanceof PoolFloodError) pausedUntilMs = scheduler.now() + floodPauseMs;
        throw lastError;
      } finally {
        current = undefined;
        report('away');
      }
    },

    async submitShare(work, nonce) {
      const context = contexts.get(work);
      // Job ids are valid only on their own connection.
      if (context === undefined || context.connection !== current) return { kind: 'stale' };
      const { connection, job, extranonce2 } = context;
      const answer = await connection.submit(job.id, extranonce2, job.timestamp, encodeU64le(nonce));
      return answer === undefined ? { kind: 'lost' } : readShareAnswer(answer.result, answer.fault);
    },

    close() {
      current?.close();
    }
  };
}
