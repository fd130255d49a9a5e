import type { HostFinancialMetrics, StorageObligation } from '$lib/api/daemon/host';
import { hastings, type Hastings } from '$lib/chain/currency/currency';

type Sums = { -readonly [Name in keyof HostFinancialMetrics]-?: NonNullable<HostFinancialMetrics[Name]> };

const ZERO = hastings(0n);
const NOTHING: Sums = {
  contractCount: 0,
  accountFunding: ZERO,
  potentialAccountFunding: ZERO,
  contractCompensation: ZERO,
  potentialContractCompensation: ZERO,
  lockedStorageCollateral: ZERO,
  lostRevenue: ZERO,
  lostStorageCollateral: ZERO,
  potentialStorageRevenue: ZERO,
  riskedStorageCollateral: ZERO,
  storageRevenue: ZERO,
  transactionFeeExpenses: ZERO,
  downloadBandwidthRevenue: ZERO,
  potentialDownloadBandwidthRevenue: ZERO,
  potentialUploadBandwidthRevenue: ZERO,
  uploadBandwidthRevenue: ZERO
};

/** Earned, potential and lost amounts over all contracts. Rejected contracts do not count: nothing was paid. */
export function financialMetrics(obligations: Iterable<StorageObligation>): Sums {
  const sums = { ...NOTHING };
  const add = (name: Exclude<keyof Sums, 'contractCount'>, amount: Hastings): void => {
    sums[name] = hastings(sums[name] + amount);
  };
  for (const obligation of obligations) {
    const status = obligation.obligationStatus;
    if (status === 'obligationRejected') continue;
    add('transactionFeeExpenses', obligation.transactionFeesAdded);
    if (status === 'obligationUnresolved') {
      sums.contractCount++;
      add('potentialContractCompensation', obligation.contractCost);
      add('potentialAccountFunding', obligation.potentialAccountFunding);
      add('potentialStorageRevenue', obligation.potentialStorageRevenue);
      add('potentialDownloadBandwidthRevenue', obligation.potentialDownloadRevenue);
      add('potentialUploadBandwidthRevenue', obligation.potentialUploadRevenue);
      add('lockedStorageCollateral', obligation.lockedCollateral);
      add('riskedStorageCollateral', obligation.riskedCollateral);
    } else if (status === 'obligationSucceeded') {
      add('contractCompensation', obligation.contractCost);
      add('accountFunding', obligation.potentialAccountFunding);
      add('storageRevenue', obligation.potentialStorageRevenue);
      add('downloadBandwidthRevenue', obligation.potentialDownloadRevenue);
      add('uploadBandwidthRevenue', obligation.potentialUploadRevenue);
    } else {
      add('lostRevenue', revenueOf(obligation));
      add('lostStorageCollateral', obligation.riskedCollateral);
    }
  }
  return sums;
}

/** All of a contract's revenue; the host's own collateral is not part of it. */
export const revenueOf = (obligation: StorageObligation): Hastings =>
  hastings(
    obligation.contractCost +
      obligation.potentialAccountFunding +
      obligation.potentialStorageRevenue +
      obligation.potentialDownloadRevenue +
      obligation.potentialUploadRevenue
  );
