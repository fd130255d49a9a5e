import type { HostdbEntry } from '$lib/api/daemon/hostdb';
import type { Address } from '$lib/chain/address';
import { hastings } from '$lib/chain/currency/currency';
import { unixSeconds } from '$lib/chain/time';

/** A key derived from a number. */
export const hostKeyOf = (number: number): string => `ed25519:${number.toString(16).padStart(64, '0')}`;

const SC = 10n ** 24n;
const TB = 10n ** 12n;

/** An average host. */
export function aHost(number: number, changes: Partial<HostdbEntry> = {}): HostdbEntry {
  return {
    acceptingContracts: true,
    maxDownloadBatchSize: 17_825_792n,
    maxDuration: 25_920n,
    maxReviseBatchSize: 17_825_792n,
    netAddress: `host${number}.example:9982`,
    remainingStorage: TB,
    sectorSize: 4_194_304n,
    totalStorage: 2n * TB,
    address: '0'.repeat(76) as Address,
    windowSize: 144n,
    collateral: hastings((200n * SC) / TB / 4320n),
    maxCollateral: hastings(5_000n * SC),
    contractPrice: hastings(SC / 5n),
    downloadBandwidthPrice: hastings((30n * SC) / TB),
    storagePrice: hastings((100n * SC) / TB / 4320n),
    uploadBandwidthPrice: hastings((5n * SC) / TB),
    baseRpcPrice: hastings(100n),
    sectorAccessPrice: hastings(100n),
    revisionNumber: 1n,
    version: '1.5.9',
    firstSeen: 100,
    historicDowntime: 0n,
    historicUptime: 0n,
    scanHistory: [],
    historicFailedInteractions: 0,
    historicSuccessfulInteractions: 0,
    recentFailedInteractions: 0,
    recentSuccessfulInteractions: 0,
    lastHistoricUpdate: 100,
    ipNets: [`10.${(number >> 8) & 255}.${number & 255}.0/24`],
    lastIpNetChange: unixSeconds(1_000 + number),
    publicKey: hostKeyOf(number),
    filtered: false,
    ...changes
  };
}
