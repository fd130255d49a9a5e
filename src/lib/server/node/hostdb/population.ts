import type { Address } from '$lib/chain/address';
import type { PublicKey } from '$lib/chain/keys/keys';
import { standardUnlockConditions, unlockHash } from '$lib/chain/policy/policyAddress';
import type { Height } from '$lib/chain/time';
import type { MarketRandom } from '../simulation/random';
import type { HostRecord } from '../simulation/score';
import { areNetsValid, hostAddress, type HostAddress } from './addresses';
import { Availability } from './availability';
import { hostPublicKey } from './keys';
import { hostsUpTo, isListed, lifetime, type Lifetime } from './lifetimes';
import { hostOffer, offerRevision, remainingStorage, type HostOffer } from './offers';

/** Who a host is and where: what stays the same all its life. */
export interface SimulatedHost extends Lifetime, HostAddress {
  readonly publicKey: PublicKey;
  /** Where it is paid. */
  readonly address: Address;
  /** Hosts with invalid subnets are listed, and ignored. */
  readonly isValid: boolean;
}

// Every host is looked at once in so many blocks, not all in the same one.
export const SCAN_BLOCKS = 6;

/**
 * All hosts of the simulated market, at any height. Nothing of it is stored and nothing moves: what a host is, offers
 * and does at a height is a function of the seed, so a reorganisation changes nothing but times.
 */
export class HostPopulation {
  readonly availability: Availability;
  readonly #random: MarketRandom;
  readonly #lifetimes: Lifetime[] = [];
  readonly #hosts = new Map<number, SimulatedHost>();
  /** Of the newest revision asked for. */
  readonly #offers = new Map<number, { revision: number; offer: Omit<HostOffer, 'remainingStorage'> }>();
  #listed: { height: Height; hosts: readonly SimulatedHost[] } | undefined;

  constructor(random: MarketRandom) {
    this.#random = random;
    this.availability = new Availability(random);
  }

  /** The hosts the database knows at a height, oldest first. */
  listedAt(height: Height): readonly SimulatedHost[] {
    if (this.#listed?.height === height) return this.#listed.hosts;
    const hosts: SimulatedHost[] = [];
    for (let index = 0; index < hostsUpTo(height); index++) {
      if (isListed(this.#lifetime(index), height)) hosts.push(this.host(index));
    }
    this.#listed = { height, hosts };
    return hosts;
  }

  /** The host of a number, listed or not. */
  host(index: number): SimulatedHost {
    let host = this.#hosts.get(index);
    if (host === undefined) {
      host = this.#create(index);
      this.#hosts.set(index, host);
    }
    return host;
  }

  #create(index: number): SimulatedHost {
    const where = hostAddress(this.#random, index);
    // Deriving keys is slow next to everything else, and most of the time nobody asks for them.
    const key = once(() => hostPublicKey(this.#random.bytes('host/key', index)));
    const address = once(() => unlockHash(standardUnlockConditions(key())));
    return {
      ...this.#lifetime(index),
      ...where,
      isValid: areNetsValid(where.ipNets),
      get publicKey() {
        return key();
      },
      get address() {
        return address();
      }
    };
  }

  offer(host: Lifetime, height: Height): HostOffer {
    return { ...this.#termsOf(host, height), remainingStorage: this.remainingStorage(host, height) };
  }

  /** The one part of the offer that changes all the time, on its own: bytes. */
  remainingStorage(host: Lifetime, height: Height): bigint {
    return remainingStorage(this.#random, host.index, height, this.#termsOf(host, height).totalStorage);
  }

  #termsOf(host: Lifetime, height: Height): Omit<HostOffer, 'remainingStorage'> {
    const revision = offerRevision(this.#random, host.index, height);
    let known = this.#offers.get(host.index);
    if (known?.revision !== revision) {
      known = { revision, offer: hostOffer(this.#random, host.index, revision) };
      this.#offers.set(host.index, known);
    }
    return known.offer;
  }

  /** What the database has seen of the host so far. */
  record(host: Lifetime, height: Height): HostRecord {
    const ageBlocks = height - host.firstSeen;
    const down = this.availability.downBefore(host, height);
    // A few blocks on trust: nobody is judged by a single scan.
    const uptime = (ageBlocks - down + 24) / (ageBlocks + 24);
    const failedInteractions = down / SCAN_BLOCKS;
    const successfulInteractions = (ageBlocks - down) / 2 + 1;
    return { ageBlocks, uptime, successfulInteractions, failedInteractions };
  }

  /** The height of the newest scan of the host at or before a height; its first is when it is first seen. */
  lastScan(host: Lifetime, height: Height): Height {
    const phase = this.#random.integer(0, SCAN_BLOCKS, 'host/scan-phase', host.index);
    return Math.max(height - ((height + phase) % SCAN_BLOCKS), host.firstSeen);
  }

  /** Whether the host answered when it was last looked at. */
  isActive(host: Lifetime, height: Height): boolean {
    return this.availability.isOnline(host, this.lastScan(host, height));
  }

  #lifetime(index: number): Lifetime {
    return (this.#lifetimes[index] ??= lifetime(this.#random, index));
  }
}

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
