import { formatCount, formatDateTime, formatLarge } from '../../format';
import { plural } from '../../plural';

export default {
  title: 'Changes',
  lead: 'What each block changed in outputs, contracts and fund units, decoded from the daemon’s change stream.',
  status: {
    idle: 'Stopped',
    finding: 'Finding the start',
    reading: 'Reading',
    following: 'Synced, polling every 2 s',
    paused: 'Paused'
  },
  read: {
    title: 'Source',
    begin: 'Start',
    starts: {
      now: 'From now on',
      genesis: 'From the first block',
      block: 'From a height',
      change: 'After a change ID'
    },
    height: 'Height',
    changeId: 'Change ID',
    invalidHeight: 'A height is a whole number.',
    invalidId: 'A change ID has 64 digits 0–9 and a–f.',
    start: 'Read changes',
    restart: 'Restart',
    pause: 'Pause',
    resume: 'Resume',
    stop: 'Stop',
    loading: 'Reading…',
    progress: (height: number, tip: number) => `Height ${formatCount(height)} of ${formatCount(tip)}`,
    count: (changes: number, size: string) =>
      plural(changes, { one: `# change read, ${size}`, other: `# changes read, ${size}` }),
    matched: (count: number) => `${formatCount(count)} matched`,
    kept: (count: number) => `newest ${formatCount(count)} kept`,
    atHeight: (height: number) => `at height ${formatCount(height)}`,
    nothingAfter: {
      title: 'No changes after this ID',
      text: 'The daemon returns nothing for the newest change and for an unknown ID. This is not the ID of the newest block’s change, so it is probably unknown. A block ID is not a change ID.'
    },
    failed: 'Reading the changes stopped'
  },
  list: {
    title: 'Changes',
    filter: 'Filter',
    text: 'ID or address',
    textPlaceholder: 'full ID or its first digits',
    show: 'Show',
    kinds: {
      all: 'All changes',
      reorganizations: 'Reorganizations',
      transactions: 'With transactions',
      contracts: 'With contracts',
      funds: 'With fund units'
    },
    hint: 'Only matching changes are kept while reading. To search a long chain, set the filter before you start.',
    caption: 'Changes, newest first',
    count: (count: number) => plural(count, { one: '# change', other: '# changes' }),
    rowLabel: (heights: string) => `the change at height ${heights}`,
    waiting: 'No changes yet. The next change arrives with the next block.',
    noneMatched: 'No change matched.',
    empty: 'Choose where to start and press “Read changes”. Changes appear here, newest first.',
    noneKept: 'No change matches the filter.'
  },
  columns: {
    height: 'Height',
    id: 'Change',
    blocks: 'Blocks',
    transactions: 'V1 txns',
    coins: 'Coin outputs',
    maturing: 'Maturing',
    contracts: 'Contracts',
    size: 'Size',
    check: 'ID'
  },
  checks: {
    verified: { label: 'verified', hint: 'The ID is the hash of the block IDs' },
    pending: { label: 'pending', hint: 'Verified when the next block names its parent' },
    wrong: {
      label: 'wrong',
      hint: 'The ID is not the hash of the block IDs, or the change does not follow the previous one'
    },
    unknown: { label: 'unknown', hint: 'The IDs of its V2 blocks are not included' }
  },
  detail: {
    change: 'Change',
    difficulty: (work: bigint) => `next difficulty ${formatLarge(work)}`,
    target: 'target <id/>',
    notBefore: (ms: number) => `next block not before ${formatDateTime(ms)}`,
    newest: 'newest change when sent',
    reverted: 'Reverted block',
    applied: 'Applied block',
    unknownId: 'ID not known yet',
    transactions: (count: number) => plural(count, { one: '# V1 transaction', other: '# V1 transactions' }),
    parent: 'parent <id/>',
    added: '+ added',
    removed: '− removed',
    kinds: {
      coins: 'coin output',
      delayedCoins: 'maturing coin output',
      contracts: 'storage contract',
      funds: 'fund output',
      fundPool: 'contract tax pool'
    },
    maturesAt: (height: number | bigint) => `matures at ${formatCount(height)}`,
    contract: (size: string, revision: bigint, from: number | bigint, until: number | bigint) =>
      `${size}, revision ${formatCount(revision)}, proof ${formatCount(from)}–${formatCount(until)}`,
    before: (amount: string) => `before: ${amount}`,
    none: 'No changes in the stream.',
    more: (count: number) => `and ${formatCount(count)} more`
  }
};
