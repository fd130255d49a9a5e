import { lazy } from '$lib/async/lazy';
import { toAppError, type AppError } from '$lib/errors';
import type { MiningRecord, MiningRecordStorage } from '$lib/services/mining/miningRecords';
import type { OpenChannel, TabChannel } from '$lib/services/ports';

const CHANNEL = 'quarry:mining-history';

interface MiningHistoryDeps {
  readonly openStorage: () => Promise<MiningRecordStorage>;
  readonly openChannel: OpenChannel;
}

/** What was mined in this browser, over all sessions. */
export class MiningHistory {
  /** Newest first; undefined until they are read. */
  records = $state.raw<readonly MiningRecord[]>();
  /** Why they could not be read or deleted. */
  problem = $state.raw<AppError>();
  /** Being read again after a problem. */
  reading = $state(false);

  readonly #openStorage: () => Promise<MiningRecordStorage>;
  readonly #channel: TabChannel<''>;
  /** Pages that show it. */
  #shown = 0;

  constructor({ openStorage, openChannel }: MiningHistoryDeps) {
    this.#openStorage = lazy(openStorage);
    this.#channel = openChannel(CHANNEL, () => this.#onChange());
  }

  /** Reads the records, and again with each change, until the returned function is called. */
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

  /** Stores a record of the session that runs. */
  readonly put = async (record: MiningRecord): Promise<void> => {
    await (await this.#openStorage()).put(record);
    this.#channel.post('');
    this.#onChange();
  };

  /** Deletes all records. One of mining that runs is stored again with its next dispatch. @throws {AppError} */
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
