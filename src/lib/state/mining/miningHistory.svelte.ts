import { lazy } from '$lib/async/lazy';
import { toAppError, type AppError } from '$lib/errors';
import type { MiningRecord, MiningRecordStorage } from '$lib/services/mining/miningRecords';
import type { OpenChannel, TabChannel } from '$lib/services/ports';

const CHANNEL = 'quarry:mining-history';

interface MiningHistoryDeps {
  readonly openStorage: () => Promise<MiningRecordStorage>;
  readonly openChannel: OpenChannel;
}

/** Mining results in this browser, across all sessions. */
export class MiningHistory {
  /** Newest first; undefined until read. */
  records = $state.raw<readonly MiningRecord[]>();
  /** Why the records could not be read or deleted. */
  problem = $state.raw<AppError>();
  /** A read is in progress. */
  reading = $state(false);

  readonly #openStorage: () => Promise<MiningRecordStorage>;
  readonly #channel: TabChannel<''>;
  /** Number of pages that show the records. */
  #shown = 0;

  constructor({ openStorage, openChannel }: MiningHistoryDeps) {
    this.#openStorage = lazy(openStorage);
    this.#channel = openChannel(CHANNEL, () => this.#onChange());
  }

  /** Reads the records now and after every change. @returns the stop function */
  follow(): () => void {
    this.#shown++;
    void this.refresh();
    return () => void this.#shown--;
  }

  async refresh(): Promise<void> {
    this.reading = true;
    try {
      this.records = await (await this.#openStorage()).read();
      this.problem = undefined;
    } catch (error) {
      this.problem = toAppError(error);
    } finally {
      this.reading = false;
    }
  }

  /** Opens the storage, for which a page that is being left has no time. */
  prepare(): void {
    // If it cannot be opened, the history page reports that.
    this.#openStorage().catch(() => undefined);
  }

  /** Stores a record of the running session. */
  readonly put = async (record: MiningRecord): Promise<void> => {
    await (await this.#openStorage()).put(record);
    this.#channel.post('');
    this.#onChange();
  };

  /** Deletes all records. The running session's record is stored again at its next dispatch. @throws {AppError} */
  async clear(): Promise<void> {
    try {
      await (await this.#openStorage()).clear();
    } catch (error) {
      throw toAppError(error);
    }
    this.#channel.post('');
    await this.refresh();
  }

  #onChange(): void {
    if (this.#shown > 0) void this.refresh();
  }
}
