import { plural } from '../../plural';

export default {
  title: 'Renter',
  loading: 'Loading…',
  retrying: 'Retrying automatically.',
  notLoaded: 'Renter unavailable',
  disabled: 'The renter module is disabled on this node',
  none: {
    title: 'This node does not rent storage',
    text: 'On a public network Quarry’s own node validates the chain, serves wallets and mines. To store files, run a renter daemon on this network and <link>connect Quarry to it</link>.'
  },
  allowanceSet: 'Allowance set',
  noAllowance: 'No allowance',
  nav: {
    label: 'Renter pages',
    allowance: 'Allowance',
    contracts: 'Contracts',
    backups: 'Backups',
    maintenance: 'Maintenance'
  },
  paused: {
    title: 'Uploads and repairs paused',
    until: (time: string) => `They resume automatically on ${time}. Until then, damaged files are not repaired.`,
    unknown: 'The node does not report when they resume. Until then, damaged files are not repaired.'
  },
  contracts: (count: number) => plural(count, { one: '# contract', other: '# contracts' }),
  history: {
    title: 'Allowance over time',
    unspent: 'Unspent',
    allocated: 'Allocated to contracts',
    storage: 'Storage',
    fees: 'Fees'
  },
  spending: {
    title: 'Remaining this period',
    spent: 'Spent',
    allocated: 'Allocated to contracts',
    chart: 'Allowance of this period by use',
    storage: 'Storage',
    upload: 'Upload',
    download: 'Download',
    accounts: 'Accounts with hosts',
    maintenance: 'Account maintenance',
    fees: 'Contract fees',
    reserved: 'Reserved in contracts',
    free: 'Unallocated',
    withheld: (amount: string) => `Still locked in contracts of the last period: ${amount}.`,
    withheldUntil: (amount: string, height: string) =>
      `Locked in contracts of the last period until block ${height}: ${amount}.`,
    previous: (amount: string) => `Spent in earlier periods: ${amount}.`,
    returned: 'Reserved funds that are not spent are returned when their contracts end.'
  },
  period: {
    title: 'Billing period',
    nextIn: 'Next period in',
    anyBlock: 'any time now',
    about: (duration: string) => `≈ ${duration}`,
    blocks: (count: number) => plural(count, { one: '# block', other: '# blocks' }),
    progress: 'This period',
    started: 'Started',
    beforeGenesis: 'before the first block',
    block: (height: string) => `block ${height}`,
    renewsFrom: 'Contracts renew from',
    next: 'Next period',
    renewing: 'The renew window is open: contracts are being renewed for the next period.',
    note: (blockTime: string) =>
      `The next period starts with the renew window of this one. Dates are estimates, at one block every ${blockTime} on average.`,
    unknown: 'Unavailable while the chain height is unknown.'
  },
  estimate: {
    title: 'Estimated monthly cost',
    fits: 'Within allowance',
    exceeds: 'Exceeds allowance',
    about: (amount: string) => `≈ ${amount}`,
    perMonth: (unit: string) => `${unit}/month`,
    storage: 'Storage, with redundancy',
    upload: 'Upload, with redundancy',
    download: 'Download',
    contracts: 'Contracts',
    allowance: 'Allowance per month',
    left: 'Remaining',
    missing: 'Shortfall',
    failed: 'Prices unavailable',
    noHosts: 'No active hosts known yet, so there are no prices to estimate with.',
    incomplete: 'Enter storage, redundancy, hosts and period to see an estimate.',
    loading: 'Loading prices…',
    note: (hosts: number, prices: { storage: string; upload: string; download: string }, blocks: string) =>
      plural(hosts, {
        one: `Based on the prices of # active host: ${prices.storage} for storage, ${prices.upload} for upload, ${prices.download} for download. A month counts ${blocks} blocks, 30 days on the main network. Actual prices vary. Transaction fees, the contract tax and repairs are extra.`,
        other: `Based on the median prices of # active hosts: ${prices.storage} for storage, ${prices.upload} for upload, ${prices.download} for download. A month counts ${blocks} blocks, 30 days on the main network. Actual prices vary. Transaction fees, the contract tax and repairs are extra.`
      })
  },
  cancel: {
    title: 'Cancel allowance',
    lead: 'Contracts are no longer used or renewed. When they end, hosts delete your data.',
    open: 'Cancel allowance…',
    question: 'Cancel the allowance?',
    keep: 'Keep allowance',
    action: 'Cancel allowance',
    word: 'cancel',
    effect: (funds: string) =>
      `No more of the ${funds} allowance is spent. Contracts run until they end but are not renewed: <b>files without a local copy are lost then</b>. Funds remaining in contracts are returned when they end.`,
    again: 'A new allowance set in time may reactivate contracts.',
    done: 'Allowance canceled.'
  }
};
