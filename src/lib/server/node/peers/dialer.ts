import { calls } from '$lib/peers/calls/callTypes';
import { parseIp } from '$lib/codec/ipAddress';
import { isDialable, parseNetAddress } from '$lib/peers/address';
import { ignorePeerErrors, PeerError } from '$lib/peers/errors';
import { subnetOf, type AddressBook } from './addressBook';
import type { Connections } from './connections';
import { dialRule, gossipRule, type DialChoice } from './dialRule';

export interface DialerParts {
  readonly connections: Pick<Connections, 'dial' | 'peers' | 'outbound'>;
  readonly book: AddressBook;
  readonly choice: DialChoice;
  /** Public bootstrap nodes; dialed like addresses learned from peers, but never removed. */
  readonly bootstrapPeers: readonly string[];
  /** Monotonic milliseconds: correcting the system clock must not delay redials. */
  readonly clock: () => number;
}

const MAX_OUTBOUND = 16;
/** Bootstrap nodes dialed before others, so that filling the address book cannot determine all connections. */
const BOOTSTRAP_FIRST = 4;
const REDIAL_MS = 5 * 60_000;
/** Without any connection: an outage during which every dial failed is usually short. */
const REDIAL_ALONE_MS = 30_000;
const REDIAL_NAMED_MS = 5_000;
/** Peers to request addresses from in a round. */
const ASKED_FOR_NODES = 3;
/** Addresses in an answer of ours, and taken from one of a peer: a liar must not fill the book with one. */
const MAX_SHARED = 10;

/** Chooses which addresses to dial: the named peers, and of the others one per subnet. */
export class Dialer {
  readonly #parts: DialerParts;
  readonly #mayDial: (address: string) => boolean;
  readonly #isShareable: (address: string) => boolean;
  /** Time of the last dial by address, as long as it matters; milliseconds. */
  readonly #triedAt = new Map<string, number>();
  readonly #dialing = new Set<string>();
  /** Why the last dial of a named peer failed, address included; by address. */
  readonly #failures = new Map<string, string>();

  constructor(parts: DialerParts) {
    this.#parts = parts;
    this.#mayDial = dialRule(parts.choice, parts.bootstrapPeers);
    this.#isShareable = gossipRule(parts.bootstrapPeers);
  }

  /** Why named peers are not connected; each text contains the address. */
  get failures(): readonly string[] {
    return [...this.#failures.values()];
  }

  /** @throws {PeerError} as {@link Connections.dial} */
  async dial(address: string): Promise<void> {
    const { connections, book, choice, clock } = this.#parts;
    this.#triedAt.set(address, clock());
    this.#dialing.add(address);
    this.#failures.delete(address);
    try {
      await connections.dial(address);
      book.onConnected(address);
    } catch (error) {
      // Without any connection, this computer is probably offline.
      if (connections.peers.length > 0) book.onFailed(address);
      if (error instanceof PeerError && error.code !== 'peers/already-connected' && choice.peers.includes(address)) {
        // The message of peers/unreachable contains the address.
        this.#failures.set(
          address,
          error.code === 'peers/unreachable' ? error.message : `${address}: ${error.message}`
        );
      }
      throw error;
    } finally {
      this.#dialing.delete(address);
    }
  }

  /** Lets every address be dialed immediately, even if it was tried recently. */
  forgetTries(): void {
    this.#triedAt.clear();
  }

  /**
   * If most outbound slots are taken, closes a connection to an unnamed peer, so that another address is dialed: a
   * party that controls all slots could withhold new blocks.
   */
  replaceOne(): void {
    const { connections, choice, clock } = this.#parts;
    const { outbound } = connections;
    if (outbound.length < MAX_OUTBOUND - BOOTSTRAP_FIRST) return;
    const [chosen] = shuffled(outbound.filter((peer) => !choice.peers.some((address) => peer.isAt(address))));
    if (chosen === undefined) return;
    this.#triedAt.set(chosen.address, clock());
    chosen.close();
  }

