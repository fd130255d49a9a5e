const LOCK_NAME = 'quarry:mining';
const FORGET_AFTER_MS = 5000;

/** What a mining tab tells the others once a second. */
export interface MiningReport {
  readonly hashesPerSecond: number;
  readonly accepted: number;
}

/**
 * One tab mines at a time: whoever mines holds a Web Lock, and the browser frees it however the tab ends.
 * Where the browser has no locks (a page that is no secure context) every tab may mine.
 */
export class MiningLock {
  /** Another tab holds the lock. */
  isElsewhere = $state(false);
  /** What that tab last told; undefined until it does, and when it falls silent. */
  report = $state.raw<MiningReport>();

  readonly #locks: LockManager | undefined = navigator.locks;
  readonly #channel = new BroadcastChannel(LOCK_NAME);
  #forgetting: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    this.#channel.onmessage = ({ data }: MessageEvent<MiningReport>) => this.#heard(data);
    void this.#locks?.query().then(({ held }) => {
      if (held?.some(({ name, mode }) => name === LOCK_NAME && mode === 'exclusive')) this.#waitForOther();
    });
  }

  /** Runs the work while holding the lock; returns without running it when another tab holds it. */
  async hold(signal: AbortSignal, run: () => Promise<void>): Promise<void> {
    if (this.#locks === undefined) return run();
    await this.#locks.request(LOCK_NAME, { ifAvailable: true }, async (lock) => {
      if (lock === null) return this.#waitForOther();
      if (!signal.aborted) await run();
    });
  }

  /** Tells the other tabs how mining goes here. */
  tell(report: MiningReport): void {
    this.#channel.postMessage(report);
  }

  #heard(report: MiningReport): void {
    this.report = report;
    if (!this.isElsewhere) this.#waitForOther();
    clearTimeout(this.#forgetting);
    this.#forgetting = setTimeout(() => (this.report = undefined), FORGET_AFTER_MS);
  }

  #waitForOther(): void {
    if (this.isElsewhere) return;
    this.isElsewhere = true;
    // Shared: all waiting tabs learn at once that the mining one has ended, and none keeps it.
    void this.#locks?.request(LOCK_NAME, { mode: 'shared' }, () => {
      this.isElsewhere = false;
      this.report = undefined;
    });
  }
}
