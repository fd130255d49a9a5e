import { formatCount } from '../format';
import { plural } from '../plural';

export default {
  title: 'Overview',
  loadFailed: 'This part of the page could not be loaded. Reload the page.',
  steps: {
    title: 'First steps',
    progress: (done: number, all: number) => `${done} of ${all} done`,
    done: 'done',
    optional: 'All steps are optional.',
    hide: 'Hide this list',
    todo: {
      node: 'Watch the node sync',
      wallet: 'Create a wallet',
      coins: 'Mine the first coins',
      host: 'Add storage to the host',
      renter: 'Set an allowance for storing files'
    },
    completed: {
      node: 'Node synced',
      wallet: 'Wallet created',
      coins: 'First coins received',
      host: 'Storage added to the host',
      renter: 'Allowance set'
    }
  },
  walletServer: {
    note: 'This connection has a wallet server and no daemon. <chain>Chain</chain> lists its blocks. The node’s peers, alerts, host and renter need a daemon, which can be added under <connections>Connections</connections>.'
  },
  noNode:
    'This connection has no daemon and no wallet server. A daemon provides blocks, peers, alerts, host and renter; a wallet server provides blocks and the balances of wallets. Add either under <connections>Connections</connections>.',
  chain: {
    title: 'Chain',
    synced: 'synced',
    mode: { running: 'syncing', paused: 'paused', stopped: 'stopped' },
    height: 'Height',
    blocks: (height: number) => plural(height, { one: 'block', other: 'blocks' }),
    newestBlockAge: 'Latest block',
    difficulty: 'Difficulty',
    blockTime: 'Target block time',
    newest: 'Latest block',
    newestId: 'ID of the latest block',
    timestamp: 'Timestamp',
    keepsAsking: 'Retrying automatically.',
    newestFailed: 'The latest block could not be loaded'
  },
  tab: {
    title: 'This tab',
    state: {
      idle: 'Not mining',
      starting: 'Starting',
      paused: 'Paused',
      'other-tab': 'Mining in another tab',
      mining: 'Mining'
    },
    rate: 'Hash rate',
    rateAverage: 'Hash rate, 1 min average',
    found: 'Blocks found',
    start: 'Start mining',
    view: 'View mining'
  },
  wallet: {
    title: 'Wallet',
    none: 'This browser has no wallet for this network yet. Create one now, or start mining and Quarry will offer to create one.',
    create: 'Create a wallet',
    total: 'Total balance',
    matures: (height: number) => `Spendable from block ${formatCount(height)}`,
    minedToday: 'Mined today',
    open: 'Open wallet',
    failed: 'The wallets could not be read'
  },
  host: {
    title: 'Host',
    simulated: 'Host (simulated storage market)',
    earned: 'Earned',
    pending: 'Pending revenue',
    contracts: 'Open contracts',
    free: 'Free storage',
    noFolder: 'no folder yet',
    freeShare: (size: string, share: string) => `${size}, ${share}`,
    manage: 'Manage host'
  },
  renter: {
    title: 'Renter',
    simulated: 'Renter (simulated storage market)',
    paused: 'Uploads paused',
    active: 'Allowance set',
    none: 'No allowance set',
    noneWords:
      'To store files, the renter needs a budget. It then forms contracts with hosts and renews them automatically.',
    spent: 'Spent this period',
    unspent: 'Unspent',
    storage: 'Expected storage',
    onHosts: (size: string, hosts: number) => plural(hosts, { one: `${size} on # host`, other: `${size} on # hosts` }),
    nextPeriod: 'Next period starts at block',
    manage: 'Manage renter',
    set: 'Set an allowance'
  },
  alerts: {
    title: 'Alerts',
    none: 'No alerts.',
    noneThen: 'No alerts when the node last responded.',
    acknowledged: (count: number) =>
      plural(count, { one: '# alert, acknowledged.', other: '# alerts, all acknowledged.' }),
    view: 'View alerts',
    open: (count: number, worst: string) =>
      plural(count, { one: `# open alert (${worst})`, other: `# open alerts (worst: ${worst})` }),
    viewAll: (count: number) => `View all ${count}`,
    acknowledge: 'Acknowledge on the Daemon page'
  },
  blocks: {
    title: 'Latest blocks',
    caption: 'Latest blocks of the chain, newest first',
    height: 'Height',
    block: 'Block',
    paidTo: 'Miner address',
    reward: 'Reward',
    time: 'Time',
    blockId: 'block ID',
    payee: 'payout address',
    own: 'this tab',
    none: 'No blocks yet.'
  },
  peers: {
    title: 'Peers',
    unit: (count: number): string => (count === 1 ? 'peer' : 'peers'),
    none: 'No peers connected. A development node needs none. Any other node receives new blocks from its peers.',
    directions: (outbound: string, inbound: string) => `${outbound} outbound, ${inbound} inbound.`,
    listens: 'Listening on <address/>'
  },
  node: {
    title: 'Node',
    miner: 'CPU miner',
    stopped: 'stopped',
    mined: 'Blocks mined',
    stale: 'Stale blocks',
    version: 'Version'
  }
};
