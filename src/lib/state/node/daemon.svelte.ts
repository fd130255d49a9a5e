import type { Daemon } from '$lib/api/daemon/client';
import { Attempt } from '../reactive/attempt.svelte';
import { pollWhileVisible, Live } from '../reactive/live.svelte';

type Routes = Daemon['daemon'];
type Settings = Awaited<ReturnType<Routes['settings']>>;
type Constants = Awaited<ReturnType<Routes['constants']>>;
type Version = Awaited<ReturnType<Routes['version']>>;
type Release = Awaited<ReturnType<Routes['latestRelease']>>;

const EVERY_MS = 5_000;
/** For values that are constant while a daemon runs but may change with a restart. */
const SELDOM_MS = 60_000;

/** The daemon process: version, modules, settings, updates and stack trace. */
export class DaemonState {
  readonly settings: Live<Settings>;
  readonly constants: Live<Constants>;
  readonly version: Live<Version>;

  /** The latest release, once requested. */
  release = $state.raw<Release>();
  readonly checking = new Attempt();
  readonly installing = new Attempt();
  /** Start of the installation, milliseconds since 1970. */
  installingSinceMs = $state<number>();
  /** A release was installed; the old version is still running. */
  installed = $state(false);
  /** Stack traces of all threads, and their time. */
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

  /** Polls while the page is visible. @returns the stop function */
  follow(): () => void {
    const ends = [
      pollWhileVisible([this.settings], EVERY_MS),
      pollWhileVisible([this.constants, this.version], SELDOM_MS)
    ];
    return () => ends.forEach((end) => end());
  }

  /** @throws {AppError} nothing was changed */
  async limit(changes: { maxdownloadspeed?: bigint; maxuploadspeed?: bigint }): Promise<void> {
    await this.#daemon.configure({ body: changes });
    await this.settings.refreshAnew();
  }

  checkForUpdate(): Promise<boolean> {
    return this.checking.run(async () => (this.release = await this.#daemon.latestRelease()));
  }

  /** Installs the latest release; may take minutes. */
  async install(): Promise<boolean> {
    const waiting = new AbortController();
    this.#waiting = waiting;
    this.installingSinceMs = Date.now();
    const done = await this.installing.run(() => this.#daemon.installRelease({}, { signal: waiting.signal }));
    // The user stopped waiting; not an error.
    if (waiting.signal.aborted) this.installing.forget();
    this.installingSinceMs = undefined;
    this.installed ||= done;
    return done;
  }

  /** Stops waiting; the daemon may continue installing. */
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
