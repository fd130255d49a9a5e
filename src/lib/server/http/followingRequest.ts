import type { EventEmitter } from 'node:events';
import type { IncomingMessage } from 'node:http';

/** Requests by their signal: a request lives as long as somebody listens to it. */
const held = new WeakMap<AbortSignal, Request>();

/**
 * `new Request`, whose signal goes on following that of `init`. Node's own stops when the request is collected, although
 * its signal is in use: who reads its parts and waits for an answer would never hear that nobody wants it any more.
 */
export function followingRequest(url: string, init: RequestInit): Request {
  const request = new Request(url, init);
  held.set(request.signal, request);
  return request;
}

/** The connection of a request, as SvelteKit's listener tells of it; the development server does not. */
export const connectionOf = (platform: unknown): EventEmitter | undefined =>
  (platform as { readonly req?: IncomingMessage } | undefined)?.req?.socket;

/**
 * The request, ended when its connection closes too: SvelteKit's ends only before its body was read, and a tab that leaves
 * while a call with a body waits would leave the call waiting.
 * @param connection of a request by HTTP/1.1, which carries one at a time; undefined in development
 * @returns with what ends the watch
 */
export function endingWith(request: Request, connection: EventEmitter | undefined): [Request, () => void] {
  if (connection === undefined || request.body === null) return [request, () => undefined];
  const gone = new AbortController();
  const onClose = () => gone.abort();
  connection.once('close', onClose);
  const signal = AbortSignal.any([request.signal, gone.signal]);
  const ending = new Request(request, { signal });
  held.set(ending.signal, ending);
  return [ending, () => connection.off('close', onClose)];
}
