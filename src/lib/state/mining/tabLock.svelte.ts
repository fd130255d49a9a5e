import type { OpenChannel, TabChannel } from '$lib/services/ports';

const LOCK_NAME = 'quarry:mining';
const FORGET_AFTER_MS = 5000;
/** Waiting tabs hold the freed lock for a moment; whoever holds it longer mines. */
const WAIT_MS = 300;

/** What a mining tab tells the others once a second. */
export interface MiningReport {
  readonly hashesPerSecond: number;
  readonly accepted: number;
}

/**
 * One tab mines at a time: whoever mines holds a Web Lock, and the browser frees it however the tab ends.
 * Where the browser has no locks (a page that is no secure context) or refuses them, every tab may mine.
 */
export class MiningLock {
  /** Another tab holds the lock. */
  isElsewhere = $state(false);
  /** What that tab last told; undefined until it does, and when it falls silent. */
  report = $state.raw<MiningReport>();

  #locks: LockManager | undefined;
  readonly #channel: TabChannel<MiningReport>;
  #forgetting: ReturnType<typeof setTimeout> | undefined;

  /** @param locks undefined where the browser has none */
  constructor(locks: LockManager | undefined, openChannel: OpenChannel) {
    this.#locks = locks;
    this.#channel = openChannel(LOCK_NAME, (report: MiningReport) => this.#heard(report));
    this.#locks?.query().then(
      ({ held }) => {
        if (held?.some(({ name, mode }) => name === LOCK_NAME && mode === 'exclusive')) this.#waitForOther();
      },
      () => (this.#locks = undefined)
    );
  }

  /** Runs the work while holding the lock; returns without running it when another tab holds it. */
  async hold(stopped: AbortSignal, run: () => Promise<void>): Promise<void> {
    if (this.#locks === undefined) return run();
    const late = AbortSignal.timeout(WAIT_MS);
    let isOurs = false;
    try {
      await this.#locks.request(LOCK_NAME, { signal: AbortSignal.any([stopped, late]) }, async () => {
        isOurs = true;
        if (!stopped.aborted) await run();
      });
    } catch (error) {
      if (isOurs) throw error;
      if (stopped.aborted) return;
      if (late.aborted) return this.#waitForOther();
      this.#locks = undefined;
      await run();
    }
  }

  /** Tells the other tabs how mining goes here. */
  tell(report: MiningReport): void {
    this.#channel.post(report);
  }

  #heard(report: MiningReport): void {
    // Nothing would ever tell that the other tab has ended.
    if (this.#locks === undefined) return;
    this.report = report;
    if (!this.isElsewhere) this.#waitForOther();
    clearTimeout(this.#forgetting);
    this.#forgetting = setTimeout(() => (this.report = undefined), FORGET_AFTER_MS);
  }

  #waitForOther(): void {
    if (this.isElsewhere || this.#locks === undefined) return;
    this.isElsewhere = true;
    const free = () => {
      this.isElsewhere = false;
      this.report = undefined;
    };
    // Shared: all waiting tabs learn at once that the mining one has ended, and none keeps it.
    this.#locks.request(LOCK_NAME, { mode: 'shared' }, free).catch(free);
  }
}
