import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** Handles for everything but connections: databases, code that is loaded late, peers, remote servers. */
const RESERVED = 256;
/** Even where there are hardly any handles. */
const MIN_CONNECTIONS = 32;
/** One in this many connections is kept free for newcomers. */
const FREE_SHARE = 8;

/**
 * How many connections a listener accepts at once; undefined for any number. With all handles of the process taken by
 * clients, which need no password for that, nothing else can be opened. Code whose first import fails for that is not
 * imported again until a restart.
 * @param handles how many files and connections the process may open
 */
export function maxConnections(handles = handleLimit()): number | undefined {
  if (handles === undefined) return undefined;
  // A file takes a second handle while it is sent.
  return Math.max(MIN_CONNECTIONS, Math.floor((handles - RESERVED) / 2));
}

/** Undefined without a limit, as on Windows. */
function handleLimit(): number | undefined {
  // Otherwise it looks up names. Node's types do not have it yet.
  const report = Object.assign(process.report, { excludeNetwork: true });
  const { userLimits } = report.getReport() as {
    readonly userLimits?: { readonly open_files?: { readonly soft: unknown } };
  };
  const soft = userLimits?.open_files?.soft;
  return typeof soft === 'number' ? soft : undefined;
}

/**
 * Limits the connections of a server. Whoever opens many and sends nothing would lock everyone else out, so newcomers
 * get the place of the one that has been without a complete request for longest.
 * @param max undefined for any number
 */
export function limitConnections(server: Server, max: number | undefined): void {
  if (max === undefined) return;
  server.maxConnections = max;
  const room = max - Math.floor(max / FREE_SHARE);
  /** Requests in progress. */
  const open = new Map<Socket, number>();
  /** Those without any, in the order in which they last had one. */
  const idle = new Set<Socket>();
  const count = (socket: Socket, change: number): void => {
    if (!open.has(socket)) return;
    const requests = open.get(socket)! + change;
    open.set(socket, requests);
    if (requests > 0) idle.delete(socket);
    else idle.add(socket);
  };
  server.on('connection', (socket: Socket) => {
    open.set(socket, 0);
    idle.add(socket);
    socket.once('close', () => {
      open.delete(socket);
      idle.delete(socket);
    });
    const [longest] = idle;
    if (open.size > room && longest !== socket) longest?.destroy();
  });
  server.on('request', (incoming, outgoing) => {
    const { socket, headers } = incoming;
    const begin = (): void => {
      count(socket, 1);
      outgoing.once('close', () => count(socket, -1));
    };
    const hasBody = 'content-length' in headers || 'transfer-encoding' in headers;
    // A body may be sent as slowly as one likes.
    if (hasBody) incoming.once('end', begin);
    else begin();
  });
  server.on('upgrade', (_, socket) => count(socket as Socket, 1));
}
