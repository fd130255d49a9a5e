import { randomBytes } from 'node:crypto';
import { createServer, type Server, type Socket } from 'node:net';
import { systemScheduler } from '$lib/async/scheduler';
import { encodeHex } from '$lib/codec/bytes';
import { formatNetAddress, isDialable, parseNetAddress, unmapHost } from '$lib/peers/address';
import { serveCalls, type CallHandlers } from '$lib/peers/calls/callee';
import { calls } from '$lib/peers/calls/callTypes';
import { PeerError } from '$lib/peers/errors';
import { handshake } from '$lib/peers/handshake/handshake';
import type { UniqueId } from '$lib/peers/handshake/objects';
import { AddressBook, subnetOf } from './addressBook';
import { BanList } from './bans';
import { PeerBlocklist } from './blocklist';
import { chainAnswers, type ChainAnswerParts } from './chainAnswers';
import { ChainSync } from './chainSync';
import { nodeCrypto } from './crypto';
import { dialRule } from './dialRule';
import { NetworkWatch, type NetworkTrouble } from './networkWatch';
import { Misbehaviour, Peer, type Direction } from './peer';
import { Relay } from './relay';
import { dial, tcpStream, type Traffic } from './tcpStream';
import { TokenBucket } from './tokenBucket';

export interface PeerOptions {
  /** Where peers may connect, `host:port`; nobody may if undefined. Port 0 takes a free one. */
  readonly listen?: string;
  /** Peers that are dialed whenever they are not connected. */
  readonly peers: readonly string[];
  /** Whether addresses that peers tell of are dialed, too. */
  readonly discover: boolean;
  /** Headers that a connection may send without the work of our chain; 300,000 by default. */
  readonly maxUnprovenHeaders?: number;
}

export interface PeerNetworkParts extends ChainAnswerParts {
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  readonly options: PeerOptions;
  /** Bytes per second over all connections, 0 for no limit. */
  readonly limits?: { readonly download: () => number; readonly upload: () => number };
  /** Public nodes of the network, dialed as those that peers tell of. */
  readonly bootstrapPeers?: readonly string[];
  /** Sent as our version; that of the protocol by default. */
  readonly version?: string;
}

/** A peer as it is shown. */
export interface PeerView {
  readonly address: string;
  readonly version: string;
  readonly inbound: boolean;
  /** Bytes of this connection. */
  readonly traffic: Readonly<Traffic>;
}

const MAX_INBOUND = 64;
const MAX_OUTBOUND = 16;
/** Of one host, half-open connections included. */
const MAX_PER_HOST = 8;
const ROUND_MS = 5_000;
const REDIAL_MS = 5 * 60_000;
const REDIAL_NAMED_MS = 5_000;
/** Neighbours asked for addresses in a round. */
const ASKED_FOR_NODES = 3;
const MAX_SHARED = 10;
/** For a host whose headers had too little work. */
const PAUSE_MS = 10 * 60_000;
/** After a header, until its block is asked for. */
const OUTLINE_MS = 3_000;
/** Ten-minute blocks are never a day apart. */
const MAX_TIP_AGE_MS = 24 * 60 * 60_000;

/**
 * The node among others: connections in and out, the sync with every new peer, and the relay of what is new. Peers are
 * not authenticated; everything they send is checked by the rules of the chain.
 */
export class PeerNetwork {
  readonly #parts: PeerNetworkParts;
  readonly #uniqueId = encodeHex(randomBytes(8)) as UniqueId;
  readonly #peers = new Set<Peer>();
  readonly #bans: BanList;
  readonly #watch: NetworkWatch;
  readonly #download: TokenBucket;
  readonly #upload: TokenBucket;
  /** Addresses that a person blocked; a change closes the connections with them. */
  readonly #blocklist: PeerBlocklist;
  readonly #book: AddressBook;
  readonly #mayDial: (address: string) => boolean;
  readonly #relay: Relay;
  readonly #sync: ChainSync;
  readonly #traffic: Traffic = { received: 0, sent: 0 };
  readonly #stopped = new AbortController();
  readonly #unfinished = new Map<Socket, string>();
  /** Hosts refused for a while, in milliseconds since 1970. */
  readonly #pausedUntil = new Map<string, number>();
  readonly #triedAt = new Map<string, number>();
  readonly #dialing = new Set<string>();
  readonly #stopFollowing: (() => void)[];
  #server: Server | undefined;
  #wake: () => void = () => undefined;
  #rounds: Promise<void> = Promise.resolve();

