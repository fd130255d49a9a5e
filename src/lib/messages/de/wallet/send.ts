import type en from '../../en/wallet/send';
import { formatCount } from '../../format';
import { plural } from '../../plural';

export default {
  notSynced: {
    title: 'Noch nicht synchronisiert',
    text: 'Die Wallet muss einmal synchronisiert sein, bevor Sie eine Zahlung erstellen können.'
  },
  addressesOnly: {
    title: 'Diese Wallet kann keine Zahlungen erstellen',
    text: 'Sie beobachtet nur Adressen. Um Zahlungen zu erstellen, <link>beobachten Sie sie in einer weiteren Wallet</link> zusammen mit ihren öffentlichen Schlüsseln oder Ausgaberegeln.'
  },
  locked: { title: 'Die Coins dieser Wallet sind gesperrt', text: 'Ihre Ausgaberegel lässt noch keine Zahlungen zu.' },
  import: {
    title: 'Transfer importieren',
    text: 'Prüfen, signieren oder senden Sie einen Transfer, der auf einem anderen Gerät erstellt oder signiert wurde.'
  },
  pending: {
    title: 'Ausstehende Zahlungen',
    states: {
      pool: 'im Transaktionspool',
      unanswered: 'noch keine Antwort vom Server',
      dropped: 'verworfen'
    },
    droppedFrom: (height: number) => `verworfen, war in Block ${formatCount(height)}`,
    confirmations: (count: number) => plural(count, { one: '# Bestätigung', other: '# Bestätigungen' }),
    sent: (age: string) => `gesendet ${age}`,
    dismiss: 'Ausblenden',
    view: 'Anzeigen',
    payment: (id: string) => `(Zahlung ${id})`
  },
  review: {
    acceptClaim: 'Ich nehme in Kauf, dass die Auszahlung umgeleitet werden könnte',
    acceptClaimHint:
      'Quarry vergleicht die Transaktion im Pool und im Block mit dieser und warnt Sie. Wenn Sie über Ihren eigenen Node senden, entfällt das Risiko.',
    claimFirst: 'Zuerst den Ertrag in einer eigenen Transaktion abrufen',
    title: 'Prüfen und signieren',
    source: 'Aus genau den Bytes dekodiert, die Sie signieren.',
    back: 'Zurück',
    cancel: 'Abbrechen',
    signatures: (signed: number, wanted: number) => `${formatCount(signed)} von ${formatCount(wanted)} Signaturen`,
    send: 'Senden',
    sending: 'Wird gesendet …',
    signing: 'Wird signiert …',
    signAndSend: 'Signieren und senden',
    signElsewhere: 'Auf einem anderen Gerät signieren',
    missing: 'Fehlende Signaturen',
    elsewhere: {
      title: 'Auf einem anderen Gerät signieren',
      text: 'Öffnen Sie den Transfer unter „Transfer signieren“ auf einem Gerät mit den Schlüsseln und importieren Sie ihn danach wieder hier. Das andere Gerät kann offline bleiben.',
      back: 'Signierten Transfer importieren'
    }
  },
  sent: {
    title: 'Zahlung gesendet',
    confirmed: 'Zahlung bestätigt',
    dropped: 'Zahlung verworfen',
    another: 'Weitere Zahlung',
    details: 'Details der Zahlung'
  },
  follow: {
    claimSwapped: {
      title: 'Die Auszahlung dieser Fondsanteile wurde umgeleitet',
      text: 'Der Pool des Servers enthält diese Transaktion mit einer anderen Auszahlungsadresse als der Ihren. Verbinden Sie sich mit einem anderen Server, am besten mit Ihrem eigenen Node, und senden Sie die Transaktion dort sofort erneut: Solange kein Block sie enthält, kann sich die richtige noch durchsetzen. Verwenden Sie diesen Server nicht mehr für Fondsanteile. Die fremde Adresse:'
    },
    claimStolen: {
      title: 'Die Auszahlung dieser Fondsanteile ging an jemand anderen',
      text: 'Ein Block enthält diese Transaktion mit einer anderen Auszahlungsadresse als der Ihren. Ihre Fondsanteile sind wie geplant angekommen, der Ertrag ist jedoch verloren. Senden Sie nicht mehr über diesen Server. Die Auszahlung ging an diese Adresse:'
    },
    inPool: 'Wartet auf Bestätigung',
    unanswered: 'Noch keine Antwort vom Server',
    confirmed: (height: number) => `Bestätigt in Block ${formatCount(height)}`,
    dropped: 'Nicht mehr im Transaktionspool',
    settled: (blocks: number) => `Endgültig nach ${plural(blocks, { one: '# Bestätigung', other: '# Bestätigungen' })}`,
    noPeers: 'Der Server hat noch keine Peers. Er sendet die Transaktion ins Netzwerk, sobald er verbunden ist.',
    noMiner:
      'In diesem Netzwerk entstehen Blöcke nur durch Mining. <link>Starten Sie es</link>, um die Zahlung zu bestätigen.',
    droppedNote:
      'Sie wurde nie bestätigt, oder eine Reorganisation hat ihren Block entfernt. Das Guthaben ist wieder verfügbar. Erneutes Senden aktualisiert die Beweise; eine neue Signatur ist nicht nötig.',
    droppedFromNote: (height: number) =>
      `Sie stand in Block ${formatCount(height)}, den eine Reorganisation entfernt hat. Das Guthaben ist wieder verfügbar. Erneutes Senden aktualisiert die Beweise; eine neue Signatur ist nicht nötig.`,
    droppedSweep:
      'Die Coins liegen noch auf den Schlüsseln der alten Wallet. Senden Sie die Zahlung erneut; eine neue Signatur ist nicht nötig. Wenn das nicht gelingt, <link>leeren Sie die alte Wallet noch einmal</link>; dafür brauchen Sie ihre Wörter oder ihren Schlüssel.',
    resend: 'Erneut senden',
    id: 'Transaktions-ID',
    copiedId: 'Transaktions-ID'
  },
  recipients: {
    title: 'Empfänger',
    spendable: (coins: string) => `${coins} verfügbar`,
    list: 'Empfänger als CSV',
    listHint: 'Einer pro Zeile: Adresse, Betrag in SC. Eine dritte Spalte „fund units“ sendet Fondsanteile.',
    add: 'Empfänger hinzufügen',
    addList: 'Diese Empfänger hinzufügen',
    paste: 'Liste einfügen',
    total: (count: number, coins: string) => `${plural(count, { one: '# Empfänger', other: '# Empfänger' })}, ${coins}`
  },
  aside: {
    title: (count: number) => plural(count, { one: '# zurückgestellte Zahlung', other: '# zurückgestellte Zahlungen' }),
    text: 'Wenn Sie eine davon übernehmen, wird die Zahlung im Formular zurückgestellt.',
    question: 'Zahlung aus dem Link übernehmen?',
    ask: 'Das Formular enthält eine Zahlung, die Sie noch nicht gesendet haben. Wenn Sie die aus dem Link übernehmen, kommt Ihre in diese Liste. Um Ihre zu behalten, fahren Sie unten fort.',
    fillIn: 'Übernehmen',
    discard: 'Verwerfen',
    payment: (amount: string, address: string) => `${amount} an ${address}`,
    more: (payment: string, count: number) =>
      `${payment} und ${plural(count, { one: '# weiteren Empfänger', other: '# weitere Empfänger' })}`,
    noAmount: 'Noch kein Betrag',
    noAddress: 'noch keine Adresse',
    units: (units: bigint) => plural(units, { one: '# Fondsanteil', other: '# Fondsanteile' })
  },
  recipient: {
    title: (number: number) => `Empfänger ${number}`,
    address: 'Adresse',
    addressExample: 'Adresse oder Zahlungslink',
    coinAmount: 'Betrag (SC)',
    fundAmount: 'Fondsanteile',
    unitOf: (number: number) => `Einheit für Empfänger ${number}`,
    units: { coins: 'Coins', funds: 'Fondsanteile' },
    rest: 'Maximum',
    restHint: 'Alles, was nach der Gebühr übrig ist.',
    enterAmount: 'Betrag eingeben',
    sendMax: 'Maximum',
    remove: (number: number) => `Empfänger ${number} entfernen`,
    /** From a payment link, whose author can write anything. */
    fromLink: (words: string) => `Im Link steht: „${words}“`,
    addressLength: (length: number, expected: number) => `Eine Adresse hat ${expected} Zeichen; diese hat ${length}.`,
    addressChecksum: 'Die Prüfsumme stimmt nicht. Prüfen Sie die Adresse auf Tippfehler.',
    addressLink: 'Das ist ein Zahlungslink, keine Adresse.'
  },
  options: {
    title: 'Optionen',
    change: 'Wechselgeldadresse',
    changeExample: 'eine neue Adresse dieser Wallet',
    changeHint:
      'Standardmäßig verwendet jede Zahlung eine neue Wechselgeldadresse, damit Wechselgeld nicht von Zahlungen zu unterscheiden ist.',
    changeBackExample: 'eine Adresse, von der die Zahlung ausgeht',
    changeBackHint:
      'Diese Wallet hat keine Schlüssel, aus denen sich eine neue Adresse ableiten ließe. Standardmäßig geht Wechselgeld an eine Adresse zurück, von der die Zahlung ausgeht, und ist dort als Wechselgeld erkennbar.',
    choose: 'Outputs manuell auswählen',
    chooseHint: 'Standardmäßig wählt die Wallet möglichst wenige Outputs.',
    chosen: (count: number, coins: string) =>
      `${plural(count, { one: '# Output', other: '# Outputs' })} ausgewählt, ${coins}. Ohne Auswahl wählt die Wallet selbst.`,
    coins: 'Auszugebende Outputs',
    review: 'Prüfen'
  },
  fee: {
    title: 'Gebühr',
    kinds: { normal: 'Empfohlen', double: 'Doppelt', custom: 'Eigene' },
    loading: 'Gebührensatz wird geladen …',
    /** The rate. @param reason title of an error */
    unavailable: (reason: string) => `Gebührensatz nicht verfügbar: ${reason}. Wird automatisch wiederholt.`,
    rate: (coins: string) => `${coins} pro 1.000 Byte`,
    custom: 'Gebühr (SC)',
    customHint: 'Gesamtgebühr, unabhängig von der Größe. Eine niedrige Gebühr verzögert die Bestätigung.'
  },
  feePayer: {
    title: 'Gebühr zahlen',
    kinds: { top: 'Zusätzlich', amount: 'Vom Betrag abziehen' },
    hint: 'Der Empfänger erhält den Betrag abzüglich der Gebühr.',
    payers: 'Abziehen von',
    all: 'Allen Beträgen zu gleichen Teilen'
  }
} satisfies typeof en;
