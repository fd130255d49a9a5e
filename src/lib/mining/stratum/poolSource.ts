import { targetBytes } from '$lib/chain/target';
import { encodeU64le } from '$lib/codec/bytes';
import type { ShareSource } from '../work/workSource';
import { UNKNOWN_HEIGHT, type WorkUnit } from '../work/workUnit';
import { DEFAULT_NONCE_FACTOR } from '$lib/chain/network/rewards';
import { targetOfDifficulty } from './difficulty';
import { headerBytesOf, headerOf, type PoolJob } from './job';
import { PoolConnector, type PoolOptions } from './poolConnector';
import { readShareAnswer } from './shareErrors';
import type { StratumConnection } from './stratumConnection';

/** Parts of a share besides its nonce. */
interface ShareContext {
  readonly connection: StratumConnection;
  readonly job: PoolJob;
  readonly extranonce2: Uint8Array;
}

/**
 * Work from a stratum pool. Each unit has its own extranonce, and every hash that meets the share difficulty is a
 * share. `followWork` opens the connection; when it ends, the caller calls `followWork` again.
 */
export function createPoolSource(options: PoolOptions): ShareSource {
  const connector = new PoolConnector(options);
  const contexts = new WeakMap<WorkUnit, ShareContext>();
  let counter = 0n;

  return {
    async getWork(signal) {
      const connection = await connector.ready(signal);
      const { subscription, difficulty } = connection;
      const job = connection.job!;
      const { extranonce1, extranonce2Bytes } = subscription!;
      const extranonce2 = new Uint8Array(extranonce2Bytes);
      extranonce2.set(encodeU64le(BigInt.asUintN(64, counter++)).slice(0, extranonce2Bytes));
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

    followWork: (signal) => connector.follow(signal),

    async submitShare(work, nonce) {
      const context = contexts.get(work);
      // Job ids are valid only on their own connection.
      if (context === undefined || context.connection !== connector.current) return { kind: 'stale' };
      const { connection, job, extranonce2 } = context;
      const answer = await connection.submit(job.id, extranonce2, job.timestamp, encodeU64le(nonce));
      return answer === undefined ? { kind: 'lost' } : readShareAnswer(answer.result, answer.fault);
    },

    close() {
      connector.current?.close();
    }
  };
}
