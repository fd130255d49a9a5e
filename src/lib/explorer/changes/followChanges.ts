import { changeIdOf } from '$lib/api/daemon/changes/changeLayout';
import { ChangePlaces, type PlacedChange } from '$lib/api/daemon/changes/changePlaces';
import { decodeChanges } from '$lib/api/daemon/changes/changeStream';
import type { Daemon } from '$lib/api/daemon/client';
import { FROM_GENESIS } from '$lib/api/daemon/consensus';
import { BadRequestError } from '$lib/api/http/errors';
import type { BlockId } from '$lib/chain/ids';
import type { Height } from '$lib/chain/time';

/** Where to begin. `block` begins with the change that made this block the tip. */
export type ChangeStart =
  | { readonly from: 'genesis' }
  | { readonly from: 'now' }
  | { readonly from: 'block'; readonly height: number }
  | { readonly from: 'change'; readonly id: string };

/** The last change that was read: its id, from which the next request asks, and the heights and ids around it. */
export interface ChangePosition {
  readonly id: string;
  readonly places: ChangePlaces;
}

export type ChangeEvent =
  /** The daemon's tip, before the stream is read up to it. */
  | { readonly type: 'tip'; readonly height: Height }
  /** `settled` is the change before it, when this one settled what was pending about that. */
  | { readonly type: 'change'; readonly placed: PlacedChange; readonly settled: PlacedChange | undefined }
  /** Everything was read. `isTip`: the last id is that of the change which brought the tip. */
  | { readonly type: 'current'; readonly settled: PlacedChange | undefined; readonly isTip: boolean };

type Consensus = Pick<Daemon, 'consensus'>;

export interface FollowDeps {
  readonly daemon: Consensus;
  /** Until the next question; ends early with the signal. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
}

const ASK_EVERY_MS = 2_000;
/** How many blocks back a start is looked for: what came in with a reorganisation has no change of its own. */
const MAX_STEPS_BACK = 50;

/** The position before the first change that is wanted. */
export async function findPosition(
  daemon: Consensus,
  start: ChangeStart,
  signal: AbortSignal
): Promise<ChangePosition> {
  const { id, height } = await findId(daemon, start, signal);
  return { id, places: new ChangePlaces(height) };
}

/** Reads the change stream from a position on and follows it: the answer ends each time, so the last id is asked anew. */
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

/** -1 for the parent of the genesis block, which is no block. */
async function heightOf(daemon: Consensus, id: BlockId, signal: AbortSignal): Promise<Height> {
  try {
    return (await daemon.consensus.block({ query: { id } }, { signal })).height;
  } catch (error) {
    if (error instanceof BadRequestError) return -1;
    throw error;
  }
}

/** The id from which the first request asks, and the height before what it answers, where that is known. */
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
 * Where to ask from to read a block's first child, or nothing when it has none yet. A change's id is the hash of the
 * block's id that it brought, unless the block came with a reorganisation; whether the daemon knows an id shows only in
 * what follows it. So this goes back to a block whose change is known, and on from there.
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

/** The change before the one that brings a child of the block; undefined when nothing follows `from`. */
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
