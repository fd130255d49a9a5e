import { plural } from '../../plural';

export default {
  back: 'All hosts',
  loading: 'Loading…',
  notLoaded: 'Host unavailable',
  filtered: 'Filtered',
  notAccepting: 'Not accepting contracts',
  active: 'Active',
  inactive: 'Inactive',
  actions: {
    removeFromWhitelist: 'Remove from whitelist…',
    addToWhitelist: 'Add to whitelist…',
    unblock: 'Unblock…',
    block: 'Block…'
  },
  score: {
    title: 'Score',
    hint: 'Comparable only between hosts of this node.',
    rank: 'Rank',
    of: (count: string) => `of ${count}`,
    conversion: 'Chance of selection',
    weakest: (factor: string) => `Weakest factor: ${factor}`,
    zero: 'A factor of 0 makes the score 0.',
    noneLow: 'No factor lowers this score',
    noneLowHint: 'All factors are 1 or higher.',
    expensive: (times: string) =>
      `Prices use an open-ended scale and are not compared here. This host charges ${times} times the median storage price.`,
    agrees: 'Verified: the factors multiply to the score.',
    differs: (times: string) =>
      `The factors do not multiply to the score: the reported score is ${times} times their product.`,
    incomplete: 'The factors do not multiply to the score: the node does not report all of them.',
    openEnded: 'Factors above 1 use open-ended scales and are only comparable between hosts.'
  },
  factorBars: {
    caption: 'Score factors: bars to the left lower the score, bars to the right raise it',
    factor: 'Factor',
    effect: 'Effect',
    value: 'Value',
    excludes: 'Excludes the host',
    lowers: 'Lowers the score',
    raises: 'Raises the score',
    neutral: 'No effect'
  },
  factors: {
    acceptContractAdjustment: {
      label: 'Accepting contracts',
      meaning: '1 if the host accepts new contracts, otherwise 0.',
      low: 'The host accepts no new contracts and is never selected.',
      better: 'Its owner must enable new contracts.'
    },
    durationAdjustment: {
      label: 'Contract duration',
      meaning: '1 if the host accepts contracts as long as your period, otherwise 0.',
      low: 'The host accepts no contracts as long as your allowance needs.',
      better: 'Its owner must allow longer contracts, or you choose a shorter period.'
    },
    uptimeAdjustment: {
      label: 'Uptime',
      meaning: 'Share of time the host was online, as measured by this node.',
      low: 'The host was offline too often when scanned.',
      better: 'Each successful scan raises its score slightly.'
    },
    ageAdjustment: {
      label: 'Age',
      meaning: 'Time since this node first saw the host.',
      low: 'The host is new.',
      better: 'Its score rises with time.'
    },
    interactionAdjustment: {
      label: 'Interactions',
      meaning: 'Share of successful interactions with the host.',
      low: 'Too many interactions with the host failed, or there were too few.',
      better: 'Successful calls raise its score; older failures count less over time.'
    },
    storageRemainingAdjustment: {
      label: 'Free storage',
      meaning: 'Whether the host has enough free storage for your data.',
      low: 'The host has little free storage for your expected data.',
      better: 'Its owner must add or enlarge folders.'
    },
    priceAdjustment: {
      label: 'Prices',
      meaning: 'Prices of the host relative to your allowance.',
      low: 'The host is expensive for your allowance.',
      better: 'Lower storage, bandwidth and contract prices raise its score.'
    },
    basePriceAdjustment: {
      label: 'RPC prices',
      meaning: 'Whether calls and sector access cost more than they should.',
      low: 'Calls and sector access are expensive relative to the download price.',
      better: 'Lower RPC and sector access prices raise its score.'
    },
    collateralAdjustment: {
      label: 'Collateral',
      meaning: 'Collateral that the host loses along with your data.',
      low: 'The host offers little collateral.',
      better: 'More collateral and a higher maximum per contract raise its score.'
    },
    burnAdjustment: {
      label: 'Burned coins',
      meaning: 'Coins the host has burned as proof of commitment.',
      low: 'The host has burned fewer coins than others.',
      better: 'Rarely worth it: most hosts burn none.'
    },
    versionAdjustment: {
      label: 'Version',
      meaning: 'Whether the host runs recent software.',
      low: 'The host runs outdated software.',
      better: 'Its owner must update it.'
    }
  },
  prices: {
    title: 'Prices',
    caption: 'Host prices compared with the median of active hosts',
    price: 'Price',
    host: 'This host',
    median: 'Median',
    difference: 'Difference',
    exact: (value: string) => `${value} in base units`
  },
  uptime: {
    title: 'Uptime',
    ofMeasured: 'of measured time',
    unmeasured: 'Available after two scans.',
    scans: 'Scans on record',
    online: 'Time online',
    offline: 'Time offline',
    okCalls: 'Successful calls',
    failedCalls: 'Failed calls',
    all: 'All scans',
    answered: 'Online',
    missed: 'Offline'
  },
  facts: {
    title: 'Details',
    newContracts: 'New contracts',
    accepted: 'Accepted',
    notAccepted: 'Not accepted',
    storage: 'Storage',
    storageFree: (free: string, total: string) => `${free} of ${total} free, as reported by the host`,
    maxDuration: 'Maximum contract duration',
    proofWindow: 'Proof window',
    version: 'Version',
    firstSeen: 'First seen',
    atBlock: (height: string) => `block ${height}`,
    atBlockAgo: (height: string, age: string) => `block ${height}, about ${age} ago`,
    contracts: 'Your contracts',
    contractCount: (count: number) => plural(count, { one: '# contract', other: '# contracts' }),
    none: 'None',
    unknown: 'Unknown',
    subnets: 'Subnets',
    subnetsSince: 'Subnets since',
    publicKey: 'Public key',
    publicKeyCopy: 'public key',
    payoutAddress: 'Payout address'
  }
};
