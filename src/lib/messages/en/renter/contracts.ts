import { plural } from '../../plural';

export default {
  pageTitle: 'Renter contracts',
  title: 'Contracts',
  caption: 'Contracts of this renter',
  notLoaded: 'Contracts unavailable',
  none: 'No contracts yet. <link>Set an allowance</link>, and the renter forms contracts with the best-scoring hosts, a few per block.',
  noneMatching: (count: number) =>
    plural(count, {
      one: 'The only contract does not match the filters.',
      other: 'None of the # contracts match the filters.'
    }),
  clear: 'Clear filters',
  contractId: 'contract ID',
  hostKey: 'host key',
  bad: 'Bad',
  badHint: 'The renter will not use this contract again',
  countedElsewhere: 'Counted with the contract that replaced it',
  categories: {
    active: 'Active',
    passive: 'Passive',
    refreshed: 'Refreshed',
    disabled: 'Disabled',
    expired: 'Expired',
    expiredRefreshed: 'Expired, refreshed'
  },
  tabs: {
    current: 'Current',
    all: 'All',
    recoverable: 'Recoverable'
  },
  meanings: {
    current: 'Active, passive and refreshed contracts.',
    all: 'Every contract of this renter.',
    recoverable: 'Contracts on the chain that belong to this wallet’s seed but are missing from the renter.',
    active: 'Used for uploads and renewed.',
    passive: 'Not used for uploads, but keeps its data and is renewed.',
    refreshed: 'Ran out of funds and was replaced by a new contract with the same host, which counts its data.',
    disabled: 'Neither used for uploads nor renewed: canceled, or its host does not qualify.',
    expired: 'Ended.',
    expiredRefreshed: 'Ended after being replaced by a new contract, which counts its data.'
  },
  columns: {
    host: 'Host',
    state: 'Status',
    life: 'Timeline',
    size: 'Data',
    funds: 'Remaining',
    cost: 'Total cost',
    spent: 'Spent',
    storage: 'Storage',
    upload: 'Upload',
    download: 'Download',
    accounts: 'Accounts',
    maintenance: 'Maintenance',
    fees: 'Fees',
    start: 'Started',
    end: 'Ends'
  },
  hints: {
    funds: 'Funds remaining in the contract',
    cost: 'Everything paid into the contract, including remaining funds',
    spent: 'All spending, including fees',
    accounts: 'Deposits into the account with the host',
    maintenance: 'Cost of maintaining the account with the host',
    fees: 'Host, miner and network fees',
    end: 'Block height from which the host must prove storage, with its estimated date'
  },
  filter: {
    legend: 'Contracts',
    search: 'Search by host or contract ID',
    endsAt: 'End height'
  },
  totals: {
    all: 'Totals of these contracts',
    filtered: 'Totals of matching contracts',
    data: (contracts: number) => plural(contracts, { one: 'Data in # contract', other: 'Data in # contracts' }),
    countedElsewhere: (contracts: number) =>
      plural(contracts, {
        one: 'The data of # refreshed contract is counted with its replacement.',
        other: 'The data of # refreshed contracts is counted with their replacements.'
      })
  },
  detail: {
    span: (start: string, end: string) => `Block ${start} <startDay/> to block ${end} <endDay/>.`,
    version: (version: string) => `Host version ${version}.`,
    contract: 'Contract',
    host: 'Host',
    cancel: 'Cancel contract…',
    chart: 'Funds of this contract by use'
  },
  cancel: {
    title: 'Cancel contract?',
    keep: 'Keep contract',
    action: 'Cancel contract',
    lead: 'The contract with <host/> is no longer used or renewed.',
    noData: 'It holds no data.',
    data: (size: string) =>
      `Its ${size} of data must be copied to another host, at the cost of bandwidth and storage. Nothing is lost while other hosts hold it.`,
    refund: (amount: string) =>
      `${amount} of remaining funds are returned when it ends. While an allowance is set, the renter soon forms a replacement, possibly with the same host. Block the host to prevent that.`,
    done: 'Contract canceled.'
  },
  recoverable: {
    caption: 'Recoverable contracts',
    contract: 'Contract',
    payout: 'Payout',
    none: 'None. After a wallet is restored from its seed, the node finds its contracts on the chain and recovers them automatically.'
  }
};
