import { systemScheduler } from '$lib/async/scheduler';
import { blockHeader, blockId, type BlockHeader } from '$lib/chain/block/block';
import type { ChainIndex } from '$lib/chain/element/elements';
import type { BlockId } from '$lib/chain/ids';
import type { Height } from '$lib/chain/time';
import { decode, encode } from '$lib/codec/layout';
import { isSufficientlyHeavier } from '$lib/consensus/state';
import { calls, MAX_HEADERS } from '$lib/peers/calls/callTypes';
import { isPeerError, PeerError } from '$lib/peers/errors';
import { HeaderChain } from '$lib/peers/sync/headerChain';
import { locator } from '$lib/peers/sync/locator';
import type { ChainManager } from '../../chain/chainManager';
import type { ChainStore } from '../../store/store';
import type { Peer } from '../peer';

const HEADER_BYTES = 80;
/** Headers that a connection may send in branches that do not exceed our work: 24 MB, six seconds of validation. */
export const MAX_UNPROVEN_HEADERS = 300_000;

/**
 * Time for finding a common block, in at most 32 calls, and for each full batch of headers: it stops peers that always
 * respond late, or with only a few headers at a time.
 */
const ANSWER_MS = 60_000;

/** A peer's branch with enough work to become the best chain. */
export interface HeaderBranch {
  /** The newest block in common. */
  readonly base: ChainIndex;
  /** Valid, each extending the one before. */
  readonly headers: readonly { readonly id: BlockId; readonly header: BlockHeader }[];
  /** Headers that the peer claims to have beyond these. */
  readonly remaining: bigint;
}

/**
 * The peer's headers after the newest block in common, as many as are needed to tell whether the branch is heavier.
 * Until then they are held encoded, in a quarter of the memory of decoded ones.
 * @returns undefined if the branch is not heavier
 * @param signal ends the calls early
 * @throws {PeerError} a failed or aborted call; no common block; `peers/low-work`: `maxUnproven` headers without more
 * work
 * @throws {ConsensusError} `header/…`
 */
export async function fetchHeaders(
  peer: Peer,
  chain: ChainManager,
  store: ChainStore,
  signal: AbortSignal,
  maxUnproven = MAX_UNPROVEN_HEADERS
): Promise<HeaderBranch | undefined> {
  const startedMs = systemScheduler.now();
  const found = await findBase(peer, chain, store, AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)]));
  if (found === undefined) return undefined;
  const { base, answer } = found;
  const headerChain = new HeaderChain(chain.network, store.state(base.id)!, (height) => {
    const id = store.blocks.bestAt(height);
    return id && store.header(id)?.timestamp;
  });
  const batches: Uint8Array[] = [];
  let received = 0;
  let { headers, remaining } = answer;
  for (;;) {
    for (const header of headers) headerChain.append(header);
    peer.announcedHeight = announcedBy(headerChain.state.index.height, remaining);
    batches.push(Buffer.concat(headers.map((header) => encode(blockHeader, header))));
    if (isSufficientlyHeavier(headerChain.state, chain.state)) {
      peer.unprovenHeaders = 0;
      return { base, headers: batches.flatMap(decodeBatch), remaining };
    }
    peer.unprovenHeaders += headers.length;
    received += headers.length;
    if (remaining === 0n || headers.length === 0) return undefined;
    if (peer.unprovenHeaders >= maxUnproven) {
      throw new PeerError('peers/low-work', `${peer.unprovenHeaders} headers without the work of our chain`);
    }
    const { index } = headerChain.state;
    const leftMs = startedMs + (2 + Math.floor(received / MAX_HEADERS)) * ANSWER_MS - systemScheduler.now();
    if (leftMs <= 0) throw new PeerError('peers/timeout', `${received} headers in ${ANSWER_MS} ms`);
    const timeoutMs = Math.min(leftMs, calls.sendHeaders.timeoutMs);
    const options = { signal, timeoutMs };
    ({ headers, remaining } = await peer.call(calls.sendHeaders, { index, max: BigInt(MAX_HEADERS) }, options));
  }
}

/** The height that a peer claims, which is unverified: `remaining` may be any number. */
const announcedBy = (height: Height, remaining: bigint): number =>
  Math.min(height + Number(remaining), Number.MAX_SAFE_INTEGER);

function decodeBatch(batch: Uint8Array): HeaderBranch['headers'][number][] {
  return Array.from({ length: batch.length / HEADER_BYTES }, (_, i) => {
    const header = decode(blockHeader, batch.slice(i * HEADER_BYTES, (i + 1) * HEADER_BYTES));
    return { id: blockId(header), header };
  });
}

/**
 * The newest of our blocks that the peer has on its best chain, and its headers after it.
 * @returns undefined if an inbound peer has none: it may have begun with a checkpoint and be syncing from us
 */
async function findBase(peer: Peer, chain: ChainManager, store: ChainStore, signal: AbortSignal) {
  for (const height of locator(chain.tip.height, store.blocks.first()!.height)) {
    const id = store.blocks.bestAt(height);
    if (id === undefined) continue;
    const base = { height, id };
    try {
      return {
        base,
        answer: await peer.call(calls.sendHeaders, { index: base, max: BigInt(MAX_HEADERS) }, { signal })
      };
    } catch (error) {
      if (!isPeerError(error, 'peers/stream-ended')) throw error;
    }
  }
  if (peer.direction === 'inbound') return undefined;
  throw new PeerError('peers/no-common-block', 'the peer has none of our blocks');
}
