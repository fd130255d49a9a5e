import { randomBytes } from 'node:crypto';
import { createServer, type Server, type Socket } from 'node:net';
import { systemScheduler } from '$lib/async/scheduler';
import { encodeHex } from '$lib/codec/bytes';
import { ConsensusError } from '$lib/consensus/errors';
import { formatNetAddress, isDialable, parseNetAddress, unmapHost } from '$lib/peers/address';
import { serveCalls, type CallHandlers } from '$lib/peers/calls/callee';
import { calls } from '$lib/peers/calls/callTypes';
import { PeerError } from '$lib/peers/errors';
import { handshake } from '$lib/peers/handshake/handshake';
import type { UniqueId } from '$lib/peers/handshake/objects';
import { AddressBook, subnetOf } from './addressBook';
import { BanList } from './bans';
import { fetchBlocks } from './blockFetch';
import { chainAnswers, type ChainAnswerParts } from './chainAnswers';
import { nodeCrypto } from './crypto';
import { dialRule } from './dialRule';
import { fetchHeaders } from './headerSync';
import { Misbehaviour, Peer, type Direction } from './peer';
import { Relay } from './relay';
import { dial, tcpStream, type Traffic } from './tcpStream';

export interface PeerOptions {
  /** Where peers may connect, `host:port`; nobody may if undefined. Port 0 takes a free one. */
  readonly listen?: string;
  /** Peers that are dialed whenever they are not connected. */
  readonly peers: readonly string[];
  /** Whether addresses that peers tell of are dialed, too. */
  readonly discover: boolean;
}

export interface PeerNetworkParts extends ChainAnswerParts {
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  readonly options: PeerOptions;
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

/**
 * The node among others: connections in and out, the sync with every new peer, and the relay of what is new. Peers are
 * not authenticated; everything they send is checked by the rules of the chain.
 */
export class PeerNetwork {
  readonly #parts: PeerNetworkParts;
  readonly #uniqueId = encodeHex(randomBytes(8)) as UniqueId;
  readonly #peers = new Set<Peer>();
  readonly #bans: BanList;
  readonly #book: AddressBook;
  readonly #mayDial: (address: string) => boolean;
  readonly #relay: Relay;
  readonly #traffic: Traffic = { received: 0, sent: 0 };
  readonly #stopped = new AbortController();
  readonly #unfinished = new Map<Socket, string>();
  readonly #triedAt = new Map<string, number>();
  readonly #dialing = new Set<string>();
  readonly #stopFollowing: (() => void)[];
  #server: Server | undefined;
  #wake: () => void = () => undefined;
  #isSyncing = false;
  #rounds: Promise<void> = Promise.resolve();

  constructor(parts: PeerNetworkParts) {
    const { store, clock, chain, pool, options, bootstrapPeers = [] } = parts;
    this.#parts = parts;
    this.#bans = new BanList(store.settings, clock);
    this.#book = new AddressBook(store.settings);
    if (options.discover) this.#book.add(bootstrapPeers);
    this.#mayDial = dialRule(options, bootstrapPeers);
    this.#relay = new Relay({ ...parts, peers: () => [...this.#peers], resync: (peer) => this.#resync(peer) });
    this.#stopFollowing = [
      chain.onTip((change) => this.#relay.onTip(change)),
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
    return [...this.#peers].map(({ address, version, direction }) => ({
      address,
      version,
      inbound: direction === 'inbound'
    }));
  }

  get bans() {
    return this.#bans.all;
  }

  /** Bytes of all connections since the start. */
  get traffic(): Readonly<Traffic> {
    return this.#traffic;
  }

  /** Whether no connected peer is known to have more. */
  get isSynced(): boolean {
    return (
      this.#parts.chain.isPastAssumedValid && !this.#isSyncing && [...this.#peers].every(({ isSynced }) => isSynced)
    );
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
    if (this.#bans.has(host) || inbound >= MAX_INBOUND || this.#connectionsOf(host) >= MAX_PER_HOST) {
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
      const socket = await dial(parseNetAddress(address), signal);
      socket.on('error', () => undefined);
      const host = unmapHost(socket.remoteAddress ?? '');
      if (this.#bans.has(host)) {
        socket.destroy();
        throw new PeerError('peers/banned', `${host} is banned`);
      }
      await this.#introduce(socket, 'outbound', host);
      this.#book.onConnected(address);
    } catch (error) {
      this.#book.onFailed(address);
      throw error;
    } finally {
      this.#dialing.delete(address);
    }
  }

  async #introduce(socket: Socket, direction: Direction, host: string): Promise<void> {
    this.#unfinished.set(socket, host);
    try {
      const shaken = await handshake(tcpStream(socket, this.#traffic), {
        role: direction === 'outbound' ? 'dial' : 'accept',
        crypto: nodeCrypto,
        genesisId: this.#parts.chain.genesisId,
        uniqueId: this.#uniqueId,
        netAddress: this.address ?? '127.0.0.1:0',
        version: this.#parts.version,
        remoteHost: host,
        timers: systemScheduler
      });
      const peer = new Peer(shaken, direction, host, systemScheduler);
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

  #resync(peer: Peer): void {
    peer.isSynced = false;
    this.#wake();
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopped;
    while (!signal.aborted) {
      const woken = new Promise<void>((resolve) => (this.#wake = resolve));
      void this.#dialMore();
      await this.#syncAll();
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

  async #syncAll(): Promise<void> {
    for (const peer of [...this.#peers]) {
      if (peer.isSynced || this.#stopped.signal.aborted) continue;
      this.#isSyncing = true;
      try {
        await this.#syncWith(peer);
      } catch (error) {
        if (error instanceof Misbehaviour) this.#ban(peer, error.message);
        else if (error instanceof PeerError || error instanceof ConsensusError) peer.close();
        else if (!this.#stopped.signal.aborted) {
          // A fault of ours, not of the peer: the node goes on, and tries again in the next round.
          console.error(error);
        }
      } finally {
        this.#isSyncing = false;
      }
    }
  }

  /** Takes over the peer's chain as far as it is heavier than ours. */
  async #syncWith(peer: Peer): Promise<void> {
    const { chain, store } = this.#parts;
    while (!this.#stopped.signal.aborted) {
      const { base, headers, isHeavier, remaining } = await fetchHeaders(peer, chain, store);
      if (!isHeavier) {
        peer.isSynced = true;
        return;
      }
      const first = headers.findIndex(({ id }) => store.blocks.place(id) === undefined);
      const missing = first < 0 ? [] : headers.slice(first);
      const from = first > 0 ? headers[first - 1]!.id : base.id;
      if (headers.some(({ id }) => store.blocks.place(id)?.status === 'invalid')) {
        throw new Misbehaviour('a chain with an invalid block');
      }
      const others = [...this.#peers].filter((other) => other !== peer);
      const ids = missing.map(({ id }) => id);
      for (const id of ids) this.#relay.noteFromPeer(id);
      for await (const { block, from: sender } of fetchBlocks([peer, ...others], from, ids, systemScheduler)) {
        if (this.#stopped.signal.aborted) return;
        try {
          await this.#relay.addBlock(block);
        } catch (error) {
          if (!(error instanceof Misbehaviour) || sender === peer) throw error;
          this.#ban(sender, error.message);
          throw new PeerError('peers/wrong-block', 'another peer sent an invalid block', { cause: error });
        }
      }
      const last = headers.at(-1);
      if (remaining > 0n) continue;
      peer.isSynced = true;
      if (last !== undefined && chain.tip.id === last.id) this.#relay.passOnTip(last.header, peer);
      return;
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
