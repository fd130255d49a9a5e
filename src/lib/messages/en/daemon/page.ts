import { formatCount, formatDuration } from '../../format';
import { plural } from '../../plural';

export default {
  title: 'Daemon',
  lead: 'Alerts, modules, updates and shutdown.',
  elapsed: (seconds: number) => `${formatDuration(seconds)} elapsed`,
  alerts: {
    title: 'Alerts',
    failed: 'Alerts could not be loaded',
    none: 'No alerts.',
    noneBefore: 'No alerts when the node last responded.',
    allAcknowledged: 'All alerts are acknowledged.',
    open: (count: number, worst: string) =>
      plural(count, { one: `# open alert (${worst})`, other: `# open alerts (worst: ${worst})` }),
    filter: 'Filter by severity',
    acknowledgeAll: 'Acknowledge all',
    acknowledgeSome: (count: number) => `Acknowledge these ${formatCount(count)}`,
    openList: 'Open alerts, most severe first',
    acknowledge: 'Acknowledge',
    acknowledgeOne: (alert: string) => `Acknowledge: ${alert}`,
    noneOfSeverity: 'No open alerts of this severity.',
    showAll: 'Show all',
    showAcknowledged: (count: number) => `Show acknowledged (${formatCount(count)})`,
    acknowledgedList: 'Acknowledged alerts',
    reopen: 'Reopen',
    reopenOne: (alert: string) => `Reopen: ${alert}`,
    noneAcknowledged: 'No acknowledged alerts of this severity.',
    hint: 'Acknowledging hides an alert in this browser until its text changes.',
    simulated: 'Host and renter alerts come from the simulated storage market.'
  },
  version: {
    title: 'Version',
    failed: 'The version could not be loaded',
    running: 'Running',
    restart: 'restart to update',
    available: 'update available',
    revision: 'Source revision',
    revisionId: 'source revision',
    built: 'Built',
    latest: 'Latest release',
    installed: 'The release is installed. Restart the daemon to run it.',
    installing: 'Downloading and installing.',
    stopWaiting: 'Stop waiting',
    install: (version: string) => `Install ${version}…`,
    upToDate: 'Up to date.',
    checking: 'Checking…',
    check: 'Check for updates',
    checkFailed: 'Checking for updates failed',
    installFailed: 'The release was not installed',
    embedded: 'This node is part of Quarry and is updated with it.'
  },
  installDialog: {
    title: (version: string) => `Install ${version}?`,
    text: 'The daemon downloads the release and replaces its program file, which may take minutes. The new version runs after a restart.',
    submit: 'Install'
  },
  modules: {
    title: 'Modules',
    failed: 'Modules could not be loaded',
    on: 'on',
    off: 'off',
    hint: 'Modules are chosen when the daemon is started.',
    unknown: 'unknown to this version of Quarry',
    known: {
      consensus: { label: 'Consensus', purpose: 'validates blocks and stores the chain' },
      gateway: { label: 'Gateway', purpose: 'connects to peers' },
      transactionpool: { label: 'Transaction pool', purpose: 'holds unconfirmed transactions' },
      miner: { label: 'Miner', purpose: 'issues work and accepts solved blocks' },
      wallet: { label: 'Wallet', purpose: 'holds the node’s own coins; wallets in Quarry do not use it' },
      host: { label: 'Host', purpose: 'sells disk space' },
      renter: { label: 'Renter', purpose: 'stores files on hosts' },
      explorer: { label: 'Explorer', purpose: 'indexes the chain' },
      accounting: { label: 'Accounting', purpose: 'totals income and spending' }
    }
  },
  limits: {
    title: 'Speed limits of the daemon',
    failed: 'Limits could not be loaded',
    hint: 'Peer traffic has its own limits on the <link>Network</link> page.'
  },
  stop: {
    title: 'Stop',
    stopping: 'Stopping',
    stopped: 'Stopped',
    embedded:
      'Shuts down Quarry’s own node. Pages stay available with the last known values; the chain and wallets are kept.',
    remote: 'Shuts the daemon down. It can only be started again on its own computer.',
    action: 'Stop the node…',
    failed: 'The node did not stop',
    waiting: 'Stopping. The node still responds.',
    downEmbedded: 'The node is stopped and has closed its files.',
    downRemote: 'The node is stopped and no longer responds.',
    restartEmbedded: 'To start it again, quit Quarry in its terminal with Ctrl+C and run <command>npm start</command>.',
    restartRemote: 'To start it again, start the daemon on its computer. Quarry reconnects automatically.'
  },
  stopDialog: {
    title: 'Stop the node?',
    submit: 'Stop the node',
    cancel: 'Keep it running',
    embedded:
      'Mining, hosts and renters stop, and wallets cannot send until Quarry is restarted in its terminal. No data is lost.',
    remote:
      'Mining through this node stops. A stopped host submits no storage proofs and may lose collateral; a stopped renter renews no contracts. The node must be started again on its own computer.'
  },
  stack: {
    title: 'Stack trace',
    hint: 'Useful when reporting a hang. Contains no keys.',
    loading: 'Loading…',
    load: 'Load',
    reload: 'Load again',
    download: 'Download',
    failed: 'The stack trace could not be loaded',
    size: (size: string, lines: number) =>
      plural(lines, { one: `${size}, # line, loaded <age/>.`, other: `${size}, # lines, loaded <age/>.` }),
    show: 'Show the first lines',
    preview: 'First lines of the stack trace'
  }
};
