import type { DatabaseSync, SQLInputValue, StatementResultingChanges } from 'node:sqlite';
import { requireInPlace } from './inPlace';
import { PackedRuns } from './packedRuns';
import { Unstored, type UnstoredLayer } from './unstored';
import type { WriterThread } from './writerThread';

/** A statement that changes the database. */
export interface Write {
  run(...values: SQLInputValue[]): void;
}

/** The same for changes whose result is needed; they are never recorded. */
export interface ImmediateWrite {
  run(...values: SQLInputValue[]): StatementResultingChanges;
}

/** Changes for another thread to make. */
export interface RecordedChanges {
  readonly runs: PackedRuns;
  /** In the order of {@link Writes.unstored}. */
  readonly layers: readonly UnstoredLayer[];
}

/** Starts a thread that makes changes of the same file. @param statements by their number in a batch */
export type StartThread = (statements: readonly string[]) => WriterThread;

/** Changes after which the log is checkpointed: it is about three times as long, so 128 MB as in `openDatabase`. */
const CHECKPOINT_BYTES = 40 * 1024 * 1024;

/**
 * Makes all changes of a database: at once, or recorded first and then made by another thread. Until these are made,
 * reads see the database as before them, and all other changes wait.
 */
export class Writes {
  readonly #database: DatabaseSync;
  readonly #startThread: StartThread | undefined;
  readonly #checkpointBytes: number;
  readonly #statements: string[] = [];
  readonly #unstored: Unstored<unknown, unknown>[] = [];
  #recording: PackedRuns | undefined;
  #thread: WriterThread | undefined;
  /** Since the last checkpoint. */
  #sentBytes = 0;
  /** Recorded changes that wait for a checkpoint. */
  #waiting: PackedRuns | undefined;
  /** Present while the other thread is at work. */
  #onEnd: ((error: unknown) => void) | undefined;

  /** @param startThread if another thread can write while this one reads; without it, nothing can be recorded */
  constructor(database: DatabaseSync, startThread?: StartThread, checkpointBytes = CHECKPOINT_BYTES) {
    this.#database = database;
    this.#startThread = startThread;
    this.#checkpointBytes = checkpointBytes;
  }

  /** Whether changes can be recorded. */
  get canRecord(): boolean {
    return this.#startThread !== undefined;
  }

  prepare(sql: string): Write {
    const statement = this.#database.prepare(sql);
    const index = this.#statements.push(sql) - 1;
    return {
      run: (...values) => {
        if (this.#recording) return this.#recording.add(index, values);
        this.finish();
        statement.run(...values);
      }
    };
  }

  prepareImmediate(sql: string): ImmediateWrite {
    const statement = this.#database.prepare(sql);
    return {
      run: (...values) => {
        this.finish();
        return statement.run(...values);
      }
    };
  }

  /** What recorded changes will store, for a table that is read while further ones are recorded. */
  unstored<K, V>(): Unstored<K, V> {
    const unstored = new Unstored<K, V>();
    this.#unstored.push(unstored as Unstored<unknown, unknown>);
    return unstored;
  }

  /** Whether changes are being recorded. */
  get isRecording(): boolean {
    return this.#recording !== undefined;
  }

  /**
   * Records the changes that `work` makes, for {@link send}.
   * @param isRead whether `work`, or that of the changes recorded next, reads what {@link unstored} keeps
   */
  record(work: () => void, isRead = false): RecordedChanges {
    const runs = new PackedRuns(this.#thread?.takeMemory());
    this.#recording = runs;
    if (isRead) for (const unstored of this.#unstored) unstored.begin();
    let layers: readonly UnstoredLayer[] = [];
    try {
      work();
    } finally {
      this.#recording = undefined;
      layers = this.#unstored.map((unstored) => unstored.end());
    }
    return { runs, layers };
  }

  /**
   * Has the other thread make recorded changes, in one transaction.
   * @param onEnd called once reads see them; with an error if they could not be made
   * @throws {FolderGoneError}
   */
  send({ runs, layers }: RecordedChanges, onEnd: (error: unknown) => void): void {
    this.finish();
    requireInPlace(this.#database);
    this.#thread ??= this.#startThread!(this.#statements);
    this.#onEnd = onEnd;
    this.#setSent(layers);
    this.#sentBytes += runs.bytes.length;
    if (this.#sentBytes < this.#checkpointBytes) return this.#begin(runs);
    this.#sentBytes = 0;
    this.#waiting = runs;
    // Before reads are pinned: the log is started over only if nothing reads it.
    this.#thread.checkpoint();
    void this.#thread.ended().then(() => this.#waiting === runs && this.#beginWaiting(runs));
  }

  /** @param layers by default none */
  #setSent(layers: readonly UnstoredLayer[] = []): void {
    this.#unstored.forEach((unstored, i) => unstored.setSent(layers[i] ?? new Map()));
  }

  #beginWaiting(runs: PackedRuns): void {
    this.#waiting = undefined;
    this.#thread!.wait();
    this.#begin(runs);
  }

  #begin(runs: PackedRuns): void {
    // What is read until COMMIT is as before the changes.
    this.#database.exec('BEGIN; SELECT 1 FROM sqlite_schema LIMIT 1');
    this.#thread!.begin(runs.bytes);
  }

  /** Resolves once the changes sent last are made, or failed. */
  async ended(): Promise<void> {
    while (this.#onEnd !== undefined) {
      await this.#thread!.ended();
      // Meanwhile, changes that waited for a checkpoint may have begun.
      if (this.#thread?.isAtWork) continue;
      if (this.#waiting) this.#beginWaiting(this.#waiting);
      else this.finish();
    }
  }

  /** Blocks until the changes sent last are made, or failed. */
  finish(): void {
    const onEnd = this.#onEnd;
    if (onEnd === undefined) return;
    if (this.#waiting) this.#beginWaiting(this.#waiting);
    const error = this.#thread!.wait();
    this.#onEnd = undefined;
    this.#database.exec('COMMIT');
    this.#setSent();
    onEnd(error);
  }

  /** Ends the other thread, until changes are sent again. */
  endThread(): void {
    this.finish();
    this.#thread?.close();
    this.#thread = undefined;
  }
}
