/** How often a page that stays open looks for a new version. */
const EVERY_MS = 60 * 60_000;

/** A new version of Quarry: installed in the background by the service worker, in use after a reload. */
export class AppUpdate {
  /** Installed and waiting for the reader. */
  isReady = $state(false);
  #waiting: ServiceWorker | undefined;

  /** Looks for new versions while the calling component lives. @returns stops */
  follow(): () => void {
    const stop = new AbortController();
    const { signal } = stop;
    const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
    void workers?.getRegistration().then((registration) => {
      if (!registration || signal.aborted) return;
      this.#look(registration);
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

  /** Activates the new version and reloads this tab. Other tabs go on with the version before until they are reloaded. */
  apply(): void {
    navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
    this.#waiting?.postMessage('activate');
  }

  #watch(registration: ServiceWorkerRegistration): void {
    const { installing } = registration;
    installing?.addEventListener('statechange', () => this.#look(registration));
  }

  #look({ waiting }: ServiceWorkerRegistration): void {
    // Without a controller it is the first version that this browser installs.
    if (!waiting || !navigator.serviceWorker.controller) return;
    this.#waiting = waiting;
    this.isReady = true;
  }
}
