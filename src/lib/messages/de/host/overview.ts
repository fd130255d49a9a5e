import type en from '../../en/host/overview';
import { plural } from '../../plural';

export default {
  title: 'Host',
  loading: 'Wird geladen …',
  retrying: 'Wird automatisch wiederholt.',
  updated: 'Stand:',
  notLoaded: 'Hoststatus nicht verfügbar',
  disabled: 'Das Hostmodul ist auf diesem Node deaktiviert',
  none: {
    title: 'Dieser Node vermietet keinen Speicher',
    text: 'In einem öffentlichen Netzwerk validiert Quarrys eigener Node die Chain, bedient Wallets und betreibt Mining. Um Speicher zu vermieten, starten Sie einen Host-Daemon dieses Netzwerks und <link>verbinden Sie Quarry mit ihm</link>.'
  },
  accepting: 'Nimmt Verträge an',
  notAccepting: 'Nimmt keine Verträge an',
  nav: {
    label: 'Hostseiten',
    earnings: 'Einnahmen',
    contracts: 'Verträge',
    storage: 'Speicher',
    settings: 'Einstellungen'
  },
  sources: {
    fees: 'Vertragsgebühren',
    storage: 'Speicherung',
    upload: 'Upload',
    download: 'Download',
    accounts: 'Kontoeinzahlungen'
  },
  contracts: (count: number) => plural(count, { one: '# Vertrag', other: '# Verträge' }),
  status: {
    title: 'Hoststatus',
    earned: 'Insgesamt verdient',
    openContracts: (count: number) => plural(count, { one: '# offener Vertrag', other: '# offene Verträge' }),
    potential: (amount: string) => `Ausstehende Einnahmen: ${amount}`,
    net: (amount: string) => `Nach Transaktionsgebühren und verlorenen Sicherheiten: ${amount}`,
    requirements: 'Voraussetzungen für Einnahmen'
  },
  checks: {
    reachable: 'Erreichbar',
    checkingReachability: 'Erreichbarkeit wird geprüft',
    unreachable: 'Nicht erreichbar',
    otherReachability: (status: string) => `Erreichbarkeit: ${status}`,
    used: 'Wird von Rentern genutzt',
    checkingUse: 'Nutzung durch Renter wird geprüft',
    unused: 'Keine Zugriffe von Rentern in letzter Zeit',
    otherUse: (status: string) => `Nutzung durch Renter: ${status}`,
    accepting: 'Nimmt neue Verträge an',
    notAccepting: 'Nimmt keine neuen Verträge an',
    noStorage: 'Kein Speicher',
    full: 'Speicher voll',
    freeStorage: 'Speicher verfügbar',
    announcement: 'Ankündigungsstatus unbekannt'
  },
  checkHelp: {
    checkingReachability: 'Dauert nach dem Start einige Minuten.',
    noAddress:
      'Der Host hat noch keine Adresse. Legen Sie eine fest, oder kündigen Sie den Host unter der an, unter der Renter ihn erreichen.',
    unreachable: (address: string) =>
      `Der Daemon kann seinen eigenen Host unter ${address} nicht erreichen. Leiten Sie die Ports im Router weiter, geben Sie sie in der Firewall frei und prüfen Sie die Adresse.`,
    unused:
      'Renter prüfen jeden Host regelmäßig. Bleiben Zugriffe stundenlang aus, ist der Host vermutlich nicht erreichbar oder nicht angekündigt.',
    notAccepting: 'Bestehende Verträge laufen weiter, neue werden nicht geschlossen.',
    noStorage: 'Fügen Sie einen Ordner für Renter-Daten hinzu.',
    full: 'Mit mehr Speicher verdienen Sie mehr.',
    announcement:
      'Die API meldet nicht, ob ein Host angekündigt ist. Renter finden Hosts über Ankündigungen auf der Chain. Eine Ankündigung genügt bis zur nächsten Adressänderung.'
  },
  checkLinks: {
    address: 'Adresse prüfen',
    accept: 'Verträge annehmen',
    folder: 'Ordner hinzufügen'
  },
  announce: {
    open: 'Ankündigen …',
    title: 'Host ankündigen',
    lead: 'Veröffentlicht die Adresse des Hosts auf der Chain, wo Renter sie lesen. Die Daemon-Wallet zahlt eine Transaktionsgebühr.',
    address: 'Adresse',
    hint: 'host:port, etwa host.example.org:9982.',
    hintEmpty: (own: string) => `host:port, etwa host.example.org:9982. Leer lassen, um ${own} anzukündigen.`,
    needed: 'Dieser Host hat noch keine Adresse. Geben Sie die ein, unter der Renter ihn erreichen.',
    notAccepting: '<b>Dieser Host nimmt keine neuen Verträge an.</b> Die Ankündigung ändert daran nichts.',
    action: 'Ankündigen',
    done: 'Angekündigt. Renter sehen die Ankündigung im nächsten Block.',
    failed: 'Ankündigung fehlgeschlagen'
  },
  address: {
    ipv6WithoutBrackets: 'Setzen Sie die IPv6-Adresse vor dem Port in eckige Klammern: [2001:db8::1]:9982.',
    missingPort: 'Der Port fehlt. Geben Sie host:port ein, etwa host.example.org:9982.',
    invalidHost: 'Geben Sie vor dem Port einen Hostnamen oder eine IP-Adresse ein.',
    misplacedBrackets: 'Eckige Klammern gehören nur um IPv6-Adressen.',
    invalidPort: 'Der Port muss eine Zahl von 1 bis 65535 sein.',
    unspecifiedAddress:
      'Das ist die unspezifizierte Adresse (0.0.0.0 oder ::). Geben Sie die Adresse ein, unter der Renter diesen Host erreichen.'
  },
  finances: {
    title: 'Finanzen',
    chart: 'Finanzen des Hosts',
    history: 'Finanzen im Zeitverlauf',
    earned: 'Verdient',
    potential: 'Ausstehend',
    locked: 'Gebunden',
    lost: 'Verloren',
    hints: {
      earned: 'Aus erfüllten Verträgen.',
      potential: 'Wird gezahlt, wenn offene Verträge erfüllt werden.',
      locked: 'Sicherheiten in offenen Verträgen; sie werden bei Erfüllung zurückgezahlt.',
      lost: 'Durch gescheiterte Verträge.'
    },
    parts: {
      safe: 'Nicht riskiert',
      risked: 'Riskiert',
      lostRevenue: 'Entgangene Einnahmen',
      lostCollateral: 'Verbrannte Sicherheiten'
    },
    fees: 'Gezahlte Transaktionsgebühren'
  },
  payouts: {
    title: 'Erwartete Auszahlungen',
    notLoaded: 'Verträge nicht verfügbar',
    none: 'Keine Auszahlungen zu erwarten. Renter schließen Verträge mit Hosts, die angekündigt und erreichbar sind, Verträge annehmen und freien Speicher haben.',
    summary: (amount: string, contracts: number) =>
      plural(contracts, {
        one: `${amount} aus # offenem Vertrag, wenn er erfüllt wird, einschließlich der Sicherheiten.`,
        other: `${amount} aus # offenen Verträgen, wenn alle erfüllt werden, einschließlich der Sicherheiten.`
      }),
    groupBy: 'Gruppieren nach',
    week: 'Woche',
    month: 'Monat',
    byWeek: 'Erwartete Auszahlungen nach Wochen',
    byMonth: 'Erwartete Auszahlungen nach Monaten',
    empty: 'Diese Verträge haben weder Einnahmen noch Sicherheiten.',
    caption: 'Nächste Auszahlungen',
    date: 'Spätestens am',
    about: (date: string) => `ca. ${date}`,
    block: 'Spätester Block',
    contract: 'Vertrag',
    contractId: 'Vertrags-ID',
    revenue: 'Einnahmen',
    collateral: 'Sicherheiten zurück',
    plusCollateral: (amount: string) => `+ ${amount} Sicherheiten`,
    all: (count: number) =>
      plural(count, { one: '# offenen Vertrag anzeigen', other: 'Alle # offenen Verträge anzeigen' }),
    note: 'Die Termine sind aus der mittleren Blockzeit geschätzt. Auszahlungen sind erst einige Blöcke später verfügbar.'
  },
  traffic: {
    title: 'Datenverkehr',
    history: 'Datenverkehr im Zeitverlauf',
    received: 'Empfangen',
    sent: 'Gesendet',
    receivedFromRenters: 'Von Rentern empfangen',
    sentToRenters: 'An Renter gesendet',
    since: 'Gezählt seit',
    calls: 'Aufrufe durch Renter',
    formContractCalls: 'Vertragsabschluss',
    renewCalls: 'Vertragsverlängerung',
    reviseCalls: 'Vertragsänderung, auch Uploads',
    downloadCalls: 'Download',
    settingsCalls: 'Abfrage der Einstellungen',
    unrecognizedCalls: 'Nicht erkannt',
    errorCalls: 'Fehlgeschlagen'
  },
  facts: {
    title: 'Öffentliche Einstellungen',
    publicKey: 'Öffentlicher Schlüssel',
    publicKeyCopy: 'öffentlichen Schlüssel',
    address: 'Netzwerkadresse',
    addressCopy: 'Netzwerkadresse',
    notDetected: 'noch nicht erkannt',
    payoutAddress: 'Auszahlungsadresse',
    payoutAddressCopy: 'Auszahlungsadresse',
    storage: 'Speicher',
    storageFree: (free: string, total: string) => `${free} von ${total} frei`,
    registry: 'Registry-Einträge',
    registryFree: (free: string, total: string) => `${free} von ${total} frei`,
    noRegistry: 'keine; Registry-Größe in den Einstellungen festlegen',
    priceTableValidity: 'Gültigkeit der Preistabelle',
    priceTableHeight: 'Blockhöhe der Preistabelle',
    sectorSize: 'Sektorgröße',
    muxPort: 'Multiplexer-Port',
    version: 'Version',
    revision: 'Revision der Einstellungen'
  }
} satisfies typeof en;
