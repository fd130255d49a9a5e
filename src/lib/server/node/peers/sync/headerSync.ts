import { systemScheduler } from '$lib/async/scheduler';
import { TimeSlices } from '$lib/async/timeSlices';
import { blockHeader, blockId, type BlockHeader } from '$lib/chain/block/block';
import type { ChainState } from '$lib/chain/block/state';
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
import type { HeaderBudget } from '../hosts/headerBudget';
import type { Peer } from '../peer';

const HEADER_BYTES = 80;

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
  /** After the last header; see {@link HeaderChain.state}. */
  readonly state: ChainState;
  /** Headers that the peer claims to have beyond these. */
  readonly remaining: bigint;
}

/** Arguments of {@link fetchHeaders} that do not depend on the peer. */
export interface HeaderSyncParts {
  readonly chain: ChainManager;
  readonly store: ChainStore;
  readonly budget: HeaderBudget;
  /** Headers known to lead to the assumed-valid block, which are added here: the last of each batch. */
  readonly proven: Set<BlockId>;
}

/**
 * The peer's headers after the newest block in common, as many as are needed to tell whether the branch is heavier.
 * Until then they are held encoded, in a quarter of the memory of decoded ones. As long as our chain does not contain
 * the assumed-valid block, the headers are also validated up to that block: otherwise a chain that is cheap to make
 * could be followed, until pruning has made that final.
 * @returns undefined if the branch is not heavier, or ends before the assumed-valid block
 * @param signal ends the calls early
 * @throws {PeerError} a failed or aborted call; no common block; `peers/low-work`: the budget of the peer's host is
 * spent; `peers/no-checkpoint`
 * @throws {ConsensusError} `header/…`
 */
export async function fetchHeaders(
  peer: Peer,
  parts: HeaderSyncParts,
  signal: AbortSignal
): Promise<HeaderBranch | undefined> {
  const { chain, store, budget, proven } = parts;
  const startedMs = systemScheduler.now();
  const found = await findBase(peer, chain, store, AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)]));
  if (found === undefined) return undefined;
  const { base, answer } = found;
  const headerChain = new HeaderChain(chain.network, store.state(base.id)!, (height) => {
    const id = store.blocks.bestAt(height);
    return id && store.header(id)?.timestamp;
  });
  const { awaitedBlock } = chain;
  // A full batch takes a fifth of a second; anyone can send real headers again and again.
  const slices = new TimeSlices();
  const batches: Uint8Array[] = [];
  const ends: BlockId[] = [];
  let branch: HeaderBranch | undefined;
  let received = 0;
  let { headers, remaining } = answer;
  for (;;) {
    for (const header of headers) {
      await slices.turn();
      headerChain.append(header);
      requireAwaited(awaitedBlock, headerChain.state.index);
    }
    const { index } = headerChain.state;
    const claimed = announcedBy(index.height, remaining);
    peer.announcedHeight = claimed;
    received += headers.length;
    ends.push(index.id);
    if (branch === undefined) {
      batches.push(Buffer.concat(headers.map((header) => encode(blockHeader, header))));
      if (isSufficientlyHeavier(headerChain.state, chain.state)) {
        branch = { base, headers: batches.flatMap(decodeBatch), state: headerChain.state, remaining };
      }
    }
    if (branch !== undefined && (awaitedBlock === undefined || leadsTo(awaitedBlock, index, ends, proven))) {
      // Another peer's branch may have been followed meanwhile.
      return isSufficientlyHeavier(branch.state, chain.state) ? branch : fetchHeaders(peer, parts, signal);
    }
    const isEnd = remaining === 0n || headers.length === 0 || claimed < (awaitedBlock?.height ?? 0);
    // Even at the end of the branch, which a peer may claim as often as it likes.
    const wasted = branch === undefined ? headers.length : isEnd ? received : 0;
    if (budget.spend(peer.host, wasted)) {
      throw new PeerError('peers/low-work', 'too many headers without the work of our chain');
    }
    if (isEnd) return undefined;
    const leftMs = startedMs + (2 + Math.floor(received / MAX_HEADERS)) * ANSWER_MS - systemScheduler.now();
    if (leftMs <= 0) throw new PeerError('peers/timeout', `${received} headers in ${ANSWER_MS} ms`);
    const timeoutMs = Math.min(leftMs, calls.sendHeaders.timeoutMs);
    const options = { signal, timeoutMs };
    ({ headers, remaining } = await peer.call(calls.sendHeaders, { index, max: BigInt(MAX_HEADERS) }, options));
  }
}

/** @throws {PeerError} `peers/no-checkpoint` another block at the height of the awaited one */
function requireAwaited(awaited: ChainIndex | undefined, { height, id }: ChainIndex): void {
  if (awaited !== undefined && height === awaited.height && id !== awaited.id) {
    throw new PeerError('peers/no-checkpoint', `block ${height} of the chain is not the checkpoint`);
  }
}

/** Whether a chain with these batches of headers contains the awaited block. Remembers its batches if it does. */
function leadsTo(awaited: ChainIndex, last: ChainIndex, ends: readonly BlockId[], proven: Set<BlockId>): boolean {
  if (last.height < awaited.height) return proven.has(last.id);
  for (const end of ends) proven.add(end);
  return true;
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
