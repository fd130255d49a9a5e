/// <reference types="@sveltejs/kit" />
/// <reference no-default-lib="true"/>
/// <reference lib="esnext" />
/// <reference lib="webworker" />
import { build, files, version } from '$service-worker';

// Caches the built app, so that wallets open and sign offline. API responses are never cached: pages store chain data
// themselves, with its date.

const worker = self as unknown as ServiceWorkerGlobalScope;

const CACHE = `quarry-${version}`;
/** All pages are the same document (there is no server rendering); this is the cached one. */
const SHELL = '/wallet';
const ASSETS = [...build, ...files];
/** A network that is there but does not answer must not keep a page from opening. */
const NETWORK_MS = 4_000;

worker.addEventListener('install', (event) => {
  event.waitUntil(
    (async () => {
      const cache = await caches.open(CACHE);
      await cache.addAll([...ASSETS, SHELL]);
      // No skipWaiting: a page of the version before still needs the parts that it has not loaded yet.
    })()
  );
});

worker.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) if (name !== CACHE) await caches.delete(name);
      await worker.clients.claim();
    })()
  );
});

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== location.origin || url.pathname.startsWith('/api/')) return;
  if (ASSETS.includes(url.pathname)) event.respondWith(fromCache(request, url.pathname));
  else if (request.mode === 'navigate') event.respondWith(fromNetwork(request));
});

async function fromCache(request: Request, path: string): Promise<Response> {
  const cache = await caches.open(CACHE);
  return (await cache.match(path)) ?? fetch(request);
}

async function fromNetwork(request: Request): Promise<Response> {
  try {
    return await fetch(request, { signal: AbortSignal.timeout(NETWORK_MS) });
  } catch (error) {
    const shell = await (await caches.open(CACHE)).match(SHELL);
    if (shell === undefined) throw error;
    return shell;
  }
}
