import { plural } from '../plural';

export default {
  age: {
    now: 'just now',
    ago: (duration: string) => `${duration} ago`,
    ahead: (duration: string) => `in ${duration}`
  },
  duration: {
    never: 'never',
    years: 'years'
  },
  units: {
    blocks: { one: 'block', other: 'blocks' },
    block: 'block',
    seconds: { one: 'second', other: 'seconds' },
    minutes: { one: 'minute', other: 'minutes' },
    hours: { one: 'hour', other: 'hours' },
    days: { one: 'day', other: 'days' },
    weeks: { one: 'week', other: 'weeks' },
    months: { one: 'month', other: 'months' },
    times: '×',
    hosts: { one: 'host', other: 'hosts' },
    chunks: { one: 'chunk', other: 'chunks' },
    entries: { one: 'entry', other: 'entries' },
    'SC/TB/month': 'SC/TB/month',
    'SC/TiB/month': 'SC/TiB/month',
    'SC/GB/month': 'SC/GB/month',
    'SC per million calls': 'SC per million calls',
    'SC per thousand calls': 'SC per thousand calls',
    'SC per call': 'SC per call',
    'B/month': 'B/month',
    'MB/month': 'MB/month',
    'GB/month': 'GB/month',
    'TB/month': 'TB/month'
  },
  copy: {
    label: (what: string) => `Copy ${what}`,
    copied: 'Copied',
    refused: 'Your browser did not allow copying',
    address: 'address',
    amountInHastings: (amount: string) => `${amount} in hastings`
  },
  amount: {
    hastings: (count: string) => `${count} hastings`,
    /** H, read aloud. */
    unit: 'hastings'
  },
  dialog: {
    cancel: 'Cancel',
    close: 'Close'
  },
  problem: {
    unknown: 'Something went wrong',
    unavailable: 'Not available now.',
    retry: 'Try again',
    details: 'Details'
  },
  stale: '<b>Out of date</b> · updated <age/>',
  loading: 'Loading…',
  loadFailed: 'This part of Quarry could not be loaded. Reload the page.',
  opensLater: 'This page opens automatically once the server can be reached.',
  table: {
    details: 'Details',
    detailsOf: (row: string) => `Details of ${row}`,
    more: (count: string) => `Show ${count} more`,
    open: (row: string) => `Open ${row}`,
    exportAs: (format: string) => `Export ${format}`,
    total: 'Total',
    shownOf: (shown: string, all: string) => `${shown} of ${all}`,
    columns: 'Columns',
    columnsToShow: 'Columns to show',
    orderBy: 'Sort by',
    asListed: 'Unsorted',
    ascending: 'Ascending. Switch to descending',
    descending: 'Descending. Switch to ascending'
  },
  filter: {
    label: 'Filters',
    clear: 'Clear filters',
    more: 'More filters',
    on: 'on'
  },
  form: {
    /** What a typed amount was read as. */
    amountRead: (coins: string, hastings: string) => `= ${coins} (${hastings})`,
    whichAmount: 'Which amount do you mean?',
    unsaved: (count: number) => plural(count, { one: '# unsaved change', other: '# unsaved changes' }),
    changes: (count: number) => plural(count, { one: '# change', other: '# changes' }),
    notSaved: 'Changes not saved',
    reset: 'Reset',
    save: 'Save',
    saving: 'Saving…',
    changedFrom: (saved: string) => `Changed from ${saved}`,
    savedMeanwhile: (saved: string) => `Also changed on the node, to ${saved}`,
    undo: 'Undo',
    undoChange: (field: string) => `Undo change of ${field}`,
    empty: 'empty',
    required: 'Fill in this field.',
    unreadableFile: (name: string) => `The browser cannot read ${name}. It may have been moved, or it is protected.`,
    tooLong: (excess: number, limit: number) =>
      plural(excess, {
        one: `# character too long (${limit} at most).`,
        other: `# characters too long (${limit} at most).`
      }),
    on: 'on',
    off: 'off',
    leave: {
      title: 'Leave without saving?',
      words: (count: number) => plural(count, { one: '# change will be lost.', other: '# changes will be lost.' }),
      stay: 'Stay',
      leave: 'Leave',
      /** For a form that is replaced or closed while its page stays open. */
      discard: 'Discard',
      keep: 'Keep editing',
      /** For a form that is sent, not saved. */
      typed: { title: 'Discard what you entered?', words: 'What you entered on this page will be lost.' }
    },
    confirm: {
      typeWord: (word: string) => `Type “${word}” to confirm`,
      refused: 'The node refused the request'
    }
  },
  chart: {
    series: 'Series',
    loadFailed: 'The chart could not be loaded. The table below shows the same values.',
    showTable: 'Show as table',
    time: 'Time',
    range: 'Time range',
    oneSample: 'One sample so far. The chart appears with the second.',
    noSamples:
      'No samples in this range yet. Nodes report current values only: Quarry records them while it is open in this browser.'
  },
  severity: {
    critical: 'critical',
    error: 'error',
    warning: 'warning',
    info: 'info'
  },
  /** Alerts of Quarry's own node, by message. Other alerts, and causes with figures, are shown in the daemon's words. */
  alerts: {
    'simulated storage market': {
      message: 'Simulated storage market',
      cause: 'Quarry’s own node has no real hosts: hosts, contracts and revenue are simulated and worth nothing.'
    },
    'no peers': { message: 'No peers' },
    'wrong clock': { message: 'Wrong clock' },
    'peers follow another chain': { message: 'Peers follow another chain' },
    'fork below the stored blocks': { message: 'Fork below the stored blocks' },
    'deep reorganization': { message: 'Deep reorganization' },
    'low disk space': { message: 'Low disk space' },
    'the data folder is gone': { message: 'The data folder is gone' }
  },
  shell: {
    skip: 'Skip to content',
    pages: 'Pages',
    more: 'More',
    morePages: 'More pages',
    dismiss: 'Dismiss',
    node: 'Node',
    storage: 'Storage'
  },
  pages: {
    overview: 'Overview',
    mine: 'Mine',
    wallet: 'Wallet',
    chain: 'Chain',
    network: 'Network',
    daemon: 'Daemon',
    connections: 'Connections',
    host: 'Host',
    hosts: 'Hosts',
    renter: 'Renter',
    settings: 'Settings',
    help: 'Help'
  },
  header: {
    control: 'Ctrl',
    search: (shortcut: string) => `Search pages and actions (${shortcut})`,
    signOut: 'Sign out',
    theme: {
      system: 'Theme: system. Switch to light',
      light: 'Theme: light. Switch to dark',
      dark: 'Theme: dark. Switch to system'
    },
    switchNode: 'Switch node',
    nodeIs: 'Node:',
    ownNode: 'Quarry’s own node',
    simulated: 'Quarry’s own chain. Its coins have no value.',
    simulatedNetwork: '<network/><wide> network</wide><wide> · </wide>simulated<wide> coins, no value</wide>',
    network: '<network/><wide> network</wide>',
    kinds: { main: 'main', test: 'test', dev: 'dev', private: 'private' },
    networkKind: {
      main: 'Main network: coins are real',
      test: 'Public test network: coins have no value',
      dev: 'Development network: coins have no value',
      private: 'Private network'
    },
    networkName: (kind: string, name: string) => `${kind}. Network name: “${name}”.`,
    state: {
      connecting: 'Connecting',
      waiting: 'Waiting for the node',
      synced: 'Synced',
      syncing: 'Syncing',
      'sync-paused': 'Sync paused',
      starting: 'Node is starting',
      'module-off': 'Consensus is off',
      'no-daemon': 'No daemon',
      'signed-out': 'Signed out',
      unreachable: 'Unreachable',
      stopped: 'Stopped',
      failing: 'Failing'
    },
    signIn: 'Sign in',
    enterPassword: 'Enter password'
  },
  notes: {
    mining: 'mining now',
    alerts: (count: number, worst: string) =>
      plural(count, { one: `# open alert: ${worst}`, other: `# open alerts, worst: ${worst}` })
  },
  notices: {
    switchFailed: (node: string) => `Could not switch to ${node}: Quarry did not respond.`,
    signOutFailed: 'Sign-out failed: Quarry did not respond. Close the browser to be safe.'
  },
  miner: {
    start: 'Miner: start',
    stop: 'Miner: stop',
    stopOther: 'Miner: stop it in the other tab',
    rate: (rate: string) => `Mining at ${rate}`,
    addressLabel: (day: string) => `Mining, ${day}`
  }
};
