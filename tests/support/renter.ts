import type { RenterContract, RenterContracts } from '$lib/api/daemon/renter';
import { hastings } from '$lib/chain/currency/currency';
import type { FileContractId } from '$lib/chain/ids';
import { hostKeyOf } from './hosts';

export const contractIdOf = (number: number): FileContractId => number.toString(16).padStart(64, '0') as FileContractId;

/** An average contract, with the host of the same number. */
export function aContract(number: number, changes: Partial<RenterContract> = {}): RenterContract {
  return {
    id: contractIdOf(number),
    hostPublicKey: hostKeyOf(number),
    hostVersion: '1.5.9',
    netAddress: `host${number}.example:9982`,
    startHeight: 100,
    endHeight: 1_000,
    size: 1_000n,
    renterFunds: hastings(500n),
    totalCost: hastings(1_000n),
    fees: hastings(100n),
    downloadSpending: hastings(10n),
    uploadSpending: hastings(20n),
    storageSpending: hastings(30n),
    fundAccountSpending: hastings(40n),
    maintenanceSpending: {
      accountBalanceCost: hastings(1n),
      fundAccountCost: hastings(2n),
      updatePriceTableCost: hastings(3n)
    },
    goodForUpload: true,
    goodForRenew: true,
    badContract: false,
    ...changes
  };
}

/** A renter's response with these contracts. */
export const contractLists = (lists: Partial<RenterContracts> = {}): RenterContracts => ({
  contracts: [],
  inactive: [],
  active: [],
  passive: [],
  refreshed: [],
  disabled: [],
  expired: [],
  expiredRefreshed: [],
  recoverable: [],
  ...lists
});
