import { CALL_LIMIT_BYTES } from '$lib/api/daemon/hostLimits';
import { formatSize } from '../../quantities/sizes';
import { plural } from '../../plural';

export default {
  pageTitle: 'Host settings',
  loading: 'Loading…',
  notLoaded: 'Settings unavailable',
  notRefreshed: 'Settings could not be refreshed',
  retrying: 'Retrying automatically.',
  inCurrency: 'Prices entered in a currency are saved in coins and do not follow the exchange rate.',
  notSaved: 'Settings not saved',
  saved: 'Settings saved.',
  savedAddress: 'Settings saved. Announce the host again to publish its new address.',
  savedOthers: 'Saved, but the daemon kept its own value for some settings. Check them.',
  advanced: 'Advanced: RPC, ephemeral accounts, proofs and registry',
  accountExpiry: (time: string) => `<b>Unused accounts</b> expire after ${time}. The API cannot change this.`,
  accountsNeverExpire: '<b>Unused accounts</b> never expire. The API cannot change this.',
  medianOf: (hosts: number) => plural(hosts, { one: 'Median of # host:', other: 'Median of # hosts:' }),
  defaultValue: 'Default:',
  detected: 'detected automatically',
  defaultPath: 'default path',
  registryMoves: 'Saving moves the registry. This can take hours, and entries are unavailable meanwhile.',
  groups: {
    offer: 'Offer',
    prices: 'Prices',
    collateral: 'Collateral',
    calls: 'RPC',
    accounts: 'Ephemeral accounts',
    proofs: 'Proofs and registry'
  },
  labels: {
    acceptingContracts: 'Accept new contracts',
    netAddress: 'Network address',
    maxDuration: 'Maximum contract duration',
    minStoragePrice: 'Storage price',
    minDownloadBandwidthPrice: 'Download price',
    minUploadBandwidthPrice: 'Upload price',
    minContractPrice: 'Contract price',
    collateral: 'Collateral',
    maxCollateral: 'Maximum collateral per contract',
    collateralBudget: 'Collateral budget',
    windowSize: 'Proof window',
    minBaseRpcPrice: 'Base RPC price',
    minSectorAccessPrice: 'Sector access price',
    maxEphemeralAccountBalance: 'Maximum account balance',
    maxEphemeralAccountRisk: 'Maximum account risk',
    maxDownloadBatchSize: 'Maximum download batch',
    maxReviseBatchSize: 'Maximum upload batch',
    registrySize: 'Registry size',
    customRegistryPath: 'Registry path'
  },
  hints: {
    acceptingContracts: 'Allow renters to form new contracts. Existing contracts continue either way.',
    netAddress:
      'host:port at which renters reach this host. Leave empty to detect it. Announce the host again after a change.',
    maxDuration: 'How far in the future a contract may end, proof window included.',
    minStoragePrice: 'Minimum price for stored data, by size and time.',
    minDownloadBandwidthPrice: 'Minimum price for data downloaded from this host.',
    minUploadBandwidthPrice: 'Minimum price for data uploaded to this host.',
    minContractPrice: 'Minimum price to form a contract. The host charges more while transaction fees are high.',
    collateral: 'Coins put at risk for stored data and lost if the data is lost. Renters prefer more.',
    maxCollateral: 'Maximum collateral locked in a single contract.',
    collateralBudget: 'Maximum collateral locked in all contracts together.',
    windowSize:
      'Time after the end of a contract to submit its storage proof. A host that is offline throughout loses the contract.',
    minBaseRpcPrice: 'Charged for each call, in addition to bandwidth.',
    minSectorAccessPrice: 'Charged for each sector read from disk, in addition to bandwidth.',
    maxEphemeralAccountBalance: 'Maximum a renter may deposit in advance to pay for calls.',
    maxEphemeralAccountRisk:
      'Maximum spending accepted before it is written to disk. Beyond it, calls wait for the disk.',
    maxDownloadBatchSize: 'Maximum data in one download call.',
    maxReviseBatchSize: 'Maximum data in one revision call, such as an upload.',
    registrySize: 'Space for signed key-value entries. Allocated in steps of 64 entries; 0 disables the registry.',
    customRegistryPath: 'Absolute path of the registry file. Leave empty for the default. A change moves the registry.'
  },
  problems: {
    tooLarge: 'This exceeds the largest value the daemon accepts.',
    tooShort: 'At least one block.',
    relativePath: 'Enter an absolute path: it starts with / or, on Windows, a drive letter.',
    windowTooLong: 'Must be shorter than the maximum contract duration, or no contract can be formed.',
    callPriceTooHigh: (download: string, most: string) =>
      `Too high for the download price: 100 million calls must not cost more than downloading ${formatSize(CALL_LIMIT_BYTES)}. At ${download}, the maximum is ${most}.`,
    accessPriceTooHigh: (download: string, most: string) =>
      `Too high for the download price: 10 million reads must not cost more than downloading ${formatSize(CALL_LIMIT_BYTES)}. At ${download}, the maximum is ${most}.`
  },
  warnings: {
    riskBelowBalance: 'Below the maximum account balance: fast spending will wait for the disk at every call.',
    collateralAboveBudget: 'Exceeds the collateral budget, so no contract can reach it.',
    noCollateral: 'No collateral will be offered: a limit below is 0.',
    batchBelowSector: 'Smaller than one sector: renters cannot use this host.',
    registryRounded: (entries: string, size: string) => `Rounded to ${entries} entries (${size}) when saved.`
  },
  score: {
    title: 'Score estimate',
    caption: 'Score of this host, now and with changes',
    now: 'Now',
    withChanges: 'With changes',
    score: 'Score',
    conversion: 'Chance of selection',
    unchanged: 'Change a setting to preview its effect on the score.',
    loading: 'Loading…',
    failed: 'Score estimate unavailable',
    none: 'No score before or after: renters select only hosts that accept contracts and have free storage.',
    gained: 'Gains a score: renters can select this host.',
    lost: 'Loses its score: renters cannot select this host.',
    higher: (factor: string) => `Score × ${factor}: renters select this host more often.`,
    lower: (factor: string) => `Score ÷ ${factor}: renters select this host less often.`,
    same: 'About the same score.',
    huge: 'more than a billion'
  }
};
