import type { Handlers } from '$lib/api/http/route';
import type { miningRoutes } from '$lib/api/mining-server/routes';
import type { Address } from '$lib/chain/address';
import type { Block } from '$lib/chain/block/block';
import { decodeHex } from '$lib/codec/bytes';
import { ConsensusError } from '$lib/consensus/errors';
import { childHeight, childPowTarget } from '$lib/consensus/state';
import { systemScheduler } from '$lib/async/scheduler';
import type { ChainManager } from '../chain/chainManager';
import { BlockRefusedError, refusal, WorkRefusedError } from '../errors';
import { inSteps, type WaitingStepHandlers } from '../http/tables';
import type { BlockTemplates } from '../mining/blockTemplates';
import type { Submissions } from '../mining/submission';

type Routes = typeof miningRoutes;
type MiningHandlers = Handlers<Omit<Routes, 'getTemplate'>> & WaitingStepHandlers<Pick<Routes, 'getTemplate'>>;

export interface MiningParts {
  readonly chain: ChainManager;
  readonly templates: Pick<BlockTemplates, 'id' | 'create'>;
  readonly submissions: Submissions;
  /** Payout address of the templates. */
  readonly payoutAddress: Address;
  /** Responds 500 to blocks that are accepted but cannot be broadcast, as a server without peers does. */
  readonly failWithoutPeers?: boolean;
}

/** Minimum interval between pool checks, as in mining servers. */
const POOL_CHECK_MS = 200;
/** Templates older than this are renewed for a current timestamp. */
const MAX_TEMPLATE_AGE_MS = 30_000;

/** Block templates with long polling, as mining servers provide them. */
export function miningHandlers(parts: MiningParts): MiningHandlers {
  const { chain, templates, submissions, payoutAddress, failWithoutPeers } = parts;

  /** Resolves when the template's id is another one, when the template expires, or when the client aborts. */
  const untilOutdated = async (longPollId: string, signal: AbortSignal) => {
    const news = new AbortController();
    const forget = chain.onTip(() => news.abort());
    const over = AbortSignal.any([signal, news.signal]);
    try {
      for (let waitedMs = 0; waitedMs < MAX_TEMPLATE_AGE_MS && !over.aborted; waitedMs += POOL_CHECK_MS) {
        if (templates.id !== longPollId) return;
        await systemScheduler.sleep(POOL_CHECK_MS, over);
      }
    } finally {
      forget();
    }
  };

  const template = () => {
    const { network, state } = chain;
    // Before building it, which takes time: the id of a later selection would keep the client from asking for that one.
    const longPollId = templates.id;
    const { block, header } = templates.create(payoutAddress);
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
      longPollId
    };
  };

  return {
    getTemplate: async ({ body: { longpollid } }, { signal }) => {
      if (longpollid !== undefined) await untilOutdated(longpollid, signal);
      return inSteps(template());
    },
    submitBlock: async ({ body: { params } }, client) => {
      const [text] = params;
      if (text === undefined) throw refusal('mining-server/no-block');
      try {
        await submissions.block(await decodeBlock(submissions, text, client));
      } catch (error) {
        // A side-branch or duplicate block counts as submitted, as in mining servers.
        if (error instanceof WorkRefusedError) return;
        const isRefusal = error instanceof ConsensusError || error instanceof BlockRefusedError;
        throw isRefusal ? refusal('mining-server/block-refused', { rule: error.message }, error) : error;
      }
      if (failWithoutPeers) throw refusal('mining-server/no-peers');
    }
  };
}

async function decodeBlock(
  submissions: Submissions,
  text: string,
  client: { readonly signal: AbortSignal }
): Promise<Block> {
  const fault = /[^0-9a-f]/i.exec(text)?.[0];
  if (fault !== undefined) {
    throw refusal('mining-server/block-not-hex', { reason: `encoding/hex: invalid byte: ${quoted(fault)}` });
  }
  try {
    return await submissions.decodeBlock(decodeHex(text), client);
  } catch (error) {
    if (error instanceof ConsensusError) throw error;
    throw refusal('mining-server/block-cut-short', {}, error);
  }
}

/** A character by code point and glyph. */
const quoted = (character: string): string =>
  `U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')} '${character}'`;
