import type en from '../en/network';
import { formatCount } from '../format';
import { plural } from '../plural';

export default {
  title: 'Netzwerk',
  lead: 'Die Peers des Nodes und der Datenverkehr mit ihnen.',
  outbound: 'Ausgehend',
  inbound: 'Eingehend',
  received: 'Empfangen',
  sent: 'Gesendet',
  sync: 'Synchronisierung',
  peers: {
    title: 'Peers',
    failed: 'Peers konnten nicht geladen werden',
    unit: (count: number) => plural(count, { one: 'Peer', other: 'Peers' }),
    state: 'Status',
    online: 'online',
    offline: 'offline',
    ownAddress: 'Eigene Adresse',
    embedded: 'Dieser Node hat keine Peers. Eine Entwicklungs-Chain braucht keine.',
    onlineWithoutPeers:
      'Der Node meldet sich als online, hat aber keine Peers. Bis sich einer verbindet, empfängt er keine Blöcke.',
    noPeers:
      'Keine Peers. Der Node versucht weiter, welche zu erreichen. Antwortet keiner, prüfen Sie seine Internetverbindung und die Adressen, mit denen er gestartet wurde.',
    localOnly: 'Alle Peers sind im lokalen Netzwerk. Blöcke aus dem Internet kommen möglicherweise nicht an.',
    notOnline: 'Peers außerhalb des lokalen Netzwerks sind verbunden, aber der Node meldet sich noch nicht als online.',
    external: (count: number) =>
      plural(count, {
        one: '# Peer außerhalb des lokalen Netzwerks.',
        other: '# Peers außerhalb des lokalen Netzwerks.'
      })
  },
  traffic: {
    title: 'Datenverkehr',
    failed: 'Der Datenverkehr konnte nicht geladen werden',
    receiving: 'Empfangsrate',
    sending: 'Senderate',
    total: (bytes: string) => `${bytes} insgesamt`,
    since: 'Seit dem Start des Nodes, <age/>.',
    chart: 'Bytes pro Sekunde in den letzten Minuten',
    measuring: 'Wird gemessen …'
  },
  connections: {
    title: 'Verbindungen',
    caption: 'Verbundene Peers',
    find: 'Peer suchen',
    findHint: 'Adresse, Version, eingehend, lokal',
    connect: 'Mit einem Peer verbinden …',
    columns: {
      address: 'Adresse',
      direction: 'Richtung',
      location: 'Ort',
      version: 'Protokoll',
      traffic: 'Empfangen / gesendet',
      action: 'Aktion'
    },
    localNetwork: 'lokales Netzwerk',
    internet: 'Internet',
    disconnect: 'Trennen',
    disconnectFrom: (address: string) => `${address} trennen`,
    disconnected: (address: string) => `Verbindung zu ${address} getrennt.`,
    noneEmbedded:
      'Keine Peers verbunden. Eine Entwicklungs-Chain braucht keine; starten Sie Quarry mit <option>--peer</option> oder <option>--listen</option>, um eine gemeinsam zu nutzen.',
    none: 'Keine Peers verbunden. Sofern er nicht mit <option>--no-bootstrap</option> gestartet wurde, findet der Node Peers automatisch. Sie können ihn auch mit einem verbinden, dessen Adresse Sie kennen.',
    noMatch: (search: string) => `Kein Peer passt zu „${search}“.`,
    showAll: 'Alle anzeigen'
  },
  connectDialog: {
    title: 'Mit einem Peer verbinden',
    label: 'Adresse und Port',
    hint: 'IP-Adresse und Port, IPv6 in eckigen Klammern: [2001:db8::1]:9981. Der Node merkt sich die Adresse.',
    connecting: 'Verbindung wird aufgebaut. Das kann eine Minute dauern.',
    connected: (address: string) => `Mit ${address} verbunden.`,
    failed: 'Verbindung fehlgeschlagen',
    submit: 'Verbinden',
    problems: {
      empty: 'Geben Sie eine Adresse ein.',
      portMissing: (example: string) => `Der Port fehlt: ${example}.`,
      bracketsMissing: 'Setzen Sie die IPv6-Adresse vor dem Port in eckige Klammern: [2001:db8::1]:9981.',
      format: 'Geben Sie eine IP-Adresse und einen Port ein: 203.0.113.7:9981.',
      hostName: 'Geben Sie eine IP-Adresse ein; Hostnamen werden nicht unterstützt.',
      notAnIp: 'Ungültige IP-Adresse. Beispiele: 203.0.113.7 oder [2001:db8::1].',
      brackets: 'Eckige Klammern sind nur für IPv6-Adressen.',
      portRange: (max: number) => `Der Port muss eine ganze Zahl von 1 bis ${max} sein.`,
      unspecified: 'Unspezifizierte Adresse. Geben Sie die Adresse eines Peers ein.'
    }
  },
  disconnectDialog: {
    title: (address: string) => `Verbindung zu ${address} trennen?`,
    text: 'Der Node merkt sich diesen Peer und kann sich erneut mit ihm verbinden. Sperren Sie die Adresse, um das zu verhindern.',
    failed: 'Der Peer wurde nicht getrennt',
    blockFailed: 'Die Adresse konnte nicht gesperrt werden',
    block: 'Sperren und trennen',
    submit: 'Trennen'
  },
  versions: {
    title: 'Protokollversionen',
    caption: 'Peers nach Protokollversion, neueste zuerst',
    empty: 'Versionen erscheinen hier, sobald Peers verbunden sind.',
    peers: (count: number) => plural(count, { one: '# Peer', other: '# Peers' })
  },
  history: { peers: 'Peers im Zeitverlauf', traffic: 'Datenverkehr im Zeitverlauf' },
  blocklist: {
    title: 'Gesperrte Adressen',
    failed: 'Gesperrte Adressen konnten nicht geladen werden',
    none: 'Keine gesperrten Adressen.',
    count: (count: number) =>
      plural(count, {
        one: '# gesperrte Adresse oder gesperrter Bereich.',
        other: '# gesperrte Adressen und Bereiche.'
      }),
    block: 'Sperren …',
    unblockSome: 'Freigeben …',
    replace: 'Liste ersetzen …',
    entry: 'Adresse oder Bereich',
    action: 'Aktion',
    find: 'Adresse suchen',
    unblock: 'Freigeben',
    unblockOne: (entry: string) => `${entry} freigeben`,
    noMatch: (search: string) => `Keine gesperrte Adresse passt zu „${search}“.`,
    showAll: 'Alle anzeigen',
    hint: 'Sperren Sie eine IP-Adresse, einen Bereich wie <range/> oder einen Hostnamen. Verbindungen in beide Richtungen werden abgelehnt.'
  },
  blockDialog: {
    append: { title: 'Adressen sperren', label: 'Zu sperrende Adressen', submit: 'Sperren' },
    remove: { title: 'Adressen freigeben', label: 'Freizugebende Adressen', submit: 'Freigeben' },
    set: { title: 'Liste ersetzen', label: 'Neue Liste', submit: 'Ersetzen' },
    hint: 'IP-Adressen, Bereiche wie 203.0.113.0/24 oder Hostnamen. Eine pro Zeile oder durch Kommas getrennt.',
    problems: {
      range: 'ein Bereich ist eine IP-Adresse, ein Schrägstrich und eine Zahl: 203.0.113.0/24',
      prefix: (max: number) => `die Zahl nach dem Schrägstrich muss zwischen 0 und ${max} liegen`,
      port: (host: string) => `Adressen werden für alle Ports gesperrt: Geben Sie ${host} ein`,
      invalid: 'keine IP-Adresse, kein Bereich und kein Hostname'
    },
    problem: (entry: string, problem: string) => `„${entry}“: ${problem}.`,
    moreProblems: (entry: string, problem: string, more: number) =>
      `„${entry}“: ${problem}. ${plural(more, { one: '# weiterer Eintrag ist ungültig.', other: '# weitere Einträge sind ungültig.' })}`,
    empty: 'Geben Sie eine Adresse ein.',
    noChange: 'Keine Änderungen.',
    preview: 'Änderungen',
    blocked: (count: number) => plural(count, { one: '<b>#</b> zu sperren', other: '<b>#</b> zu sperren' }),
    unblocked: (count: number) => plural(count, { one: '<b>#</b> freizugeben', other: '<b>#</b> freizugeben' }),
    more: (count: number) => `und ${formatCount(count)} weitere`,
    kept: (count: number) => plural(count, { one: '# Eintrag unverändert.', other: '# Einträge unverändert.' }),
    alreadyListed: (entries: string, count: number) => `Bereits in der Liste (${formatCount(count)}): ${entries}`,
    notListed: (entries: string, count: number) => `Nicht in der Liste (${formatCount(count)}): ${entries}`,
    clearAll: (count: number) =>
      plural(count, { one: 'Den einen Eintrag freigeben', other: 'Alle # Einträge freigeben' }),
    confirmClear: 'Eine leere Liste gibt alle Adressen frei. Bestätigen Sie das oben.',
    saved: 'Sperrliste aktualisiert.',
    failed: 'Die Sperrliste wurde nicht geändert'
  },
  limits: {
    title: 'Geschwindigkeitslimits für Peers',
    failed: 'Die Limits konnten nicht geladen werden',
    hint: 'Der Daemon hat eigene Limits auf der Seite <link>Daemon</link>. Das niedrigere Limit gilt.'
  }
} satisfies typeof en;
