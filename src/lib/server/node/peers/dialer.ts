import { calls } from '$lib/peers/calls/callTypes';
import { isDialable } from '$lib/peers/address';
import { ignorePeerErrors } from '$lib/peers/errors';
import { subnetOf, type AddressBook } from './addressBook';
import type { Connections } from './connections';
import { dialRule, type DialChoice } from './dialRule';

export interface DialerParts {
  readonly connections: Pick<Connections, 'dial' | 'peers' | 'outbound'>;
  readonly book: AddressBook;
  readonly choice: DialChoice;
  /** Public nodes of the network, dialed as those that peers tell of, and never forgotten. */
  readonly bootstrapPeers: readonly string[];
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}

const MAX_OUTBOUND = 16;
const REDIAL_MS = 5 * 60_000;
const REDIAL_NAMED_MS = 5_000;
/** Neighbours asked for addresses in a round. */
const ASKED_FOR_NODES = 3;
const MAX_SHARED = 10;

/** Chooses whom the node dials: the peers that a person named, and of the others one in each subnet. */
export class Dialer {
  readonly #parts: DialerParts;
  readonly #mayDial: (address: string) => boolean;
  /** Milliseconds since 1970. */
  readonly #triedAt = new Map<string, number>();
  readonly #dialing = new Set<string>();

  constructor(parts: DialerParts) {
    this.#parts = parts;
    this.#mayDial = dialRule(parts.choice, parts.bootstrapPeers);
  }

  /** @throws {PeerError} as {@link Connections.dial} */
  async dial(address: string): Promise<void> {
    const { connections, book, clock } = this.#parts;
    this.#triedAt.set(address, clock());
    this.#dialing.add(address);
    try {
      await connections.dial(address);
      book.onConnected(address);
    } catch (error) {
      // With nobody connected, it is probably this computer that reaches no one.
      if (connections.peers.length > 0) book.onFailed(address);
      throw error;
    } finally {
      this.#dialing.delete(address);
    }
  }

  /** Lets each address be dialed at once, however short ago it was. */
  forgetTries(): void {
    this.#triedAt.clear();
  }

  /** Dials as many as there is room for. */
  async dialMore(): Promise<void> {
    const { connections, book, choice, bootstrapPeers } = this.#parts;
    const { outbound } = connections;
    const named = choice.peers.filter((address) => isDialable(address) && this.#isFree(address, REDIAL_NAMED_MS));
    const subnets = new Set(outbound.map(({ address }) => subnetOf(address)));
    const found = choice.discover
      ? shuffled([...new Set([...book.addresses, ...bootstrapPeers])]).filter(
          (address) => this.#mayDial(address) && this.#isFree(address, REDIAL_MS) && !subnets.has(subnetOf(address))
        )
      : [];
    if (choice.discover && found.length === 0) void this.#askForNodes();
    const room = Math.max(0, MAX_OUTBOUND - outbound.length - this.#dialing.size);
    await Promise.all([...named, ...found].slice(0, room).map((address) => this.dial(address).catch(ignorePeerErrors)));
  }

  /** Addresses for a peer that asks: those we dialed first. */
  addressesToShare(): string[] {
    const { connections, book } = this.#parts;
    const outbound = connections.outbound.map(({ address }) => address);
    const all = new Set([...shuffled(outbound), ...shuffled(book.addresses)]);
    return [...all].filter(isDialable).slice(0, MAX_SHARED);
  }

  /** Neither connected, in whichever direction, nor dialed just now. */
  #isFree(address: string, waitMs: number): boolean {
    const { connections, clock } = this.#parts;
    return (
      !this.#dialing.has(address) &&
      !connections.peers.some((peer) => peer.address === address) &&
      clock() - (this.#triedAt.get(address) ?? -Infinity) >= waitMs
    );
  }

  async #askForNodes(): Promise<void> {
    const { connections, book } = this.#parts;
    for (const peer of shuffled(connections.peers).slice(0, ASKED_FOR_NODES)) {
      await peer.call(calls.shareNodes, undefined).then((found) => book.add(found), ignorePeerErrors);
    }
  }
}

function shuffled<T>(items: readonly T[]): T[] {
  const result = [...items];
  for (let i = result.length - 1; i > 0; i--) {
    const j = Math.floor(Math.random() * (i + 1));
    [result[i], result[j]] = [result[j]!, result[i]!];
  }
  return result;
}
