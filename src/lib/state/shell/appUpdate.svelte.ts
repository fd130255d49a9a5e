/** How often an open page checks for a new version. */
const EVERY_MS = 60 * 60_000;

/** A new version of Quarry, installed in the background by the service worker; takes effect after a reload. */
export class AppUpdate {
  /** A new version was installed while this page was open. */
  isReady = $state(false);

  /** Checks for new versions while the calling component lives. @returns the stop function */
  follow(): () => void {
    const stop = new AbortController();
    const { signal } = stop;
    const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
    void workers?.getRegistration().then((registration) => {
      if (!registration || signal.aborted) return;
      // Documents come from the server, so a page loaded while a worker is waiting already has that worker's version.
      registration.waiting?.postMessage('activate');
      registration.addEventListener('updatefound', () => this.#watch(registration), { signal });
      this.#watch(registration);
      const timer = setInterval(() => void registration.update().catch(() => undefined), EVERY_MS);
      signal.addEventListener('abort', () => clearInterval(timer));
    });
    return () => stop.abort();
  }

  /** Checks for a new version now, e.g. when the server is back after a restart. */
  async check(): Promise<void> {
    const registration = await navigator.serviceWorker?.getRegistration();
    await registration?.update().catch(() => undefined);
  }

  #watch({ installing }: ServiceWorkerRegistration): void {
    // Without a controller, this is the first version installed in this browser.
    installing?.addEventListener('statechange', () => {
      if (installing.state === 'installed' && navigator.serviceWorker.controller) this.isReady = true;
    });
  }
}
