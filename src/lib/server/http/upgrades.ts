import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { DirectRequests } from './directRequests';
import { bareAnswer, type IsOverTls } from './securityHeaders';

/**
 * Takes over a connection that requests an upgrade.
 * @param refuse ends it with a status such as `403 Forbidden` @returns false if the path is not ours
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
  /** A connection whose request cannot be parsed. */
  malformed(error: NodeJS.ErrnoException, socket: Duplex): void;
}

/** What the listener calls. */
export interface ListenerHooks extends RawConnections {
  /** Called once with the server. */
  readonly limitConnections: (server: Server) => void;
  /** Called with each request, and what handles it. */
  readonly inTurn: (incoming: IncomingMessage, outgoing: ServerResponse, handle: () => void) => void;
  /** Called before SvelteKit. */
  readonly request: DirectRequests;
  /** Called once the port is bound and requests are handled. */
  listening(): void;
}

/**
 * Global name under which the listener finds these hooks: SvelteKit offers no interface for upgrades, or for the
 * listener's own events. src/listener.js and, in development, vite.config.ts use the same name.
 */
const NAME = Symbol.for('quarry.listenerHooks');

export function offerListenerHooks(hooks: ListenerHooks): void {
  (globalThis as { [NAME]?: ListenerHooks })[NAME] = hooks;
}

const HEADER_OVERFLOW = 'HPE_HEADER_OVERFLOW';

/**
 * All programs at this host share their cookies, on any port, and one of them can set more than a request has room for:
 * then no page opens any more, and only the person at the browser can change that. The language is not known. Pages show
 * the first line.
 */
const TOO_MANY_COOKIES = `Your browser sends more than Quarry accepts, probably cookies that another program has set for this address. Delete the cookies of this address in the browser’s settings, then reload the page.

Ihr Browser sendet mehr, als Quarry annimmt, wahrscheinlich Cookies, die ein anderes Programm für diese Adresse gesetzt hat. Löschen Sie die Cookies dieser Adresse in den Einstellungen des Browsers und laden Sie die Seite neu.
`;

/** HTTP statuses of malformed requests, by Node's error code. */
const MALFORMED: Readonly<Record<string, string>> = {
  [HEADER_OVERFLOW]: '431 Request Header Fields Too Large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: '413 Payload Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout'
};

/** Handles what does not reach the app: upgrades, of which there is one, and malformed requests. */
export function createRawConnections(upgrade: Upgrade, isOverTls: IsOverTls): RawConnections {
  return {
    upgrade(request, socket, head) {
      // Without a listener, an error of the connection would crash the process.
      socket.on('error', () => socket.destroy());
      const refuse = (status: string) => end(socket, bareAnswer(status, isOverTls(request)));
      if (!upgrade(request, socket, head, refuse)) refuse('404 Not Found');
    },
    malformed({ code = '' }, socket) {
      socket.on('error', () => socket.destroy());
      if (!socket.writable || code === 'ECONNRESET') return void socket.destroy();
      const text = code === HEADER_OVERFLOW ? TOO_MANY_COOKIES : '';
      end(socket, bareAnswer(MALFORMED[code] ?? '400 Bad Request', false, text));
    }
  };
}

function end(socket: Duplex, answer: string): void {
  socket.end(answer);
  socket.once('finish', () => socket.destroy());
}
