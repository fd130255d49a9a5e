import { toAppError, type AppError } from '$lib/errors';
import type { Database, Engine, WriteTransaction } from './database';
import { StorageBlockedError, StorageFullError, StorageNoRoomError, StorageUnreadableError } from './errors';
import { openIdbEngine } from './idbEngine';
import { createMemoryEngine } from './memoryEngine';
import type { StorageStatus } from '$lib/services/wallet/ports';
import { TABLE_NAMES } from './tables';

const NAME = 'quarry';
/** A slow disk on a busy computer can take many seconds, and the error is alarming. */
const OPEN_TIMEOUT_MS = 30_000;

/**
 * Opens the browser's database, or an in-memory one with a warning if the browser stores nothing. An unreadable
 * database is an error: an empty one in its place would suggest that there are no wallets.
 * @throws {StorageNewerError | StorageOutdatedError | StorageUnreadableError}
 */
export async function openDatabase(name: string = NAME): Promise<Database> {
  try {
    return new FallbackDatabase(await withTimeout(openIdbEngine(name)));
  } catch (error) {
    if (error instanceof StorageBlockedError) return new FallbackDatabase(createMemoryEngine(), error);
    throw error;
  }
}

/** Opens the database for data that may be lost, such as samples; in memory, with a warning, if it cannot be opened. */
export const openDisposableDatabase = (name: string = NAME): Promise<Database> =>
  openDatabase(name).catch((error: unknown) => openMemoryDatabase(toAppError(error)));

/** An in-memory database. */
export const openMemoryDatabase = (warning?: AppError): Database => new FallbackDatabase(createMemoryEngine(), warning);

/** With a broken browser profile, opening may never complete. */
function withTimeout(opening: Promise<Engine>): Promise<Engine> {
  const late = new Promise<never>((_, reject) =>
    setTimeout(() => reject(new StorageUnreadableError()), OPEN_TIMEOUT_MS)
  );
  return Promise.race([opening, late]);
}

const isFull = (error: unknown): boolean => error instanceof DOMException && error.name === 'QuotaExceededError';

/** An engine that moves all data to memory when the disk is full. */
export class FallbackDatabase implements Database {
  onwarning: ((warning: AppError) => void) | undefined;
  #engine: Engine;
  #warning: AppError | undefined;
  readonly #alone = new AbortController();
  #moving: Promise<void> | undefined;
  /** The full disk, after its data was moved. */
  #fullDisk: Engine | undefined;

  constructor(engine: Engine, warning?: AppError) {
    this.#engine = engine;
    this.#warning = warning;
    if (warning) this.#alone.abort();
  }

  get warning(): AppError | undefined {
    return this.#warning;
  }

  get alone(): AbortSignal {
    return this.#alone.signal;
  }

  read: Engine['read'] = async (tables, run) => {
    await this.#moving;
    return this.#engine.read(tables, run);
  };

  write: Engine['write'] = async (tables, run) => {
    await this.#moving;
    const engine = this.#engine;
    try {
      return await engine.write(tables, run);
    } catch (error) {
      if (!isFull(error)) throw error;
      if (this.#engine === engine) await (this.#moving ??= this.#moveToMemory(engine, error));
      return this.#engine.write(tables, run);
    }
  };

  remove: Database['remove'] = (tables, run) => this.writeThrough(tables, run);

  writeThrough: Database['writeThrough'] = async (tables, run) => {
    await this.#moving;
    try {
      await (this.#fullDisk ?? this.#engine).write(tables, run);
    } catch (cause) {
      throw isFull(cause) ? new StorageNoRoomError({ cause }) : cause;
    }
    // Another write may have moved the data meanwhile.
    await this.#moving;
    if (this.#fullDisk) await this.#engine.write(tables, run);
  };

  writeToBoth: Database['writeToBoth'] = async (tables, run) => {
    await this.write(tables, run);
    if (!this.#fullDisk) return true;
    // It may still be full, or no longer have what the rows belong to.
    return this.#fullDisk.write(tables, run).then(
      () => true,
      () => false
    );
  };

  readMoved: Database['readMoved'] = async (tables, run) => {
    await this.#moving;
    return this.#fullDisk?.read(tables, run);
  };

  removeMoved: Database['removeMoved'] = async (tables, run) => {
    await this.#moving;
    if (this.#fullDisk) await this.#engine.write(tables, run);
  };

  close(): void {
    this.#fullDisk?.close();
    this.#engine.close();
  }

  async #moveToMemory(from: Engine, cause: unknown): Promise<void> {
    const memory = createMemoryEngine();
    try {
      await memory.write(TABLE_NAMES, (to) => from.read(TABLE_NAMES, (source) => copyAll(source, to)));
    } finally {
      this.#moving = undefined;
    }
    this.#fullDisk = from;
    this.#engine = memory;
    this.#warning = new StorageFullError({ cause });
    this.#alone.abort();
    this.onwarning?.(this.#warning);
  }
}

async function copyAll(from: Pick<WriteTransaction, 'range'>, to: WriteTransaction): Promise<void> {
  for (const table of TABLE_NAMES) {
    for (const row of await from.range(table, {})) await to.put(table, row);
  }
}

/** What the browser reports about this site's storage. */
export async function storageStatus(): Promise<StorageStatus> {
  const [persisted, estimate] = await Promise.all([navigator.storage?.persisted?.(), navigator.storage?.estimate?.()]);
  return { persisted: persisted ?? false, used: estimate?.usage, quota: estimate?.quota };
}

/** Requests persistent storage. @returns whether the browser granted it */
export async function askToPersist(): Promise<boolean> {
  return (await navigator.storage?.persist?.()) ?? false;
}
