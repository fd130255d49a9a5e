import type en from '../../en/daemon/page';
import { formatCount, formatDuration } from '../../format';
import { plural } from '../../plural';

export default {
  title: 'Daemon',
  lead: 'Meldungen, Module, Updates und Herunterfahren.',
  elapsed: (seconds: number) => `seit ${formatDuration(seconds)}`,
  alerts: {
    title: 'Meldungen',
    failed: 'Meldungen konnten nicht geladen werden',
    none: 'Keine Meldungen.',
    noneBefore: 'Keine Meldungen bei der letzten Antwort des Nodes.',
    allAcknowledged: 'Alle Meldungen sind bestätigt.',
    open: (count: number, worst: string) =>
      plural(count, { one: `# offene Meldung (${worst})`, other: `# offene Meldungen (höchste Stufe: ${worst})` }),
    filter: 'Nach Schweregrad filtern',
    acknowledgeAll: 'Alle bestätigen',
    acknowledgeSome: (count: number) => `Diese ${formatCount(count)} bestätigen`,
    openList: 'Offene Meldungen, schwerwiegendste zuerst',
    acknowledge: 'Bestätigen',
    acknowledgeOne: (alert: string) => `Bestätigen: ${alert}`,
    noneOfSeverity: 'Keine offenen Meldungen mit diesem Schweregrad.',
    showAll: 'Alle anzeigen',
    showAcknowledged: (count: number) => `Bestätigte anzeigen (${formatCount(count)})`,
    acknowledgedList: 'Bestätigte Meldungen',
    reopen: 'Wieder öffnen',
    reopenOne: (alert: string) => `Wieder öffnen: ${alert}`,
    noneAcknowledged: 'Keine bestätigten Meldungen mit diesem Schweregrad.',
    hint: 'Bestätigen blendet eine Meldung in diesem Browser aus, bis sich ihr Text ändert.',
    simulated: 'Meldungen von Host und Renter stammen aus dem simulierten Speichermarkt.'
  },
  version: {
    title: 'Version',
    failed: 'Die Version konnte nicht geladen werden',
    running: 'Laufende Version',
    restart: 'Neustart für das Update',
    available: 'Update verfügbar',
    revision: 'Quellrevision',
    revisionId: 'Quellrevision',
    built: 'Erstellt',
    latest: 'Neueste Version',
    installed: 'Die neue Version ist installiert. Starten Sie den Daemon neu, um sie auszuführen.',
    installing: 'Download und Installation laufen.',
    stopWaiting: 'Nicht länger warten',
    install: (version: string) => `${version} installieren …`,
    upToDate: 'Auf dem neuesten Stand.',
    checking: 'Wird geprüft …',
    check: 'Nach Updates suchen',
    checkFailed: 'Die Suche nach Updates ist fehlgeschlagen',
    installFailed: 'Die neue Version wurde nicht installiert',
    embedded: 'Dieser Node ist Teil von Quarry und wird mit Quarry aktualisiert.'
  },
  installDialog: {
    title: (version: string) => `${version} installieren?`,
    text: 'Der Daemon lädt die neue Version und ersetzt seine Programmdatei; das kann Minuten dauern. Sie läuft nach einem Neustart.',
    submit: 'Installieren'
  },
  modules: {
    title: 'Module',
    failed: 'Module konnten nicht geladen werden',
    on: 'ein',
    off: 'aus',
    hint: 'Module werden beim Start des Daemons gewählt.',
    unknown: 'dieser Version von Quarry unbekannt',
    known: {
      consensus: { label: 'Konsens', purpose: 'validiert Blöcke und speichert die Chain' },
      gateway: { label: 'Gateway', purpose: 'verbindet sich mit Peers' },
      transactionpool: { label: 'Transaktionspool', purpose: 'hält unbestätigte Transaktionen' },
      miner: { label: 'Miner', purpose: 'gibt Arbeit aus und nimmt gelöste Blöcke an' },
      wallet: {
        label: 'Wallet',
        purpose: 'hält die eigenen Coins des Nodes; Wallets in Quarry nutzen dieses Modul nicht'
      },
      host: { label: 'Host', purpose: 'verkauft Speicherplatz' },
      renter: { label: 'Renter', purpose: 'speichert Dateien auf Hosts' },
      explorer: { label: 'Explorer', purpose: 'indiziert die Chain' },
      accounting: { label: 'Buchhaltung', purpose: 'summiert Einnahmen und Ausgaben' }
    }
  },
  limits: {
    title: 'Geschwindigkeitslimits des Daemons',
    failed: 'Die Limits konnten nicht geladen werden',
    hint: 'Für den Datenverkehr mit Peers gelten eigene Limits auf der Seite <link>Netzwerk</link>.'
  },
  stop: {
    title: 'Herunterfahren',
    stopping: 'Wird beendet',
    stopped: 'Gestoppt',
    embedded:
      'Fährt Quarrys eigenen Node herunter. Die Seiten bleiben mit den letzten bekannten Werten verfügbar; Chain und Wallets bleiben erhalten.',
    remote: 'Fährt den Daemon herunter. Er kann nur auf seinem eigenen Rechner wieder gestartet werden.',
    action: 'Node stoppen …',
    failed: 'Der Node ließ sich nicht stoppen',
    waiting: 'Wird beendet. Der Node antwortet noch.',
    downEmbedded: 'Der Node ist gestoppt und hat seine Dateien geschlossen.',
    downRemote: 'Der Node ist gestoppt und antwortet nicht mehr.',
    restartEmbedded:
      'Um ihn wieder zu starten, beenden Sie Quarry im Terminal mit Strg+C und führen Sie <command>npm start</command> aus.',
    restartRemote:
      'Um ihn wieder zu starten, starten Sie den Daemon auf seinem Rechner. Quarry verbindet sich automatisch wieder.'
  },
  stopDialog: {
    title: 'Node stoppen?',
    submit: 'Node stoppen',
    cancel: 'Weiterlaufen lassen',
    embedded:
      'Mining, Hosts und Renter werden gestoppt, und Wallets können nicht senden, bis Quarry im Terminal neu gestartet wird. Es gehen keine Daten verloren.',
    remote:
      'Das Mining über diesen Node endet. Ein gestoppter Host reicht keine Speichernachweise ein und kann seine Sicherheiten verlieren; ein gestoppter Renter verlängert keine Verträge. Der Node muss auf seinem eigenen Rechner wieder gestartet werden.'
  },
  stack: {
    title: 'Stack-Trace',
    hint: 'Nützlich, wenn Sie melden, dass der Daemon hängt. Enthält keine Schlüssel.',
    loading: 'Wird geladen …',
    load: 'Laden',
    reload: 'Erneut laden',
    download: 'Herunterladen',
    failed: 'Der Stack-Trace konnte nicht geladen werden',
    size: (size: string, lines: number) =>
      plural(lines, { one: `${size}, # Zeile, geladen <age/>.`, other: `${size}, # Zeilen, geladen <age/>.` }),
    show: 'Erste Zeilen anzeigen',
    preview: 'Erste Zeilen des Stack-Traces'
  }
} satisfies typeof en;
