import type { Handlers } from '$lib/api/http/route';
import type { miningRoutes } from '$lib/api/mining-server/routes';
import type { Address } from '$lib/chain/address';
import type { Block } from '$lib/chain/block/block';
import { unixSeconds } from '$lib/chain/time';
import { decodeHex } from '$lib/codec/bytes';
import { ConsensusError } from '$lib/consensus/errors';
import { childHeight, childPowTarget } from '$lib/consensus/state';
import { assembleTemplate } from '$lib/mining/work/template';
import { systemScheduler } from '$lib/async/scheduler';
import type { ChainManager } from '../chain/chainManager';
import { BlockRefusedError, refusal, WorkRefusedError } from '../errors';
import type { Submissions } from '../mining/submission';
import type { TransactionPool } from '../pool/transactionPool';

export interface MiningParts {
  readonly chain: ChainManager;
  readonly pool: TransactionPool;
  readonly submissions: Submissions;
  /** Who is paid for the blocks handed out. */
  readonly payoutAddress: Address;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /** Answers 500 to what was taken but cannot be passed on, as a server without peers does. */
  readonly failWithoutPeers?: boolean;
}

/** The pool is looked at no oftener, as mining servers do. */
const POOL_LOOK_MS = 200;
/** A template older than this is renewed for its time's sake. */
const MAX_TEMPLATE_AGE_MS = 30_000;

/** Blocks to solve, as a mining server hands them out: whole, and told anew when there is a better one. */
export function miningHandlers(parts: MiningParts): Handlers<typeof miningRoutes> {
  const { chain, pool, submissions, payoutAddress, clock, failWithoutPeers } = parts;
  const known = () => chain.tip.id.slice(0, 24) + pool.version.toString(16).padStart(8, '0').slice(-8);

  /** Resolves when the tip or the pool is another than the id says, when the template is old, or nobody waits any more. */
  const whenNews = async (longPollId: string, signal: AbortSignal) => {
    const news = new AbortController();
    const forget = chain.onTip(() => news.abort());
    const over = AbortSignal.any([signal, news.signal]);
    try {
      for (let waitedMs = 0; waitedMs < MAX_TEMPLATE_AGE_MS && !over.aborted; waitedMs += POOL_LOOK_MS) {
        if (known() !== longPollId) return;
        await systemScheduler.sleep(POOL_LOOK_MS, over);
      }
    } finally {
      forget();
    }
  };

  const template = () => {
    const { network, state } = chain;
    const content = { network, state, transactions: pool.transactions, v2Transactions: pool.v2Transactions };
    const { block, header } = assembleTemplate(content, payoutAddress, unixSeconds(Math.floor(clock() / 1000)));
    return {
      version: block.v2 ? (2 as const) : (1 as const),
      height: childHeight(state),
      parentId: header.parentId,
      timestamp: header.timestamp,
      target: childPowTarget(network, state),
      commitment: header.commitment,
      minerPayouts: block.minerPayouts,
      transactions: block.transactions,
      v2Transactions: block.v2?.transactions ?? [],
      longPollId: known()
    };
  };

  return {
    getTemplate: async ({ body: { longpollid } }, { signal }) => {
      if (longpollid !== undefined) await whenNews(longpollid, signal);
      return template();
    },
    submitBlock: async ({ body: { params } }) => {
      const [text] = params;
      if (text === undefined) throw refusal('mining-server/no-block');
      try {
        await submissions.block(decodeBlock(submissions, text));
      } catch (error) {
        // Kept beside the best chain, or known before: a mining server is content with either.
        if (error instanceof WorkRefusedError) return;
        const isRefusal = error instanceof ConsensusError || error instanceof BlockRefusedError;
        throw isRefusal ? refusal('mining-server/block-refused', { rule: error.message }, error) : error;
      }
      if (failWithoutPeers) throw refusal('mining-server/no-peers');
    }
  };
}

function decodeBlock(submissions: Submissions, text: string): Block {
  const fault = /[^0-9a-f]/i.exec(text)?.[0];
  if (fault !== undefined) {
    throw refusal('mining-server/block-not-hex', { reason: `encoding/hex: invalid byte: ${quoted(fault)}` });
  }
  try {
    return submissions.decodeBlock(decodeHex(text));
  } catch (error) {
    throw refusal('mining-server/block-cut-short', {}, error);
  }
}

/** A character by its number and itself. */
const quoted = (character: string): string =>
  `U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')} '${character}'`;
