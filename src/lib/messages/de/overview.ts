import type en from '../en/overview';
import { formatCount } from '../format';
import { plural } from '../plural';

export default {
  title: 'Übersicht',
  loadFailed: 'Dieser Teil der Seite konnte nicht geladen werden. Laden Sie die Seite neu.',
  steps: {
    title: 'Erste Schritte',
    progress: (done: number, all: number) => `${done} von ${all} erledigt`,
    done: 'erledigt',
    optional: 'Alle Schritte sind optional.',
    hide: 'Liste ausblenden',
    todo: {
      node: 'Synchronisierung des Nodes verfolgen',
      wallet: 'Wallet erstellen',
      coins: 'Erste Coins minen',
      host: 'Speicher zum Host hinzufügen',
      renter: 'Budget zum Speichern von Dateien festlegen'
    },
    completed: {
      node: 'Node synchron',
      wallet: 'Wallet erstellt',
      coins: 'Erste Coins erhalten',
      host: 'Speicher zum Host hinzugefügt',
      renter: 'Budget festgelegt'
    }
  },
  walletServer: {
    note: 'Diese Verbindung hat einen Wallet-Server und keinen Daemon. Unter <chain>Chain</chain> stehen seine Blöcke. Für Peers, Meldungen, Host und Renter ist ein Daemon nötig; er lässt sich unter <connections>Verbindungen</connections> hinzufügen.'
  },
  noNode:
    'Diese Verbindung hat weder einen Daemon noch einen Wallet-Server. Ein Daemon liefert Blöcke, Peers, Meldungen, Host und Renter; ein Wallet-Server liefert Blöcke und die Guthaben der Wallets. Beide lassen sich unter <connections>Verbindungen</connections> hinzufügen.',
  chain: {
    title: 'Chain',
    synced: 'synchron',
    mode: { running: 'wird synchronisiert', paused: 'pausiert', stopped: 'gestoppt' },
    height: 'Höhe',
    blocks: (height: number) => plural(height, { one: 'Block', other: 'Blöcke' }),
    newestBlockAge: 'Neuester Block',
    difficulty: 'Schwierigkeit',
    blockTime: 'Angestrebte Blockzeit',
    newest: 'Neuester Block',
    newestId: 'ID des neuesten Blocks',
    timestamp: 'Zeitstempel',
    keepsAsking: 'Wird automatisch wiederholt.',
    newestFailed: 'Der neueste Block konnte nicht geladen werden'
  },
  tab: {
    title: 'Dieser Tab',
    state: {
      idle: 'Kein Mining',
      starting: 'Startet',
      paused: 'Pausiert',
      'other-tab': 'Mining in anderem Tab',
      mining: 'Mining läuft'
    },
    rate: 'Hashrate',
    rateAverage: 'Hashrate, Mittel über 1 min',
    found: 'Gefundene Blöcke',
    start: 'Mining starten',
    view: 'Mining ansehen'
  },
  wallet: {
    title: 'Wallet',
    none: 'In diesem Browser gibt es noch keine Wallet für dieses Netzwerk. Erstellen Sie jetzt eine, oder starten Sie das Mining: Quarry bietet dann an, eine zu erstellen.',
    create: 'Wallet erstellen',
    total: 'Gesamtguthaben',
    matures: (height: number) => `Verfügbar ab Block ${formatCount(height)}`,
    minedToday: 'Heute gemint',
    open: 'Wallet öffnen',
    failed: 'Die Wallets konnten nicht gelesen werden'
  },
  host: {
    title: 'Host',
    simulated: 'Host (simulierter Speichermarkt)',
    earned: 'Verdient',
    pending: 'Ausstehende Einnahmen',
    contracts: 'Offene Verträge',
    free: 'Freier Speicher',
    noFolder: 'noch kein Ordner',
    freeShare: (size: string, share: string) => `${size}, ${share}`,
    manage: 'Host verwalten'
  },
  renter: {
    title: 'Renter',
    simulated: 'Renter (simulierter Speichermarkt)',
    paused: 'Uploads pausiert',
    active: 'Budget festgelegt',
    none: 'Kein Budget festgelegt',
    noneWords:
      'Zum Speichern von Dateien braucht der Renter ein Budget. Damit schließt er Verträge mit Hosts und verlängert sie selbst.',
    spent: 'In dieser Periode ausgegeben',
    unspent: 'Nicht ausgegeben',
    storage: 'Erwarteter Speicher',
    onHosts: (size: string, hosts: number) =>
      plural(hosts, { one: `${size} auf # Host`, other: `${size} auf # Hosts` }),
    nextPeriod: 'Nächste Periode ab Block',
    manage: 'Renter verwalten',
    set: 'Budget festlegen'
  },
  alerts: {
    title: 'Meldungen',
    none: 'Keine Meldungen.',
    noneThen: 'Keine Meldungen bei der letzten Antwort des Nodes.',
    acknowledged: (count: number) =>
      plural(count, { one: '# Meldung, bestätigt.', other: '# Meldungen, alle bestätigt.' }),
    view: 'Meldungen ansehen',
    open: (count: number, worst: string) =>
      plural(count, { one: `# offene Meldung (${worst})`, other: `# offene Meldungen (höchste Stufe: ${worst})` }),
    viewAll: (count: number) => `Alle ${count} ansehen`,
    acknowledge: 'Auf der Seite „Daemon“ bestätigen'
  },
  blocks: {
    title: 'Neueste Blöcke',
    caption: 'Neueste Blöcke der Chain, neueste zuerst',
    height: 'Höhe',
    block: 'Block',
    paidTo: 'Miner-Adresse',
    reward: 'Belohnung',
    time: 'Zeit',
    blockId: 'Block-ID',
    payee: 'Auszahlungsadresse',
    own: 'dieser Tab',
    none: 'Noch keine Blöcke.'
  },
  peers: {
    title: 'Peers',
    unit: (count: number) => (count === 1 ? 'Peer' : 'Peers'),
    none: 'Keine Peers verbunden. Ein Entwicklungs-Node braucht keine. Jeder andere erhält neue Blöcke von seinen Peers.',
    directions: (outbound: string, inbound: string) => `${outbound} ausgehend, ${inbound} eingehend.`,
    listens: 'Lauscht auf <address/>'
  },
  node: {
    title: 'Node',
    miner: 'CPU-Miner',
    stopped: 'gestoppt',
    mined: 'Gefundene Blöcke',
    stale: 'Veraltete Blöcke',
    version: 'Version'
  }
} satisfies typeof en;
