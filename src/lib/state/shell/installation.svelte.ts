import { Persisted } from '../reactive/persisted.svelte';

/** The event of browsers that let pages offer their installation. */
interface InstallEvent extends Event {
  prompt(): Promise<unknown>;
}

/** Installation as an app: offered once, where the browser allows it. */
export class Installation {
  readonly #declined = new Persisted('install.declined', false, (stored) =>
    typeof stored === 'boolean' ? stored : undefined
  );
  #event = $state.raw<InstallEvent>();

  /** The browser can install Quarry, and the reader has not declined. */
  get isOffered(): boolean {
    return this.#event !== undefined && !this.#declined.value;
  }

  /** Waits for the browser's offer while the calling component lives. @returns stops */
  follow(): () => void {
    const stop = new AbortController();
    const offered = (event: Event) => {
      event.preventDefault();
      this.#event = event as InstallEvent;
    };
    addEventListener('beforeinstallprompt', offered, { signal: stop.signal });
    addEventListener('appinstalled', () => (this.#event = undefined), { signal: stop.signal });
    return () => stop.abort();
  }

  /** Opens the browser's dialog; declining there is final too. */
  async install(): Promise<void> {
    const event = this.#event;
    this.#event = undefined;
    this.#declined.value = true;
    await event?.prompt();
  }

  decline(): void {
    this.#declined.value = true;
  }
}
