import { randomBytes } from 'node:crypto';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { systemScheduler } from '$lib/async/scheduler';
import type { BlockId } from '$lib/chain/ids';
import { encodeHex } from '$lib/codec/bytes';
import { serveCalls, type CallHandlers } from '$lib/peers/calls/callee';
import { handshake } from '$lib/peers/handshake/handshake';
import type { UniqueId } from '$lib/peers/handshake/objects';
import { Multiplexer } from '$lib/peers/mux/multiplexer';
import { nodeCrypto } from '$lib/server/node/peers/crypto';
import { tcpStream } from '$lib/server/node/peers/tcpStream';

/** How a scripted peer introduces itself and responds to calls. */
export interface PeerScript {
  readonly genesisId: BlockId;
  readonly handlers: CallHandlers;
  readonly uniqueId?: UniqueId;
  readonly netAddress?: string;
  readonly version?: string;
}

/** A peer on its own loopback address, so that a ban affects only this one. */
export interface ScriptedPeer {
  readonly address: string;
  /** Connections whose handshake succeeded, including closed ones. */
  readonly connections: readonly Multiplexer[];
  close(): Promise<void>;
}

const introduce = async (
  socket: Socket,
  role: 'dial' | 'accept',
  { genesisId, handlers, uniqueId, netAddress = '127.0.0.1:1', version }: PeerScript
): Promise<Multiplexer> => {
  socket.on('error', () => undefined);
  const { connection } = await handshake(tcpStream(socket, { counters: [] }), {
    role,
    crypto: nodeCrypto,
    genesisId,
    uniqueId: uniqueId ?? (encodeHex(randomBytes(8)) as UniqueId),
    netAddress,
    version,
    remoteHost: '127.0.0.1',
    timers: systemScheduler
  });
  const mux = new Multiplexer(connection, { clock: systemScheduler });
  void serveCalls(mux, handlers, { clock: systemScheduler });
  return mux;
};

/** A peer to be dialed. @param host of 127.0.0.0/8 */
export async function listenAsPeer(host: string, script: PeerScript): Promise<ScriptedPeer> {
  const connections: Multiplexer[] = [];
  const sockets = new Set<Socket>();
  const server = createServer({ pauseOnConnect: true }, (socket) => {
    sockets.add(socket);
    introduce(socket, 'accept', script).then(
      (mux) => connections.push(mux),
      () => socket.destroy()
    );
  });
  await new Promise<void>((resolve) => server.listen({ host, port: 0 }, resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: `${host}:${port}`,
    connections,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => void server.close(() => resolve()));
    }
  };
}

/**
 * Dials a node.
 * @param localAddress of 127.0.0.0/8: the peer's address as the node sees it
 * @param onSocket receives the TCP connection
 */
export async function dialAsPeer(
  address: string,
  localAddress: string,
  script: PeerScript,
  onSocket?: (socket: Socket) => void
): Promise<Multiplexer> {
  const socket = await openSocket(address, localAddress);
  onSocket?.(socket);
  return introduce(socket, 'dial', script);
}

export async function openSocket(address: string, localAddress: string): Promise<Socket> {
  const { hostname, port } = new URL(`tcp://${address}`);
  const socket = connect({ host: hostname, port: Number(port), localAddress });
  await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject));
  return socket;
}
