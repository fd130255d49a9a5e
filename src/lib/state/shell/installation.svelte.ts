import { Persisted } from '../reactive/persisted.svelte';

/** `beforeinstallprompt` event; missing from TypeScript's DOM types. */
interface InstallEvent extends Event {
  prompt(): Promise<unknown>;
}

/** Installation as an app: offered until accepted or declined once, where the browser supports it. */
export class Installation {
  readonly #declined = new Persisted('install.declined', false, (stored) =>
    typeof stored === 'boolean' ? stored : undefined
  );
  #event = $state.raw<InstallEvent>();

  /** The browser can install Quarry, and the user has not declined. */
  get isOffered(): boolean {
    return this.#event !== undefined && !this.#declined.value;
  }

  /** Waits for the browser's offer while the calling component lives. @returns the stop function */
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

  /** Opens the browser's dialog; declining there is final as well. */
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
