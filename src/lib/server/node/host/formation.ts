import { SECTOR_BYTES } from '$lib/api/daemon/hostLimits';
import { addressFromHash, type Address } from '$lib/chain/address';
import type { FileContractId, TransactionId } from '$lib/chain/ids';
import type { Height } from '$lib/chain/time';
import type { MarketRandom } from '../simulation/random';

/** What was agreed on when a contract was formed, in hastings; per byte, per byte and block, per call. */
export interface Terms {
  readonly contractPrice: bigint;
  readonly storagePrice: bigint;
  readonly uploadPrice: bigint;
  readonly downloadPrice: bigint;
  readonly baseRpcPrice: bigint;
  readonly sectorAccessPrice: bigint;
  readonly collateral: bigint;
  /** What the renter pays into an account at the start. */
  readonly accountFunding: bigint;
}

/** How a contract ended. */
export type Outcome = 'rejected' | 'succeeded' | 'failed';

/**
 * A contract as it was formed. Everything else about it, at any height, follows from this and the market's dice
 * ({@link lifeOf}, `obligationAt`), so there is nothing to undo when blocks are.
 */
export interface Formation {
  readonly height: Height;
  /** Which of the renters that came with this block. */
  readonly renter: number;
  readonly terms: Terms;
  /** The proof window opens. */
  readonly expiration: Height;
  /** The proof has to be in a block by then. */
  readonly deadline: Height;
  /** What the renter means to store at most. */
  readonly sectors: number;
  /** The host's collateral, hastings. */
  readonly locked: bigint;
  /** When the next thing happens that the host decides about: the proof, or the end. */
  readonly due: Height;
  /** The host had no room for more than so many sectors. */
  readonly cap?: number;
  /** Whether the host could build its proof; undefined while it did not have to. */
  readonly proven?: boolean;
  readonly outcome?: Outcome;
}

/** A step in the life of a contract: data that comes or is fetched, in sectors. */
export interface Revision {
  readonly height: Height;
  readonly uploaded: number;
  readonly downloaded: number;
}

/** What will become of a contract as long as its host does its part. */
export interface Life {
  readonly id: FileContractId;
  /** The transaction that forms it. */
  readonly transactionId: TransactionId;
  /** Where its renter is paid. */
  readonly renterAddress: Address;
  readonly confirmed: Height;
  /** The origin never makes it into a block; the host gives up on it then. */
  readonly rejected?: Height;
  /** Oldest first. */
  readonly revisions: readonly Revision[];
  /** The host puts the last revision into a block, which takes one more. */
  readonly lastRevision: Height;
  /** The host builds its proof, which takes one more block. */
  readonly proof: Height;
  /** The host takes note of the end: late for a few, which are stale until then. */
  readonly noticed: Height;
}

const REJECTED = 0.04;
/** Blocks until a host gives up on a contract that is in none. */
const GIVE_UP_AFTER = 12;
const STALE = 0.02;
const STALE_FOR = [12, 72] as const;
const MAX_REVISIONS = 8;
/** Data comes in the first half of a contract's life, and within so many blocks. */
const UPLOADS_WITHIN = 720;

/** Finds the life of a contract: {@link lifeOf}, remembered. */
export type FindLife = (formation: Formation) => Life;

/** Remembers lives for as long as their contracts are. */
export function livesIn(random: MarketRandom): FindLife {
  const lives = new WeakMap<Formation, Life>();
  return (formation) => {
    let life = lives.get(formation);
    if (life === undefined) lives.set(formation, (life = lifeOf(random, formation)));
    return life;
  };
}

/** The life of a contract. Pure: the same contract always has the same life. */
export function lifeOf(random: MarketRandom, formation: Formation): Life {
  const { height, renter, expiration, deadline } = formation;
  const confirmed = height + random.integer(1, 3, 'host.confirmed', height, renter);
  const proof = Math.min(deadline - 1, expiration + random.integer(1, 5, 'host.proof', height, renter));
  const isStale = random.chance(STALE, 'host.stale', height, renter);
  const noticed = isStale
    ? deadline + random.integer(...STALE_FOR, 'host.late', height, renter)
    : Math.min(deadline, proof + 2);
  return {
    id: random.hex<FileContractId>('host.contract', height, renter),
    transactionId: random.hex<TransactionId>('host.transaction', height, renter),
    renterAddress: addressFromHash(random.bytes('host.renter', height, renter)),
    confirmed,
    rejected: random.chance(REJECTED, 'host.rejected', height, renter) ? height + GIVE_UP_AFTER : undefined,
    revisions: revisionsOf(random, formation, confirmed),
    lastRevision: expiration - 2,
    proof,
    noticed
  };
}

function revisionsOf(random: MarketRandom, formation: Formation, confirmed: Height): Revision[] {
  const { height, renter, expiration, sectors } = formation;
  const count = Math.min(sectors, random.integer(2, MAX_REVISIONS + 1, 'host.revisions', height, renter));
  const span = Math.max(1, Math.min(UPLOADS_WITHIN, Math.floor((expiration - confirmed) / 2)));
  const uploads = Array.from({ length: count }, (_, i) => ({
    height: confirmed + 1 + Math.floor((span * i) / count),
    uploaded: Math.floor((sectors * (i + 1)) / count) - Math.floor((sectors * i) / count),
    downloaded: 0
  }));
  // What was stored is fetched now and then until the end.
  const quiet = Math.max(1, expiration - 3 - confirmed);
  const fetches = random.integer(0, 4, 'host.fetches', height, renter);
  const downloads = Array.from({ length: sectors === 0 ? 0 : fetches }, (_, i) => ({
    height: confirmed + 1 + random.integer(0, quiet, 'host.fetched', height, renter, i),
    uploaded: 0,
    downloaded: random.integer(1, sectors + 1, 'host.fetch', height, renter, i)
  }));
  return [...uploads, ...downloads].sort((a, b) => a.height - b.height || b.uploaded - a.uploaded);
}

/** How many sectors the contract has at a height, ended or not. */
export function sectorsAt({ cap = Infinity }: Formation, { revisions, rejected }: Life, height: Height): number {
  if (rejected !== undefined) return 0;
  let sectors = 0;
  for (const revision of revisions) if (revision.height <= height) sectors += revision.uploaded;
  return Math.min(sectors, cap);
}

/** What the sectors put at risk when they are uploaded at a height: `locked` bounds it. */
export const riskOf = (terms: Terms, sectors: number, blocks: number): bigint =>
  BigInt(sectors) * SECTOR_BYTES * terms.collateral * BigInt(Math.max(0, blocks));
