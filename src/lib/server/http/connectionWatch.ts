import type { EventEmitter } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { followingSignal } from './fetchMessages';

/** The connection of a request, as provided by SvelteKit's listener; the development server does not provide it. */
export const connectionOf = (platform: unknown): EventEmitter | undefined =>
  (platform as { readonly req?: IncomingMessage } | undefined)?.req?.socket;

/**
 * The request's signal, which also aborts when its connection closes. SvelteKit's signal does so only until the body
 * was read: a pending call with a body would keep waiting after its tab is closed.
 * @param connection HTTP/1.1, which carries one request at a time; undefined in development
 * @returns the signal, and the function that ends the watch
 */
export function endingWith(request: Request, connection: EventEmitter | undefined): [AbortSignal, () => void] {
  const signal = followingSignal(request);
  if (connection === undefined || request.body === null) return [signal, () => undefined];
  const gone = new AbortController();
  const onClose = () => gone.abort();
  connection.once('close', onClose);
  return [AbortSignal.any([signal, gone.signal]), () => connection.off('close', onClose)];
}
