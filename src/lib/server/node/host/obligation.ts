import type { StorageObligation } from '$lib/api/daemon/host';
import { SECTOR_BYTES } from '$lib/api/daemon/hostLimits';
import { VOID_ADDRESS, type Address } from '$lib/chain/address';
import { hastings } from '$lib/chain/currency/currency';
import type { Height } from '$lib/chain/time';
import { riskedCollateral, type Formation, type Lifecycle, type Outcome } from './formation';

/** Fee of the storage proof transaction. */
const PROOF_FEE = 3n * 10n ** 22n;
/** Percentage by which renters fund a contract beyond its expected cost. */
const SPARE = 20n;

const STATUS: Readonly<Record<Outcome | 'open', string>> = {
  open: 'obligationUnresolved',
  rejected: 'obligationRejected',
  succeeded: 'obligationSucceeded',
  failed: 'obligationFailed'
};

/** A contract's revenue up to a height in hastings, and the data transferred. */
export interface Account {
  readonly storage: bigint;
  readonly upload: bigint;
  readonly download: bigint;
  readonly account: bigint;
  readonly risked: bigint;
  readonly sectors: number;
  /** Sectors uploaded and downloaded by the renter. */
  readonly received: number;
  readonly sent: number;
  readonly revisions: number;
  readonly fetches: number;
}

/** Sums the revisions up to a height. */
export function accountAt(
  formation: Formation,
  { confirmed, rejected, revisions }: Lifecycle,
  height: Height
): Account {
  const { terms, deadline, locked, cap = Infinity } = formation;
  let [storage, upload, download, risked] = [0n, 0n, 0n, 0n];
  let [sectors, sent, changes, fetches] = [0, 0, 0, 0];
  const isOn = rejected === undefined;
  for (const revision of isOn ? revisions : []) {
    if (revision.height > height) break;
    const uploaded = Math.min(revision.uploaded, cap - sectors);
    const downloaded = Math.min(revision.downloaded, sectors);
    if (uploaded > 0) {
      const bytes = BigInt(uploaded) * SECTOR_BYTES;
      storage += bytes * terms.storagePrice * BigInt(deadline - revision.height);
      upload += bytes * terms.uploadPrice + terms.baseRpcPrice;
      risked += riskedCollateral(terms, uploaded, deadline - revision.height);
      sectors += uploaded;
      changes++;
    }
    if (downloaded > 0) {
      const count = BigInt(downloaded);
      download += count * (SECTOR_BYTES * terms.downloadPrice + terms.sectorAccessPrice) + terms.baseRpcPrice;
      sent += downloaded;
      fetches++;
    }
  }
  return {
    storage,
    upload,
    download,
    account: isOn && height >= confirmed ? terms.accountFunding : 0n,
    risked: risked < locked ? risked : locked,
    sectors,
    received: sectors,
    sent,
    revisions: changes,
    fetches
  };
}

/**
 * The storage obligation after the block at a height.
 * @param host the host's payout address
 */
export function obligationAt(formation: Formation, life: Lifecycle, height: Height, host: Address): StorageObligation {
  const { terms, locked, expiration, deadline, outcome } = formation;
  const now = accountAt(formation, life, height);
  // The renter's funding was fixed at formation, whatever space the host turned out to have.
  const whole = accountAt({ ...formation, cap: undefined }, life, deadline);
  const revenue = terms.contractPrice + now.account + now.storage + now.upload + now.download;
  const needed = terms.contractPrice + whole.account + whole.storage + whole.upload + whole.download;
  const funds = needed + (needed * SPARE) / 100n;
  const isProven = formation.proven === true && height >= life.proof;
  const isRevised = height >= life.lastRevision && whole.revisions > 0;
  const renterOutput = { value: hastings(funds - revenue), address: life.renterAddress };
  return {
    id: life.id,
    contractCost: hastings(terms.contractPrice),
    dataSize: BigInt(now.sectors) * SECTOR_BYTES,
    lockedCollateral: hastings(locked),
    potentialAccountFunding: hastings(now.account),
    potentialDownloadRevenue: hastings(now.download),
    potentialStorageRevenue: hastings(now.storage),
    potentialUploadRevenue: hastings(now.upload),
    riskedCollateral: hastings(now.risked),
    revisionNumber: BigInt(1 + now.revisions + now.fetches),
    sectorRootsCount: now.sectors,
    transactionFeesAdded: hastings(isProven ? PROOF_FEE : 0n),
    transactionId: life.transactionId,
    expirationHeight: expiration,
    negotiationHeight: formation.height,
    proofDeadline: deadline,
    obligationStatus: STATUS[outcome ?? 'open'],
    originConfirmed: life.rejected === undefined && height >= life.confirmed,
    proofConfirmed: isProven && height > life.proof,
    proofConstructed: isProven,
    revisionConfirmed: isRevised && height > life.lastRevision,
    revisionConstructed: isRevised,
    validProofOutputs: [renterOutput, { value: hastings(locked + revenue), address: host }],
    // Without a proof the host loses its storage revenue and the collateral at risk.
    missedProofOutputs: [
      renterOutput,
      { value: hastings(locked - now.risked), address: host },
      { value: hastings(revenue + now.risked), address: VOID_ADDRESS }
    ]
  };
}
