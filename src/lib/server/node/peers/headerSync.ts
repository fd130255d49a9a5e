import { blockId, type BlockHeader } from '$lib/chain/block/block';
import type { ChainIndex } from '$lib/chain/element/elements';
import type { BlockId } from '$lib/chain/ids';
import { isSufficientlyHeavier } from '$lib/consensus/state';
import { calls, MAX_HEADERS } from '$lib/peers/calls/callTypes';
import { isPeerError, PeerError } from '$lib/peers/errors';
import { HeaderChain } from '$lib/peers/sync/headerChain';
import { locator } from '$lib/peers/sync/locator';
import type { ChainManager } from '../chain/chainManager';
import type { ChainStore } from '../store/store';
import type { Peer } from './peer';

/** Headers of a branch that are held before its work has to exceed ours: 24 MB. */
const MAX_UNPROVEN = 300_000;

/** A branch that a peer has and we may lack. */
export interface HeaderBranch {
  /** The newest block in common. */
  readonly base: ChainIndex;
  /** Valid, each extending the one before. */
  readonly headers: readonly { readonly id: BlockId; readonly header: BlockHeader }[];
  /** Whether it has enough work to become the best chain. */
  readonly isHeavier: boolean;
  /** Headers that the peer claims to have beyond these. */
  readonly remaining: bigint;
}

/**
 * The peer's headers after the newest block in common, as many as are needed to tell whether the branch is heavier.
 * @throws {PeerError} the connection; no common block; a branch so long and light that it cannot be worth its headers
 * @throws {ConsensusError} `header/…`
 */
export async function fetchHeaders(peer: Peer, chain: ChainManager, store: ChainStore): Promise<HeaderBranch> {
  const { base, answer } = await findBase(peer, chain, store);
  const headerChain = new HeaderChain(chain.network, store.state(base.id)!, (height) => {
    const id = store.blocks.bestAt(height);
    return id && store.header(id)?.timestamp;
  });
  const headers: { id: BlockId; header: BlockHeader }[] = [];
  let { remaining } = answer;
  let batch = answer.headers;
  for (;;) {
    for (const header of batch) {
      headerChain.append(header);
      headers.push({ id: blockId(header), header });
    }
    const isHeavier = isSufficientlyHeavier(headerChain.state, chain.state);
    if (isHeavier || remaining === 0n || batch.length === 0) return { base, headers, isHeavier, remaining };
    if (headers.length >= MAX_UNPROVEN) {
      throw new PeerError('peers/low-work', `${headers.length} headers without the work of our chain`);
    }
    const { index } = headerChain.state;
    ({ headers: batch, remaining } = await peer.call(calls.sendHeaders, { index, max: BigInt(MAX_HEADERS) }));
  }
}

/** The newest block of ours that the peer has on its best chain, and its headers after it. */
async function findBase(peer: Peer, chain: ChainManager, store: ChainStore) {
  for (const height of locator(chain.tip.height, store.blocks.first()!.height)) {
    const id = store.blocks.bestAt(height);
    if (id === undefined) continue;
    const base = { height, id };
    try {
      return { base, answer: await peer.call(calls.sendHeaders, { index: base, max: BigInt(MAX_HEADERS) }) };
    } catch (error) {
      if (!isPeerError(error, 'peers/stream-ended')) throw error;
    }
  }
  throw new PeerError('peers/no-common-block', 'the peer has none of our blocks');
}
