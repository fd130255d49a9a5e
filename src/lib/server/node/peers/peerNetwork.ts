import { StepQueue } from '$lib/async/stepQueue';
import type { SyncMode } from '$lib/api/daemon/shapes/syncMode';
import { systemScheduler } from '$lib/async/scheduler';
import { isDialable } from '$lib/peers/address';
import { PeerError } from '$lib/peers/errors';
import { AddressBook } from './addressBook';
import type { ChainAnswerParts } from './chainAnswers';
import { ChainSync, type HeaderProgress } from './sync/chainSync';
import { Connections, type TrafficLimits } from './connections';
import { Dialer } from './dialer';
import type { DialChoice } from './dialRule';
import { RefusedHosts } from './hosts/refusedHosts';
import { WasteBudget } from './hosts/wasteBudget';
import { announcedHeight, isSyncedWithPeers } from './networkStatus';
import { NetworkWatch, type NetworkTrouble } from './networkWatch';
import type { Peer } from './peer';
import { PeerCalls } from './peerCalls';
import { BlockRelay } from './relay/blockRelay';
import { TransactionRelay } from './relay/transactionRelay';
import { StaleTip } from './staleTip';
import { SleepWatch, closeIfDead } from './sleepWatch';
import { StoredSyncMode } from './syncMode';
import type { Traffic } from './tcpStream';

export interface PeerOptions extends DialChoice {
  /** Address to accept peers at, `host:port`; none are accepted if undefined. Port 0 selects a free port. */
  readonly listen?: string;
  /** Headers that a host may send in branches without more work than our chain; 300,000 by default. */
  readonly maxUnprovenHeaders?: number;
}

export interface PeerNetworkParts extends ChainAnswerParts {
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  readonly options: PeerOptions;
  readonly limits?: TrafficLimits;
  /** Public bootstrap nodes; dialed like addresses learned from peers. */
  readonly bootstrapPeers?: readonly string[];
  /** The version we send; the protocol's by default. */
  readonly version?: string;
}

/** A connected peer, as shown to users. */
export interface PeerView {
  readonly address: string;
  readonly version: string;
  readonly inbound: boolean;
  /** Bytes of this connection. */
  readonly traffic: Readonly<Traffic>;
}

const ROUND_MS = 5_000;
/** Time between a header's arrival and the request for its block. */
const OUTLINE_MS = 3_000;

/**
 * The node's part in the network: connections in both directions, syncing with every new peer, and relaying new blocks
 * and transactions. Peers are not authenticated; everything they send is validated.
 */
