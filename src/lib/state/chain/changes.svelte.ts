import type { PlacedChange } from '$lib/api/daemon/changes/changePlaces';
import { toAppError, type AppError } from '$lib/errors';
import { matchesFilter, type ChangeFilter } from '$lib/explorer/changes/changeFilter';
import {
  findPosition,
  followChanges,
  type ChangeEvent,
  type ChangePosition,
  type ChangeStart,
  type FollowDeps
} from '$lib/explorer/changes/followChanges';

export type FollowStep = 'idle' | 'finding' | 'reading' | 'following' | 'paused';

const MAX_KEPT = 500;
const MAX_KEPT_BYTES = 16_000_000;
/** Minimum time between two updates of the list. */
const SHOW_EVERY_MS = 150;

interface FollowerDeps extends FollowDeps {
  readonly nowMs: () => number;
}

/** Follows the change stream: the newest changes that match a filter. */
export class ChangeFollower {
  /** Newest first. Bounded: older matches are dropped. Filtered when they arrive. */
  changes = $state.raw<readonly PlacedChange[]>([]);
  step = $state<FollowStep>('idle');
  /** Changes read since the start, matching or not, and their size in bytes. */
  readCount = $state(0);
  readBytes = $state(0);
  /** Number of matching changes. */
  matchCount = $state(0);
  height = $state<number>();
  tipHeight = $state<number>();
  lastId = $state<string>();
  /** The daemon had no changes after the given id, which is also its response to unknown ids. */
  isIdUncertain = $state(false);
  problem = $state.raw<AppError>();
  filter = $state.raw<ChangeFilter>({ text: '', kind: 'all' });

  readonly shown: readonly PlacedChange[] = $derived(
    this.changes.filter((change) => matchesFilter(change, this.filter))
  );

  readonly #deps: FollowerDeps;
  #position: ChangePosition | undefined;
  #abort: AbortController | undefined;
  #kept: PlacedChange[] = [];
  #keptBytes = 0;
  #shownAtMs = 0;
  /** The start id was entered by the user. */
  #idGiven = false;

  constructor(deps: FollowerDeps) {
    this.#deps = deps;
  }

  /** Starts over with an empty list. */
  async start(start: ChangeStart): Promise<void> {
    this.stop();
    const { signal } = (this.#abort = new AbortController());
    this.#kept = [];
    this.#keptBytes = 0;
    this.readCount = this.readBytes = this.matchCount = 0;
    this.height = this.lastId = this.problem = undefined;
    this.isIdUncertain = false;
    this.#idGiven = start.from === 'change';
    this.#show();
    this.step = 'finding';
    try {
      const found = await findPosition(this.#deps.daemon, start, signal);
      signal.throwIfAborted();
      this.#position = found;
      this.lastId = found.id;
      await this.#follow(found, signal);
    } catch (error) {
      this.#fail(error, signal);
    }
  }

  /** Stops polling; {@link resume} continues from here. */
  pause(): void {
    this.stop();
    if (this.lastId !== undefined) this.step = 'paused';
  }

  async resume(): Promise<void> {
    const position = this.#position;
    if (position === undefined || this.lastId === undefined) return;
    this.stop();
    const { signal } = (this.#abort = new AbortController());
    this.problem = undefined;
    try {
      await this.#follow({ ...position, id: this.lastId }, signal);
    } catch (error) {
      this.#fail(error, signal);
    }
  }

  /** Stops; keeps the list. */
  stop(): void {
    this.#abort?.abort();
    this.#abort = undefined;
    if (this.step !== 'idle') this.#show();
    this.step = 'idle';
  }

  async #follow(position: ChangePosition, signal: AbortSignal): Promise<void> {
    this.step = 'reading';
    for await (const event of followChanges(this.#deps, position, signal)) {
      if (signal.aborted) return;
      this.#take(event);
    }
  }

  #take(event: ChangeEvent): void {
    switch (event.type) {
      case 'tip':
        this.tipHeight = event.height;
        return;
      case 'change':
        this.#replace(event.settled);
        this.#keep(event.placed);
        this.lastId = event.placed.change.id;
        this.readCount++;
        this.readBytes += event.placed.byteLength;
        this.height = this.#position?.places.height;
        if (this.#deps.nowMs() - this.#shownAtMs > SHOW_EVERY_MS) this.#show();
        return;
      case 'current':
        this.#replace(event.settled);
        // No changes after an id: either it is the newest, or it is unknown.
        this.isIdUncertain = this.#idGiven && this.readCount === 0 && !event.isTip;
        this.problem = undefined;
        this.#show();
        this.step = 'following';
    }
  }

  #keep(placed: PlacedChange): void {
    if (!matchesFilter(placed, this.filter)) return;
    this.matchCount++;
    this.#kept.push(placed);
    this.#keptBytes += placed.byteLength;
    while (this.#kept.length > MAX_KEPT || (this.#keptBytes > MAX_KEPT_BYTES && this.#kept.length > 1)) {
      this.#keptBytes -= this.#kept.shift()!.byteLength;
    }
  }

  #replace(settled: PlacedChange | undefined): void {
    if (!settled) return;
    const at = this.#kept.findLastIndex(({ change }) => change.id === settled.change.id);
    if (at >= 0) this.#kept[at] = settled;
    // Its block id has just become known and may match the filter.
    else this.#keep(settled);
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
