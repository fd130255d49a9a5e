import type { SyncMode } from '$lib/api/daemon/shapes/syncMode';
import { systemScheduler } from '$lib/async/scheduler';
import { isDialable } from '$lib/peers/address';
import { serveCalls, type CallHandlers } from '$lib/peers/calls/callee';
import { PeerError } from '$lib/peers/errors';
import { AddressBook } from './addressBook';
import { chainAnswers, type ChainAnswerParts } from './chainAnswers';
import { ChainSync, type HeaderProgress } from './sync/chainSync';
import { Connections, type TrafficLimits } from './connections';
import { Dialer } from './dialer';
import type { DialChoice } from './dialRule';
import { HostCalls } from './hosts/hostCalls';
import { NetworkWatch, type NetworkTrouble } from './networkWatch';
import { Misbehaviour, type Peer } from './peer';
import { RefusedHosts } from './hosts/refusedHosts';
import { BlockRelay } from './relay/blockRelay';
import { TransactionRelay } from './relay/transactionRelay';
import { StoredSyncMode } from './syncMode';
import type { Traffic } from './tcpStream';

export interface PeerOptions extends DialChoice {
  /** Where peers may connect, `host:port`; nobody may if undefined. Port 0 takes a free one. */
  readonly listen?: string;
  /** Headers that a connection may send without the work of our chain; 300,000 by default. */
  readonly maxUnprovenHeaders?: number;
}

export interface PeerNetworkParts extends ChainAnswerParts {
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  readonly options: PeerOptions;
  readonly limits?: TrafficLimits;
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

const ROUND_MS = 5_000;
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
  readonly #refused: RefusedHosts;
  readonly #watch: NetworkWatch;
  readonly #connections: Connections;
  readonly #book: AddressBook;
  readonly #dialer: Dialer;
  readonly #blocks: BlockRelay;
  readonly #transactions: TransactionRelay;
  readonly #sync: ChainSync;
  readonly #hostCalls = new HostCalls();
  readonly #mode: StoredSyncMode;
  /** Resumed, and nobody is connected yet who could have more. */
  #isReconnecting = false;
  readonly #stopped = new AbortController();
  readonly #stopFollowing: (() => void)[];
  #wake: () => void = () => undefined;
  #rounds: Promise<void> = Promise.resolve();

