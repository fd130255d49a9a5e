import { plural } from '../../plural';

export default {
  title: 'Host filter',
  loading: 'Loading…',
  notLoaded: 'Filter unavailable',
  current: (mode: string) => `Current: ${mode}`,
  legend: 'Mode',
  disable: 'Off',
  disableHint: 'The renter may use every host. Contracts may move to hosts that were excluded before.',
  blacklist: 'Blacklist',
  blacklistHint: 'All hosts except those listed. Contracts with listed hosts are replaced.',
  whitelist: 'Whitelist',
  whitelistHint: 'Only the hosts listed. Contracts with all other hosts are replaced.',
  blockedHosts: 'Blocked hosts',
  allowedHosts: 'Allowed hosts',
  hostsHint:
    'Public keys, one per line: ed25519: followed by 64 hexadecimal digits. Hosts selected in the table are filled in.',
  addresses: 'Addresses',
  addressesHint: 'Also blocked: IP addresses, ranges such as 10.0.0.0/8, or domains with their subdomains.',
  addressesIgnored: 'Stored by the node, but a whitelist matches public keys only.',
  notSet: 'Filter not set',
  review: 'Review…',
  unchanged: 'No changes.',
  set: {
    disable: 'Filter turned off.',
    blacklist: 'Blacklist set.',
    whitelist: 'Whitelist set.'
  },
  problems: {
    invalidKeys: (entry: string) => `Invalid entry “${entry}”. Keys are ed25519: followed by 64 hexadecimal digits.`,
    moreInvalidKeys: (entry: string, more: number) =>
      `Invalid entry “${entry}” and ${plural(more, { one: '# more', other: '# more' })}. Keys are ed25519: followed by 64 hexadecimal digits.`,
    emptyWhitelist: 'A whitelist needs at least one host.',
    emptyBlacklist: 'List at least one host or address, or turn the filter off.',
    invalidAddresses: (entry: string) =>
      `Invalid entry “${entry}”. Enter IP addresses, ranges such as 10.0.0.0/8, or domains.`,
    moreInvalidAddresses: (entry: string, more: number) =>
      `Invalid entry “${entry}” and ${plural(more, { one: '# more', other: '# more' })}. Enter IP addresses, ranges such as 10.0.0.0/8, or domains.`
  },
  confirm: {
    disable: { title: 'Turn off the filter?', action: 'Turn off' },
    blacklist: { title: 'Set blacklist?', action: 'Set blacklist' },
    whitelist: { title: 'Set whitelist?', action: 'Set whitelist' },
    allUsable: (hosts: number) =>
      plural(hosts, {
        one: '# host can be used again. Contracts may be replaced where a previously excluded host scores higher.',
        other:
          'All # hosts can be used again. Contracts may be replaced where a previously excluded host scores higher.'
      }),
    replaced: (contracts: number) =>
      plural(contracts, {
        one: '# current contract is with an excluded host. The renter forms a new one and moves its data, at the cost of fees and bandwidth from your allowance.',
        other:
          '# current contracts are with excluded hosts. The renter forms new ones and moves their data, at the cost of fees and bandwidth from your allowance.'
      }),
    noneReplaced: 'No current contract is with an excluded host.',
    usable: (hosts: number) => plural(hosts, { one: 'Only # host can be used.', other: 'Only # hosts can be used.' })
  },
  preview: {
    title: 'Preview',
    unchanged: 'Change the filter to preview its effect.',
    usable: 'Usable hosts',
    usableOf: (usable: string, all: string) => `${usable} of ${all}`,
    barred: 'Newly excluded',
    allowed: 'Newly usable',
    contracts: 'Contracts to replace',
    contractsUnknown: 'unknown, the renter is not responding',
    added: 'Added to the list',
    removed: 'Removed from the list',
    more: (count: string) => `and ${count} more`,
    unknownKeys: (count: number) =>
      plural(count, {
        one: '# listed key is unknown to this node.',
        other: '# listed keys are unknown to this node.'
      }),
    note: 'Estimated from the hosts and contracts known here. Addresses are matched as written and by subnet. The node decides which contracts are replaced.'
  }
};
