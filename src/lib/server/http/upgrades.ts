import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { DirectRequests } from './directRequests';
import { bareAnswer, type IsOverTls } from './securityHeaders';

/**
 * Takes over a connection that asks for another protocol.
 * @param refuse ends it with a status such as `403 Forbidden` @returns false when the address is none of ours
 */
export type Upgrade = (
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
  refuse: (status: string) => void
) => boolean;

/** What the listener hands over besides requests. */
export interface RawConnections {
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** A connection whose request cannot be read. */
  malformed(error: NodeJS.ErrnoException, socket: Duplex): void;
}

/** What the listener calls. */
export interface ListenerHooks extends RawConnections {
  /** Before SvelteKit. */
  readonly request: DirectRequests;
  /** The port is ours, and requests are answered. */
  listening(): void;
}

/**
 * Where the listener finds us. The built app is handed to a listener that knows nothing of upgrades and tells us nothing
 * of itself (src/listener.js, and in development vite.config.ts, which spell the same name).
 */
const NAME = Symbol.for('quarry.listenerHooks');

export function offerListenerHooks(hooks: ListenerHooks): void {
  (globalThis as { [NAME]?: ListenerHooks })[NAME] = hooks;
}

/** Node's codes of what is wrong with a request, as HTTP says it. */
const MALFORMED: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: '413 Payload Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout'
};

/** Answers what leaves HTTP before the app is asked: upgrades, of which there is one, and malformed requests. */
export function createRawConnections(upgrade: Upgrade, isOverTls: IsOverTls): RawConnections {
  return {
    upgrade(request, socket, head) {
      // Without a listener, an error of the connection would end the process.
      socket.on('error', () => socket.destroy());
      const refuse = (status: string) => end(socket, bareAnswer(status, isOverTls(request)));
      if (!upgrade(request, socket, head, refuse)) refuse('404 Not Found');
    },
    malformed({ code = '' }, socket) {
      socket.on('error', () => socket.destroy());
      if (socket.writable && code !== 'ECONNRESET') end(socket, bareAnswer(MALFORMED[code] ?? '400 Bad Request'));
      else socket.destroy();
    }
  };
}

function end(socket: Duplex, answer: string): void {
  socket.end(answer);
  socket.once('finish', () => socket.destroy());
}
