import type en from '../../en/hosts/list';
import { plural } from '../../plural';

export default {
  title: 'Hosts',
  lead: 'Speicherhosts, die dieser Node kennt.',
  disabled: 'Das Modul der Hostdatenbank ist auf diesem Node deaktiviert',
  none: {
    title: 'Dieser Node sucht keine Hosts',
    text: 'In einem öffentlichen Netzwerk validiert Quarrys eigener Node die Chain, bedient Wallets und betreibt Mining. Um Speicherhosts zu sehen, starten Sie einen Renter-Daemon dieses Netzwerks und <link>verbinden Sie Quarry mit ihm</link>.'
  },
  retrying: 'Wird automatisch wiederholt.',
  notLoaded: 'Hosts nicht verfügbar',
  hosts: (count: number) => plural(count, { one: '# Host', other: '# Hosts' }),
  nav: {
    label: 'Seiten der Hostdatenbank',
    all: 'Alle Hosts',
    filter: 'Filter',
    filterSet: (mode: string) => `Filter: ${mode}`
  },
  modes: {
    disable: 'aus',
    blacklist: 'Sperrliste',
    whitelist: 'Positivliste'
  },
  scanning: {
    title: 'Erster Scan läuft',
    text: 'Noch nicht gescannte Hosts haben weder Preise noch Verfügbarkeit.'
  },
  table: {
    allHosts: 'Alle Hosts',
    activeHosts: 'Aktive Hosts',
    medianPrice: (price: string) => `Median des Speicherpreises ${price}`,
    caption: 'Diesem Node bekannte Hosts',
    none: 'Noch keine Hosts bekannt. Hosts erscheinen, sobald die Chain synchron ist und ihre Ankündigungen gescannt sind.',
    noneMatching: (count: number) =>
      plural(count, {
        one: 'Der einzige Host entspricht nicht den Filtern.',
        other: 'Keiner der # Hosts entspricht den Filtern.'
      }),
    clear: 'Filter zurücksetzen',
    includeInactive: 'Inaktive Hosts einbeziehen',
    median: 'Median',
    host: 'Host',
    select: 'Auswahl',
    selectHost: (host: string) => `${host} auswählen`,
    status: 'Status',
    scanHistory: 'Scanverlauf',
    version: 'Version'
  },
  labels: {
    rank: 'Rang',
    storage: 'Speicher',
    upload: 'Upload',
    download: 'Download',
    contract: 'Vertrag',
    uptime: 'Verfügbarkeit',
    remaining: 'Frei',
    total: 'Gesamt',
    collateral: 'Sicherheiten',
    maxcollateral: 'Max. Sicherheiten',
    scans: 'Scans',
    ok: 'Erfolgreiche Aufrufe',
    failed: 'Fehlgeschlagene Aufrufe',
    age: 'Alter',
    duration: 'Max. Laufzeit',
    window: 'Nachweisfenster',
    call: 'RPC-Grundpreis',
    read: 'Sektorzugriff',
    contracts: 'Verträge'
  },
  hints: {
    price: 'Mit der Abweichung vom Median der aktiven Hosts',
    rank: 'Rangfolge auf diesem Node; nur aktive Hosts',
    uptime: 'Anteil der gemessenen Zeit online',
    remaining: 'Vom Host gemeldeter freier Speicher',
    total: 'Vom Host gemeldeter gesamter Speicher',
    collateral: 'Gebotene Sicherheiten für gespeicherte Daten; mehr ist besser',
    maxcollateral: 'Höchstbetrag an Sicherheiten in einem Vertrag',
    scans: 'Auf diesem Node gespeicherte Scans',
    ok: 'Erfolgreiche Interaktionen; ältere zählen weniger',
    failed: 'Fehlgeschlagene Interaktionen; ältere zählen weniger',
    age: 'Zeit, seit dieser Node den Host kennt',
    duration: 'Maximale Vertragsdauer',
    window: 'Zeit für den Speichernachweis',
    contracts: 'Aktuelle Verträge Ihres Renters mit dem Host'
  },
  marks: {
    filtered: 'Gefiltert',
    filteredHint: 'Durch den Filter ausgeschlossen',
    notAccepting: 'Nimmt keine an',
    notAcceptingHint: 'Nimmt keine neuen Verträge an',
    inactive: 'Inaktiv',
    inactiveHint: 'Kommt für Verträge nicht in Frage',
    accepting: 'Nimmt Verträge an'
  },
  subnets: {
    'two-ipv4': 'Zwei IPv4-Subnetze',
    'two-ipv6': 'Zwei IPv6-Subnetze',
    shared: 'Geteiltes Subnetz'
  },
  subnetHints: {
    'two-ipv4': 'Ein Host darf nur in einem IPv4-Subnetz sein. Nodes ignorieren Hosts in zweien.',
    'two-ipv6': 'Ein Host darf nur in einem IPv6-Subnetz sein. Nodes ignorieren Hosts in zweien.',
    shared: 'Ein anderer Host ist schon länger im selben Subnetz und hat Vorrang.'
  },
  scans: {
    none: 'Noch nicht gescannt',
    summary: (answered: string, scans: number) =>
      plural(scans, { one: `${answered} von # Scan erfolgreich`, other: `${answered} von # Scans erfolgreich` }),
    lastFailed: (answered: string, scans: number) =>
      plural(scans, {
        one: `${answered} von # Scan erfolgreich, der letzte nicht`,
        other: `${answered} von # Scans erfolgreich, der letzte nicht`
      })
  },
  selection: {
    count: (count: number) => plural(count, { one: '# Host ausgewählt', other: '# Hosts ausgewählt' }),
    blacklist: 'Sperren …',
    whitelist: 'Nur diese erlauben …',
    all: (count: number) => plural(count, { one: '# angezeigten auswählen', other: 'Alle # angezeigten auswählen' }),
    clear: 'Auswahl aufheben'
  },
  filters: {
    search: 'Nach Adresse, Schlüssel oder Subnetz suchen',
    searchExample: 'Adresse, Schlüssel, Subnetz',
    hosts: 'Hosts',
    active: (count?: string) => `Aktive ${count ?? ''}`.trim(),
    all: (count?: string) => `Alle ${count ?? ''}`.trim(),
    marks: 'Probleme',
    unmarked: 'Keine Probleme',
    filtered: 'Gefiltert',
    subnets: 'Subnetzkonflikte',
    newContracts: 'Neue Verträge',
    any: 'Beliebig',
    accepting: 'Werden angenommen',
    notAccepting: 'Werden nicht angenommen',
    version: 'Version beginnt mit'
  }
} satisfies typeof en;
