import type { DirectRequests } from './directRequests';

const METHODS: readonly unknown[] = ['GET', 'HEAD'];

/**
 * Answers what SvelteKit's listener would answer wrongly, of pages and files: it sends a file whatever the method is, and
 * an address with several slashes at its beginning leads to https where there is none. Where it answers, files are sent
 * whole, which HTTP allows: it fails at a range that ends before it begins, and at one beyond 2^53 it never answers.
 */
export const answerPageRequest: DirectRequests = (incoming, outgoing) => {
  const { url = '', method } = incoming;
  delete incoming.headers.range;
  if (/^\/[\\/]/.test(url)) {
    // Browsers drop tabs, so one behind the slash would be an address elsewhere again.
    outgoing.writeHead(308, { location: url.replace(/^[\\/\s]+/, '/') }).end();
    return true;
  }
  if (METHODS.includes(method) || url.startsWith('/api/')) return false;
  outgoing.writeHead(405, { allow: METHODS.join(', ') }).end();
  return true;
};
