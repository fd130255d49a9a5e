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
/** Names of these files change with their content: those of the previous version are found in its cache. */
const IMMUTABLE = '/_app/immutable/';
/** A connected but unresponsive network must not keep a page from opening. */
const NETWORK_MS = 4_000;
/** Statuses of a reverse proxy while Quarry's server is down. */
const GATEWAY_STATUS = [502, 503, 504];

/** The static routing API, which the types lack and not every browser supports. */
interface RoutedInstallEvent {
  addRoutes?(rule: { condition: { urlPattern: string }; source: 'network' }): Promise<void>;
}

worker.addEventListener('install', (event) => {
  // Frequent API requests then neither wake this worker nor keep it busy when it is to be replaced.
  void (event as RoutedInstallEvent).addRoutes?.({ condition: { urlPattern: '/api/*' }, source: 'network' });
  event.waitUntil(
    (async () => {
      // Caches are listed in order of creation: this one must be the last, also after a downgrade.
      await caches.delete(CACHE);
      const cache = await caches.open(CACHE);
      await cache.addAll([...ASSETS, SHELL]);
      // No skipWaiting: the page asks its user first, and the next page that is loaded activates this worker.
    })()
  );
});

worker.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      // Other tabs may still run the previous version, and need parts of it that they have not loaded yet.
      const outdated = (await caches.keys()).filter((name) => name !== CACHE).slice(0, -1);
      for (const name of outdated) await caches.delete(name);
      await worker.clients.claim();
    })()
  );
});

worker.addEventListener('message', ({ data }) => {
  if (data === 'activate') void worker.skipWaiting();
});

// Mobile browsers show a page's notifications through this worker only, which then receives the clicks, too.
worker.addEventListener('notificationclick', (event) => {
  const { notification } = event;
  // Notifications of earlier versions have no data.
  const { href = '/' } = (notification.data ?? {}) as { readonly href?: string };
  notification.close();
  event.waitUntil(openPage(href));
});

/** Shows a page of the app: in an open tab if there is one, which is not loaded anew, because it may be mining. */
async function openPage(href: string): Promise<void> {
  const [tab] = await worker.clients.matchAll({ type: 'window' });
  if (tab === undefined) return void (await worker.clients.openWindow(href));
  tab.postMessage({ open: href });
  await tab.focus();
}

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method === 'POST' && url.origin === location.origin && url.pathname === '/pay')
    return event.respondWith(openShared(request));
  if (request.method !== 'GET' || url.origin !== location.origin || url.pathname.startsWith('/api/')) return;
  if (ASSETS.includes(url.pathname) || url.pathname.startsWith(IMMUTABLE))
    event.respondWith(fromCache(request, url.pathname));
  else if (request.mode === 'navigate') event.respondWith(fromNetwork(request));
});

/** Opens a payment link that another app shares with the installed app: in the fragment, which no server sees. */
async function openShared(request: Request): Promise<Response> {
  const fields = await request.formData();
  const link = ['url', 'text'].map((name) => fields.get(name)).find((value) => value !== null && value !== '');
  return Response.redirect(`/pay#${encodeURIComponent(typeof link === 'string' ? link : '')}`, 303);
}

async function fromCache(request: Request, path: string): Promise<Response> {
  const cache = await caches.open(CACHE);
  return (await cache.match(path)) ?? (await caches.match(path)) ?? fetch(request);
}

/** Of the newest installed version, so that a reload for an update succeeds even if the server is slow. */
async function cachedShell(): Promise<Response | undefined> {
  for (const name of (await caches.keys()).toReversed()) {
    const shell = await (await caches.open(name)).match(SHELL);
    if (shell !== undefined) return shell;
  }
}

async function fromNetwork(request: Request): Promise<Response> {
  try {
    const response = await fetch(request, { signal: AbortSignal.timeout(NETWORK_MS) });
    return GATEWAY_STATUS.includes(response.status) ? ((await cachedShell()) ?? response) : response;
  } catch (error) {
    const shell = await cachedShell();
    if (shell === undefined) throw error;
    return shell;
  }
}