  constructor(parts: PeerNetworkParts) {
    const { store, clock, chain, pool, options, bootstrapPeers = [] } = parts;
    this.#parts = parts;
    this.#bans = new BanList(store.settings, clock);
    this.#blocklist = new PeerBlocklist(store.settings);
    this.#watch = new NetworkWatch(clock);
    const { download = () => 0, upload = () => 0 } = parts.limits ?? {};
    this.#download = new TokenBucket(download, systemScheduler, this.#stopped.signal);
    this.#upload = new TokenBucket(upload, systemScheduler, this.#stopped.signal);
    this.#book = new AddressBook(store.settings);
    if (options.discover) this.#book.add(bootstrapPeers);
    this.#mayDial = dialRule(options, bootstrapPeers);
    this.#relay = new Relay({
      ...parts,
      peers: () => [...this.#peers],
      resync: (peer) => this.#resync(peer),
      later: (call) => void this.#later(call),
      watch: this.#watch
    });
    this.#sync = new ChainSync({
      ...parts,
      relay: this.#relay,
      peers: () => [...this.#peers],
      ban: (peer, reason) => this.#ban(peer, reason),
      pause: (peer) => this.#pause(peer),
      maxUnproven: options.maxUnprovenHeaders,
      onProgress: () => this.#wake(),
      watch: this.#watch,
      signal: this.#stopped.signal
    });
    this.#stopFollowing = [
      chain.onTip((change) => this.#relay.onTip(change)),
      chain.onTip(({ reverted }) => this.#watch.onReorganised(reverted.length)),
      pool.onAdded((transactions) => this.#relay.sendTransactions(transactions))
    ];
  }

  /** Listens, and begins to dial. @throws the system's error if the address cannot be listened on */
  async start(): Promise<void> {
    const { listen } = this.#parts.options;
    if (listen !== undefined) await this.#listen(listen);
    this.#rounds = this.#run();
  }

  /** Where peers connect; undefined if nobody can. */
  get address(): string | undefined {
    const bound = this.#server?.address();
    if (bound === null || bound === undefined || typeof bound === 'string') return undefined;
    return formatNetAddress({ host: bound.address, port: String(bound.port) });
  }

  get peers(): readonly PeerView[] {
    return [...this.#peers].map(({ address, version, direction, traffic }) => ({
      address,
      version,
      inbound: direction === 'inbound',
      traffic
    }));
  }

  get bans() {
    return this.#bans.all;
  }

  /** What peers show about our clock and our chain. */
  get trouble(): NetworkTrouble {
    return this.#watch.trouble;
  }

  get blocklist(): readonly string[] {
    return this.#blocklist.entries;
  }

  /** Replaces the list, and closes the connections with whom it names. */
  setBlocklist(entries: readonly string[]): void {
    this.#blocklist.set(entries);
    for (const peer of this.#peers) if (this.#blocklist.has(peer.host)) peer.close();
  }

  #isRefused(host: string): boolean {
    return (
      this.#bans.has(host) || this.#blocklist.has(host) || this.#parts.clock() < (this.#pausedUntil.get(host) ?? 0)
    );
  }

  /** Bytes of all connections since the start. */
  get traffic(): Readonly<Traffic> {
    return this.#traffic;
  }

  /**
   * Whether no connected peer is known to have more. On a public network somebody has to be connected, and a chain that
   * ended long ago is not the network's, whatever peers say who are at its beginning, too.
   */
  get isSynced(): boolean {
    const { chain, bootstrapPeers, clock } = this.#parts;
    if (!chain.isPastAssumedValid || this.#sync.isAtWork || ![...this.#peers].every(({ isSynced }) => isSynced))
      return false;
    if (bootstrapPeers === undefined) return true;
    const ageMs = clock() - (chain.state.prevTimestamps[0] ?? 0) * 1_000;
    return this.#peers.size > 0 && ageMs < MAX_TIP_AGE_MS;
  }

  /** @throws {PeerError} it cannot be reached, refuses us, or is connected already */
  async connect(address: string): Promise<void> {
    if (!isDialable(address)) throw new PeerError('peers/invalid-address', `${address} is not host:port`);
    if ([...this.#peers].some((peer) => peer.address === address)) {
      throw new PeerError('peers/already-connected', `${address} is connected`);
    }
    await this.#dial(address);
  }

  /** @returns whether there was such a peer */
  disconnect(address: string): boolean {
    const found = [...this.#peers].filter((peer) => peer.address === address);
    for (const peer of found) peer.close();
    return found.length > 0;
  }

  async stop(): Promise<void> {
    this.#stopped.abort();
    this.#wake();
    for (const stopFollowing of this.#stopFollowing) stopFollowing();
    for (const socket of this.#unfinished.keys()) socket.destroy();
    for (const peer of this.#peers) peer.close();
    await new Promise<void>((resolve) => (this.#server ? this.#server.close(() => resolve()) : resolve()));
    await this.#rounds;
    await this.#sync.ended();
  }

  async #listen(address: string): Promise<void> {
    const { host, port } = parseNetAddress(address);
    const server = createServer({ pauseOnConnect: true }, (socket) => this.#accept(socket));
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen({ host, port: Number(port) }, () => {
        server.off('error', reject);
        // One connection that cannot be accepted must not end the process.
        server.on('error', () => undefined);
        resolve();
      });
    });
    this.#server = server;
  }

  #accept(socket: Socket): void {
    socket.on('error', () => undefined);
    const host = unmapHost(socket.remoteAddress ?? '');
    const inbound = [...this.#peers].filter(({ direction }) => direction === 'inbound').length + this.#unfinished.size;
    if (this.#isRefused(host) || inbound >= MAX_INBOUND || this.#connectionsOf(host) >= MAX_PER_HOST) {
      socket.destroy();
      return;
    }
    void this.#introduce(socket, 'inbound', host).catch(ignorePeerErrors);
  }

  #connectionsOf(host: string): number {
    const finished = [...this.#peers].filter((peer) => peer.host === host).length;
    return finished + [...this.#unfinished.values()].filter((other) => other === host).length;
  }

  async #dial(address: string): Promise<void> {
    const { signal } = this.#stopped;
    this.#triedAt.set(address, this.#parts.clock());
    this.#dialing.add(address);
    try {
      const target = parseNetAddress(address);
      if (this.#blocklist.has(target.host)) throw new PeerError('peers/banned', `${target.host} is blocked`);
      const socket = await dial(target, signal);
      socket.on('error', () => undefined);
      const host = unmapHost(socket.remoteAddress ?? '');
      if (this.#isRefused(host)) {
        socket.destroy();
        throw new PeerError('peers/banned', `${host} is banned or blocked`);
      }
      await this.#introduce(socket, 'outbound', host, address);
      this.#book.onConnected(address);
    } catch (error) {
      this.#book.onFailed(address);
      throw error;
    } finally {
      this.#dialing.delete(address);
    }
  }

  async #introduce(socket: Socket, direction: Direction, host: string, dialedAddress?: string): Promise<void> {
    this.#unfinished.set(socket, host);
    try {
      const traffic: Traffic = { received: 0, sent: 0 };
      const counters = [this.#traffic, traffic];
      const stream = tcpStream(socket, { counters, download: this.#download, upload: this.#upload });
      const shaken = await handshake(stream, {
        role: direction === 'outbound' ? 'dial' : 'accept',
        crypto: nodeCrypto,
        genesisId: this.#parts.chain.genesisId,
        uniqueId: this.#uniqueId,
        netAddress: this.address ?? '127.0.0.1:0',
        version: this.#parts.version,
        remoteHost: host,
        timers: systemScheduler
      });
      const peer = new Peer(shaken, direction, host, systemScheduler, traffic, dialedAddress);
      if (this.#stopped.signal.aborted || [...this.#peers].some(({ uniqueId }) => uniqueId === peer.uniqueId)) {
        peer.close();
        throw new PeerError('peers/already-connected', 'this peer is connected');
      }
      this.#add(peer);
    } finally {
      this.#unfinished.delete(socket);
    }
  }

  #add(peer: Peer): void {
    this.#peers.add(peer);
    this.#book.add([peer.address]);
    void peer.mux.ended.then(() => {
      this.#peers.delete(peer);
      this.#wake();
    });
    void serveCalls(peer.mux, this.#handlersFor(peer), {
      clock: systemScheduler,
      onFailure: (_, error) => this.#onFailure(peer, error)
    });
    this.#wake();
  }

  #handlersFor(peer: Peer): CallHandlers {
    return {
      ...chainAnswers(this.#parts),
      shareNodes: () => this.#shared(),
      discoverIp: () => peer.host,
      relayHeader: (header) => this.#relay.onHeader(header, peer),
      relayOutline: (outline) => this.#relay.onOutline(outline, peer),
      relayTransactions: (set) => this.#relay.onTransactions(set, peer)
    };
  }

  #shared(): string[] {
    const outbound = [...this.#peers].filter(({ direction }) => direction === 'outbound').map(({ address }) => address);
    const all = new Set([...shuffled(outbound), ...shuffled(this.#book.addresses)]);
    return [...all].filter(isDialable).slice(0, MAX_SHARED);
  }

  /** A rule that was broken costs the connection and a day; everything else is between the call and its stream. */
  #onFailure(peer: Peer, error: unknown): void {
    if (error instanceof Misbehaviour) this.#ban(peer, error.message);
    else if (!(error instanceof PeerError) && !this.#stopped.signal.aborted) console.error(error);
  }

  #ban(peer: Peer, reason: string): void {
    this.#bans.add(peer.host, reason);
    peer.close();
  }

  /** Without it the host could send as much again at once. */
  #pause(peer: Peer): void {
    const now = this.#parts.clock();
    for (const [host, until] of this.#pausedUntil) if (until <= now) this.#pausedUntil.delete(host);
    this.#pausedUntil.set(peer.host, now + PAUSE_MS);
    peer.close();
  }

  async #later(call: () => void): Promise<void> {
    const { signal } = this.#stopped;
    await systemScheduler.sleep(OUTLINE_MS, signal);
    if (!signal.aborted) call();
  }

  #resync(peer: Peer): void {
    peer.isSynced = false;
    peer.resyncs++;
    this.#wake();
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopped;
    while (!signal.aborted) {
      const woken = new Promise<void>((resolve) => (this.#wake = resolve));
      void this.#dialMore();
      this.#sync.begin();
      const round = new AbortController();
      await Promise.race([woken, systemScheduler.sleep(ROUND_MS, AbortSignal.any([signal, round.signal]))]);
      round.abort();
    }
  }

  async #dialMore(): Promise<void> {
    const { options, clock } = this.#parts;
    const outbound = [...this.#peers].filter(({ direction }) => direction === 'outbound');
    const isFree = (address: string, waitMs: number): boolean =>
      !this.#dialing.has(address) &&
      !outbound.some((peer) => peer.address === address) &&
      clock() - (this.#triedAt.get(address) ?? -Infinity) >= waitMs;
    const named = options.peers.filter((address) => isDialable(address) && isFree(address, REDIAL_NAMED_MS));
    const subnets = new Set(outbound.map(({ address }) => subnetOf(address)));
    const found = options.discover
      ? shuffled(this.#book.addresses).filter(
          (address) => this.#mayDial(address) && isFree(address, REDIAL_MS) && !subnets.has(subnetOf(address))
        )
      : [];
    if (options.discover && found.length === 0) void this.#askForNodes();
    const room = Math.max(0, MAX_OUTBOUND - outbound.length - this.#dialing.size);
    await Promise.all(
      [...named, ...found].slice(0, room).map((address) => this.#dial(address).catch(ignorePeerErrors))
    );
  }

  async #askForNodes(): Promise<void> {
    for (const peer of shuffled([...this.#peers]).slice(0, ASKED_FOR_NODES)) {
      await peer.call(calls.shareNodes, undefined).then((found) => this.#book.add(found), ignorePeerErrors);
    }
  }
}

function ignorePeerErrors(error: unknown): void {
  if (!(error instanceof PeerError)) throw error;
}

function shuffled<T>(items: readonly T[]): T[] {
  const result = [...items];
  for (let i = result.length - 1; i > 0; i--) {
    const j = Math.floor(Math.random() * (i + 1));
    [result[i], result[j]] = [result[j]!, result[i]!];
  }
  return result;
}
