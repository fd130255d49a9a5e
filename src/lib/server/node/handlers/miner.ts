import type { minerRoutes } from '$lib/api/daemon/miner';
import type { Handlers } from '$lib/api/http/route';
import type { Block } from '$lib/chain/block/block';
import { ConsensusError } from '$lib/consensus/errors';
import type { CpuMiner } from '../mining/cpuMiner';
import { BlockRefusedError } from '../errors';
import type { HeaderCache } from '../mining/headerCache';
import { badRequest } from '../http/answerError';
import { blockRuleMessage } from '../http/daemonMessages';
import type { MinedTable } from '../store/mined';
import { HEADER_BYTES, type Submissions } from '../mining/submission';

export interface MinerParts {
  readonly mined: MinedTable;
  readonly headers: HeaderCache;
  readonly submissions: Submissions;
  readonly cpuMiner: CpuMiner;
}

// Where the fields of a header begin: a body that stops there ends between two reads, elsewhere within one.
const FIELD_STARTS = [0, 32, 40, 48];

/** The miner's words for whatever kept a block out. */
function describe(error: unknown): unknown {
  if (error instanceof ConsensusError) return badRequest(blockRuleMessage(error.code) ?? error.message, error);
  if (error instanceof BlockRefusedError && error.code === 'chain/unknown-parent') {
    return badRequest('block has no known parent', error);
  }
  return error;
}

export function minerHandlers({ mined, headers, submissions, cpuMiner }: MinerParts): Handlers<typeof minerRoutes> {
  const decodeBlock = (body: Uint8Array): Block => {
    try {
      return submissions.decodeBlock(body);
    } catch (error) {
      throw badRequest(`could not decode type types.Block: ${body.length === 0 ? 'EOF' : 'unexpected EOF'}`, error);
    }
  };
  return {
    status: () => {
      const { best, stale } = mined.count();
      return {
        blocksMined: best,
        cpuHashrate: cpuMiner.hashesPerSecond,
        cpuMining: cpuMiner.isMining,
        staleBlocksMined: stale
      };
    },
    start: () => cpuMiner.start(),
    stop: () => cpuMiner.stop(),
    submitBlock: async ({ body }) => {
      await submissions.block(decodeBlock(body)).catch((error: unknown) => {
        throw describe(error);
      });
    },
    header: () => headers.next(),
    submitHeader: async ({ body }) => {
      if (body.length < HEADER_BYTES) {
        const problem = FIELD_STARTS.includes(body.length) ? 'EOF' : 'unexpected EOF';
        throw badRequest(`could not decode type types.BlockHeader: ${problem}`);
      }
      await submissions.header(body).catch((error: unknown) => {
        throw describe(error);
      });
    }
  };
}
