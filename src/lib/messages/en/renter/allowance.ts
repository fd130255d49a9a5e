export default {
  title: 'Allowance',
  setTitle: 'Set an allowance',
  lead: 'Without an allowance, the renter forms no contracts and stores no data.',
  useDefaults: 'Use defaults',
  budget: 'Budget',
  usage: 'Usage',
  advanced: 'Speed, subnets and streaming',
  save: 'Save',
  set: 'Set allowance',
  setDone: 'Allowance set.',
  changed: 'Allowance changed.',
  notSet: 'Allowance not set',
  notChanged: 'Allowance not changed',
  fromEstimate: 'From the estimate, per period:',
  labels: {
    funds: 'Funds',
    period: 'Period',
    renewWindow: 'Renew window',
    hosts: 'Hosts',
    expectedStorage: 'Storage',
    expectedUpload: 'Upload',
    expectedDownload: 'Download',
    redundancy: 'Redundancy',
    maxUploadSpeed: 'Upload speed',
    maxDownloadSpeed: 'Download speed',
    streamCacheSize: 'Stream cache',
    ipViolationCheck: 'One host per subnet'
  },
  hints: {
    funds: 'For all contracts of one period. Unspent funds are returned at its end.',
    period: 'Duration of contracts. Shorter periods are more flexible; longer ones cost less in fees.',
    renewWindow: (blocks: string) =>
      `Last part of a period, during which contracts are renewed. The node must be online at some point during it. At least 2 days (${blocks} blocks) on public networks.`,
    hosts: (least: string) =>
      `Number of hosts with contracts. More hosts are safer but cost more in fees. At least ${least} on public networks.`,
    expectedStorage: 'Data to store, before redundancy.',
    expectedUpload: 'New data per month, before redundancy.',
    expectedDownload: 'Data downloaded per month.',
    redundancy: 'Copies of the data across hosts, so that some can go offline.',
    maxUploadSpeed: 'Upper limit for uploads.',
    maxDownloadSpeed: 'Upper limit for downloads.',
    streamCacheSize: 'Chunks of a file kept in memory while streaming.',
    streamCacheSizeUnknown:
      'Chunks of a file kept in memory while streaming. This node does not report the current value.',
    ipViolationCheck:
      'On: contracts with hosts of the same subnet are canceled, newest first. Off: one owner of many hosts may hold all copies.'
  },
  subnetCheck: {
    on: 'On',
    off: 'Off',
    unknown: 'Not reported by this node'
  },
  problems: {
    zeroFunds: '0 would cancel the allowance. Use “Cancel allowance” below.',
    missingFunds: 'Funds are required for a first allowance.',
    zeroPeriod: '0 would cancel the allowance. Use “Cancel allowance” below.',
    missingPeriod: 'A period is required for a first allowance.',
    windowTooLong: 'The renew window cannot be longer than the period.'
  }
};
