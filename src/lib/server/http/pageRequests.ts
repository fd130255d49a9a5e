import type { DirectRequests } from './directRequests';

const METHODS: readonly unknown[] = ['GET', 'HEAD'];

/**
 * Handles page and file requests that SvelteKit's listener gets wrong: it sends a file for any method, and redirects a
 * path with several leading slashes to https even where there is none. For the rest, the Range header is removed, so
 * that files are sent whole, which HTTP allows: the listener fails on a range that ends before it starts, and never
 * responds to one beyond 2^53. Files that keep their name, such as the service worker, must be revalidated: proxies
 * keep what does not say so for hours.
 */
export const answerPageRequest: DirectRequests = (incoming, outgoing) => {
  const { url = '', method } = incoming;
  delete incoming.headers.range;
  if (/^\/[\\/]/.test(url)) {
    // Browsers remove tabs from URLs, so a tab after the first slash would again lead to another host.
    outgoing.writeHead(308, { location: url.replace(/^[\\/\s]+/, '/') }).end();
    return true;
  }
  if (url.startsWith('/api/')) return false;
  if (METHODS.includes(method)) {
    // SvelteKit has its own for files whose name changes with their content.
    outgoing.setHeader('cache-control', 'no-cache');
    return false;
  }
  outgoing.writeHead(405, { allow: METHODS.join(', ') }).end();
  return true;
};
