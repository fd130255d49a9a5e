export default {
  label: 'Command palette',
  placeholder: 'Page, action, block height or ID',
  closes: 'closes the palette',
  results: 'Results',
  none: (typed: string) => `No results for “${typed}”.`,
  kinds: { page: 'page', chain: 'chain', action: 'action', wallet: 'wallet' },
  pages: {
    '/chain/changes': { label: 'Chain: live changes', keywords: 'subscribe stream consensus' },
    '/chain/validate': { label: 'Chain: validate transactions', keywords: 'check transaction set' },
    '/chain/check': { label: 'Chain: light client', keywords: 'verify proof trust headers' },
    '/host/settings': { label: 'Host: settings and prices', keywords: 'collateral announce configure' },
    '/host/storage': { label: 'Host: storage folders', keywords: 'disk space capacity' },
    '/host/contracts': { label: 'Host: contracts', keywords: 'obligations revenue' },
    '/hosts/filter': { label: 'Hosts: filter mode', keywords: 'blacklist whitelist block' },
    '/renter/contracts': { label: 'Renter: contracts', keywords: '' },
    '/renter/backups': { label: 'Renter: backups', keywords: 'restore' },
    '/renter/maintenance': { label: 'Renter: maintenance', keywords: 'bubble clean' },
    '/wallet/setup/create': { label: 'Create a wallet', keywords: 'new seed phrase' },
    '/wallet/setup/restore': { label: 'Restore a wallet from its words', keywords: 'recover seed import' },
    '/wallet/setup/watch': { label: 'Watch addresses without keys', keywords: 'read only' },
    '/wallet/policies': { label: 'Spend policies', keywords: 'multisig timelock' },
    '/wallet/messages': { label: 'Sign or verify a message', keywords: 'signature proof ownership address' },
    '/pay': { label: 'Pay a link', keywords: 'payment request uri scan qr' },
    '/wallet/hardware': { label: 'Connect a hardware device', keywords: 'ledger usb sign' },
    '/inbox': { label: 'Notifications', keywords: 'inbox alerts unread' },
    '/sign': { label: 'Sign a transfer on this device', keywords: 'offline qr' }
  },
  keywords: {
    '/': 'home dashboard start',
    '/mine': 'gpu hash rate work',
    '/wallet': 'coins balance send receive',
    '/chain': 'blocks explorer height consensus',
    '/network': 'peers gateway bandwidth blocklist',
    '/daemon': 'alerts modules update version stop stack constants',
    '/connections': 'servers nodes switch test password dialect profiles',
    '/host': 'storage sell earnings',
    '/hosts': 'host database scores prices',
    '/renter': 'allowance store files spending',
    '/settings': 'language theme colours preferences'
  },
  open: {
    block: (id: string) => `Open block ${id}`,
    address: (address: string) => `Open address ${address}`,
    transaction: (id: string) => `Open transaction ${id}`,
    output: (id: string) => `Open output ${id}`,
    contract: (id: string) => `Open contract ${id}`,
    wallet: (name: string) => `Open wallet ${name}`
  },
  actions: {
    startMining: 'Start mining in this tab',
    stopMining: 'Stop mining in this tab',
    startNodeMiner: 'Start the node’s CPU miner',
    stopNodeMiner: 'Stop the node’s CPU miner',
    acknowledgeAll: (count: number) => `Acknowledge all alerts (${count})`,
    theme: { light: 'Use the light theme', dark: 'Use the dark theme', system: 'Use the system theme' },
    themeKeywords: 'theme mode colours',
    lockAll: 'Lock all wallets',
    copyAddress: (wallet: string) => `Copy address of ${wallet}`,
    copyKeywords: 'receive'
  },
  notices: {
    locked: 'All wallets locked.',
    copied: (wallet: string) => `Address of ${wallet} copied.`,
    notCopied: (wallet: string) => `The address of ${wallet} could not be copied. Open its Receive page instead.`
  },
  switcher: {
    title: 'Switch node',
    loading: 'Loading nodes…',
    failed: 'The nodes could not be loaded',
    current: 'in use',
    locked: 'password needed',
    lockedHint: 'Switch, then enter the password on the Connections page',
    more: 'Other tabs keep their node. <link>Manage connections</link>'
  }
};
