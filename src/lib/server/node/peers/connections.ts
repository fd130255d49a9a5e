import { randomBytes } from 'node:crypto';
import { createServer, type Server, type Socket } from 'node:net';
import { systemScheduler } from '$lib/async/scheduler';
import type { BlockId } from '$lib/chain/ids';
import { encodeHex } from '$lib/codec/bytes';
import { advertisedAddress, formatNetAddress, parseNetAddress, unmapHost } from '$lib/peers/address';
import { ignorePeerErrors, PeerError } from '$lib/peers/errors';
import { handshake } from '$lib/peers/handshake/handshake';
import type { UniqueId } from '$lib/peers/handshake/objects';
import { subnetOfHost } from './addressBook';
import { nodeCrypto } from './crypto';
import { hostKey } from '$lib/codec/ipAddress';
import { inboundPlace, type Inbound } from './inboundPlaces';
import { Peer, type Direction } from './peer';
import type { RefusedHosts } from './hosts/refusedHosts';
import { dial, tcpStream, type Traffic } from './tcpStream';
import { TokenBucket } from './tokenBucket';

/** Bytes per second over all connections, 0 for no limit. */
export interface TrafficLimits {
  readonly download: () => number;
  readonly upload: () => number;
}

export interface ConnectionParts {
  readonly genesisId: BlockId;
  /** Sent as our version; that of the protocol by default. */
  readonly version?: string;
  readonly limits?: TrafficLimits;
  readonly refused: RefusedHosts;
  /** Whether nobody may connect, and nobody is dialed. */
  readonly isClosed: () => boolean;
  /** A handshake succeeded. */
  readonly onPeer: (peer: Peer) => void;
  /** A peer's connection ended. */
  readonly onEnd: () => void;
  /** Ends dials and the handshakes under way. */
  readonly signal: AbortSignal;
}

/** Of one host, half-open connections included. */
const MAX_PER_HOST = 8;
/** Between connections that give way to newcomers of one subnet. */
const EVICTION_MS = 10_000;
/** Connections in both directions within this time were dialed at once; later, the one that is there stays. */
const CROSSED_MS = 20_000;

interface Unfinished {
  readonly host: string;
  readonly direction: Direction;
  /** Milliseconds, of the scheduler. */
  readonly sinceMs: number;
}

/** The TCP connections with peers, accepted and dialed: their number, their handshakes and their traffic. */
export class Connections {
  readonly #parts: ConnectionParts;
  readonly #uniqueId = encodeHex(randomBytes(8)) as UniqueId;
  readonly #peers = new Set<Peer>();
  /** Milliseconds, of the scheduler. */
  readonly #connectedAt = new WeakMap<Peer, number>();
  /** Connections whose handshake is under way. */
  readonly #unfinished = new Map<Socket, Unfinished>();
  /** By subnet; milliseconds, of the scheduler: when a connection last gave way to one of it. */
  readonly #evictedMs = new Map<string, number>();
  readonly #download: TokenBucket;
  readonly #upload: TokenBucket;
  readonly #traffic: Traffic = { received: 0, sent: 0 };
  /** Milliseconds, of the scheduler: when the last peer left. */
  #aloneSinceMs = systemScheduler.now();
  #server: Server | undefined;

  constructor(parts: ConnectionParts) {
    const { limits: { download, upload } = { download: () => 0, upload: () => 0 }, signal } = parts;
    this.#parts = parts;
    this.#download = new TokenBucket(download, systemScheduler, signal);
    this.#upload = new TokenBucket(upload, systemScheduler, signal);
  }