  constructor(parts: PeerNetworkParts) {
    const { store, clock, chain, pool, options, bootstrapPeers = [] } = parts;
    const { signal } = this.#stopped;
    const peers = () => this.#connections.peers;
    this.#parts = parts;
    this.#mode = new StoredSyncMode(store.settings);
    this.#refused = new RefusedHosts(store.settings, clock);
    this.#watch = new NetworkWatch(clock);
    this.#connections = new Connections({
      ...parts,
      genesisId: chain.genesisId,
      refused: this.#refused,
      isClosed: () => this.mode === 'stopped',
      onPeer: (peer) => this.#onPeer(peer),
      onEnd: () => this.#wake(),
      signal
    });
    this.#book = new AddressBook(store.settings);
    this.#dialer = new Dialer({
      connections: this.#connections,
      book: this.#book,
      choice: options,
      bootstrapPeers,
      clock
    });
    const relayParts = { ...parts, peers, resync: (peer: Peer) => this.#resync(peer) };
    this.#transactions = new TransactionRelay(relayParts);
    this.#blocks = new BlockRelay({
      ...relayParts,
      isKnownToPeers: (id) => this.#transactions.isKnownToPeers(id),
      later: (call) => void this.#later(call),
      watch: this.#watch
    });
    this.#sync = new ChainSync({
      ...parts,
      relay: this.#blocks,
      peers,
      ban: (peer, reason) => this.#ban(peer, reason),
      pause: (peer) => this.#pause(peer),
      maxUnproven: options.maxUnprovenHeaders,
      onProgress: () => this.#wake(),
      watch: this.#watch,
      signal
    });
    if (this.mode !== 'running') this.#sync.pause();
    this.#stopFollowing = [
      chain.onTip((change) => this.#blocks.onTip(change)),
      chain.onTip(({ reverted }) => this.#watch.onReorganised(reverted.length)),
      pool.onAdded((transactions) => this.#transactions.send(transactions))
    ];
  }

  /** Listens, and begins to dial. @throws the system's error if the address cannot be listened on */
  async start(): Promise<void> {
    const { listen } = this.#parts.options;
    if (listen !== undefined) await this.#connections.listen(listen);
    this.#rounds = this.#run();
  }

  /** As a person left it, here or in an earlier start. */
  get mode(): SyncMode {
    return this.#mode.value;
  }

  /** Pauses, stops or resumes the synchronisation. While paused, what is new here still goes out to the peers. */
  setMode(mode: SyncMode): void {
    if (this.mode === 'stopped') {
      this.#dialer.forgetTries();
      this.#isReconnecting = true;
    }
    this.#mode.value = mode;
    if (mode === 'running') this.#sync.resume();
    else this.#sync.pause();
    if (mode === 'stopped') for (const peer of this.#connections.peers) peer.close();
    this.#wake();
  }

  /** Where peers connect; undefined if nobody can. */
  get address(): string | undefined {
    return this.#connections.address;
  }

  get peers(): readonly PeerView[] {
    return this.#connections.peers.map(({ address, version, direction, traffic }) => ({
      address,
      version,
      inbound: direction === 'inbound',
      traffic
    }));
  }

  get bans() {
    return this.#refused.bans.all;
  }

  /** What peers show about our clock and our chain. */
  get trouble(): NetworkTrouble {
    return this.#watch.trouble;
  }

  get blocklist(): readonly string[] {
    return this.#refused.blocklist.entries;
  }

  /** Replaces the list, and closes the connections with whom it names. */
  setBlocklist(entries: readonly string[]): void {
    const { blocklist } = this.#refused;
    blocklist.set(entries);
    for (const peer of this.#connections.peers) if (blocklist.has(peer.host)) peer.close();
  }

  /** Bytes of all connections since the start. */
  get traffic(): Readonly<Traffic> {
    return this.#connections.traffic;
  }

  /**
   * Whether all peers that we dialed said that they have no more, and nobody proved it. Those that dialed us count only
   * where there are no others: anyone can connect and never say. On a public network somebody has to be connected, and a
   * chain that ended long ago is not the network's, whatever peers say who are at its beginning, too.
   */
  get isSynced(): boolean {
    const { chain, bootstrapPeers, clock } = this.#parts;
    const { peers, outbound } = this.#connections;
    if (this.mode !== 'running' || this.#isReconnecting) return false;
    if (!chain.isPastAssumedValid || this.#sync.headers !== undefined) return false;
    if (!(outbound.length > 0 ? outbound : peers).every(({ isSynced }) => isSynced)) return false;
    if (bootstrapPeers === undefined) return true;
    const ageMs = clock() - (chain.state.prevTimestamps[0] ?? 0) * 1_000;
    return peers.length > 0 && ageMs < MAX_TIP_AGE_MS;
  }

  /** How far the validated headers reach, while the blocks of a heavier chain are fetched. */
  get headers(): HeaderProgress | undefined {
    return this.#sync.headers;
  }

  /**
   * Height of the network's tip as connected peers claim it: the middle one of those above our tip, so that half of them
   * have to lie. Undefined if none claims more.
   */
  get announcedHeight(): number | undefined {
    const ours = this.#parts.chain.tip.height;
    const above = this.#connections.peers
      .map(({ announcedHeight = 0 }) => announcedHeight)
      .filter((height) => height > ours)
      .toSorted((a, b) => a - b);
    return above[(above.length - 1) >> 1];
  }

  /** @throws {PeerError} it cannot be reached, refuses us, or is connected already; the synchronisation is stopped */
  async connect(address: string): Promise<void> {
    if (this.mode === 'stopped') throw new PeerError('peers/closed', 'the synchronisation is stopped');
    if (!isDialable(address)) throw new PeerError('peers/invalid-address', `${address} is not host:port`);
    if (this.#connections.peers.some((peer) => peer.address === address)) {
      throw new PeerError('peers/already-connected', `${address} is connected`);
    }
    await this.#dialer.dial(address);
  }

  /** @returns whether there was such a peer */
  disconnect(address: string): boolean {
    const found = this.#connections.peers.filter((peer) => peer.address === address);
    for (const peer of found) peer.close();
    return found.length > 0;
  }

  async stop(): Promise<void> {
    this.#stopped.abort();
    this.#wake();
    for (const stopFollowing of this.#stopFollowing) stopFollowing();
    await this.#connections.close();
    await this.#rounds;
    await this.#sync.ended();
  }

  #onPeer(peer: Peer): void {
    this.#isReconnecting = false;
    this.#book.add([peer.address]);
    void serveCalls(peer.mux, this.#handlersFor(peer), {
      clock: systemScheduler,
      admit: () => this.#hostCalls.admit(peer.host),
      onFailure: (_, error) => this.#onFailure(peer, error)
    });
    this.#transactions.resend(peer);
    this.#wake();
  }

  #handlersFor(peer: Peer): CallHandlers {
    return {
      ...chainAnswers(this.#parts, peer.direction),
      shareNodes: () => this.#dialer.addressesToShare(),
      discoverIp: () => peer.host,
      relayHeader: (header) => (this.#takesBlocks(peer) ? this.#blocks.onHeader(header, peer) : undefined),
      relayOutline: (outline) => (this.#takesBlocks(peer) ? this.#blocks.onOutline(outline, peer) : undefined),
      relayTransactions: (set) => this.#transactions.onTransactions(set, peer)
    };
  }

  /** While the synchronisation is paused, the peer is only remembered as one that has more. */
  #takesBlocks(peer: Peer): boolean {
    if (this.mode === 'running') return true;
    this.#resync(peer);
    return false;
  }

  /** A rule that was broken costs the connection and a day; everything else is between the call and its stream. */
  #onFailure(peer: Peer, error: unknown): void {
    if (error instanceof Misbehaviour) this.#ban(peer, error.message);
    else if (!(error instanceof PeerError) && !this.#stopped.signal.aborted) console.error(error);
  }

  #ban(peer: Peer, reason: string): void {
    this.#refused.bans.add(peer.host, reason);
    peer.close();
  }

  #pause(peer: Peer): void {
    this.#refused.pause(peer.host);
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
      if (this.mode !== 'stopped') void this.#dialer.dialMore();
      this.#sync.begin();
      const round = new AbortController();
      await Promise.race([woken, systemScheduler.sleep(ROUND_MS, AbortSignal.any([signal, round.signal]))]);
      round.abort();
    }
  }
}
