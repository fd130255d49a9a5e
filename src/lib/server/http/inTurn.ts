import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Requests of a connection that wait for their turn. Browsers and reverse proxies send none before a response. */
const MAX_WAITING = 100;
const waiting = new WeakMap<Socket, number>();
/** Connections that have had a request handled since the event loop last looked for new ones. */
const served = new WeakSet<Socket>();

/** What Node's parser takes for the end of HTTP on a connection, as after an upgrade. */
const NO_MORE_REQUESTS = 2;

/**
 * Closes a connection. Node would still parse all that it has read of it, up to 64 KB of requests, before anything else;
 * its parser is not documented, and without it only that is lost.
 */
function endReading(socket: Socket): void {
  const { parser } = socket as { readonly parser?: { onIncoming: () => number } | null };
  if (parser) parser.onIncoming = () => NO_MORE_REQUESTS;
  socket.destroy();
}

/**
 * Handles a request once the earlier ones of its connection are answered; never, if the connection closes before that.
 * Node hands over the requests of a client that does not wait for responses all at once, and does not report the end of
 * the connection to those whose turn has not come: their work would go on, and their streams would stay in memory. All
 * other connections have their turn before the next one is handled, or a few hundred clients would stop everyone else.
 */
export function inTurn({ socket }: IncomingMessage, outgoing: ServerResponse, handle: () => void): void {
  if (outgoing.socket && !served.has(socket)) {
    served.add(socket);
    setImmediate(() => served.delete(socket));
    return handle();
  }
  const count = (waiting.get(socket) ?? 0) + 1;
  if (count > MAX_WAITING) return endReading(socket);
  waiting.set(socket, count);
  const handleNext = () => {
    waiting.set(socket, waiting.get(socket)! - 1);
    setImmediate(() => {
      if (!socket.destroyed) handle();
    });
  };
  // A response has the connection during its turn only.
  if (outgoing.socket) handleNext();
  else outgoing.once('socket', handleNext);
}
