import type en from '../en/ui';
import { plural } from '../plural';

export default {
  age: {
    now: 'gerade eben',
    ago: (duration: string) => `vor ${duration}`,
    ahead: (duration: string) => `in ${duration}`
  },
  duration: {
    never: 'nie',
    years: 'Jahre'
  },
  units: {
    blocks: { one: 'Block', other: 'Blöcke' },
    block: 'Block',
    seconds: { one: 'Sekunde', other: 'Sekunden' },
    minutes: { one: 'Minute', other: 'Minuten' },
    hours: { one: 'Stunde', other: 'Stunden' },
    days: { one: 'Tag', other: 'Tage' },
    weeks: { one: 'Woche', other: 'Wochen' },
    months: { one: 'Monat', other: 'Monate' },
    times: '×',
    hosts: { one: 'Host', other: 'Hosts' },
    chunks: { one: 'Chunk', other: 'Chunks' },
    entries: { one: 'Eintrag', other: 'Einträge' },
    'SC/TB/month': 'SC/TB/Monat',
    'SC/TiB/month': 'SC/TiB/Monat',
    'SC/GB/month': 'SC/GB/Monat',
    'SC per million calls': 'SC pro Million Aufrufe',
    'SC per thousand calls': 'SC pro tausend Aufrufe',
    'SC per call': 'SC pro Aufruf',
    'B/month': 'B/Monat',
    'MB/month': 'MB/Monat',
    'GB/month': 'GB/Monat',
    'TB/month': 'TB/Monat'
  },
  copy: {
    label: (what: string) => `${what} kopieren`,
    copied: 'Kopiert',
    refused: 'Der Browser hat das Kopieren nicht erlaubt',
    address: 'Adresse',
    amountInHastings: (amount: string) => `${amount} in Hastings`
  },
  amount: {
    hastings: (count: string) => `${count} Hastings`,
    unit: 'Hastings'
  },
  dialog: {
    cancel: 'Abbrechen',
    close: 'Schließen'
  },
  problem: {
    unknown: 'Etwas ist schiefgegangen',
    unavailable: 'Zurzeit nicht verfügbar.',
    retry: 'Erneut versuchen',
    details: 'Details'
  },
  stale: '<b>Veraltet</b> · Stand: <age/>',
  loading: 'Wird geladen …',
  loadFailed: 'Dieser Teil von Quarry konnte nicht geladen werden. Laden Sie die Seite neu.',
  opensLater: 'Diese Seite öffnet sich automatisch, sobald der Server erreichbar ist.',
  table: {
    details: 'Details',
    detailsOf: (row: string) => `Details: ${row}`,
    more: (count: string) => `${count} weitere anzeigen`,
    open: (row: string) => `${row} öffnen`,
    exportAs: (format: string) => `${format} exportieren`,
    total: 'Summe',
    shownOf: (shown: string, all: string) => `${all}, ${shown} angezeigt`,
    columns: 'Spalten',
    columnsToShow: 'Angezeigte Spalten',
    orderBy: 'Sortieren nach',
    asListed: 'Unsortiert',
    ascending: 'Aufsteigend. Auf absteigend umstellen',
    descending: 'Absteigend. Auf aufsteigend umstellen'
  },
  filter: {
    label: 'Filter',
    clear: 'Filter zurücksetzen',
    more: 'Weitere Filter',
    on: 'aktiv'
  },
  form: {
    amountRead: (coins: string, hastings: string) => `= ${coins} (${hastings})`,
    whichAmount: 'Welchen Betrag meinen Sie?',
    unsaved: (count: number) =>
      plural(count, { one: '# nicht gespeicherte Änderung', other: '# nicht gespeicherte Änderungen' }),
    changes: (count: number) => plural(count, { one: '# Änderung', other: '# Änderungen' }),
    notSaved: 'Änderungen nicht gespeichert',
    reset: 'Zurücksetzen',
    save: 'Speichern',
    saving: 'Wird gespeichert …',
    changedFrom: (saved: string) => `Geändert, bisher ${saved}`,
    savedMeanwhile: (saved: string) => `Auch auf dem Node geändert: jetzt ${saved}`,
    undo: 'Rückgängig',
    undoChange: (field: string) => `Änderung rückgängig machen: ${field}`,
    empty: 'leer',
    required: 'Füllen Sie dieses Feld aus.',
    unreadableFile: (name: string) =>
      `Der Browser kann ${name} nicht lesen. Vielleicht wurde die Datei verschoben, oder sie ist geschützt.`,
    tooLong: (excess: number, limit: number) =>
      plural(excess, {
        one: `# Zeichen zu lang (höchstens ${limit}).`,
        other: `# Zeichen zu lang (höchstens ${limit}).`
      }),
    on: 'ein',
    off: 'aus',
    leave: {
      title: 'Seite verlassen, ohne zu speichern?',
      words: (count: number) =>
        plural(count, { one: '# Änderung geht verloren.', other: '# Änderungen gehen verloren.' }),
      stay: 'Bleiben',
      leave: 'Verlassen',
      discard: 'Verwerfen',
      keep: 'Weiter bearbeiten',
      typed: { title: 'Eingaben verwerfen?', words: 'Was Sie auf dieser Seite eingegeben haben, geht verloren.' }
    },
    confirm: {
      typeWord: (word: string) => `Zur Bestätigung „${word}“ eingeben`,
      refused: 'Der Node hat die Anfrage abgelehnt'
    }
  },
  chart: {
    series: 'Datenreihen',
    loadFailed: 'Das Diagramm konnte nicht geladen werden. Die Tabelle darunter zeigt dieselben Werte.',
    showTable: 'Als Tabelle anzeigen',
    time: 'Zeit',
    range: 'Zeitraum',
    oneSample: 'Bisher ein Messwert. Mit dem zweiten erscheint das Diagramm.',
    noSamples:
      'Noch keine Messwerte in diesem Zeitraum. Nodes melden nur aktuelle Werte: Quarry zeichnet sie auf, solange es in diesem Browser geöffnet ist.'
  },
  severity: {
    critical: 'kritisch',
    error: 'Fehler',
    warning: 'Warnung',
    info: 'Hinweis'
  },
  alerts: {
    'simulated storage market': {
      message: 'Simulierter Speichermarkt',
      cause: 'Quarrys eigener Node hat keine echten Hosts: Hosts, Verträge und Einnahmen sind simuliert und wertlos.'
    },
    'no peers': { message: 'Keine Peers' },
    'wrong clock': { message: 'Die Uhr geht falsch' },
    'peers follow another chain': { message: 'Peers folgen einer anderen Chain' },
    'fork below the stored blocks': { message: 'Abzweigung unterhalb der aufbewahrten Blöcke' },
    'deep reorganization': { message: 'Tiefe Reorganisation' },
    'low disk space': { message: 'Wenig Speicherplatz auf dem Datenträger' },
    'the data folder is gone': { message: 'Der Datenordner ist verschwunden' }
  },
  shell: {
    skip: 'Zum Inhalt springen',
    pages: 'Seiten',
    more: 'Mehr',
    morePages: 'Weitere Seiten',
    dismiss: 'Schließen',
    node: 'Node',
    storage: 'Speicher'
  },
  pages: {
    overview: 'Übersicht',
    mine: 'Mining',
    wallet: 'Wallet',
    chain: 'Chain',
    network: 'Netzwerk',
    daemon: 'Daemon',
    connections: 'Verbindungen',
    host: 'Host',
    hosts: 'Hosts',
    renter: 'Renter',
    settings: 'Einstellungen',
    help: 'Hilfe'
  },
  header: {
    control: 'Strg',
    search: (shortcut: string) => `Seiten und Aktionen suchen (${shortcut})`,
    signOut: 'Abmelden',
    theme: {
      system: 'Farben: wie System. Auf hell umstellen',
      light: 'Farben: hell. Auf dunkel umstellen',
      dark: 'Farben: dunkel. Auf „wie System“ umstellen'
    },
    switchNode: 'Node wechseln',
    nodeIs: 'Node:',
    ownNode: 'Quarrys Node',
    simulated: 'Eigene Chain in Quarry. Ihre Coins haben keinen Wert.',
    simulatedNetwork: '<wide>Netzwerk „</wide><network/><wide>“ · </wide>simuliert<wide>e Coins, ohne Wert</wide>',
    network: '<wide>Netzwerk: </wide><network/>',
    kinds: { main: 'Hauptnetz', test: 'Testnetz', dev: 'Entwicklungsnetz', private: 'privat' },
    networkKind: {
      main: 'Hauptnetz: Die Coins sind echt',
      test: 'Öffentliches Testnetz: Die Coins haben keinen Wert',
      dev: 'Entwicklungsnetz: Die Coins haben keinen Wert',
      private: 'Privates Netzwerk'
    },
    networkName: (kind: string, name: string) => `${kind}. Name des Netzwerks: „${name}“.`,
    state: {
      connecting: 'Verbindung wird aufgebaut',
      waiting: 'Warten auf den Node',
      synced: 'Synchron',
      syncing: 'Wird synchronisiert',
      'sync-paused': 'Synchronisierung pausiert',
      starting: 'Node startet',
      'module-off': 'Konsensmodul aus',
      'no-daemon': 'Kein Daemon',
      'signed-out': 'Abgemeldet',
      unreachable: 'Nicht erreichbar',
      stopped: 'Gestoppt',
      failing: 'Fehler'
    },
    signIn: 'Anmelden',
    enterPassword: 'Passwort eingeben'
  },
  notes: {
    mining: 'Mining läuft',
    alerts: (count: number, worst: string) =>
      plural(count, { one: `# offene Meldung: ${worst}`, other: `# offene Meldungen, höchste Stufe: ${worst}` })
  },
  notices: {
    switchFailed: (node: string) => `Wechsel zu ${node} fehlgeschlagen: Quarry hat nicht geantwortet.`,
    signOutFailed: 'Abmelden fehlgeschlagen: Quarry hat nicht geantwortet. Schließen Sie sicherheitshalber den Browser.'
  },
  miner: {
    start: 'Miner: starten',
    stop: 'Miner: stoppen',
    stopOther: 'Miner: im anderen Tab stoppen',
    rate: (rate: string) => `Mining mit ${rate}`,
    addressLabel: (day: string) => `Mining, ${day}`
  }
} satisfies typeof en;
