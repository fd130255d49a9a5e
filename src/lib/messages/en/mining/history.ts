import { plural } from '../../plural';

export default {
  title: 'Mining history',
  lead: 'All mining in this browser’s tabs. Stored in this browser only.',
  notRead: 'The mining history could not be loaded',
  none: 'Your mining appears here day by day. Start on the <link>Mine</link> page.',
  chart: {
    title: 'Last days',
    legend: 'Chart',
    figures: { hashes: 'Hashes', earned: 'Rewards', energy: 'Energy' },
    label: { hashes: 'Hashes per day', earned: 'Block rewards per day', energy: 'Energy per day' },
    day: 'Day',
    empty: 'The chart appears on the second day.'
  },
  table: {
    title: 'By time',
    legend: 'Group by',
    by: { day: 'Days', session: 'Sessions' },
    caption: { day: 'Mining by day', session: 'Mining by session' },
    days: (count: number) => plural(count, { one: '# day', other: '# days' }),
    sessions: (count: number) => plural(count, { one: '# session', other: '# sessions' })
  },
  columns: {
    day: 'Day',
    started: 'Started',
    engine: 'Engine',
    duration: 'Mined for',
    hashes: 'Hashes',
    rate: 'Hash rate',
    blocks: 'Blocks',
    blocksHint: 'Accepted; exports include stale and rejected ones',
    shares: 'Shares',
    sharesHint: 'Accepted by pools; exports include stale and rejected ones',
    earned: (unit: string) => `Rewards, ${unit}`,
    earnedHint: 'For accepted blocks, whatever address they pay. Pool payouts are not included.',
    energy: 'Energy',
    energyHint: 'From the watts you entered, or estimated for known devices'
  },
  others: (accepted: string, stale: string, rejected: string) =>
    `${accepted} accepted, ${stale} stale, ${rejected} rejected`,
  bounded: (count: string) => `At most ${count} sessions are stored; the oldest are deleted first.`,
  remove: {
    open: 'Delete the history',
    title: 'Delete the mining history?',
    words:
      'All days and sessions are deleted from this browser. Coins and wallets are not affected. This cannot be undone.',
    action: 'Delete',
    done: 'The mining history was deleted.'
  }
};
