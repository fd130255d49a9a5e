import { sleep } from '$lib/async/sleep';
import type { OpenChannel, TabChannel } from '$lib/services/ports';

const LOCK_NAME = 'quarry:mining';
const FORGET_AFTER_MS = 5000;
/** Waiting tabs hold the freed lock only briefly. */
const RETRY_MS = 20;

/** Report of a mining tab to the others, once a second. */
export interface MiningReport {
  readonly hashesPerSecond: number;
  readonly accepted: number;
}

type Message = { readonly type: 'report'; readonly report: MiningReport } | { readonly type: 'stop' };

/**
 * Ensures that one tab mines at a time, using a Web Lock, which the browser releases however the tab ends. Where locks
 * are unavailable (insecure contexts) or denied, every tab may mine.
 */
export class TabLock {
  /** Another tab holds the lock. */
  inOtherTab = $state(false);
  /** The other tab's last report; undefined before the first, and once reports have stopped. */
  report = $state.raw<MiningReport>();

  #locks: LockManager | undefined;
  readonly #channel: TabChannel<Message>;
  /** Stops the work running in this tab. */
  #stopRunning: (() => void) | undefined;
  #forgetting: ReturnType<typeof setTimeout> | undefined;

  /** @param locks undefined if unsupported */
  constructor(locks: LockManager | undefined, openChannel: OpenChannel) {
    this.#locks = locks;
    this.#channel = openChannel(LOCK_NAME, (message: Message) => {
      if (message.type === 'stop') this.#stopRunning?.();
      else this.#receive(message.report);
    });
    this.#otherMines().then(
      (mines) => mines && this.#waitForOther(),
      () => (this.#locks = undefined)
    );
  }

  /**
   * Runs the work while holding the lock; returns without running it if another tab holds it.
   * @param stop called when another tab requests the end of the work
   */
  async hold(stopped: AbortSignal, work: () => Promise<void>, stop = () => {}): Promise<void> {
    const run = async () => {
      this.#stopRunning = stop;
      await work().finally(() => (this.#stopRunning = undefined));
    };
    let isOurs = false;
    try {
      while (this.#locks) {
        // Without a time limit: a request that is aborted as it is granted holds the lock for a moment longer.
        await this.#locks.request(LOCK_NAME, { ifAvailable: true }, async (lock) => {
          isOurs = lock !== null;
          if (isOurs && !stopped.aborted) await run();
        });
        if (isOurs || stopped.aborted) return;
        if (await this.#otherMines()) return this.#waitForOther();
        await sleep(RETRY_MS, stopped);
      }
    } catch (error) {
      if (isOurs) throw error;
      if (stopped.aborted) return;
      this.#locks = undefined;
    }
    await run();
  }

  /** Waiting tabs hold the lock, too, but share it. */
  async #otherMines(): Promise<boolean> {
    const { held } = (await this.#locks?.query()) ?? {};
    return held?.some(({ name, mode }) => name === LOCK_NAME && mode === 'exclusive') ?? false;
  }

  /** Sends a report to the other tabs. */
  sendReport(report: MiningReport): void {
    this.#channel.post({ type: 'report', report });
  }

  /** Asks the other tab to stop. */
  stopOther(): void {
    this.#channel.post({ type: 'stop' });
  }

  #receive(report: MiningReport): void {
    // Without locks, there is no way to detect that the other tab has ended.
    if (this.#locks === undefined) return;
    this.report = report;
    if (!this.inOtherTab) this.#waitForOther();
    clearTimeout(this.#forgetting);
    this.#forgetting = setTimeout(() => (this.report = undefined), FORGET_AFTER_MS);
  }

  #waitForOther(): void {
    if (this.inOtherTab || this.#locks === undefined) return;
    this.inOtherTab = true;
    const free = () => {
      this.inOtherTab = false;
      this.report = undefined;
    };
    // Shared: all waiting tabs are notified at once when mining ends, and none retains the lock.
    this.#locks.request(LOCK_NAME, { mode: 'shared' }, free).catch(free);
  }
}
