import { changeIdOf } from '$lib/api/daemon/changes/changeLayout';
import { ChangePlaces, type PlacedChange } from '$lib/api/daemon/changes/changePlaces';
import { decodeChanges } from '$lib/api/daemon/changes/changeStream';
import type { Daemon } from '$lib/api/daemon/client';
import { FROM_GENESIS } from '$lib/api/daemon/consensus';
import { BadRequestError } from '$lib/api/http/errors';
import type { BlockId } from '$lib/chain/ids';
import type { Height } from '$lib/chain/time';

/** Where to start. `block` starts with the change that made this block the tip. */
export type ChangeStart =
  | { readonly from: 'genesis' }
  | { readonly from: 'now' }
  | { readonly from: 'block'; readonly height: number }
  | { readonly from: 'change'; readonly id: string };

/** The last change that was read: its id for the next request, and the surrounding heights and ids. */
export interface ChangePosition {
  readonly id: string;
  readonly places: ChangePlaces;
}

export type ChangeEvent =
  /** The daemon's tip before the stream is read up to it. */
  | { readonly type: 'tip'; readonly height: Height }
  /** `settled` is the previous change, if this one completed its id check. */
  | { readonly type: 'change'; readonly placed: PlacedChange; readonly settled: PlacedChange | undefined }
  /** All changes were read. `isTip`: the last change is the one that produced the tip. */
  | { readonly type: 'current'; readonly settled: PlacedChange | undefined; readonly isTip: boolean };

type Consensus = Pick<Daemon, 'consensus'>;

export interface FollowDeps {
  readonly daemon: Consensus;
  /** Waits between requests; ends early with the signal. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
}

const ASK_EVERY_MS = 2_000;
/** How many blocks back to search for a start: blocks of a reorganization have no change of their own. */
const MAX_STEPS_BACK = 50;

/** The position before the first change to show. */
export async function findPosition(
  daemon: Consensus,
  start: ChangeStart,
  signal: AbortSignal
): Promise<ChangePosition> {
  const { id, height } = await findId(daemon, start, signal);
  return { id, places: new ChangePlaces(height) };
}

/** Follows the change stream from a position: each response ends, so the next is requested with the last id. */
export async function* followChanges(
  { daemon, sleep }: FollowDeps,
  { id, places }: ChangePosition,
  signal: AbortSignal
): AsyncGenerator<ChangeEvent> {
  let lastId = id;
  while (!signal.aborted) {
    const { height, currentBlock } = await daemon.consensus.status({}, { signal });
    yield { type: 'tip', height };
    for await (const streamed of decodeChanges(await subscribe(daemon, lastId, signal))) {
      signal.throwIfAborted();
      const { change } = streamed;
      const parent = change.applied[0]?.parentId;
      if (places.height === undefined && parent !== undefined) {
        places.startAt((await heightOf(daemon, parent, signal)) + change.reverted.length);
      }
      lastId = change.id;
      yield { type: 'change', ...places.place(streamed) };
    }
    yield { type: 'current', settled: places.settle(currentBlock), isTip: lastId === changeIdOf([], [currentBlock]) };
    await sleep(ASK_EVERY_MS, signal);
  }
}

/** -1 for the parent of genesis. */
async function heightOf(daemon: Consensus, id: BlockId, signal: AbortSignal): Promise<Height> {
  try {
    return (await daemon.consensus.block({ query: { id } }, { signal })).height;
  } catch (error) {
    if (error instanceof BadRequestError) return -1;
    throw error;
  }
}

/** The id for the first request, and the height before its response, if known. */
async function findId(
  daemon: Consensus,
  start: ChangeStart,
  signal: AbortSignal
): Promise<{ id: string; height: Height | undefined }> {
  switch (start.from) {
    case 'genesis':
      return { id: FROM_GENESIS, height: -1 };
    case 'change':
      return { id: start.id.toLowerCase(), height: undefined };
    case 'block':
      return start.height <= 0
        ? { id: FROM_GENESIS, height: -1 }
        : changeOfBlock(daemon, { height: start.height - 1 }, signal);
    case 'now': {
      const { currentBlock } = await daemon.consensus.status({}, { signal });
      return changeOfBlock(daemon, { id: currentBlock }, signal);
    }
  }
}

/**
 * The change id after which a block's first child is streamed; undefined if it has none yet. A change's id is the hash
 * of its block's id, except in a reorganization, and unknown ids are not reported as such. So this searches backward
 * for a block with a known change, and then forward.
 */
async function changeOfBlock(daemon: Consensus, query: { id: BlockId } | { height: number }, signal: AbortSignal) {
  const wanted = await daemon.consensus.block({ query }, { signal });
  let known = wanted;
  for (let back = 0; back < MAX_STEPS_BACK && known.height > 0; back++) {
    known = await daemon.consensus.block({ query: { id: known.parentId } }, { signal });
    const from = { id: changeIdOf([], [known.id]), height: known.height };
    const found = await beforeChild(daemon, wanted.id, from, signal);
    if (found) return found;
  }
  const genesis = { id: FROM_GENESIS, height: -1 };
  const found = known.height === 0 ? await beforeChild(daemon, wanted.id, genesis, signal) : undefined;
  return found ?? { id: changeIdOf([], [wanted.id]) as string, height: wanted.height };
}

/** The change before the one that contains a child of the block; undefined if nothing follows `from`. */
async function beforeChild(
  daemon: Consensus,
  parent: BlockId,
  from: { readonly id: string; readonly height: Height },
  signal: AbortSignal
) {
  let at = from;
  for await (const { change } of decodeChanges(await subscribe(daemon, from.id, signal))) {
    if (change.applied.some(({ parentId }) => parentId === parent)) return at;
    at = { id: change.id, height: at.height + change.applied.length - change.reverted.length };
  }
  return at.id === from.id ? undefined : at;
}

const subscribe = (daemon: Consensus, id: string, signal: AbortSignal) =>
  daemon.consensus.subscribe({ params: { id } }, { signal });
