import { formatCount } from '../format';
import { plural } from '../plural';

export default {
  title: 'Network',
  lead: 'The node’s peers and its traffic with them.',
  outbound: 'Outbound',
  inbound: 'Inbound',
  received: 'Received',
  sent: 'Sent',
  sync: 'Sync',
  peers: {
    title: 'Peers',
    failed: 'Peers could not be loaded',
    unit: (count: number) => plural(count, { one: 'peer', other: 'peers' }),
    state: 'Status',
    online: 'online',
    offline: 'offline',
    ownAddress: 'Own address',
    embedded: 'This node has no peers. A development chain needs none.',
    onlineWithoutPeers:
      'The node reports that it is online but has no peers. It receives no blocks until one connects.',
    noPeers:
      'No peers. The node keeps trying to connect. If no peer responds, check its internet access and the addresses it was started with.',
    localOnly: 'All peers are on the local network. Blocks from the internet may not arrive.',
    notOnline: 'Peers outside the local network are connected, but the node does not report being online yet.',
    external: (count: number) =>
      plural(count, { one: '# peer outside the local network.', other: '# peers outside the local network.' })
  },
  traffic: {
    title: 'Traffic',
    failed: 'Traffic could not be loaded',
    receiving: 'Receiving',
    sending: 'Sending',
    total: (bytes: string) => `${bytes} total`,
    since: 'Since the node started, <age/>.',
    chart: 'Bytes per second over the last few minutes',
    measuring: 'Measuring…'
  },
  connections: {
    title: 'Connections',
    caption: 'Connected peers',
    find: 'Find a peer',
    findHint: 'address, version, inbound, local',
    connect: 'Connect to a peer…',
    columns: {
      address: 'Address',
      direction: 'Direction',
      location: 'Location',
      version: 'Protocol',
      traffic: 'Received / sent',
      action: 'Action'
    },
    localNetwork: 'local network',
    internet: 'internet',
    disconnect: 'Disconnect',
    disconnectFrom: (address: string) => `Disconnect ${address}`,
    disconnected: (address: string) => `Disconnected from ${address}.`,
    noneEmbedded:
      'No peers connected. A development chain needs none; start Quarry with <option>--peer</option> or <option>--listen</option> to share one.',
    none: 'No peers connected. Unless it was started with <option>--no-bootstrap</option>, the node finds peers automatically. You can also connect to one whose address you know.',
    noMatch: (search: string) => `No peer matches “${search}”.`,
    showAll: 'Show all'
  },
  connectDialog: {
    title: 'Connect to a peer',
    label: 'Address and port',
    hint: 'IP address and port, IPv6 in square brackets: [2001:db8::1]:9981. The node remembers the address.',
    connecting: 'Connecting. This may take a minute.',
    connected: (address: string) => `Connected to ${address}.`,
    failed: 'Connection failed',
    submit: 'Connect',
    problems: {
      empty: 'Enter an address.',
      portMissing: (example: string) => `Port missing: ${example}.`,
      bracketsMissing: 'Put the IPv6 address in square brackets before the port: [2001:db8::1]:9981.',
      format: 'Enter an IP address and a port: 203.0.113.7:9981.',
      hostName: 'Enter an IP address; host names are not supported.',
      notAnIp: 'Invalid IP address. Examples: 203.0.113.7 or [2001:db8::1].',
      brackets: 'Square brackets are for IPv6 addresses only.',
      portRange: (max: number) => `The port must be a whole number from 1 to ${max}.`,
      unspecified: 'Unspecified address. Enter the address of a peer.'
    }
  },
  disconnectDialog: {
    title: (address: string) => `Disconnect from ${address}?`,
    text: 'The node remembers this peer and may connect to it again. Block its address to prevent that.',
    failed: 'The peer was not disconnected',
    blockFailed: 'The address could not be blocked',
    block: 'Block and disconnect',
    submit: 'Disconnect'
  },
  versions: {
    title: 'Protocol versions',
    caption: 'Peers by protocol version, newest first',
    empty: 'Versions appear here once peers are connected.',
    peers: (count: number) => plural(count, { one: '# peer', other: '# peers' })
  },
  history: { peers: 'Peers over time', traffic: 'Traffic over time' },
  blocklist: {
    title: 'Blocked addresses',
    failed: 'Blocked addresses could not be loaded',
    none: 'No blocked addresses.',
    count: (count: number) =>
      plural(count, { one: '# blocked address or range.', other: '# blocked addresses and ranges.' }),
    block: 'Block…',
    unblockSome: 'Unblock…',
    replace: 'Replace the list…',
    entry: 'Address or range',
    action: 'Action',
    find: 'Find an address',
    unblock: 'Unblock',
    unblockOne: (entry: string) => `Unblock ${entry}`,
    noMatch: (search: string) => `No blocked address matches “${search}”.`,
    showAll: 'Show all',
    hint: 'Block an IP address, a range such as <range/>, or a host name. Connections to and from it are refused.'
  },
  blockDialog: {
    append: { title: 'Block addresses', label: 'Addresses to block', submit: 'Block' },
    remove: { title: 'Unblock addresses', label: 'Addresses to unblock', submit: 'Unblock' },
    set: { title: 'Replace the list', label: 'New list', submit: 'Replace' },
    hint: 'IP addresses, ranges such as 203.0.113.0/24, or host names. One per line or separated by commas.',
    problems: {
      range: 'a range is an IP address, a slash and a number: 203.0.113.0/24',
      prefix: (max: number) => `the number after the slash must be between 0 and ${max}`,
      port: (host: string) => `addresses are blocked for all ports: enter ${host}`,
      invalid: 'not an IP address, range or host name'
    },
    problem: (entry: string, problem: string) => `“${entry}”: ${problem}.`,
    moreProblems: (entry: string, problem: string, more: number) =>
      `“${entry}”: ${problem}. ${plural(more, { one: '# more entry is invalid.', other: '# more entries are invalid.' })}`,
    empty: 'Enter an address.',
    noChange: 'No changes.',
    preview: 'Changes',
    blocked: (count: number) => plural(count, { one: '<b>#</b> to block', other: '<b>#</b> to block' }),
    unblocked: (count: number) => plural(count, { one: '<b>#</b> to unblock', other: '<b>#</b> to unblock' }),
    more: (count: number) => `and ${formatCount(count)} more`,
    kept: (count: number) => plural(count, { one: '# entry unchanged.', other: '# entries unchanged.' }),
    alreadyListed: (entries: string, count: number) => `Already listed (${formatCount(count)}): ${entries}`,
    notListed: (entries: string, count: number) => `Not listed (${formatCount(count)}): ${entries}`,
    clearAll: (count: number) => plural(count, { one: 'Unblock the one entry', other: 'Unblock all # entries' }),
    confirmClear: 'An empty list unblocks every address. Confirm above.',
    saved: 'Blocklist updated.',
    failed: 'The blocklist was not changed'
  },
  limits: {
    title: 'Speed limits for peers',
    failed: 'Limits could not be loaded',
    hint: 'The daemon has its own limits on the <link>Daemon</link> page. The lower limit applies.'
  }
};
