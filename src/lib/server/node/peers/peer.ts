import type { Scheduler } from '$lib/async/scheduler';
import { AppError } from '$lib/errors';
import { ignorePeerErrors, printable } from '$lib/peers/errors';
import { callPeer, type CallOptions } from '$lib/peers/calls/caller';
import type { CallType } from '$lib/peers/calls/callTypes';
import type { Handshake } from '$lib/peers/handshake/handshake';
import { Multiplexer } from '$lib/peers/mux/multiplexer';
import type { Traffic } from './tcpStream';

export type Direction = 'inbound' | 'outbound';

/** A connected peer. */
export class Peer {
  readonly mux: Multiplexer;
  /** Where it was dialed; of those that dialed us, where they say that they can be, untrusted. */
  readonly address: string;
  /** Untrusted text, printable. */
  readonly version: string;
  readonly uniqueId: string;
  /** Whether all of its headers are known; then it is not asked again until it says something that does not fit. */
  isSynced = false;
  /** Whether it is asked again though it said nothing: it may have had nobody tell it, or mean us to stay behind. */
  isDue = false;
  /** How often it said something that does not fit: a sync that began before the last time may have missed it. */
  resyncs = 0;
  /** Height of the tip that it claimed to have when it was last asked for headers; undefined before. */
  announcedHeight: number | undefined;
  /** Milliseconds, of the scheduler: when it last brought what was new here; 0 before the first. */
  newsMs = 0;
  /** Calls for blocks under way that it answers. */
  fetches = 0;
  /** Headers that it sent in branches without the work of ours, since the last one with it. */
  unprovenHeaders = 0;
  /** Bytes of this connection. */
  readonly traffic: Traffic;
  /** Where it was found, too, by its unique id. */
  readonly #aliases = new Set<string>();

  constructor(
    { peer, connection }: Handshake,
    readonly direction: Direction,
    /** Host of the TCP connection: what a ban is for. */
    readonly host: string,
    private readonly clock: Scheduler,
    traffic: Traffic,
    dialedAddress?: string
  ) {
    this.traffic = traffic;
    this.mux = new Multiplexer(connection, { clock });
    this.address = dialedAddress ?? printable(peer.address);
    this.version = printable(peer.version);
    this.uniqueId = peer.uniqueId;
  }

  /** @throws {PeerError} as `callPeer` */
  call<Q, A>(type: CallType<Q, A>, request: Q, options: Omit<CallOptions, 'clock'> = {}): Promise<A> {
    return callPeer(this.mux, type, request, { clock: this.clock, ...options });
  }

  /** Calls without waiting: a peer that is gone by then is no failure of ours. */
  tell<Q>(type: CallType<Q, void>, request: Q): void {
    this.call(type, request).catch(ignorePeerErrors);
  }

  /** Whether it is the node at this address, as far as is known. */
  isAt(address: string): boolean {
    return this.address === address || this.#aliases.has(address);
  }

  /** Dialed there, a node with this peer's id answered. */
  addAlias(address: string): void {
    this.#aliases.add(address);
  }

  close(): void {
    this.mux.close();
  }
}

/** The offence that a ban is for. */
export class Misbehaviour extends AppError {
  readonly code = 'peers/misbehaviour';
}
