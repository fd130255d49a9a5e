import { calls } from '$lib/peers/calls/callTypes';
import { parseIp } from '$lib/codec/ipAddress';
import { isDialable, parseNetAddress } from '$lib/peers/address';
import { ignorePeerErrors, PeerError } from '$lib/peers/errors';
import { subnetOf, type AddressBook } from './addressBook';
import type { Connections } from './connections';
import { dialRule, hearsayRule, type DialChoice } from './dialRule';

export interface DialerParts {
  readonly connections: Pick<Connections, 'dial' | 'peers' | 'outbound'>;
  readonly book: AddressBook;
  readonly choice: DialChoice;
  /** Public nodes of the network, dialed as those that peers tell of, and never forgotten. */
  readonly bootstrapPeers: readonly string[];
  /** Milliseconds, never going back: a computer whose clock is set right must not wait for what it tried before. */
  readonly clock: () => number;
}

const MAX_OUTBOUND = 16;
/** Public nodes of the network that are dialed before others: whoever fills the book does not choose all connections. */
const BOOTSTRAP_FIRST = 4;
const REDIAL_MS = 5 * 60_000;
/** With nobody connected: a line that was down when all were tried is not down for long. */
const REDIAL_ALONE_MS = 30_000;
const REDIAL_NAMED_MS = 5_000;
/** Neighbours asked for addresses in a round. */
const ASKED_FOR_NODES = 3;
const MAX_SHARED = 10;

/** Chooses whom the node dials: the peers that a person named, and of the others one in each subnet. */
export class Dialer {
  readonly #parts: DialerParts;
  readonly #mayDial: (address: string) => boolean;
  readonly #mayRemember: (address: string) => boolean;
  /** By address, as long as it matters; milliseconds. */
  readonly #triedAt = new Map<string, number>();
  readonly #dialing = new Set<string>();
  /** Why the last dial of a named peer failed, with its address, by which it is found. */
  readonly #failures = new Map<string, string>();

  constructor(parts: DialerParts) {
    this.#parts = parts;
    this.#mayDial = dialRule(parts.choice, parts.bootstrapPeers);
    this.#mayRemember = hearsayRule(parts.bootstrapPeers);
  }

  /** Why named peers are not connected, each with its address. */
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
      // With nobody connected, it is probably this computer that reaches no one.
      if (connections.peers.length > 0) book.onFailed(address);
      if (error instanceof PeerError && error.code !== 'peers/already-connected' && choice.peers.includes(address)) {
        // Where nobody answers, the reason names the address.
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

  /** Lets each address be dialed at once, however short ago it was. */
  forgetTries(): void {
    this.#triedAt.clear();
  }

  /**
   * Ends a connection that no person named, if most places are taken: whoever has all of them may keep new blocks from us.
   * Another address is dialed in its place.
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

  /** Remembers where a peer says that it can be dialed. */
  onPeer(address: string): void {
    if (this.#mayRemember(address)) this.#parts.book.add([address]);
  }

  /** Dials as many as there is room for. */
  async dialMore(): Promise<void> {
    const { connections, choice, clock } = this.#parts;
    for (const [address, atMs] of this.#triedAt) if (clock() - atMs >= REDIAL_MS) this.#triedAt.delete(address);
    const named = choice.peers.filter((address) => isDialable(address) && this.#isFree(address, REDIAL_NAMED_MS));
    const room = Math.max(0, MAX_OUTBOUND - connections.outbound.length - this.#dialing.size - named.length);
    const found = choice.discover ? this.#candidates(room) : [];
    if (choice.discover && found.length === 0) void this.#askForNodes();
    // Those that a person named are dialed though others have all places.
    const chosen = [...named, ...found.slice(0, room)];
    await Promise.all(chosen.map((address) => this.dial(address).catch(ignorePeerErrors)));
  }

  /**
   * Of those that nobody named, one in each subnet without a connection, in the order in which they are dialed. Places for
   * public nodes are left free while these cannot be reached.
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

  /** Addresses for a peer that asks: those we dialed first. */
  addressesToShare(): string[] {
    const { connections, book } = this.#parts;
    const outbound = connections.outbound.map(({ address }) => address);
    const all = new Set([...shuffled(outbound), ...shuffled(book.addresses)]);
    return [...all].filter((address) => isDialable(address) && this.#mayRemember(address)).slice(0, MAX_SHARED);
  }

  /** Neither connected, in whichever direction, nor dialed just now. */
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
    const isUsable = (address: string): boolean => isIpAddress(address) && this.#mayRemember(address);
    for (const peer of shuffled(connections.peers).slice(0, ASKED_FOR_NODES)) {
      await peer.call(calls.shareNodes, undefined).then((found) => book.add(found.filter(isUsable)), ignorePeerErrors);
    }
  }
}

/** A name would be a subnet of its own, and whoever has one has as many as there is room for. */
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
