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
  /** Aborts when the connection has ended. */
  readonly gone: AbortSignal;
  /** The address we dialed; for inbound peers, the address they claim to have, untrusted. */
  readonly address: string;
  /** Untrusted, limited to printable text. */
  readonly version: string;
  readonly uniqueId: string;
  /** Whether all of its headers are known. Cleared when it sends something that does not fit our chain. */
  isSynced = false;
  /** Whether to request its headers although it announced nothing: announcements may be lost or withheld. */
  isDue = false;
  /** Counts messages that do not fit our chain: a sync that began before the last one may have missed it. */
  resyncs = 0;
  /** The tip height it claimed when it last sent headers; undefined before. */
  announcedHeight: number | undefined;
  /** Scheduler time at which it last delivered something new; 0 before the first. */
  newsAtMs = 0;
  /** Block fetches from it in progress. */
  fetches = 0;
  /** Other addresses at which a node with its unique id responded. */
  readonly #aliases = new Set<string>();

  constructor(
    { peer, connection }: Handshake,
    readonly direction: Direction,
    /** Host of the TCP connection; bans apply to it. */
    readonly host: string,
    private readonly clock: Scheduler,
    /** Bytes of this connection. */
    readonly traffic: Traffic,
    dialedAddress?: string
  ) {
    this.mux = new Multiplexer(connection, { clock });
    const going = new AbortController();
    this.gone = going.signal;
    void this.mux.ended.then((reason) => going.abort(reason));
    this.address = dialedAddress ?? printable(peer.address);
    this.version = printable(peer.version);
    this.uniqueId = peer.uniqueId;
  }

  /** @throws {PeerError} as `callPeer` */
  call<Q, A>(type: CallType<Q, A>, request: Q, options: Omit<CallOptions, 'clock'> = {}): Promise<A> {
    return callPeer(this.mux, type, request, { clock: this.clock, ...options });
  }

  /** Makes a call that has no response, without waiting for its end. Peer errors are ignored. */
  notify<Q>(type: CallType<Q, void>, request: Q): void {
    this.call(type, request).catch(ignorePeerErrors);
  }

  /** Whether it is the node at this address, as far as is known. */
  isAt(address: string): boolean {
    return this.address === address || this.#aliases.has(address);
  }

  /** Records that a node with this peer's id responded at the address. */
  addAlias(address: string): void {
    this.#aliases.add(address);
  }

  close(): void {
    this.mux.close();
  }
}

/** An offense for which a peer is banned. */
export class Misbehavior extends AppError {
  readonly code = 'peers/misbehavior';
}
