import type { Alert } from '$lib/api/daemon/daemon';
import type { Height } from '$lib/chain/time';
import { AppError } from '$lib/errors';
import type { ChainClock } from '../simulation/chainClock';
import { HostPopulation } from '../hostdb/population';
import { HostRanking } from '../hostdb/ranking';
import { MarketStore, type RecordedAction, type Snapshot } from './marketStore';
import type { MarketPart, Moment } from '../simulation/simulationPart';
import { MarketRandom } from '../simulation/random';

/** The world of a chain: its seed is the genesis block's id. Costs next to nothing until somebody looks at it. */
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

/** Any part, where its state is nobody's business. */
type AnyPart = MarketPart<unknown, unknown>;

export interface MarketOptions {
  /** A file, or `:memory:`. Opened, like the rest, when the market is first asked something. */
  readonly path: string;
  readonly world: MarketWorld;
  readonly parts: readonly AnyPart[];
}

/** What all parts of the market share, and what they are functions of. */
export interface MarketWorld {
  readonly random: MarketRandom;
  readonly hosts: HostPopulation;
  /** The hosts judged and sorted; shared, because it remembers its last answer. */
  readonly ranking: HostRanking;
  readonly clock: ChainClock;
}

// A snapshot every so many blocks, for so many blocks back.
const SNAPSHOT_EVERY = 12;
const SNAPSHOTS_KEPT = 12;
// Blocks per transaction; between two of them the node answers others.
const BLOCKS_AT_ONCE = 250;

/**
 * The simulated storage market. It moves with the chain, but only when somebody asks: until then it is not even opened.
 * What it is at a height follows from its seed, the chain and what people asked for; nothing else. A branch that takes
 * over is lived through from the newest snapshot both have. Where it forks off deeper than the snapshots reach, the
 * market goes on from the oldest of them as if that had been the past; what a person asked for is done again either way.
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

  /** Moves on to the tip, whatever way the chain went. Long ways are gone in stretches, with others served between. */
  advance(): Promise<Moment> {
    this.#advancing ??= this.#advance().finally(() => (this.#advancing = undefined));
    return this.#advancing;
  }

  /** The part's state at the tip. */
  async read<State>(part: MarketPart<State, unknown>): Promise<{ readonly state: State; readonly moment: Moment }> {
    const moment = await this.advance();
    return { state: this.#open().current.states[part.name] as State, moment };
  }

  /** Does and remembers what a person asked for, at once, where the market stands: call it right after {@link read}. */
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

  /** What all parts have to say. */
  async alerts(): Promise<Alert[]> {
    const moment = await this.advance();
    const { parts, current } = this.#open();
    return parts.flatMap((part) => part.alerts(current.states[part.name], moment));
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
      // Taken over only once it is stored.
      const reached = opened.store.transaction(() => moveOn({ ...opened }));
      opened.current = reached.current;
      opened.kept = reached.kept;
      if (opened.current.moment.id === opened.world.clock.tip.id) return opened.current.moment;
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
}

/** An opened market; `current` and `kept` are replaced as it moves. */
interface Opened {
  readonly store: MarketStore;
  readonly world: MarketWorld;
  readonly parts: readonly AnyPart[];
  current: Snapshot;
  /** Earlier snapshots, oldest first. */
  kept: readonly Snapshot[];
}

function open({ path, world, parts }: MarketOptions): Opened {
  const { clock } = world;
  const store = new MarketStore(path, clock.genesisId);
  // A part that is newer than the file begins where the market stands.
  const stored = store.snapshots().map((snapshot) => ({
    ...snapshot,
    states: Object.fromEntries(parts.map((part) => [part.name, snapshot.states[part.name] ?? part.initial()]))
  }));
  const genesis: Snapshot = {
    moment: clock.at(0)!,
    actions: 0,
    states: Object.fromEntries(parts.map((part) => [part.name, part.initial()]))
  };
  return { store, world, parts, current: stored.at(-1) ?? genesis, kept: stored.slice(0, -1) };
}

/** One stretch of the way to the tip, within a transaction. Changes and returns what it is given. */
function moveOn(opened: Opened): Opened {
  const { store, world } = opened;
  const { clock } = world;
  leaveStaleBranch(opened);
  const target = Math.min(clock.tip.height, opened.current.moment.height + BLOCKS_AT_ONCE);
  const pending = store.actionsAfter(opened.current.actions);
  const fresh: Snapshot[] = [];
  // On a long way only the last ones are ever kept.
  const worthKeeping = clock.tip.height - SNAPSHOT_EVERY * SNAPSHOTS_KEPT;
  while (opened.current.moment.height < target) {
    doAgain(opened, pending, opened.current.moment.height);
    const { height } = opened.current.moment;
    if (height % SNAPSHOT_EVERY === 0 && height >= worthKeeping) fresh.push(opened.current);
    const moment = clock.at(height + 1)!;
    const { current } = opened;
    const states: Record<string, unknown> = {};
    for (const part of opened.parts) states[part.name] = part.step(current.states[part.name], moment);
    opened.current = { ...current, moment, states };
  }
  doAgain(opened, pending, target);
  if (target === clock.tip.height) {
    // The branch is shorter than the one these were asked for on: they are done where it ends.
    for (const { seq } of pending) store.moveAction(seq, target);
    doAgain(opened, pending, Infinity);
  }
  opened.kept = [...opened.kept, ...fresh].slice(-SNAPSHOTS_KEPT);
  for (const snapshot of [...fresh.slice(-SNAPSHOTS_KEPT), opened.current]) store.putSnapshot(snapshot);
  store.keepSnapshots([...opened.kept, opened.current].map(({ moment }) => moment.height));
  store.forgetActions(opened.kept[0]?.actions ?? opened.current.actions);
  return opened;
}

/** Does the actions asked for up to a height, and takes them off the list. */
function doAgain(opened: Opened, pending: RecordedAction[], upTo: number): void {
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

/** Back to the newest snapshot of the best chain, if the market stands on a branch that is no longer part of it. */
function leaveStaleBranch(opened: Opened): void {
  const { clock } = opened.world;
  const isBest = ({ moment }: Snapshot) => clock.at(moment.height)?.id === moment.id;
  if (isBest(opened.current)) return;
  const kept = opened.kept.filter(isBest);
  const oldest = opened.kept[0] ?? opened.current;
  const height = Math.min(oldest.moment.height, clock.tip.height);
  // Deeper than the snapshots reach: the oldest is taken for the state after the block that is now at its height.
  opened.current = kept.at(-1) ?? { ...oldest, moment: clock.at(height)! };
  opened.kept = kept.slice(0, -1);
}
