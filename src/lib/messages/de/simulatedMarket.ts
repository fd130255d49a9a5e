import type en from '../en/simulatedMarket';

export default {
  badge: 'Simulierter Speichermarkt',
  words:
    'Quarrys eigener Node simuliert Hosts, Renter, Verträge und Coins. Verbinden Sie Quarry mit einem echten Daemon, um echte zu sehen.'
} satisfies typeof en;
