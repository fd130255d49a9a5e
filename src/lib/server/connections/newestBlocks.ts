import { consensusRoutes, type DaemonBlock } from '$lib/api/daemon/consensus';
import { loadDaemonErrors } from '$lib/api/daemon/loadErrors';
import { createClient } from '$lib/api/http/client';
import type { Client } from '$lib/api/http/route';
import { NEWEST_BLOCKS, type BlockSummary } from '$lib/api/quarry/newestBlocks';
import type { BlockId } from '$lib/chain/ids';
import type { Height } from '$lib/chain/time';
import { fetchFrom } from '../http/fetchMessages';
import { basicAuthorization, UPSTREAM_ORIGIN, type Upstream } from '../http/upstream';

type Consensus = Pick<Client<typeof consensusRoutes>, 'status' | 'block'>;

/** The consensus routes of a daemon that an upstream reaches. */
export const consensusOf = (upstream: Upstream, password: string): Consensus =>
  createClient(
    consensusRoutes,
    { fetch: fetchFrom(upstream), baseUrl: UPSTREAM_ORIGIN, headers: { authorization: basicAuthorization(password) } },
    loadDaemonErrors
  );

/**
 * Reads the newest blocks of a daemon, newest first. Blocks are immutable, so those of the last call are not read
 * again.
 */
export class NewestBlocks {
  #known: readonly BlockSummary[] = [];

  /** @throws {AppError} the errors of the daemon's client */
  async read(consensus: Consensus, signal: AbortSignal): Promise<readonly BlockSummary[]> {
    const { currentBlock, height, firstBodyHeight: first = 0 } = await consensus.status({}, { signal });
    // All at once the first time. A reorganization may happen in between, so blocks are still followed by parent id.
    const known = this.#known.length > 0 ? this.#known : await readByHeight(consensus, height, first, signal);
    const block = async (id: BlockId) =>
      known.find((block) => block.id === id) ?? summaryOf(await consensus.block({ query: { id } }, { signal }));
    const newest = [await block(currentBlock)];
    for (let last = newest[0]; last && last.height > first && newest.length < NEWEST_BLOCKS; last = newest.at(-1))
      newest.push(await block(last.parentId));
    this.#known = newest;
    return newest;
  }
}

const readByHeight = (
  consensus: Consensus,
  height: Height,
  first: Height,
  signal: AbortSignal
): Promise<readonly BlockSummary[]> =>
  Promise.all(
    Array.from({ length: Math.min(NEWEST_BLOCKS, height - first + 1) }, async (_, depth) =>
      summaryOf(await consensus.block({ query: { height: height - depth } }, { signal }))
    )
  );

/** The part of a block that stays in memory. */
function summaryOf({ transactions: _, ...summary }: DaemonBlock): BlockSummary {
  return summary;
}