  get peers(): readonly Peer[] {
    return [...this.#peers];
  }

  get outbound(): readonly Peer[] {
    return this.peers.filter(({ direction }) => direction === 'outbound');
  }

  /** Milliseconds without any peer, by now. */
  get aloneMs(): number {
    return this.#peers.size > 0 ? 0 : systemScheduler.now() - this.#aloneSinceMs;
  }

  /** Bytes of all connections since the start. */
  get traffic(): Readonly<Traffic> {
    return this.#traffic;
  }

  /** Where peers connect; undefined if nobody can. */
  get address(): string | undefined {
    const bound = this.#server?.address();
    if (bound === null || bound === undefined || typeof bound === 'string') return undefined;
    return formatNetAddress({ host: bound.address, port: String(bound.port) });
  }

  /** @param address `host:port` @throws {PeerError} `peers/cannot-listen` */
  async listen(address: string): Promise<void> {
    const { host, port } = parseNetAddress(address);
    const server = createServer({ pauseOnConnect: true }, (socket) => this.#accept(socket));
    await new Promise<void>((resolve, reject) => {
      server.once('error', (cause) => {
        const problem = `cannot listen for other nodes (${cause.message}). Choose another address with QUARRY_LISTEN`;
        reject(new PeerError('peers/cannot-listen', problem, { cause }));
      });
      server.listen({ host, port: Number(port) }, () => {
        server.removeAllListeners('error');
        // One connection that cannot be accepted must not end the process.
        server.on('error', () => undefined);
        resolve();
      });
    });
    this.#server = server;
  }

  /** @param address `host:port` @throws {PeerError} it cannot be reached, is refused, refuses us, or is connected */
  async dial(address: string): Promise<void> {
    const { refused, signal } = this.#parts;
    const target = parseNetAddress(address);
    if (refused.blocklist.has(target.host)) throw new PeerError('peers/banned', `${target.host} is blocked`);
    const socket = await dial(target, signal);
    socket.on('error', () => undefined);
    const host = unmapHost(socket.remoteAddress ?? '');
    const reason = refused.reason(host);
    if (reason !== undefined) {
      socket.destroy();
      throw new PeerError('peers/banned', `${host} is ${reason}`);
    }
    await this.#introduce(socket, 'outbound', host, address);
  }

  /** Ends all connections, and listening. */
  async close(): Promise<void> {
    for (const socket of this.#unfinished.keys()) socket.destroy();
    for (const peer of this.#peers) peer.close();
    await new Promise<void>((resolve) => (this.#server ? this.#server.close(() => resolve()) : resolve()));
  }

  #accept(socket: Socket): void {
    socket.on('error', () => undefined);
    const host = unmapHost(socket.remoteAddress ?? '');
    if (this.#parts.isClosed() || this.#parts.refused.has(host) || !this.#makesRoomFor(host)) socket.destroy();
    else void this.#introduce(socket, 'inbound', host).catch(ignorePeerErrors);
  }

  /** Whether the host gets a place, which one that is connected may give up for it. */
  #makesRoomFor(host: string): boolean {
    const hosts = [...this.peers, ...this.#unfinished.values()].map((one) => hostKey(one.host));
    if (hosts.filter((key) => key === hostKey(host)).length >= MAX_PER_HOST) return false;
    const place = inboundPlace(host, this.#accepted());
    if (typeof place === 'string') return place === 'free';
    if (!this.#mayEvictFor(subnetOfHost(host))) return false;
    place.evict.end();
    return true;
  }

  #accepted(): (Inbound & { readonly end: () => void })[] {
    const halfOpen = [...this.#unfinished]
      .filter(([, { direction }]) => direction === 'inbound')
      .map(([socket, { host, sinceMs }]) => ({
        ...{ host, sinceMs, isHalfOpen: true, isDelivering: false, newsMs: 0 },
        end: () => {
          this.#unfinished.delete(socket);
          socket.destroy();
        }
      }));
    const connected = this.peers
      .filter(({ direction }) => direction === 'inbound')
      .map((peer) => ({
        ...{ host: peer.host, sinceMs: this.#connectedAt.get(peer) ?? 0, isHalfOpen: false },
        ...{ isDelivering: peer.fetches > 0, newsMs: peer.newsMs, end: () => this.#end(peer) }
      }));
    return [...halfOpen, ...connected];
  }

  /** Once in a while for each subnet: whoever has one more network ends no connection after the other with it. */
  #mayEvictFor(subnet: string): boolean {
    const now = systemScheduler.now();
    for (const [other, atMs] of this.#evictedMs) if (now - atMs >= EVICTION_MS) this.#evictedMs.delete(other);
    if (this.#evictedMs.has(subnet)) return false;
    this.#evictedMs.set(subnet, now);
    return true;
  }

  async #introduce(socket: Socket, direction: Direction, host: string, dialedAddress?: string): Promise<void> {
    const { genesisId, version, onPeer, onEnd, isClosed, signal } = this.#parts;
    this.#unfinished.set(socket, { host, direction, sinceMs: systemScheduler.now() });
    try {
      const traffic: Traffic = { received: 0, sent: 0 };
      const counters = [this.#traffic, traffic];
      const stream = tcpStream(socket, { counters, download: this.#download, upload: this.#upload });
      const shaken = await handshake(stream, {
        role: direction === 'outbound' ? 'dial' : 'accept',
        crypto: nodeCrypto,
        genesisId,
        uniqueId: this.#uniqueId,
        netAddress: advertisedAddress(this.address ?? '127.0.0.1:0'),
        version,
        remoteHost: host,
        timers: systemScheduler
      });
      const peer = new Peer(shaken, direction, host, systemScheduler, traffic, dialedAddress);
      const same = this.peers.filter((one) => isSameNode(one, peer));
      const other = same.find((one) => one.host === host) ?? same[0];
      if (signal.aborted || isClosed() || (other !== undefined && !this.#replaces(peer, other))) {
        peer.close();
        if (dialedAddress !== undefined) other?.addAlias(dialedAddress);
        throw new PeerError('peers/already-connected', 'this peer is connected');
      }
      if (other !== undefined) this.#end(other);
      this.#peers.add(peer);
      this.#connectedAt.set(peer, systemScheduler.now());
      void peer.mux.ended.then(() => {
        this.#remove(peer);
        onEnd();
      });
      onPeer(peer);
    } finally {
      this.#unfinished.delete(socket);
    }
  }

  /**
   * Whether the newer connection to a peer takes the place of the other. Two nodes that dial each other at once have two
   * and must end the same one: that which the node with the smaller unique id dialed stays.
   */
  #replaces(newer: Peer, older: Peer): boolean {
    const ageMs = systemScheduler.now() - (this.#connectedAt.get(older) ?? 0);
    const isCrossed = newer.direction !== older.direction && newer.host === older.host && ageMs < CROSSED_MS;
    if (isCrossed) return newer.direction === (this.#uniqueId < newer.uniqueId ? 'outbound' : 'inbound');
    // Ids are no secrets: who dialed us from elsewhere with that of the peer need not be the peer.
    return newer.direction === 'outbound' && older.direction === 'inbound' && newer.host !== older.host;
  }

  #end(peer: Peer): void {
    this.#remove(peer);
    peer.close();
  }

  #remove(peer: Peer): void {
    if (this.#peers.delete(peer)) this.#aloneSinceMs = systemScheduler.now();
  }
}

/**
 * Whether they are connections with one node, as far as it can be told. Anyone can dial us with the id of another before
 * that one does.
 */
const isSameNode = (a: Peer, b: Peer): boolean =>
  a.uniqueId === b.uniqueId && (a.host === b.host || a.direction === 'outbound' || b.direction === 'outbound');
