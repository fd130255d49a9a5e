import { plural } from '../../plural';

export default {
  title: 'Hosts',
  lead: 'Storage hosts known to this node.',
  disabled: 'The host database module is disabled on this node',
  none: {
    title: 'This node does not scan for hosts',
    text: 'On a public network Quarry’s own node validates the chain, serves wallets and mines. To see storage hosts, run a renter daemon on this network and <link>connect Quarry to it</link>.'
  },
  retrying: 'Retrying automatically.',
  notLoaded: 'Hosts unavailable',
  hosts: (count: number) => plural(count, { one: '# host', other: '# hosts' }),
  nav: {
    label: 'Host database pages',
    all: 'All hosts',
    filter: 'Filter',
    filterSet: (mode: string) => `Filter: ${mode}`
  },
  modes: {
    disable: 'off',
    blacklist: 'blacklist',
    whitelist: 'whitelist'
  },
  scanning: {
    title: 'Initial scan in progress',
    text: 'Hosts that have not been scanned yet show no prices or uptime.'
  },
  table: {
    allHosts: 'All hosts',
    activeHosts: 'Active hosts',
    medianPrice: (price: string) => `Median storage price ${price}`,
    caption: 'Hosts known to this node',
    none: 'No hosts known yet. Hosts appear once the chain is synced and their announcements have been scanned.',
    noneMatching: (count: number) =>
      plural(count, {
        one: 'The only host does not match the filters.',
        other: 'None of the # hosts match the filters.'
      }),
    clear: 'Clear filters',
    includeInactive: 'Include inactive hosts',
    median: 'Median',
    host: 'Host',
    select: 'Select',
    selectHost: (host: string) => `Select ${host}`,
    status: 'Status',
    scanHistory: 'Scan history',
    version: 'Version'
  },
  labels: {
    rank: 'Rank',
    storage: 'Storage',
    upload: 'Upload',
    download: 'Download',
    contract: 'Contract',
    uptime: 'Uptime',
    remaining: 'Free',
    total: 'Total',
    collateral: 'Collateral',
    maxcollateral: 'Max. collateral',
    scans: 'Scans',
    ok: 'Successful calls',
    failed: 'Failed calls',
    age: 'Age',
    duration: 'Max. duration',
    window: 'Proof window',
    call: 'Base RPC',
    read: 'Sector access',
    contracts: 'Contracts'
  },
  hints: {
    price: 'With the difference from the median of active hosts',
    rank: 'Order of preference on this node; active hosts only',
    uptime: 'Share of measured time online',
    remaining: 'Free storage reported by the host',
    total: 'Total storage reported by the host',
    collateral: 'Collateral offered for stored data; more is better',
    maxcollateral: 'Maximum collateral in one contract',
    scans: 'Scans on record at this node',
    ok: 'Successful interactions; older ones count less',
    failed: 'Failed interactions; older ones count less',
    age: 'Time since this node first saw the host',
    duration: 'Maximum contract duration',
    window: 'Time to submit a storage proof',
    contracts: 'Current contracts of your renter with the host'
  },
  marks: {
    filtered: 'Filtered',
    filteredHint: 'Excluded by the filter',
    notAccepting: 'Not accepting',
    notAcceptingHint: 'Accepts no new contracts',
    inactive: 'Inactive',
    inactiveHint: 'Not eligible for contracts',
    accepting: 'Accepting'
  },
  subnets: {
    'two-ipv4': 'Two IPv4 subnets',
    'two-ipv6': 'Two IPv6 subnets',
    shared: 'Shared subnet'
  },
  subnetHints: {
    'two-ipv4': 'A host may be in one IPv4 subnet only. Nodes ignore hosts in two.',
    'two-ipv6': 'A host may be in one IPv6 subnet only. Nodes ignore hosts in two.',
    shared: 'Another host has been in the same subnet for longer and takes precedence.'
  },
  scans: {
    none: 'Not scanned yet',
    summary: (answered: string, scans: number) =>
      plural(scans, { one: `${answered} of # scan successful`, other: `${answered} of # scans successful` }),
    lastFailed: (answered: string, scans: number) =>
      plural(scans, {
        one: `${answered} of # scan successful, last one failed`,
        other: `${answered} of # scans successful, last one failed`
      })
  },
  selection: {
    count: (count: number) => plural(count, { one: '# host selected', other: '# hosts selected' }),
    blacklist: 'Blacklist…',
    whitelist: 'Whitelist…',
    all: (count: number) => plural(count, { one: 'Select # shown', other: 'Select all # shown' }),
    clear: 'Clear selection'
  },
  filters: {
    search: 'Search by address, key or subnet',
    /** Inside the empty field, beside a magnifying glass. */
    searchExample: 'Address, key or subnet',
    hosts: 'Hosts',
    active: (count?: string) => `Active ${count ?? ''}`.trim(),
    all: (count?: string) => `All ${count ?? ''}`.trim(),
    marks: 'Issues',
    unmarked: 'No issues',
    filtered: 'Filtered',
    subnets: 'Subnet conflicts',
    newContracts: 'New contracts',
    any: 'Any',
    accepting: 'Accepting',
    notAccepting: 'Not accepting',
    version: 'Version prefix'
  }
};
