import { createHostClient, type HostStatus, type StorageObligation } from '$lib/api/daemon/host';
import type { Address } from '$lib/chain/address';
import { hastings } from '$lib/chain/currency/currency';
import type { FileContractId } from '$lib/chain/ids';
import { recordedExchanges, recordedAnswer } from '../../../support/recordedDaemon';

/** A host status recorded from a real daemon. */
export async function recordedHost(area: string, name: string): Promise<HostStatus> {
  const exchange = recordedExchanges(area).find((one) => one.name === name);
  if (!exchange) throw new Error(`${name} is not among the recordings of ${area}`);
  const client = createHostClient({ baseUrl: 'http://daemon', fetch: async () => recordedAnswer(exchange) });
  return client.status();
}

const ADDRESS = '000000000000000000000000000000000000000000000000000000000000000089eb0d6a8a69' as Address;

export const anId = (number: number): FileContractId => number.toString(16).padStart(64, '0') as FileContractId;

/** An open contract with the changes of a test. All its amounts differ. */
export const anObligation = (changes: Partial<StorageObligation> = {}): StorageObligation => ({
  id: anId(1),
  contractCost: hastings(1n),
  dataSize: 4_194_304n,
  lockedCollateral: hastings(100n),
  potentialAccountFunding: hastings(10n),
  potentialDownloadRevenue: hastings(200n),
  potentialStorageRevenue: hastings(3000n),
  potentialUploadRevenue: hastings(40_000n),
  riskedCollateral: hastings(50n),
  revisionNumber: 3n,
  sectorRootsCount: 1,
  transactionFeesAdded: hastings(7n),
  expirationHeight: 1000,
  negotiationHeight: 100,
  proofDeadline: 1144,
  obligationStatus: 'obligationUnresolved',
  originConfirmed: true,
  proofConfirmed: false,
  proofConstructed: false,
  revisionConfirmed: false,
  revisionConstructed: false,
  validProofOutputs: [
    { value: hastings(500n), address: ADDRESS },
    { value: hastings(900n), address: ADDRESS }
  ],
  missedProofOutputs: [
    { value: hastings(500n), address: ADDRESS },
    { value: hastings(300n), address: ADDRESS },
    { value: hastings(600n), address: ADDRESS }
  ],
  ...changes
});
