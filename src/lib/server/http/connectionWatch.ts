import type { EventEmitter } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { followingSignal } from './fetchMessages';

/** The connection of a request, as SvelteKit's listener tells of it; the development server does not. */
export const connectionOf = (platform: unknown): EventEmitter | undefined =>
  (platform as { readonly req?: IncomingMessage } | undefined)?.req?.socket;

/**
 * The request's signal, aborted when its connection closes too: SvelteKit's is only before its body was read, and a tab
 * that leaves while a call with a body waits would leave the call waiting.
 * @param connection of a request by HTTP/1.1, which carries one at a time; undefined in development
 * @returns with what ends the watch
 */
export function endingWith(request: Request, connection: EventEmitter | undefined): [AbortSignal, () => void] {
  const signal = followingSignal(request);
  if (connection === undefined || request.body === null) return [signal, () => undefined];
  const gone = new AbortController();
  const onClose = () => gone.abort();
  connection.once('close', onClose);
  return [AbortSignal.any([signal, gone.signal]), () => connection.off('close', onClose)];
}
