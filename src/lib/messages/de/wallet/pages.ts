import type en from '../../en/wallet/pages';
import { formatCount } from '../../format';
import { plural } from '../../plural';
import { fundUnits } from './list';

export default {
  backup: {
    title: 'Sichern Sie diese Wallet',
    text: 'Sie existiert nur in diesem Browser. <link>Speichern Sie eine verschlüsselte Sicherungsdatei</link> zusätzlich zu den Wiederherstellungswörtern: Sie enthält auch Bezeichnungen und beobachtete Adressen.',
    watched:
      'Sie existiert nur in diesem Browser. <link>Speichern Sie eine verschlüsselte Sicherungsdatei</link>: Sie enthält Adressen und Bezeichnungen.',
    shared:
      'Zum Ausgeben gehört außer den Signaturen auch ihre Ausgaberegel; die Wiederherstellungswörter der Beteiligten stellen die Regel nicht wieder her. <link>Speichern Sie eine verschlüsselte Sicherungsdatei</link>, und geben Sie den Text der Regel aus den Einstellungen an die anderen Beteiligten weiter.',
    dismiss: 'Ausblenden'
  },
  open: {
    opening: 'Wird geöffnet …',
    failed: 'Diese Wallet kann nicht geöffnet werden',
    all: 'Alle Wallets',
    pages: 'Seiten der Wallet',
    overview: 'Übersicht',
    receive: 'Empfangen',
    send: 'Senden',
    addresses: 'Adressen',
    outputs: 'Outputs',
    settings: 'Einstellungen',
    rescan: 'Wallet neu einlesen',
    retry: 'Erneut versuchen'
  },
  behind: {
    syncing: {
      status: 'Node synchronisiert noch',
      title: 'Der Node synchronisiert noch',
      text: (height: number) =>
        `Er hat Block ${formatCount(height)} erreicht. Bis er aufgeholt hat, fehlen hier Zahlungen aus späteren Blöcken, und als verfügbar angezeigte Coins können schon ausgegeben sein. <link>Fortschritt anzeigen</link>`
    },
    'sync-paused': {
      status: 'Synchronisierung pausiert',
      title: 'Der Node ist nicht synchron, und die Synchronisierung ist pausiert',
      text: (height: number) =>
        `Er ist bei Block ${formatCount(height)} stehen geblieben. Zahlungen aus späteren Blöcken fehlen hier, und als verfügbar angezeigte Coins können schon ausgegeben sein. <link>Synchronisierung fortsetzen</link>`
    }
  },
  head: {
    opening: 'Wird geöffnet',
    discovering: 'Benutzte Adressen werden gesucht',
    waitingForUnlock: 'Zur Adresssuche entsperren',
    syncing: 'Wird synchronisiert',
    synced: 'Synchron',
    syncedByOtherTab: 'Synchron, über einen anderen Tab',
    offline: 'Nicht synchron',
    lastSynced: 'zuletzt synchronisiert',
    block: (height: number) => `Block ${formatCount(height)}`,
    lock: 'Sperren',
    unlock: 'Entsperren',
    discovery: (checked: number, found: number) =>
      `${plural(checked, { one: '# Schlüssel geprüft', other: '# Schlüssel geprüft' })}, ${plural(found, { one: '# benutzte Adresse gefunden', other: '# benutzte Adressen gefunden' })}`,
    progress: (height: number, target: number) => `Block ${formatCount(height)} von ${formatCount(target)}`
  },
  overview: {
    dropped: {
      title: 'Eine Zahlung wurde verworfen',
      text: 'Sie ist weder im Transaktionspool noch in einem Block. <link>Erneut senden oder ausblenden</link>.'
    },
    discoveryCut: {
      title: 'Die Adresssuche wurde abgebrochen',
      text: 'Der Server hat benutzte Adressen bis zur Obergrenze einer Suche gemeldet. Hat diese Wallet wirklich so viele, <link>suchen Sie weiter</link>. Wenn nicht, sind die Angaben des Servers falsch: Verbinden Sie sich mit einem anderen und suchen Sie dann erneut.'
    },
    unverified: {
      title: 'Vom Server gemeldet, nicht geprüft',
      text: 'Der Server führt diese Transaktionen in seinem Pool, aber ohne gültigen Beweis oder ohne gültige Signatur, oder sie geben Outputs aus, die diese Wallet nicht hat. Sie zählen zu keinem Guthaben und sperren keine Coins. Echte erscheinen unten im Verlauf, spätestens sobald sie in einem Block stehen.'
    },
    claimSwapped: {
      title: 'Die Auszahlung von Fondsanteilen wurde umgeleitet',
      text: 'Eine von Ihnen gesendete Transaktion ist mit einer anderen Auszahlungsadresse aufgetaucht. <link>Was Sie tun können</link>.'
    },
    notSynced: {
      title: 'Noch nicht synchronisiert',
      text: 'Diese Wallet wurde auf diesem Gerät noch nie synchronisiert. Verbinden Sie sich einmal mit einem Wallet-Server.'
    },
    locked: {
      title: 'Zum Synchronisieren entsperren',
      text: 'Die Adressen werden aus den Schlüsseln abgeleitet. Entsperren Sie die Wallet oben.'
    },
    syncing: { title: 'Wird synchronisiert', text: 'Das Guthaben erscheint nach dem ersten Durchlauf.' },
    history: {
      title: 'Guthabenverlauf',
      line: 'Guthaben',
      empty: 'Hier erscheint der Verlauf Ihres Guthabens.'
    }
  },
  balance: {
    title: 'Guthaben',
    total: 'Gesamt',
    spendable: {
      label: 'Verfügbar',
      verified: 'Verfügbar, verifiziert',
      inHastings: 'verfügbares Guthaben in Hastings'
    },
    watched: {
      label: 'Nur beobachtet',
      verified: 'Nur beobachtet, verifiziert',
      inHastings: 'beobachtetes Guthaben in Hastings'
    },
    updated: 'Stand:',
    verifiedOnly: 'Nur verifiziert',
    verify: 'Über die Verifizierung',
    immature: 'Unreif',
    matures: (blocks: number, time?: string) =>
      `verfügbar in ${plural(blocks, { one: '# Block', other: '# Blöcken' })}${time === undefined ? '' : `, etwa ${time}`}`,
    watchedMatures: (blocks: number, time?: string) =>
      `reif in ${plural(blocks, { one: '# Block', other: '# Blöcken' })}${time === undefined ? '' : `, etwa ${time}`}`,
    nextMatures: (coins: string, blocks: number, time?: string) =>
      `als Nächstes ${coins} in ${plural(blocks, { one: '# Block', other: '# Blöcken' })}${time === undefined ? '' : `, etwa ${time}`}`,
    unconfirmed: 'Unbestätigt, netto',
    timeLocked: 'Zeitlich gesperrt',
    frozen: 'Eingefroren',
    fundUnits: 'Fondsanteile',
    unclaimed: 'Nicht abgerufene Fondserträge',
    claim: 'Abrufen'
  },
  events: {
    title: 'Verlauf',
    caption: 'Verlauf, neueste zuerst',
    count: (count: number) => plural(count, { one: '# Eintrag', other: '# Einträge' }),
    file: (wallet: string) => `${wallet} Verlauf`,
    kinds: {
      miner: 'Block gefunden',
      foundation: 'Stiftungszuschuss',
      claim: 'Fondsertrag',
      contract: 'Vertragsauszahlung',
      internal: 'Interner Transfer',
      sent: 'Gesendet',
      received: 'Empfangen'
    },
    columns: { type: 'Art', address: 'Adresse', date: 'Datum', status: 'Status', amount: 'Betrag', balance: 'Saldo' },
    unconfirmed: 'unbestätigt',
    matures: (blocks: number) => `reif in ${plural(blocks, { one: '# Block', other: '# Blöcken' })}`,
    spendableFrom: (height: number) => `Verfügbar ab Höhe ${formatCount(height)}`,
    confirmationsOf: (count: number, of: number) => `${formatCount(count)} von ${formatCount(of)} Blöcken`,
    confirmations: (count: number) => plural(count, { one: '# Bestätigung', other: '# Bestätigungen' }),
    hastings: (value: bigint) => `${formatCount(value)} Hastings`,
    units: (units: bigint) => plural(units, { one: '# Anteil', other: '# Anteile' }),
    failed: 'Der Verlauf konnte nicht geladen werden',
    noMatch: 'Kein Eintrag entspricht diesen Filtern.',
    searching: 'Suche läuft …',
    empty:
      'Noch keine Einträge. <receive>Empfangen Sie eine Zahlung</receive> oder minen Sie für diese Wallet; Zahlungen, Blockbelohnungen und Auszahlungen erscheinen hier.'
  },
  filter: {
    title: 'Filter',
    active: '· aktiv',
    type: 'Art',
    search: 'Adresse, ID, Bezeichnung oder Notiz',
    from: 'Von',
    to: 'Bis',
    minimum: 'Mindestens (SC)',
    maximum: 'Höchstens (SC)',
    clear: 'Zurücksetzen',
    ambiguous: 'Das lässt sich als zwei Beträge lesen. Lassen Sie Tausendertrennzeichen weg.',
    types: {
      all: 'Alle',
      transaction: 'Zahlungen',
      miner: 'Gefundene Blöcke',
      claim: 'Fondserträge',
      contract: 'Vertragsauszahlungen',
      foundation: 'Stiftungszuschüsse'
    }
  },
  event: {
    missing: {
      title: 'Eintrag nicht gefunden',
      text: 'Diese Wallet hat keinen Eintrag mit der ID aus dem Link. Eine unbestätigte Zahlung verschwindet, wenn sie verworfen oder ersetzt wird.'
    },
    note: 'Notiz',
    noteHint: 'Nur für Sie sichtbar.',
    close: 'Schließen',
    amount: 'Betrag',
    sent: 'gesendet',
    received: 'empfangen',
    fundUnits,
    fee: 'Gebühr',
    date: 'Datum',
    confirmations: 'Bestätigungen',
    unconfirmed: 'Unbestätigt',
    inBlock: (count: number, height: number) => `${formatCount(count)}, in Block ${formatCount(height)}`,
    spendable: 'Verfügbar',
    spendableFrom: (height: number, blocks: number) =>
      `Ab Höhe ${formatCount(height)}, in ${plural(blocks, { one: '# Block', other: '# Blöcken' })}`,
    id: 'ID',
    inputs: (count: number) => plural(count, { one: '# Input', other: '# Inputs' }),
    outputs: (count: number) => plural(count, { one: '# Output', other: '# Outputs' }),
    showAll: (count: number) => `Alle ${formatCount(count)} anzeigen`,
    own: 'eigene'
  },
  copied: {
    address: 'Adresse',
    eventId: 'ID',
    blockId: 'Block-ID',
    outputId: 'Output-ID',
    publicKey: 'öffentlichen Schlüssel',
    request: 'Zahlungsanforderung'
  },
  coins: {
    columns: {
      select: 'Auswählen',
      output: 'Output',
      address: 'Adresse',
      status: 'Status',
      proof: 'Verifizierung',
      amount: 'Betrag'
    },
    select: (id: string, coins: string) => `Output ${id} auswählen, ${coins}`,
    frozen: 'eingefroren',
    timeLocked: 'zeitlich gesperrt',
    spendable: 'verfügbar',
    watched: 'nur beobachtet',
    spendableFrom: (height: number) => `Verfügbar ab Höhe ${formatCount(height)}`,
    matures: (blocks: number) => `reif in ${plural(blocks, { one: '# Block', other: '# Blöcken' })}`,
    hastings: (value: bigint) => `${formatCount(value)} Hastings`
  },
  altered: {
    title: (count: number) =>
      count === 1
        ? 'Eine gespeicherte Adresse gehörte nicht Ihnen'
        : `${formatCount(count)} gespeicherte Adressen gehörten nicht Ihnen`,
    text: 'Was dieser Browser gespeichert hatte, ergibt sich nicht aus den Schlüsseln dieser Wallet: Möglicherweise wurde sein Speicher manipuliert. Die Adressen wurden ersetzt, und die Wallet ermittelt ihr Guthaben neu. Coins, die an die alten Adressen gehen, gehören nicht Ihnen; warnen Sie alle, denen Sie eine davon gegeben haben:'
  },
  receive: {
    unchecked:
      'Diese Adresse wurde seit dem Öffnen der Wallet noch nicht mit deren Schlüsseln verglichen. Entsperren Sie die Wallet, bevor Sie die Adresse weitergeben.',
    far: {
      title: 'Eine wiederhergestellte Wallet findet diese Adresse womöglich nicht',
      text: 'Soweit dieser Node weiß, haben die vierzig Adressen davor noch nichts erhalten. Eine Wallet, die aus ihren Wörtern wiederhergestellt wird, hört dort auf zu suchen. Geben Sie eine frühere Adresse weiter, oder speichern Sie eine Sicherungsdatei, die auch diese Adresse enthält.'
    },
    title: 'Empfangen',
    choose: 'Adresse',
    main: 'Hauptadresse',
    numbered: (number: number) => `Adresse ${number}`,
    used: 'benutzt',
    add: 'Neue Adresse',
    mine: 'Für diese Adresse minen',
    note: 'Adressen verfallen nicht. Eine neue Adresse für jeden Zahler verhindert, dass Zahlungen einander zugeordnet werden.',
    noteFixed: 'Adressen verfallen nicht. Wer diese kennt, sieht alle Zahlungen an sie.',
    afterSync: 'Die erste Adresse erscheint nach der ersten Synchronisierung.',
    none: 'Diese Wallet beobachtet keine Adressen.',
    qr: 'Adresse als QR-Code',
    qrWithAmount: 'Zahlungsanforderung als QR-Code',
    tooLong: {
      title: 'Zu lang für einen QR-Code',
      text: 'Kürzen Sie die Bezeichnung, oder senden Sie die Zahlungsanforderung als Text.'
    },
    address: 'Adresse',
    label: 'Bezeichnung',
    labelExample: 'Zahler oder Zweck',
    include: 'Bezeichnung in die Anforderung aufnehmen',
    includeHint: 'Der Zahler sieht sie dann.',
    share: 'Teilen',
    labelHint: 'Nur für Sie sichtbar, hier und im Verlauf.',
    amount: 'Betrag (SC)',
    any: 'beliebig',
    amountHint: 'Optional. Der QR-Code enthält dann den Betrag.',
    request: 'Zahlungsanforderung'
  },
  amountProblem: {
    zero: 'Geben Sie einen Betrag über 0 ein.',
    'fractional-units': 'Fondsanteile sind ganze Zahlen.',
    ambiguous: 'Das lässt sich als zwei Beträge lesen. Wählen Sie unten einen aus.',
    'currency/not-a-number': 'Geben Sie eine Zahl ein, etwa 12,5.',
    'currency/not-an-integer': 'Höchstens 24 Nachkommastellen.',
    'currency/unknown-unit': 'Unbekannte Einheit. Möglich sind SC, KS, MS, mS und H.',
    'currency/negative': 'Geben Sie einen Betrag über 0 ein.',
    'currency/overflow': 'Dieser Betrag ist zu groß.'
  },
  addresses: {
    title: 'Adressen',
    caption: 'Adressen dieser Wallet',
    count: (count: number) => plural(count, { one: '# Adresse', other: '# Adressen' }),
    search: 'Adresse oder Bezeichnung suchen',
    searchExample: 'Adresse oder Bezeichnung',
    add: 'Neue Adresse',
    file: (wallet: string) => `${wallet} Adressen`,
    noMatch: 'Keine Adresse oder Bezeichnung gefunden.',
    empty: 'Noch keine Adressen. „Neue Adresse“ erzeugt die erste samt öffentlichem Schlüssel.',
    columns: {
      address: 'Adresse',
      label: 'Bezeichnung',
      key: 'Schlüssel',
      status: 'Status',
      firstUsed: 'Erste Nutzung',
      lastUsed: 'Letzte Nutzung',
      balance: 'Guthaben',
      publicKey: 'Öffentlicher Schlüssel'
    },
    labelOf: (address: string) => `Bezeichnung von ${address}`,
    noLabel: 'ohne Bezeichnung',
    policyKey: (index: number) => `${index} · Regel`,
    conditionsKey: (index: number) => `${index} · Bedingungen`,
    policy: 'Regel',
    change: 'Wechselgeld',
    used: 'benutzt',
    unused: 'unbenutzt',
    lastUsed: (day: string) => `zuletzt ${day}`,
    firstAndLast: (first: string, last: string) => `Zuerst benutzt: ${first}, zuletzt: ${last}`,
    showQr: 'Als QR-Code anzeigen',
    hideQr: 'QR-Code ausblenden',
    qr: 'Adressen als QR-Code',
    qrHint: 'Wer diesen Code scannt, sieht Guthaben und Verlauf dieser Wallet, kann aber nichts ausgeben.'
  },
  watch: {
    title: 'Weitere Adressen beobachten',
    input: 'Adressen, öffentliche Schlüssel oder Ausgaberegeln',
    hint: 'Eine pro Zeile, optional mit Bezeichnung nach einem Komma. Auch CSV- und JSON-Exporte funktionieren.',
    file: 'Aus einer Datei',
    add: 'Zu dieser Wallet hinzufügen',
    scan: 'QR-Code scannen',
    stop: 'Kamera stoppen'
  },
  outputs: {
    title: 'Outputs',
    caption: 'Nicht ausgegebene Outputs, größte zuerst',
    count: (count: number) =>
      plural(count, { one: '# nicht ausgegebener Output', other: '# nicht ausgegebene Outputs' }),
    lead: 'Die nicht ausgegebenen Outputs, aus denen das Guthaben besteht. Eingefrorene werden nicht ausgegeben. Viele kleine Outputs machen Transaktionen größer: <consolidate>Fassen Sie sie zusammen</consolidate>. <verify>Über die Verifizierung</verify>.',
    leadBare:
      'Die nicht ausgegebenen Outputs, aus denen das Guthaben besteht. <verify>Über die Verifizierung</verify>.',
    freeze: 'Einfrieren',
    unfreeze: 'Freigeben',
    frozen: (count: number) => plural(count, { one: '# Output eingefroren', other: '# Outputs eingefroren' }),
    unfrozen: (count: number) => plural(count, { one: '# Output freigegeben', other: '# Outputs freigegeben' }),
    selected: (count: number) => plural(count, { one: '# Output ausgewählt', other: '# Outputs ausgewählt' }),
    failed: 'Die Outputs konnten nicht geladen werden',
    empty: 'Noch keine Outputs. Minen Sie für diese Wallet oder empfangen Sie eine Zahlung.'
  },
  funds: {
    title: 'Fonds-Outputs',
    caption: 'Nicht ausgegebene Fonds-Outputs, größte zuerst',
    lead: 'Fondsanteile erhalten einen Teil der Vertragssteuer. Er wird ausgezahlt, wenn der Output ausgegeben wird.',
    leadClaimable:
      'Fondsanteile erhalten einen Teil der Vertragssteuer. Er wird ausgezahlt, wenn der Output ausgegeben wird oder Sie ihn <claim>abrufen</claim>.',
    columns: {
      output: 'Output',
      address: 'Adresse',
      unclaimed: 'Nicht abgerufen',
      proof: 'Verifizierung',
      units: 'Anteile'
    },
    claim: (value: bigint) => `${formatCount(value)} Hastings, ausgezahlt bei Ausgabe oder Abruf`,
    unclaimed: 'nicht abgerufen',
    units: (units: bigint) => plural(units, { one: '# Anteil', other: '# Anteile' })
  }
} satisfies typeof en;
