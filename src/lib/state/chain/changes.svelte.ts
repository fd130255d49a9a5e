import { changeIdOf } from '$lib/api/daemon/changes/changeLayout';
import { ChangePlaces, type PlacedChange } from '$lib/api/daemon/changes/changePlaces';
import { decodeChanges } from '$lib/api/daemon/changes/changeStream';
import type { Daemon } from '$lib/api/daemon/client';
import { FROM_GENESIS } from '$lib/api/daemon/consensus';
import { BadRequestError } from '$lib/api/http/errors';
import type { BlockId } from '$lib/chain/ids';
import { toAppError, type AppError } from '$lib/errors';
import { matchesFilter, type ChangeFilter } from '$lib/explorer/changes/changeFilter';

/** Where to begin. `block` begins with the change that made this block the tip. */
export type ChangeStart =
  | { readonly from: 'genesis' }
  | { readonly from: 'now' }
  | { readonly from: 'block'; readonly height: number }
  | { readonly from: 'change'; readonly id: string };

export type FollowStep = 'idle' | 'finding' | 'reading' | 'following' | 'paused';

const MOST_KEPT = 500;
const MOST_KEPT_BYTES = 16_000_000;
const ASK_EVERY_MS = 2_000;
/** The list is drawn again at most this often while changes pour in. */
const SHOW_EVERY_MS = 150;
/** How many blocks back a start is looked for: what came in with a reorganisation has no change of its own. */
const MOST_STEPS_BACK = 50;

interface FollowerDeps {
  readonly daemon: Pick<Daemon, 'consensus'>;
  readonly nowMs: () => number;
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** Reads the change stream and follows it: the answer ends each time, so the next is asked for with the last id. */
export class ChangeFollower {
  /** Newest first; only the newest, and only those that matched the filter when they came. */
  changes = $state.raw<readonly PlacedChange[]>([]);
  step = $state<FollowStep>('idle');
  /** Changes read since the start, shown or not, and their bytes. */
  readCount = $state(0);
  readBytes = $state(0);
  /** How many of them matched. */
  matchCount = $state(0);
  height = $state<number>();
  tipHeight = $state<number>();
  lastId = $state<string>();
  /** The daemon had nothing after the id it was given, which it answers to ids it does not know as well. */
  idDoubtful = $state(false);
  problem = $state.raw<AppError>();
  filter = $state.raw<ChangeFilter>({ text: '', kind: 'all' });

  readonly shown: readonly PlacedChange[] = $derived(
    this.changes.filter((change) => matchesFilter(change, this.filter))
  );

  readonly #deps: FollowerDeps;
  #places = new ChangePlaces(undefined);
  #abort: AbortController | undefined;
  #kept: PlacedChange[] = [];
  #keptBytes = 0;
  #shownAtMs = 0;
  /** The start is an id that a person gave; others were found. */
  #idGiven = false;

  constructor(deps: FollowerDeps) {
    this.#deps = deps;
  }

  /** Begins anew; what was kept is dropped. */
  async start(start: ChangeStart): Promise<void> {
    this.stop();
    const { signal } = (this.#abort = new AbortController());
    this.#kept = [];
    this.#keptBytes = 0;
    this.readCount = this.readBytes = this.matchCount = 0;
    this.height = this.lastId = this.problem = undefined;
    this.idDoubtful = false;
    this.#idGiven = start.from === 'change';
    this.#show();
    this.step = 'finding';
    try {
      const begin = await this.#find(start, signal);
      this.#places = new ChangePlaces(begin.height);
      this.lastId = begin.id;
    } catch (error) {
      this.#fail(error, signal);
      return;
    }
    await this.#run(signal);
  }

  /** Stops asking; {@link resume} goes on where it ended. */
  pause(): void {
    this.stop();
    if (this.lastId !== undefined) this.step = 'paused';
  }

  async resume(): Promise<void> {
    if (this.lastId === undefined) return;
    this.stop();
    const { signal } = (this.#abort = new AbortController());
    this.problem = undefined;
    await this.#run(signal);
  }

  /** Ends it; what was read stays. */
  stop(): void {
    this.#abort?.abort();
    this.#abort = undefined;
    if (this.step !== 'idle') this.#show();
    this.step = 'idle';
  }

  /** The id from which the first request asks, and the height before what it answers, where that is known. */
  async #find(start: ChangeStart, signal: AbortSignal): Promise<{ id: string; height: number | undefined }> {
    switch (start.from) {
      case 'genesis':
        return { id: FROM_GENESIS, height: -1 };
      case 'change':
        return { id: start.id.toLowerCase(), height: undefined };
      case 'block':
        return start.height <= 0
          ? { id: FROM_GENESIS, height: -1 }
          : this.#changeOfBlock({ height: start.height - 1 }, signal);
      case 'now': {
        const { currentBlock } = await this.#deps.daemon.consensus.status({}, { signal });
        return this.#changeOfBlock({ id: currentBlock }, signal);
      }
    }
  }

  /**
   * Where to ask from to be told of a block's first child, or of nothing when it has none yet. A change's id is the hash
   * of the block's id that it brought, unless the block came with a reorganisation; whether the daemon knows an id shows
   * only in what follows it. So this goes back to a block whose change is known, and on from there.
   */
  async #changeOfBlock(query: { id: BlockId } | { height: number }, signal: AbortSignal) {
    const wanted = await this.#deps.daemon.consensus.block({ query }, { signal });
    let known = wanted;
    for (let back = 0; back < MOST_STEPS_BACK && known.height > 0; back++) {
      known = await this.#deps.daemon.consensus.block({ query: { id: known.parentId } }, { signal });
      const found = await this.#beforeChild(wanted.id, changeIdOf([], [known.id]), known.height, signal);
      if (found) return found;
    }
    const found = known.height === 0 ? await this.#beforeChild(wanted.id, FROM_GENESIS, -1, signal) : undefined;
    return found ?? { id: changeIdOf([], [wanted.id]) as string, height: wanted.height };
  }

