import type { Alert } from '$lib/api/daemon/daemon';
import type { Height } from '$lib/chain/time';
import { AppError } from '$lib/errors';
import type { ChainClock } from '../simulation/chainClock';
import { HostPopulation } from '../hostdb/population';
import { HostRanking } from '../hostdb/ranking';
import { MarketStore, type RecordedAction, type Snapshot } from './marketStore';
import { NotStoredError, storeError } from '../store/sqliteError';
import type { MarketPart, Moment } from '../simulation/simulationPart';
import { MarketRandom } from '../simulation/random';

/** Builds the world of a chain; its seed is the genesis block's id. Cheap: everything in it is computed on demand. */
export function marketWorld(clock: ChainClock): MarketWorld {
  const random = new MarketRandom(clock.genesisId);
  const hosts = new HostPopulation(random);
  return { random, clock, hosts, ranking: new HostRanking(hosts) };
}

/** The node was stopped while the market was catching up. */
export class MarketClosedError extends AppError {
  readonly code = 'node/market-closed';
  constructor() {
    super('the node was stopped');
  }
}

/** A part of any state and action type. */
type AnyPart = MarketPart<unknown, unknown>;

export interface MarketOptions {
  /** A file, or `:memory:`. Opened on first use. */
  readonly path: string;
  readonly world: MarketWorld;
  readonly parts: readonly AnyPart[];
}

/** Inputs shared by all parts of the market. */
export interface MarketWorld {
  readonly random: MarketRandom;
  readonly hosts: HostPopulation;
  /** Scored and sorted hosts; shared, because it memoizes its last result. */
  readonly ranking: HostRanking;
  readonly clock: ChainClock;
}

// Snapshots: blocks between two, and how many are retained.
const SNAPSHOT_EVERY = 12;
const SNAPSHOTS_KEPT = 12;
// Blocks per transaction; the node serves requests in between.
const BLOCKS_AT_ONCE = 250;

/**
 * The simulated storage market. It is opened and advanced lazily, when it is read. Its state at a height is a function
 * of its seed, the chain and the recorded actions. After a reorganization it is replayed from the newest snapshot on
 * the common chain. After one below the oldest snapshot, that snapshot's state is used as it is, and recorded actions
 * are applied again.
 */
export class Market {
  readonly #options: MarketOptions;
  #opened: Opened | undefined;
  #advancing: Promise<Moment> | undefined;
  #isClosed = false;

  constructor(options: MarketOptions) {
    this.#options = options;
  }

  get world(): MarketWorld {
    return this.#options.world;
  }

  /** The height the market has reached; the tip's after {@link advance}. */
  get height(): Height {
    return this.#open().current.moment.height;
  }

  /** Advances to the tip of the best chain, in batches, so that other requests are served meanwhile. */
  advance(): Promise<Moment> {
    this.#advancing ??= this.#advance().finally(() => (this.#advancing = undefined));
    return this.#advancing;
  }