export class PeerNetwork {
  readonly #parts: PeerNetworkParts;
  readonly #refused: RefusedHosts;
  readonly #watch: NetworkWatch;
  readonly #connections: Connections;
  readonly #dialer: Dialer;
  readonly #blocks: BlockRelay;
  readonly #transactions: TransactionRelay;
  readonly #sync: ChainSync;
  readonly #calls: PeerCalls;
  readonly #mode: StoredSyncMode;
  readonly #staleTip: StaleTip;
  /** True after a resume until a peer that could have more blocks is connected. */
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
    this.#refused = new RefusedHosts(store.settings, clock, systemScheduler.now);
    this.#watch = new NetworkWatch(clock);
    this.#staleTip = new StaleTip(chain.network, systemScheduler.now);
    this.#connections = new Connections({
      ...parts,
      genesisId: chain.genesisId,
      refused: this.#refused,
      isNamed: (address) => options.peers.includes(address),
      isClosed: () => this.mode === 'stopped',
      onPeer: (peer) => this.#onPeer(peer),
      onEnd: () => this.#wake(),
      signal
    });
    this.#dialer = new Dialer({
      connections: this.#connections,
      book: new AddressBook(store.settings),
      choice: options,
      bootstrapPeers,
      clock: () => systemScheduler.now()
    });
    const resync = (peer: Peer) => this.#resync(peer);
    const ban = (peer: Peer, reason: string) => this.#ban(peer, reason);
    const relayParts = { ...parts, peers, resync };
    this.#transactions = new TransactionRelay({ ...relayParts, waste: new WasteBudget(systemScheduler) });
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
      ban,
      pause: (peer) => this.#pause(peer),
      maxUnproven: options.maxUnprovenHeaders,
      onProgress: (peer) => this.#onProgress(peer),
      watch: this.#watch,
      signal
    });
    this.#calls = new PeerCalls({
      ...parts,
      decoding: new StepQueue(),
      dialer: this.#dialer,
      blocks: this.#blocks,
      transactions: this.#transactions,
      takesBlocks: () => this.mode === 'running',
      resync,
      ban,
      pause: (peer) => this.#pause(peer),
      signal
    });
    if (this.mode !== 'running') this.#sync.pause();
    this.#stopFollowing = [
      chain.onTip((change) => this.#blocks.onTip(change)),
      chain.onTip(() => this.#staleTip.onTip()),
      chain.onTip(({ reverted }) => this.#watch.onReorganized(reverted.length)),
      pool.onAdded((transactions, set) => this.#transactions.send(transactions, set))
    ];
  }

  /** Starts listening and dialing. @throws {PeerError} `peers/cannot-listen` */
  async start(): Promise<void> {
    const { listen } = this.#parts.options;
    if (listen !== undefined) await this.#connections.listen(listen);
    this.#rounds = this.#run();
  }

  /** The mode last set by the user, also in an earlier run. */
  get mode(): SyncMode {
    return this.#mode.value;
  }

  /**
   * Pauses, stops or resumes synchronization. While paused, new blocks and transactions of this node are still sent.
   */
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

  /** The address that peers connect to; undefined if not listening. */
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

  /** Problems with our clock or chain that peers reveal. */
  get trouble(): NetworkTrouble {
    return this.#watch.trouble;
  }

  get blocklist(): readonly string[] {
    return this.#refused.blocklist.entries;
  }

  /** Replaces the list and closes the connections with hosts on it. */
  setBlocklist(entries: readonly string[]): void {
    const { blocklist } = this.#refused;
    blocklist.set(entries);
    for (const peer of this.#connections.peers) if (blocklist.has(peer.host)) peer.close();
  }

  /** Bytes of all connections since the start. */
  get traffic(): Readonly<Traffic> {
    return this.#connections.traffic;
  }

  /** Milliseconds since the last connection ended; 0 while there is one. */
  get aloneMs(): number {
    return this.#connections.aloneMs;
  }

  /** Whether the node is synced, as far as its peers say. */
  get isSynced(): boolean {
    const { chain, clock, bootstrapPeers } = this.#parts;
    if (this.mode !== 'running' || this.#isReconnecting) return false;
    if (!chain.isPastAssumedValid || this.#sync.headers !== undefined) return false;
    return isSyncedWithPeers({ chain, clock, peers: this.#connections.peers, isPublic: bootstrapPeers !== undefined });
  }

  /** The validated headers of a heavier chain while its blocks are being fetched; undefined at other times. */
  get headers(): HeaderProgress | undefined {
    return this.#sync.headers;
  }

  /** Height of the network's tip as claimed by connected peers; undefined if none claims more than ours. */
  get announcedHeight(): number | undefined {
    return announcedHeight(this.#connections.peers, this.#parts.chain.tip.height);
  }

  /** Why named peers are not connected; each text contains the address. */
  get failures(): readonly string[] {
    return this.#dialer.failures;
  }

  /** @throws {PeerError} unreachable, refused by it, or already connected; synchronization is stopped */
  async connect(address: string): Promise<void> {
    if (this.mode === 'stopped') throw new PeerError('peers/closed', 'the sync is stopped');
    if (!isDialable(address)) throw new PeerError('peers/invalid-address', `${address} is not host:port`);
    if (this.#connections.peers.some((peer) => peer.isAt(address))) {
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
    this.#dialer.onPeer(peer.address);
    this.#calls.serve(peer);
    this.#transactions.resend(peer);
    this.#wake();
  }

  #onProgress(peer: Peer): void {
    // It rejected our transactions if our tip was too old when it connected.
    if (peer.isSynced) this.#transactions.resend(peer);
    this.#sync.begin();
  }

  #ban(peer: Peer, reason: string): void {
    peer.close();
    this.#refused.bans.add(peer.host, reason);
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

  /** After sleep, connections may be dead, unreachable addresses may be reachable, and peers have new blocks. */
  #onSlept(): void {
    this.#dialer.forgetTries();
    for (const peer of this.#connections.peers) {
      peer.isSynced = false;
      peer.resyncs++;
      void closeIfDead(peer);
    }
  }

  #onStaleTip(): void {
    for (const peer of this.#connections.peers) peer.isDue = true;
    if (this.#staleTip.isAskedInVain) this.#dialer.replaceOne();
  }

  #resync(peer: Peer): void {
    peer.isSynced = false;
    peer.resyncs++;
    // Does not wake the round: a peer that repeats itself must not make us dial, or request addresses from others.
    this.#sync.begin();
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopped;
    const sleep = new SleepWatch(this.#parts.clock, ROUND_MS);
    while (!signal.aborted) {
      const woken = new Promise<void>((resolve) => (this.#wake = resolve));
      if (sleep.hasSlept()) this.#onSlept();
      if (this.#staleTip.isDue()) this.#onStaleTip();
      if (this.mode !== 'stopped') void this.#dialer.dialMore();
      this.#sync.begin();
      const round = new AbortController();
      await Promise.race([woken, systemScheduler.sleep(ROUND_MS, AbortSignal.any([signal, round.signal]))]);
      round.abort();
    }
  }
}