  /** Stores the address at which a peer says it can be dialed. */
  onPeer(address: string): void {
    if (this.#isShareable(address)) this.#parts.book.add([address]);
  }

  /** Dials until all outbound slots are taken. */
  async dialMore(): Promise<void> {
    const { connections, choice, clock } = this.#parts;
    for (const [address, atMs] of this.#triedAt) if (clock() - atMs >= REDIAL_MS) this.#triedAt.delete(address);
    const named = choice.peers.filter((address) => isDialable(address) && this.#isFree(address, REDIAL_NAMED_MS));
    const room = Math.max(0, MAX_OUTBOUND - connections.outbound.length - this.#dialing.size - named.length);
    const found = choice.discover ? this.#candidates(room) : [];
    if (choice.discover && room > 0 && found.length === 0) void this.#askForNodes();
    // Named peers are dialed even if others have taken all slots.
    const chosen = [...named, ...found.slice(0, room)];
    await Promise.all(chosen.map((address) => this.dial(address).catch(ignorePeerErrors)));
  }

  /**
   * Unnamed addresses, one per subnet without a connection, in dialing order. Slots for bootstrap nodes stay free while
   * those cannot be reached.
   */
  #candidates(room: number): string[] {
    const { book, bootstrapPeers, connections } = this.#parts;
    const dialed = connections.outbound.map(({ address }) => address);
    const isOfficial = (address: string): boolean => bootstrapPeers.includes(address);
    const missing = Math.max(0, BOOTSTRAP_FIRST - dialed.filter(isOfficial).length);
    const official = shuffled(bootstrapPeers);
    const others = shuffled([...new Set([...book.addresses, ...official])]);
    const subnets = new Set([...dialed, ...this.#dialing].map(subnetOf));
    let roomForOthers = room - Math.min(missing, bootstrapPeers.length);
    return [...official.filter((address) => this.#mayTry(address)).slice(0, missing), ...others].filter((address) => {
      const subnet = subnetOf(address);
      if (!this.#mayTry(address) || subnets.has(subnet)) return false;
      if (!isOfficial(address) && roomForOthers-- <= 0) return false;
      return subnets.add(subnet);
    });
  }

  #mayTry(address: string): boolean {
    const waitMs = this.#parts.connections.peers.length > 0 ? REDIAL_MS : REDIAL_ALONE_MS;
    return this.#isFree(address, waitMs) && this.#mayDial(address);
  }

  /** Addresses to share with a peer, those of outbound connections first. */
  addressesToShare(): string[] {
    const { connections, book } = this.#parts;
    const outbound = connections.outbound.map(({ address }) => address);
    const all = new Set([...shuffled(outbound), ...shuffled(book.addresses)]);
    return [...all].filter((address) => isDialable(address) && this.#isShareable(address)).slice(0, MAX_SHARED);
  }

  /** Whether the address is neither connected, in either direction, nor recently dialed. */
  #isFree(address: string, waitMs: number): boolean {
    const { connections, clock } = this.#parts;
    return (
      !this.#dialing.has(address) &&
      !connections.peers.some((peer) => peer.isAt(address)) &&
      clock() - (this.#triedAt.get(address) ?? -Infinity) >= waitMs
    );
  }

  async #askForNodes(): Promise<void> {
    const { connections, book } = this.#parts;
    const isUsable = (address: string): boolean => isIpAddress(address) && this.#isShareable(address);
    for (const peer of shuffled(connections.peers).slice(0, ASKED_FOR_NODES)) {
      await peer
        .call(calls.shareNodes, undefined)
        .then((found) => book.add(shuffled(found.filter(isUsable)).slice(0, MAX_SHARED)), ignorePeerErrors);
    }
  }
}

/** Excludes names: each would count as a subnet of its own, and the owner of a domain has any number of them. */
const isIpAddress = (address: string): boolean =>
  isDialable(address) && parseIp(parseNetAddress(address).host) !== undefined;

function shuffled<T>(items: readonly T[]): T[] {
  const result = [...items];
  for (let i = result.length - 1; i > 0; i--) {
    const j = Math.floor(Math.random() * (i + 1));
    [result[i], result[j]] = [result[j]!, result[i]!];
  }
  return result;
}
