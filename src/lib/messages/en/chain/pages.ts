import { formatCount, formatHashRate, formatLarge, formatShare } from '../../format';
import { plural } from '../../plural';

export default {
  title: 'Chain',
  pages: {
    label: 'Chain pages',
    blocks: 'Blocks',
    changes: 'Changes',
    validate: 'Validate',
    check: 'Light client'
  },
  /** What a copy button copies. */
  ids: {
    block: 'block ID',
    parent: 'parent block ID',
    commitment: 'commitment',
    target: 'target',
    address: 'address',
    output: 'output ID',
    transaction: 'transaction ID',
    contract: 'contract ID',
    change: 'change ID',
    publicKey: 'public key'
  },
  hastings: (amount: bigint) => `${formatCount(amount)} hastings`,
  fundUnits: (count: bigint) => plural(count, { one: '# fund unit', other: '# fund units' }),
  bytes: (count: number | bigint) => plural(count, { one: '# byte', other: '# bytes' }),
  confirmations: (count: number) => plural(count, { one: '# confirmation', other: '# confirmations' }),
  needsWallet: {
    title: 'Wallet server required',
    text: 'Transactions, outputs, addresses and contracts are indexed by a wallet server, and this connection has none. Add one under <link>Connections</link>. Blocks and their V1 transactions are available without it.'
  },
  search: {
    label: 'Search the chain',
    placeholder: 'Height, ID or address',
    submit: 'Search',
    empty: 'Enter a height, an ID or an address.',
    invalid: {
      notHex: 'A height is a number. IDs and addresses use the digits 0–9 and a–f.',
      checksum: 'Invalid address checksum. Check for a typo.',
      length: (digits: number) => `${formatCount(digits)} digits: an ID has 64, an address 76.`
    },
    noMatch: (kinds: string) => `No match. Searched for: ${kinds}.`,
    searched: {
      blockAtHeight: 'block at this height',
      block: 'block',
      transaction: 'transaction',
      coinOutput: 'coin output',
      fundOutput: 'fund output',
      endedContract: 'ended storage contract'
    },
    blocksOnly: 'Transactions, outputs and addresses need a wallet server.',
    activeContract: 'Active contracts are not indexed. <link>Scan the chain</link> for this ID.',
    severalMatches: 'Several matches:',
    hits: {
      block: 'Block',
      transaction: 'Transaction',
      address: 'Address',
      coinOutput: 'Coin output',
      fundOutput: 'Fund output',
      contract: 'Storage contract'
    },
    incomplete: 'Some sources could not be searched'
  },
  sync: {
    title: 'Sync',
    synced: 'synced',
    mode: { running: 'syncing', paused: 'paused', stopped: 'stopped' },
    height: 'Height',
    blocks: (height: number) => plural(height, { one: 'block', other: 'blocks' }),
    latestBlock: 'Latest block',
    loadingBlock: 'Loading the latest block…',
    connecting: 'Connecting to the node…',
    difficulty: 'Difficulty',
    hashesPerBlock: (hashes: bigint) => `${formatLarge(hashes)} ${hashes === 1n ? 'hash' : 'hashes'} per block`,
    expectedHashes: (hashes: bigint) =>
      plural(hashes, { one: '# expected hash per block', other: '# expected hashes per block' }),
    targetBlockTime: 'Target block time',
    recentRate: 'Current rate',
    incomplete: (share: number) =>
      `${formatShare(share)} of the chain is synced. Everything up to this height is correct, but later blocks are missing: balances may be outdated, payments may not appear, outputs shown as unspent may have been spent, and blocks mined now are worthless.`,
    retrying: 'Retrying automatically.'
  },
  charts: {
    title: 'Difficulty, block time and work',
    range: (from: number, to: number) => `blocks ${formatCount(from)} to ${formatCount(to)}`,
    subjectLegend: 'Chart',
    subjects: { difficulty: 'Difficulty', time: 'Block time', work: 'Work' },
    rangeLegend: 'Block range',
    last: (blocks: number) => `Last ${formatCount(blocks)}`,
    all: 'All',
    custom: 'Custom',
    from: 'From height',
    to: 'To height',
    show: 'Show',
    notHeights: 'Enter two block heights.',
    reversed: 'The end must be above the start.',
    aboveTip: (tip: number) => `The latest block is ${formatCount(tip)}.`,
    loadingBlocks: 'Loading blocks',
    cancel: 'Cancel',
    height: 'Height',
    byHeight: (subject: string) => `${subject} by height`,
    tooFew: 'At least two blocks are needed.',
    loading: 'Loading…',
    unavailable: 'The chart appears once the node responds.',
    notes: {
      difficulty: 'Expected hashes per block.',
      time: 'Seconds between blocks.',
      work: 'Expected hashes since the start of the range.'
    },
    sampled: (step: number, points: number) =>
      `About one block in ${formatCount(step)} is sampled, ${formatCount(points)} in total.`,
    betweenPoints: {
      skipped: 'Changes between two points are not shown.',
      averaged: 'Each point is the average since the previous one.'
    },
    averageBlockTime: 'Average block time',
    work: 'Work in this range',
    hashes: (count: number) => `${formatLarge(count)} hashes`,
    hashRate: 'Network hash rate',
    unknown: 'unknown',
    belowOne: 'below 1 H/s',
    aboutRate: (hashesPerSecond: number) => `about ${formatHashRate(hashesPerSecond)}`,
    incomplete: 'The chart is incomplete'
  },
  blocks: {
    title: 'Blocks',
    newestFirst: 'newest first',
    caption: 'Blocks, newest first',
    columns: {
      height: 'Height',
      id: 'Block',
      time: 'Time',
      payee: 'Miner address',
      transactions: 'Transactions',
      reward: 'Reward'
    },
    own: 'this tab',
    transactions: (count: number) => plural(count, { one: '# transaction', other: '# transactions' }),
    transactionsOrMore: (count: number) => plural(count, { one: '#+ transaction', other: '#+ transactions' }),
    reorganized: 'Chain reorganized',
    replaced: (count: number, fromHeight: number) =>
      plural(count, {
        one: `# block at height ${formatCount(fromHeight)} was replaced by a branch with more work. Its payments may be confirmed in other blocks.`,
        other: `# blocks from height ${formatCount(fromHeight)} were replaced by a branch with more work. Their payments may be confirmed in other blocks.`
      }),
    v1Only: '+ The daemon reports V1 transactions only. Add a wallet server to count V2 transactions.',
    loadingOlder: 'Loading older blocks…',
    olderFailed: 'Older blocks could not be loaded',
    genesis: 'Start of the chain.',
    limit: 'The list ends here. Search by height for older blocks.',
    loading: 'Loading blocks…',
    failed: 'Blocks could not be loaded'
  }
};