  /** The part's state at the tip. */
  async read<State>(part: MarketPart<State, unknown>): Promise<{ readonly state: State; readonly moment: Moment }> {
    const moment = await this.advance();
    return { state: this.#open().current.states[part.name] as State, moment };
  }

  /** Applies and records an action at the market's current height: call it right after {@link read}. */
  act<State, Action>(part: MarketPart<State, Action>, action: Action): State {
    const opened = this.#open();
    const { store, current } = opened;
    const state = part.act(current.states[part.name] as State, action, current.moment);
    opened.current = store.transaction(() => {
      const actions = store.addAction(current.moment.height, part.name, action);
      const after = { ...current, actions, states: { ...current.states, [part.name]: state } };
      store.putSnapshot(after);
      return after;
    });
    return state;
  }

  /** The alerts of all parts; none while nothing can be stored, of which there are other alerts. */
  async alerts(): Promise<Alert[]> {
    try {
      const moment = await this.advance();
      const { parts, current } = this.#open();
      return parts.flatMap((part) => part.alerts(current.states[part.name], moment));
    } catch (error) {
      if (storeError(error) instanceof NotStoredError) return [];
      throw error;
    }
  }

  close(): void {
    this.#isClosed = true;
    this.#opened?.store.close();
  }

  #open(): Opened {
    if (this.#isClosed) throw new MarketClosedError();
    this.#opened ??= open(this.#options);
    return this.#opened;
  }

  async #advance(): Promise<Moment> {
    for (;;) {
      const opened = this.#open();
      const { tip } = opened.world.clock;
      if (opened.current.moment.id === tip.id) return opened.current.moment;
      // Committed first, then adopted.
      const reached = opened.store.transaction(() => advanceBatch({ ...opened }));
      opened.current = reached.current;
      opened.kept = reached.kept;
      if (opened.current.moment.id === opened.world.clock.tip.id) return opened.current.moment;
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
}

/** An opened market; `current` and `kept` are replaced as it advances. */
interface Opened {
  readonly store: MarketStore;
  readonly world: MarketWorld;
  readonly parts: readonly AnyPart[];
  current: Snapshot;
  /** Earlier snapshots, oldest first. */
  kept: readonly Snapshot[];
}

const stateIn = ({ states }: Snapshot, part: AnyPart): unknown =>
  part.name in states ? (part.restored?.(states[part.name]) ?? states[part.name]) : part.initial();

function open({ path, world, parts }: MarketOptions): Opened {
  const { clock } = world;
  const store = new MarketStore(path, clock.genesisId);
  // A part added after the file was written starts from its initial state.
  const stored = store.snapshots().map((snapshot) => ({
    ...snapshot,
    states: Object.fromEntries(parts.map((part) => [part.name, stateIn(snapshot, part)]))
  }));
  const genesis: Snapshot = {
    moment: clock.at(clock.first)!,
    actions: 0,
    states: Object.fromEntries(parts.map((part) => [part.name, part.initial()]))
  };
  return { store, world, parts, current: stored.at(-1) ?? genesis, kept: stored.slice(0, -1) };
}

/** Advances one batch toward the tip, within a transaction. Mutates and returns its argument. */
function advanceBatch(opened: Opened): Opened {
  const { store, world } = opened;
  const { clock } = world;
  rollBackStaleBranch(opened);
  const target = Math.min(clock.tip.height, opened.current.moment.height + BLOCKS_AT_ONCE);
  const pending = store.actionsAfter(opened.current.actions);
  const fresh: Snapshot[] = [];
  // While catching up, only the last snapshots are worth storing.
  const worthKeeping = clock.tip.height - SNAPSHOT_EVERY * SNAPSHOTS_KEPT;
  while (opened.current.moment.height < target) {
    applyActions(opened, pending, opened.current.moment.height);
    const { height } = opened.current.moment;
    if (height % SNAPSHOT_EVERY === 0 && height >= worthKeeping) fresh.push(opened.current);
    const moment = clock.at(height + 1)!;
    const { current } = opened;
    const states: Record<string, unknown> = {};
    for (const part of opened.parts) states[part.name] = part.step(current.states[part.name], moment);
    opened.current = { ...current, moment, states };
  }
  if (target === clock.tip.height) {
    // Those requested at the tip, or on a longer branch than this one: they apply at its end.
    for (const { seq } of pending) store.moveAction(seq, target);
    applyActions(opened, pending, Infinity);
  }
  opened.kept = [...opened.kept, ...fresh].slice(-SNAPSHOTS_KEPT);
  for (const snapshot of [...fresh.slice(-SNAPSHOTS_KEPT), opened.current]) store.putSnapshot(snapshot);
  store.keepSnapshots([...opened.kept, opened.current].map(({ moment }) => moment.height));
  store.forgetActions(opened.kept[0]?.actions ?? opened.current.actions);
  return opened;
}

/** Applies the pending actions up to a height and removes them from the list. */
function applyActions(opened: Opened, pending: RecordedAction[], upTo: number): void {
  while (pending.length > 0 && pending[0]!.height <= upTo) {
    const { seq, part: name, action } = pending.shift()!;
    const { current } = opened;
    const part = opened.parts.find((candidate) => candidate.name === name);
    const state = part?.act(current.states[name], action, current.moment);
    opened.current = {
      ...current,
      actions: seq,
      states: part ? { ...current.states, [name]: state } : current.states
    };
  }
}

/** Returns to the newest snapshot on the best chain if the current one is on a stale branch. */
function rollBackStaleBranch(opened: Opened): void {
  const { clock } = opened.world;
  const isBest = ({ moment }: Snapshot) => clock.at(moment.height)?.id === moment.id;
  if (isBest(opened.current)) return;
  const kept = opened.kept.filter(isBest);
  const oldest = opened.kept[0] ?? opened.current;
  const height = Math.min(oldest.moment.height, clock.tip.height);
  // Reorganization below the snapshots: the oldest is used as the state at its height.
  opened.current = kept.at(-1) ?? { ...oldest, moment: clock.at(height)! };
  opened.kept = kept.slice(0, -1);
}