  /** The id of the change before the one that brings a child of the block; undefined when nothing follows `from`. */
  async #beforeChild(parent: BlockId, from: string, fromHeight: number, signal: AbortSignal) {
    let at = { id: from, height: fromHeight };
    for await (const { change } of decodeChanges(await this.#subscribe(from, signal))) {
      if (change.applied.some(({ parentId }) => parentId === parent)) return at;
      at = { id: change.id, height: at.height + change.applied.length - change.reverted.length };
    }
    return at.id === from ? undefined : at;
  }

  #subscribe(id: string, signal: AbortSignal) {
    return this.#deps.daemon.consensus.subscribe({ params: { id } }, { signal });
  }

  async #run(signal: AbortSignal): Promise<void> {
    try {
      while (!signal.aborted) {
        if (this.step !== 'following') this.step = 'reading';
        const { height, currentBlock } = await this.#deps.daemon.consensus.status({}, { signal });
        this.tipHeight = height;
        await this.#readToEnd(signal);
        this.#replace(this.#places.settle(currentBlock));
        // Nothing at all after an id: it is the newest one, or none that the daemon knows.
        const nothing = this.#idGiven && this.readCount === 0;
        this.idDoubtful = nothing && this.lastId !== changeIdOf([], [currentBlock]);
        this.problem = undefined;
        this.#show();
        this.step = 'following';
        await this.#deps.wait(ASK_EVERY_MS, signal);
      }
    } catch (error) {
      this.#fail(error, signal);
    }
  }

  async #readToEnd(signal: AbortSignal): Promise<void> {
    for await (const streamed of decodeChanges(await this.#subscribe(this.lastId!, signal))) {
      signal.throwIfAborted();
      const { change } = streamed;
      const parent = change.applied[0]?.parentId;
      if (this.#places.height === undefined && parent !== undefined) {
        const read = await this.#deps.daemon.consensus.block({ query: { id: parent } }, { signal }).catch((error) => {
          // The parent of the genesis block is no block.
          if (error instanceof BadRequestError) return { height: -1 };
          throw error;
        });
        this.#places.startAt(read.height + change.reverted.length);
      }
      const { placed, settled } = this.#places.place(streamed);
      this.#replace(settled);
      this.#take(placed);
      this.lastId = change.id;
      this.readCount++;
      this.readBytes += streamed.byteLength;
      this.height = this.#places.height;
      if (this.#deps.nowMs() - this.#shownAtMs > SHOW_EVERY_MS) this.#show();
    }
  }

  #take(placed: PlacedChange): void {
    if (!matchesFilter(placed, this.filter)) return;
    this.matchCount++;
    this.#kept.push(placed);
    this.#keptBytes += placed.byteLength;
    while (this.#kept.length > MOST_KEPT || (this.#keptBytes > MOST_KEPT_BYTES && this.#kept.length > 1)) {
      this.#keptBytes -= this.#kept.shift()!.byteLength;
    }
  }

  #replace(settled: PlacedChange | undefined): void {
    if (!settled) return;
    const at = this.#kept.findLastIndex(({ change }) => change.id === settled.change.id);
    if (at >= 0) this.#kept[at] = settled;
    // The id of its block became known only now, and may be what is looked for.
    else this.#take(settled);
  }

  #show(): void {
    this.#shownAtMs = this.#deps.nowMs();
    this.changes = this.#kept.toReversed();
  }

  #fail(error: unknown, signal: AbortSignal): void {
    if (signal.aborted) return;
    this.problem = toAppError(error);
    this.#show();
    this.step = this.lastId === undefined ? 'idle' : 'paused';
  }
}
