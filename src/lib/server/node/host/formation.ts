import { SECTOR_BYTES } from '$lib/api/daemon/hostLimits';
import { addressFromHash, type Address } from '$lib/chain/address';
import type { FileContractId, TransactionId } from '$lib/chain/ids';
import type { Height } from '$lib/chain/time';
import type { MarketRandom } from '../simulation/random';

/** The prices at which a contract was formed, in hastings: per byte, per byte and block, per call. */
export interface Terms {
  readonly contractPrice: bigint;
  readonly storagePrice: bigint;
  readonly uploadPrice: bigint;
  readonly downloadPrice: bigint;
  readonly baseRpcPrice: bigint;
  readonly sectorAccessPrice: bigint;
  readonly collateral: bigint;
  /** Paid into the renter's account at the start. */
  readonly accountFunding: bigint;
}

/** How a contract ended. */
export type Outcome = 'rejected' | 'succeeded' | 'failed';

/**
 * A contract as it was formed. Its state at any height is derived from this and the market's seeded random numbers
 * ({@link lifecycleOf}, `obligationAt`), so a reorganization has nothing to undo.
 */
export interface Formation {
  readonly height: Height;
  /** Index of the renter among those of this block. */
  readonly renter: number;
  readonly terms: Terms;
  /** First height of the proof window. */
  readonly expiration: Height;
  /** Height by which the proof must be in a block. */
  readonly deadline: Height;
  /** Maximum number of sectors that the renter stores. */
  readonly sectors: number;
  /** The host's locked collateral, hastings. */
  readonly locked: bigint;
  /** Height of the next event that the host decides: the proof, or the end. */
  readonly due: Height;
  /** Maximum number of sectors if the host ran out of space. */
  readonly cap?: number;
  /** Whether the host could build its storage proof; undefined before it was due. */
  readonly proven?: boolean;
  readonly outcome?: Outcome;
}

/** One revision of a contract: sectors uploaded or downloaded. */
export interface Revision {
  readonly height: Height;
  readonly uploaded: number;
  readonly downloaded: number;
}

/** A contract's timeline, provided that its host fulfills it. */
export interface Lifecycle {
  readonly id: FileContractId;
  /** The formation transaction. */
  readonly transactionId: TransactionId;
  /** The renter's payout address. */
  readonly renterAddress: Address;
  readonly confirmed: Height;
  /** Height at which the host gives up on a formation that no block includes. */
  readonly rejected?: Height;
  /** Oldest first. */
  readonly revisions: readonly Revision[];
  /** Height at which the host broadcasts the final revision; it confirms one block later. */
  readonly lastRevision: Height;
  /** Height at which the host builds its proof; it confirms one block later. */
  readonly proof: Height;
  /** Height at which the host records the end. A few contracts are stale until then. */
  readonly noticed: Height;
}

const REJECTED = 0.04;
/** Blocks until a host gives up on an unconfirmed contract. */
const GIVE_UP_AFTER = 12;
const STALE = 0.02;
const STALE_FOR = [12, 72] as const;
const MAX_REVISIONS = 8;
/** Uploads happen in the first half of a contract, and within this many blocks. */
const UPLOADS_WITHIN = 720;

/** {@link lifecycleOf}, memoized. */
export type FindLifecycle = (formation: Formation) => Lifecycle;

/** Memoizes lifecycles by contract. */
export function memoizeLifecycles(random: MarketRandom): FindLifecycle {
  const lives = new WeakMap<Formation, Lifecycle>();
  return (formation) => {
    let life = lives.get(formation);
    if (life === undefined) lives.set(formation, (life = lifecycleOf(random, formation)));
    return life;
  };
}

/** Derives a contract's lifecycle. Pure: the same contract always has the same one. */
export function lifecycleOf(random: MarketRandom, formation: Formation): Lifecycle {
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
  // Occasional downloads until the end.
  const quiet = Math.max(1, expiration - 3 - confirmed);
  const fetches = random.integer(0, 4, 'host.fetches', height, renter);
  const downloads = Array.from({ length: sectors === 0 ? 0 : fetches }, (_, i) => ({
    height: confirmed + 1 + random.integer(0, quiet, 'host.fetched', height, renter, i),
    uploaded: 0,
    downloaded: random.integer(1, sectors + 1, 'host.fetch', height, renter, i)
  }));
  return [...uploads, ...downloads].sort((a, b) => a.height - b.height || b.uploaded - a.uploaded);
}

/** Number of sectors in the contract at a height, also after its end. */
export function sectorsAt({ cap = Infinity }: Formation, { revisions, rejected }: Lifecycle, height: Height): number {
  if (rejected !== undefined) return 0;
  let sectors = 0;
  for (const revision of revisions) if (revision.height <= height) sectors += revision.uploaded;
  return Math.min(sectors, cap);
}

/** Collateral at risk for sectors uploaded `blocks` before the end; callers cap it at `locked`. */
export const riskedCollateral = (terms: Terms, sectors: number, blocks: number): bigint =>
  BigInt(sectors) * SECTOR_BYTES * terms.collateral * BigInt(Math.max(0, blocks));
