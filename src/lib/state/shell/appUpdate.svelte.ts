/** How often a page that stays open looks for a new version. */
const EVERY_MS = 60 * 60_000;

/** A new version of Quarry: installed in the background by the service worker, in use after a reload. */
export class AppUpdate {
  /** Installed while this page was open. */
  isReady = $state(false);

  /** Looks for new versions while the calling component lives. @returns stops */
  follow(): () => void {
    const stop = new AbortController();
    const { signal } = stop;
    const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
    void workers?.getRegistration().then((registration) => {
      if (!registration || signal.aborted) return;
      // Documents come from the server: a page loaded beside a worker that waits is that worker's version already.
      registration.waiting?.postMessage('activate');
      registration.addEventListener('updatefound', () => this.#watch(registration), { signal });
      this.#watch(registration);
      const timer = setInterval(() => void registration.update().catch(() => undefined), EVERY_MS);
      signal.addEventListener('abort', () => clearInterval(timer));
    });
    return () => stop.abort();
  }

  /** Looks for a new version now, as when the server is back after a restart. */
  async check(): Promise<void> {
    const registration = await navigator.serviceWorker?.getRegistration();
    await registration?.update().catch(() => undefined);
  }

  #watch({ installing }: ServiceWorkerRegistration): void {
    // Without a controller it is the first version that this browser installs.
    installing?.addEventListener('statechange', () => {
      if (installing.state === 'installed' && navigator.serviceWorker.controller) this.isReady = true;
    });
  }
}
