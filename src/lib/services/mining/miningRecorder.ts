import type { Scheduler } from '$lib/async/scheduler';
import { hastings } from '$lib/chain/currency/currency';
import type { EngineInfo } from '$lib/mining/grinder/grinder';
import { addTotals, count, NO_TOTALS, type MiningRecord, type MiningRecordStorage } from './miningRecords';
import type { MinerEvent } from './runMiner';
import type { WorkChoice } from './workChoice';

interface RecorderDeps {
  readonly storage: Pick<MiningRecordStorage, 'put'>;
  readonly scheduler: Pick<Scheduler, 'sleep'>;
  /** Milliseconds since 1970. */
  readonly nowMs: () => number;
  /** The day in the user's time zone; a record ends with it. */
  readonly dayOf: (atMs: number) => string;
  /** Current power draw of an engine, watts; undefined if unknown. */
  readonly watts: (engine: EngineInfo) => number | undefined;
  readonly newId: () => string;
}

/** A tab that crashes loses at most this much; one that is closed stores it first. */
const WRITE_EVERY_MS = 5_000;
/** A longer time without a dispatch does not count as mining: the computer was asleep. */
const MAX_GAP_MS = 5_000;
const MS_PER_HOUR = 3_600_000;

/** Adds up the events of one run of the miner, and stores the sums every few seconds. */
export class MiningRecorder {
  readonly #deps: RecorderDeps;
  #choice: WorkChoice | undefined;
  #engine: EngineInfo | undefined;
  #record: MiningRecord | undefined;
  /** Latest completion of a dispatch, on the clock of dispatches; undefined before the engine's first. */
  #lastMs: number | undefined;
  #pending: AbortController | undefined;

  constructor(deps: RecorderDeps) {
    this.#deps = deps;
  }

  take(event: MinerEvent): void {
    switch (event.type) {
      case 'session':
        this.#choice = event.choice;
        this.#lastMs = undefined;
        return;
      case 'engine':
        this.#engine = event.engine;
        this.#lastMs = undefined;
        return;
      case 'hashed':
        return this.#takeHashes(event);
      case 'settled': {
        const { outcome, payouts } = event;
        const record = this.#current();
        if (!record) return;
        const reward = outcome.kind === 'accepted' ? payouts.reduce((sum, { value }) => sum + value, 0n) : 0n;
        const earned = hastings(record.earned + reward);
        return this.#put({ ...record, earned, blocks: count(record.blocks, outcome.kind) });
      }
      case 'share': {
        const record = this.#current();
        // A share without a response is not counted.
        if (!record || event.answer.kind === 'lost') return;
        return this.#put({ ...record, shares: count(record.shares, event.answer.kind) });
      }
    }
  }

  /** Stores what has not been stored yet. */
  storePending(): void {
    if (!this.#pending) return;
    this.#pending.abort();
    this.#write();
  }

  #takeHashes({ hashes, completedAtMs, dispatchMs }: Extract<MinerEvent, { type: 'hashed' }>): void {
    const record = this.#current();
    const engine = this.#engine;
    if (!record || !engine) return;
    const lastMs = this.#lastMs ?? completedAtMs - dispatchMs;
    // The engines of a team may report out of order.
    this.#lastMs = Math.max(lastMs, completedAtMs);
    const minedMs = Math.min(MAX_GAP_MS, this.#lastMs - lastMs);
    // The record's own engine may have had another number of cores.
    const watts = this.#deps.watts(engine);
    const energyWh = watts === undefined ? undefined : (watts * minedMs) / MS_PER_HOUR;
    this.#put({ ...record, ...addTotals(record, { ...NO_TOTALS, hashes, minedMs, energyWh }) });
  }

  /** The record to add to: a new one after midnight, with different work or with a different engine. */
  #current(): MiningRecord | undefined {
    const { nowMs, dayOf, newId } = this.#deps;
    const choice = this.#choice;
    const engine = this.#engine;
    if (!choice || !engine) return undefined;
    const atMs = nowMs();
    const last = this.#record;
    const isSame =
      last?.work === choice.kind &&
      last.engine.label === engine.label &&
      last.engine.kind === engine.kind &&
      dayOf(last.startedAtMs) === dayOf(atMs);
    if (isSame) return { ...last, endedAtMs: atMs };
    this.storePending();
    return { ...NO_TOTALS, id: newId(), startedAtMs: atMs, endedAtMs: atMs, work: choice.kind, engine };
  }

  #put(record: MiningRecord): void {
    this.#record = record;
    if (this.#pending) return;
    const pending = (this.#pending = new AbortController());
    void this.#deps.scheduler.sleep(WRITE_EVERY_MS, pending.signal).then(() => {
      if (!pending.signal.aborted) this.#write();
    });
  }

  #write(): void {
    this.#pending = undefined;
    // Mining continues if nothing can be stored; the history page shows the error.
    if (this.#record) void this.#deps.storage.put(this.#record).catch(() => undefined);
  }
}

/** Records the events and passes them on. */
export async function* recorded(
  events: AsyncIterable<MinerEvent>,
  recorder: Pick<MiningRecorder, 'take' | 'storePending'>
): AsyncGenerator<MinerEvent> {
  try {
    for await (const event of events) {
      recorder.take(event);
      yield event;
    }
  } finally {
    recorder.storePending();
  }
}
