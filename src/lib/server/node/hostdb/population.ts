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

/** A host's constant properties. */
export interface SimulatedHost extends Lifetime, HostAddress {
  readonly publicKey: PublicKey;
  /** Payout address. */
  readonly address: Address;
  /** Hosts with invalid subnets are listed but not used. */
  readonly isValid: boolean;
}

// Blocks between two scans of a host; scans of different hosts are staggered.
export const SCAN_BLOCKS = 6;

/**
 * All hosts of the simulated market, at any height. Stateless: a host's properties, offers and uptime are functions of
 * the seed and the height, so a reorganization changes only timestamps.
 */
export class HostPopulation {
  readonly availability: Availability;
  readonly #random: MarketRandom;
  readonly #lifetimes: Lifetime[] = [];
  readonly #hosts = new Map<number, SimulatedHost>();
  /** Cached for the newest revision requested. */
  readonly #offers = new Map<number, { revision: number; offer: Omit<HostOffer, 'remainingStorage'> }>();
  #listed: { height: Height; hosts: readonly SimulatedHost[] } | undefined;

  constructor(random: MarketRandom) {
    this.#random = random;
    this.availability = new Availability(random);
  }

  /** The hosts listed in the database at a height, oldest first. */
  listedAt(height: Height): readonly SimulatedHost[] {
    if (this.#listed?.height === height) return this.#listed.hosts;
    const hosts: SimulatedHost[] = [];
    for (let index = 0; index < hostsUpTo(height); index++) {
      if (isListed(this.#lifetime(index), height)) hosts.push(this.host(index));
    }
    this.#listed = { height, hosts };
    return hosts;
  }

  /** The host with an index, listed or not. */
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
    // Deriving keys is the slow part and rarely needed.
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

  /** Free space in bytes, the part of the offer that changes with every block. */
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

  /** The host's track record in the database. */
  record(host: Lifetime, height: Height): HostRecord {
    const ageBlocks = height - host.firstSeen;
    const down = this.availability.downBefore(host, height);
    // A prior of 24 blocks of uptime, so that a single failed scan weighs little.
    const uptime = (ageBlocks - down + 24) / (ageBlocks + 24);
    const failedInteractions = down / SCAN_BLOCKS;
    const successfulInteractions = (ageBlocks - down) / 2 + 1;
    return { ageBlocks, uptime, successfulInteractions, failedInteractions };
  }

  /** Height of the latest scan at or before `height`; the first scan is at first seen. */
  lastScan(host: Lifetime, height: Height): Height {
    const phase = this.#random.integer(0, SCAN_BLOCKS, 'host/scan-phase', host.index);
    return Math.max(height - ((height + phase) % SCAN_BLOCKS), host.firstSeen);
  }

  /** Whether the latest scan succeeded. */
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
