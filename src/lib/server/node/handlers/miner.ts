import type { minerRoutes } from '$lib/api/daemon/miner';
import type { Handlers } from '$lib/api/http/route';
import type { Block } from '$lib/chain/block/block';
import { ConsensusError } from '$lib/consensus/errors';
import type { CpuMiner } from '../mining/cpuMiner';
import { refusal } from '../errors';
import type { HeaderCache } from '../mining/headerCache';
import { refusedWork } from './brokenRules';
import type { MinedTable } from '../store/mined';
import { HEADER_BYTES } from '$lib/chain/block/block';
import type { Submissions } from '../mining/submission';

export interface MinerParts {
  readonly mined: MinedTable;
  readonly headers: HeaderCache;
  readonly submissions: Submissions;
  readonly cpuMiner: CpuMiner;
}

// Offsets of the header's fields: a body that ends at one of them is EOF, any other short body an unexpected EOF.
const FIELD_STARTS = [0, 32, 40, 48];

export function minerHandlers({ mined, headers, submissions, cpuMiner }: MinerParts): Handlers<typeof minerRoutes> {
  const decodeBlock = async (body: Uint8Array, client: { readonly signal: AbortSignal }): Promise<Block> => {
    try {
      return await submissions.decodeBlock(body, client);
    } catch (error) {
      if (error instanceof ConsensusError) throw refusedWork(error);
      throw refusal('miner/block-cut-short', { reason: body.length === 0 ? 'EOF' : 'unexpected EOF' }, error);
    }
  };
  return {
    status: () => {
      const { best, cpu, stale } = mined.count();
      return {
        blocksMined: best,
        cpuHashrate: cpuMiner.hashesPerSecond,
        cpuMining: cpuMiner.isMining,
        staleBlocksMined: stale,
        cpuBlocksMined: cpu
      };
    },
    start: () => cpuMiner.start(),
    stop: () => cpuMiner.stop(),
    submitBlock: async ({ body }, client) => {
      await submissions.block(await decodeBlock(body, client)).catch((error: unknown) => {
        throw refusedWork(error);
      });
    },
    header: () => headers.next(),
    submitHeader: async ({ body }) => {
      if (body.length < HEADER_BYTES) {
        const reason = FIELD_STARTS.includes(body.length) ? 'EOF' : 'unexpected EOF';
        throw refusal('miner/header-cut-short', { reason });
      }
      await submissions.header(body).catch((error: unknown) => {
        throw refusedWork(error);
      });
    }
  };
}
