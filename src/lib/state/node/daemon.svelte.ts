import type { Daemon } from '$lib/api/daemon/client';
import { Attempt } from '../reactive/attempt.svelte';
import { pollWhileVisible, Live } from '../reactive/live.svelte';

type Routes = Daemon['daemon'];
type Settings = Awaited<ReturnType<Routes['settings']>>;
type Constants = Awaited<ReturnType<Routes['constants']>>;
type Version = Awaited<ReturnType<Routes['version']>>;
type Release = Awaited<ReturnType<Routes['latestRelease']>>;

const EVERY_MS = 5_000;
/** What does not change while a daemon runs: asked again only because another one may have been started. */
const SELDOM_MS = 60_000;

/** The daemon as a process: what it is made of, how it may be updated, what it is doing. */
export class DaemonState {
  readonly settings: Live<Settings>;
  readonly constants: Live<Constants>;
  readonly version: Live<Version>;

  /** The newest release, as far as it was asked for. */
  release = $state.raw<Release>();
  readonly checking = new Attempt();
  readonly installing = new Attempt();
  /** When the installation began, milliseconds since 1970. */
  installingSinceMs = $state<number>();
  /** A release was installed; the running program is still the old one. */
  installed = $state(false);
  /** What every thread of the daemon was doing, and when that was. */
  stack = $state.raw<{ readonly text: string; readonly atMs: number }>();
  readonly loadingStack = new Attempt();

  readonly #daemon: Routes;
  #waiting: AbortController | undefined;

  constructor({ daemon }: Pick<Daemon, 'daemon'>) {
    this.#daemon = daemon;
    this.settings = new Live((signal) => daemon.settings({}, { signal }), Date.now, 3 * EVERY_MS);
    this.constants = new Live((signal) => daemon.constants({}, { signal }), Date.now, 2 * SELDOM_MS);
    this.version = new Live((signal) => daemon.version({}, { signal }), Date.now, 2 * SELDOM_MS);
  }

  /** Keeps all of it fresh while the page is looked at; returns what ends that. */
  follow(): () => void {
    const ends = [
      pollWhileVisible([this.settings], EVERY_MS),
      pollWhileVisible([this.constants, this.version], SELDOM_MS)
    ];
    return () => ends.forEach((end) => end());
  }

  /** @throws {AppError} with nothing changed */
  async limit(changes: { maxdownloadspeed?: number; maxuploadspeed?: number }): Promise<void> {
    await this.#daemon.configure({ body: changes });
    await this.settings.refreshAnew();
  }

  checkForUpdate(): Promise<boolean> {
    return this.checking.run(async () => (this.release = await this.#daemon.latestRelease()));
  }

  /** Has the daemon fetch and install the newest release, which may take minutes. */
  async install(): Promise<boolean> {
    const waiting = new AbortController();
    this.#waiting = waiting;
    this.installingSinceMs = Date.now();
    const done = await this.installing.run(() => this.#daemon.installRelease({}, { signal: waiting.signal }));
    // Nobody asked to hear that they stopped waiting.
    if (waiting.signal.aborted) this.installing.forget();
    this.installingSinceMs = undefined;
    this.installed ||= done;
    return done;
  }

  /** Ends the wait; the daemon may go on installing. */
  stopWaiting(): void {
    this.#waiting?.abort();
  }

  loadStack(): Promise<boolean> {
    return this.loadingStack.run(async () => {
      const { stack } = await this.#daemon.stack();
      this.stack = { text: stack, atMs: Date.now() };
    });
  }
}
