import {
  BUSY_MS,
  DEFAULT_PAUSES,
  parsePauses,
  pauseReason,
  type PauseReason,
  type PauseRules
} from '$lib/services/mining/pauses';
import { Persisted } from '../reactive/persisted.svelte';

/** Battery Status API; missing from TypeScript's DOM types. */
export interface Battery extends EventTarget {
  readonly charging: boolean;
  readonly level: number;
}

/** Reports whether the computer is in use. */
export type WatchIdle = (onchange: (isIdle: boolean) => void, signal: AbortSignal) => Promise<void>;

/** The browser APIs in use. */
export interface PausesDeps {
  /** Undefined without a battery, or if the browser does not report it. */
  readonly readBattery: () => Promise<Battery | undefined>;
  /** Rejects if unsupported or not permitted; then only input on this page counts as use. */
  readonly watchIdle: WatchIdle;
  /** Requests the permission; must be called from a click handler. @returns whether it was granted */
  readonly askToWatchIdle: () => Promise<boolean>;
  /** Receives pointer and key events of the page. */
  readonly input: EventTarget;
  readonly now: () => Date;
}

/** Nothing fires when input ceases or scheduled hours begin. */
const CHECK_MS = 5_000;
const INPUT_EVENTS = ['pointerdown', 'pointermove', 'keydown', 'wheel'] as const;

/** Pauses mining while it would be in the user's way. */
export class MiningPauses {
  /** Why mining is paused; undefined unless {@link watch} is active. */
  reason = $state.raw<PauseReason>();

  readonly #deps: PausesDeps;
  readonly #rules = new Persisted<PauseRules>('mining-pauses', DEFAULT_PAUSES, parsePauses, () => this.#check());
  #battery: Battery | undefined;
  #lastInputMs = -Infinity;
  /** Undefined if the browser does not report it. */
  #isIdle: boolean | undefined;
  #onpause: (() => void) | undefined;
  /** Signal of the current watch. */
  #ended: AbortSignal | undefined;
  readonly #waiting = new Set<() => void>();

  constructor(deps: PausesDeps) {
    this.#deps = deps;
  }

  get rules(): PauseRules {
    return this.#rules.value;
  }

  set rules(rules: PauseRules) {
    this.#rules.value = rules;
    this.#check();
  }

  /** Requests the permission to detect whether the computer is in use. Call from a click handler. */
  async askToWatchIdle(): Promise<void> {
    if (await this.#deps.askToWatchIdle().catch(() => false)) this.#watchIdle();
  }

  /** Keeps {@link reason} current until the signal aborts. @param onpause called when mining must pause */
  async watch(ended: AbortSignal, onpause: () => void): Promise<void> {
    const { input, readBattery, now } = this.#deps;
    // The click that starts mining must not pause it.
    this.#lastInputMs = -Infinity;
    this.#isIdle = undefined;
    this.#battery = await readBattery().catch(() => undefined);
    if (ended.aborted) return;
    this.#onpause = onpause;
    const check = () => this.#check();
    for (const type of ['chargingchange', 'levelchange'])
      this.#battery?.addEventListener(type, check, { signal: ended });
    const take = () => (this.#lastInputMs = now().getTime());
    for (const type of INPUT_EVENTS) input.addEventListener(type, take, { signal: ended, passive: true });
    const ticking = setInterval(check, CHECK_MS);
    ended.addEventListener('abort', () => {
      clearInterval(ticking);
      this.#onpause = undefined;
      this.reason = undefined;
    });
    this.#ended = ended;
    this.#watchIdle();
    check();
  }

  #watchIdle(): void {
    const ended = this.#ended;
    if (!ended || ended.aborted) return;
    const take = (isIdle: boolean) => {
      this.#isIdle = isIdle;
      this.#check();
    };
    this.#deps.watchIdle(take, ended).catch(() => undefined);
  }

  /** Resolves once mining may run, or the signal aborts. */
  async allowed(ended: AbortSignal): Promise<void> {
    while (this.reason !== undefined && !ended.aborted) {
      await new Promise<void>((resolve) => {
        this.#waiting.add(resolve);
        ended.addEventListener('abort', () => resolve(), { once: true });
      });
    }
  }

  #check(): void {
    if (!this.#onpause) return;
    const now = this.#deps.now();
    const idleMs = now.getTime() - this.#lastInputMs;
    const reason = pauseReason(this.rules, {
      ...(this.#battery && { battery: { charging: this.#battery.charging, level: this.#battery.level } }),
      // Negative if the clock was set back since.
      isBusy: this.#isIdle === undefined ? idleMs >= 0 && idleMs < BUSY_MS : !this.#isIdle,
      minute: now.getHours() * 60 + now.getMinutes()
    });
    const wasPaused = this.reason !== undefined;
    this.reason = reason;
    if (reason === undefined) {
      for (const resolve of this.#waiting) resolve();
      this.#waiting.clear();
    } else if (!wasPaused) this.#onpause();
  }
}
