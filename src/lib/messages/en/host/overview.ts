import { plural } from '../../plural';

export default {
  title: 'Host',
  loading: 'Loading…',
  retrying: 'Retrying automatically.',
  updated: 'Updated',
  notLoaded: 'Host status unavailable',
  disabled: 'The host module is disabled on this node',
  none: {
    title: 'This node does not rent out storage',
    text: 'On a public network Quarry’s own node validates the chain, serves wallets and mines. To rent out storage, run a host daemon on this network and <link>connect Quarry to it</link>.'
  },
  accepting: 'Accepting contracts',
  notAccepting: 'Not accepting contracts',
  nav: {
    label: 'Host pages',
    earnings: 'Earnings',
    contracts: 'Contracts',
    storage: 'Storage',
    settings: 'Settings'
  },
  sources: {
    fees: 'Contract fees',
    storage: 'Storage',
    upload: 'Upload',
    download: 'Download',
    accounts: 'Account funding'
  },
  contracts: (count: number) => plural(count, { one: '# contract', other: '# contracts' }),
  status: {
    title: 'Host status',
    earned: 'Total earned',
    openContracts: (count: number) => plural(count, { one: '# open contract', other: '# open contracts' }),
    potential: (amount: string) => `Pending revenue: ${amount}`,
    net: (amount: string) => `Net of transaction fees and lost collateral: ${amount}`,
    requirements: 'Requirements for earning'
  },
  checks: {
    reachable: 'Reachable',
    checkingReachability: 'Checking reachability',
    unreachable: 'Not reachable',
    otherReachability: (status: string) => `Reachability: ${status}`,
    used: 'Used by renters',
    checkingUse: 'Checking for renter activity',
    unused: 'No recent renter activity',
    otherUse: (status: string) => `Renter activity: ${status}`,
    accepting: 'Accepting new contracts',
    notAccepting: 'Not accepting new contracts',
    noStorage: 'No storage',
    full: 'Storage full',
    freeStorage: 'Storage available',
    announcement: 'Announcement status unknown'
  },
  checkHelp: {
    checkingReachability: 'Takes a few minutes after startup.',
    noAddress: 'The host has no address yet. Set one, or announce the host at the one where renters reach it.',
    unreachable: (address: string) =>
      `The daemon cannot connect to its own host at ${address}. Forward its ports on the router, allow them in the firewall and check the address.`,
    unused:
      'Renters scan every host periodically. If there are no calls for hours, the host is probably unreachable or not announced.',
    notAccepting: 'Existing contracts continue. No new ones are formed.',
    noStorage: 'Add a folder for renter data.',
    full: 'Add storage to earn more.',
    announcement:
      'The API does not report whether a host is announced. Renters find hosts through announcements on the chain. Announce once, and again after each address change.'
  },
  checkLinks: {
    address: 'Check the address',
    accept: 'Accept contracts',
    folder: 'Add a folder'
  },
  announce: {
    open: 'Announce…',
    title: 'Announce host',
    lead: 'Publishes the host address on the chain, where renters read it. The daemon wallet pays a transaction fee.',
    address: 'Address',
    hint: 'host:port, such as host.example.org:9982.',
    hintEmpty: (own: string) => `host:port, such as host.example.org:9982. Leave empty to announce ${own}.`,
    needed: 'This host has no address yet. Enter the one at which renters reach it.',
    notAccepting: '<b>This host is not accepting new contracts.</b> Announcing does not change that setting.',
    action: 'Announce',
    done: 'Announced. Renters see the announcement in the next block.',
    failed: 'Announcement failed'
  },
  address: {
    ipv6WithoutBrackets: 'Put the IPv6 address in square brackets before the port: [2001:db8::1]:9982.',
    missingPort: 'The port is missing. Enter host:port, such as host.example.org:9982.',
    invalidHost: 'Enter a host name or an IP address before the port.',
    misplacedBrackets: 'Square brackets belong around IPv6 addresses only.',
    invalidPort: 'The port must be a number from 1 to 65535.',
    unspecifiedAddress:
      'This is the unspecified address (0.0.0.0 or ::). Enter the address at which renters reach this host.'
  },
  finances: {
    title: 'Finances',
    chart: 'Host finances',
    history: 'Finances over time',
    earned: 'Earned',
    potential: 'Pending',
    locked: 'Locked',
    lost: 'Lost',
    hints: {
      earned: 'From completed contracts.',
      potential: 'Paid when open contracts complete.',
      locked: 'Collateral in open contracts, returned on completion.',
      lost: 'From failed contracts.'
    },
    parts: {
      safe: 'Not at risk',
      risked: 'At risk',
      lostRevenue: 'Lost revenue',
      lostCollateral: 'Burned collateral'
    },
    fees: 'Transaction fees paid'
  },
  payouts: {
    title: 'Expected payouts',
    notLoaded: 'Contracts unavailable',
    none: 'No payouts expected. Renters form contracts with hosts that are announced and reachable, accept contracts and have free storage.',
    summary: (amount: string, contracts: number) =>
      plural(contracts, {
        one: `${amount} from # open contract if it succeeds, including returned collateral.`,
        other: `${amount} from # open contracts if all succeed, including returned collateral.`
      }),
    groupBy: 'Group by',
    week: 'Week',
    month: 'Month',
    byWeek: 'Expected payouts by week',
    byMonth: 'Expected payouts by month',
    empty: 'These contracts carry no revenue or collateral.',
    caption: 'Next payouts',
    date: 'Latest date',
    about: (date: string) => `about ${date}`,
    block: 'Latest block',
    contract: 'Contract',
    contractId: 'contract ID',
    revenue: 'Revenue',
    collateral: 'Returned collateral',
    plusCollateral: (amount: string) => `+ ${amount} collateral`,
    all: (count: number) => plural(count, { one: 'View # open contract', other: 'View all # open contracts' }),
    note: 'Dates are estimated from the average block time. Payouts mature some blocks after they are paid.'
  },
  traffic: {
    title: 'Traffic',
    history: 'Traffic over time',
    received: 'Received',
    sent: 'Sent',
    receivedFromRenters: 'Received from renters',
    sentToRenters: 'Sent to renters',
    since: 'Counting since',
    calls: 'Calls by renters',
    formContractCalls: 'Contract formation',
    renewCalls: 'Contract renewal',
    reviseCalls: 'Contract revision, including uploads',
    downloadCalls: 'Download',
    settingsCalls: 'Settings request',
    unrecognizedCalls: 'Unrecognized',
    errorCalls: 'Failed'
  },
  facts: {
    title: 'Public settings',
    publicKey: 'Public key',
    publicKeyCopy: 'public key',
    address: 'Network address',
    addressCopy: 'network address',
    notDetected: 'not detected yet',
    payoutAddress: 'Payout address',
    payoutAddressCopy: 'payout address',
    storage: 'Storage',
    storageFree: (free: string, total: string) => `${free} of ${total} free`,
    registry: 'Registry entries',
    registryFree: (free: string, total: string) => `${free} of ${total} free`,
    noRegistry: 'none; set a registry size in the settings',
    priceTableValidity: 'Price table validity',
    priceTableHeight: 'Price table height',
    sectorSize: 'Sector size',
    muxPort: 'Multiplexer port',
    version: 'Version',
    revision: 'Settings revision'
  }
};
