import { randomBytes } from 'node:crypto';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
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
  /** The version we send; the protocol's by default. */
  readonly version?: string;
  readonly limits?: TrafficLimits;
  readonly refused: RefusedHosts;
  /** Whether the user named the address. */
  readonly isNamed?: (address: string) => boolean;
  /** Whether no connection may be opened in either direction. */
  readonly isClosed: () => boolean;
  /** Called after a successful handshake. */
  readonly onPeer: (peer: Peer) => void;
  /** Called when a peer's connection has ended. */
  readonly onEnd: () => void;
  /** Aborts dials and handshakes in progress. */
  readonly signal: AbortSignal;
}

/** Including half-open connections. */
const MAX_PER_HOST = 8;
/** Minimum time between evictions in favor of the same subnet. */
const EVICTION_MS = 10_000;
/** Connections in both directions within this time count as simultaneous dials; after that, the older one stays. */
const CROSSED_MS = 20_000;

interface Unfinished {
  readonly host: string;
  readonly direction: Direction;
  /** Scheduler time. */
  readonly openedAtMs: number;
}

/** TCP connections with peers, inbound and outbound: their limits, handshakes and traffic. */
export class Connections {
  readonly #parts: ConnectionParts;
  readonly #uniqueId = encodeHex(randomBytes(8)) as UniqueId;
  readonly #peers = new Set<Peer>();
  /** Scheduler time in milliseconds. */
  readonly #connectedAt = new WeakMap<Peer, number>();
  /** Connections whose handshake is in progress. */
  readonly #unfinished = new Map<Socket, Unfinished>();
  /** When a connection was last evicted in favor of a subnet, by subnet; scheduler time. */
  readonly #evictedMs = new Map<string, number>();
  readonly #download: TokenBucket;
  readonly #upload: TokenBucket;
  readonly #traffic: Traffic = { received: 0, sent: 0 };
  /** When the last peer disconnected; scheduler time. */
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

  /** Milliseconds since the last peer disconnected; 0 while any is connected. */
  get aloneMs(): number {
    return this.#peers.size > 0 ? 0 : systemScheduler.now() - this.#aloneSinceMs;
  }

  /** Bytes of all connections since the start. */
  get traffic(): Readonly<Traffic> {
    return this.#traffic;
  }

  /** The address that peers connect to; undefined if not listening. */
  get address(): string | undefined {
    const bound = this.#server?.address() as AddressInfo | null | undefined;
    return bound ? formatNetAddress({ host: bound.address, port: String(bound.port) }) : undefined;
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
        // A connection that cannot be accepted must not crash the process.
        server.on('error', () => undefined);
        resolve();
      });
    });
    this.#server = server;
  }

  /** @param address `host:port` @throws {PeerError} unreachable, refused by us or by it, or already connected */
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

  /** Closes all connections and stops listening. */
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

  /** Whether the host gets a slot. Evicts another connection if necessary. */
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
      .map(([socket, { host, openedAtMs }]) => ({
        ...{ host, openedAtMs, isHalfOpen: true, isDelivering: false, newsAtMs: 0 },
        end: () => {
          this.#unfinished.delete(socket);
          socket.destroy();
        }
      }));
    const connected = this.peers
      .filter(({ direction }) => direction === 'inbound')
      .map((peer) => ({
        ...{ host: peer.host, openedAtMs: this.#connectedAt.get(peer) ?? 0, isHalfOpen: false },
        ...{ isDelivering: peer.fetches > 0, newsAtMs: peer.newsAtMs, end: () => this.#end(peer) }
      }));
    return [...halfOpen, ...connected];
  }

  /** Limits the rate of evictions per subnet, so that one more network cannot evict connection after connection. */
  #mayEvictFor(subnet: string): boolean {
    const now = systemScheduler.now();
    for (const [other, atMs] of this.#evictedMs) if (now - atMs >= EVICTION_MS) this.#evictedMs.delete(other);
    if (this.#evictedMs.has(subnet)) return false;
    this.#evictedMs.set(subnet, now);
    return true;
  }

  async #introduce(socket: Socket, direction: Direction, host: string, dialedAddress?: string): Promise<void> {
    const { genesisId, version, onPeer, onEnd, isClosed, signal } = this.#parts;
    this.#unfinished.set(socket, { host, direction, openedAtMs: systemScheduler.now() });
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
        throw new PeerError('peers/already-connected', 'this peer is already connected');
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
   * Whether the newer connection to a peer replaces the older one. Two nodes that dial each other simultaneously have
   * two connections and must close the same one: the one dialed by the node with the smaller unique id stays.
   */
  #replaces(newer: Peer, older: Peer): boolean {
    const ageMs = systemScheduler.now() - (this.#connectedAt.get(older) ?? 0);
    const isCrossed = newer.direction !== older.direction && newer.host === older.host && ageMs < CROSSED_MS;
    if (isCrossed) return newer.direction === (this.#uniqueId < newer.uniqueId ? 'outbound' : 'inbound');
    if (newer.direction === 'inbound' || newer.host === older.host) return false;
    // Ids are not secret: a peer elsewhere with the same id need not be the same. An inbound one dialed us, and one at an
    // address that the user did not name may keep us from one that the user did name.
    const { isNamed = () => false } = this.#parts;
    return older.direction === 'inbound' || (isNamed(newer.address) && !isNamed(older.address));
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
 * Whether both are connections to the same node, as far as we can tell: anyone can dial us with another node's id
 * before that node does.
 */
const isSameNode = (a: Peer, b: Peer): boolean =>
  a.uniqueId === b.uniqueId && (a.host === b.host || a.direction === 'outbound' || b.direction === 'outbound');
