import type en from '../../en/wallet/sign';
import { formatCount } from '../../format';
import { plural } from '../../plural';

export default {
  unlock: {
    title: 'Wallet entsperren',
    reasons: {
      keys: 'Geben Sie das Passwort dieser Wallet ein, um zu signieren und Adressen zu erzeugen.',
      payment: 'Geben Sie das Passwort dieser Wallet ein, um diese Zahlung zu signieren.',
      transfer: 'Geben Sie das Passwort dieser Wallet ein, um diesen Transfer zu signieren.',
      message: 'Geben Sie das Passwort dieser Wallet ein, um diese Nachricht zu signieren.'
    },
    password: 'Passwort der Wallet',
    checking: 'Das Passwort wird geprüft',
    passkey: 'Passkey verwenden',
    unlocking: 'Wird entsperrt …',
    unlock: 'Entsperren'
  },
  page: {
    title: 'Transfer signieren',
    lead: 'Signieren Sie einen Transfer, der auf einem anderen Gerät erstellt wurde, und senden Sie ihn dann von dort aus. Diese Seite funktioniert offline.',
    import: {
      title: 'Transfer importieren',
      text: 'Erstellen Sie auf dem anderen Gerät eine Zahlung und wählen Sie „Auf einem anderen Gerät signieren“. Öffnen Sie die Datei hier oder scannen Sie die QR-Codes.'
    },
    noKeys: {
      title: 'Keine Wallet mit Schlüsseln in diesem Browser',
      text: 'Erstellen Sie zuerst eine oder stellen Sie eine wieder her. <link>Wallet hinzufügen</link>'
    },
    review: 'Prüfen und signieren',
    sign: 'Signieren',
    signed: 'Signiert',
    complete:
      'Alle Signaturen sind vorhanden. Diese Seite sendet nicht. Übertragen Sie den signierten Transfer, der unten steht, auf die Seite „Senden“ der zahlenden Wallet und öffnen Sie ihn dort unter „Transfer importieren“: auf dem anderen Gerät oder hier.',
    return: 'Transfer zurückgeben',
    another: 'Weiterer Transfer'
  },
  review: {
    contact: (name: string) => `„${name}“ in Ihrem Adressbuch`,
    output: {
      own: { label: 'eigene', text: 'Diese Adresse gehört zu dieser Wallet.' },
      unknown: {
        label: 'nicht als eigene bekannt',
        text: 'Dieses Gerät hat die Chain nicht bis zu dieser Transaktion gelesen. Eine Adresse, die nicht als eigene bekannt ist, gehört dem Empfänger oder ist eine Wechselgeldadresse, die dieses Gerät nicht abgeleitet hat. Vergleichen Sie jede mit der Adresse des Empfängers.'
      },
      new: { label: 'erste Zahlung', text: 'An diese Adresse hat diese Wallet noch nie gezahlt.' },
      'look-alike': {
        label: 'ähnliche Adresse',
        text: 'Das ist nicht die Adresse, die Sie kennen. Sie ähnelt ihr nur:'
      },
      namesake: {
        label: 'Name mehrdeutig',
        text: 'Ein anderer Empfänger in Ihrem Adressbuch oder eine Ihrer Wallets trägt auch diesen Namen oder einen, der gleich aussieht. Vergleichen Sie die Adresse mit einer, die Sie auf anderem Weg erhalten haben.'
      },
      void: {
        label: 'nicht ausgebbar',
        text: 'Niemand hat einen Schlüssel zu dieser Adresse: Was an sie geht, ist für immer verloren.'
      },
      repeated: { label: 'doppelt', text: 'Diese Zahlung geht mehrmals an dieselbe Adresse.' }
    },
    warning: {
      'high-fee': 'Die Gebühr ist für diese Zahlung ungewöhnlich hoch.',
      'extreme-fee': 'Die Gebühr liegt weit über dem, was Miner verlangen. Nach dem Senden ist sie verloren.',
      'low-fee':
        'Die Gebühr ist niedriger als ein Zehntel der empfohlenen. Nodes verwerfen solche Transaktionen zuerst, also kann diese spät oder nie bestätigt werden. Bis dahin gehören die Coins weiterhin Ihnen.',
      'unknown-input':
        'Diese Transaktion gibt einen Output aus, den diese Wallet nicht kennt. Keine Signatur deckt seinen Betrag ab, also kann Ihr Anteil höher sein, als es scheint. Signieren Sie nur, wenn Sie dem Besitzer vertrauen.',
      'absent-input':
        'Diese Transaktion gibt einen Output aus, den diese Wallet nicht hat. Er kann schon ausgegeben sein, neuer als der letzte Block, den die Wallet gelesen hat, oder ein Output einer anderen Wallet mit demselben Schlüssel. Signieren Sie nur, wenn Sie wissen, was zutrifft.',
      'frozen-input': 'Diese Transaktion gibt einen Output aus, den Sie eingefroren haben.',
      unsound:
        'Die Transaktion ist ungültig. Das Netzwerk würde sie ablehnen, und hier kann sie nicht signiert werden.',
      'foreign-claim': 'Der Ertrag der Fondsanteile geht an eine fremde Adresse.',
      'paid-twice':
        'Eine frühere Zahlung an denselben Empfänger wurde signiert und kann noch bestätigt werden. Senden Sie besser die frühere, sonst zahlen Sie möglicherweise doppelt.',
      'sent-before':
        'Diese oder eine andere Wallet in diesem Browser hat vor Kurzem dieselben Beträge an dieselben Empfänger gesendet. Senden Sie sie nur, wenn Sie zweimal zahlen wollen.',
      data: 'Diese Transaktion enthält außer Zahlungen auch Zusatzdaten.'
    },
    paidFrom: (wallet: string) => `Gezahlt aus Ihrer Wallet „${wallet}“.`,
    otherWallet: (name: string) => `Diese Transaktion gibt Outputs Ihrer Wallet „${name}“ aus.`,
    unprotectedClaim: (coins: string) =>
      `Mit der Übertragung dieser Fondsanteile wird ihr Ertrag ausgezahlt: ${coins}. Keine Signatur deckt die Adresse dieser Auszahlung ab; der Server, der die Transaktion ins Netzwerk sendet, oder jeder Node, der sie weiterleitet, könnte sie umleiten.`,
    confirmFee: 'Gebühr (SC) zur Bestätigung eingeben',
    confirmFeeHint: (coins: string) => `Nichts wird signiert oder gesendet, bis Sie hier ${coins} eingeben.`,
    otherFee: 'Das ist nicht die oben angezeigte Gebühr.',
    fundUnits: (units: bigint) => plural(units, { one: '# Fondsanteil', other: '# Fondsanteile' }),
    recipients: 'Empfänger',
    recipientCount: (count: number) => plural(count, { one: '# Empfänger', other: '# Empfänger' }),
    outputCount: (count: number) => plural(count, { one: '# Output', other: '# Outputs' }),
    noRecipient: 'Kein Empfänger',
    feeTaken: (recipients: number, coins: string, before: string) =>
      `Die Gebühr wird vom Betrag abgezogen: ${plural(recipients, { one: 'Der Empfänger erhält', other: 'Die Empfänger erhalten' })} ${coins} statt ${before}.`,
    allBack: 'Alles geht abzüglich der Gebühr an diese Wallet zurück.',
    change: 'Wechselgeld',
    changeTitle: 'Wechselgeld an diese Wallet',
    changeTo: (wallet: string) => `Wechselgeld an „${wallet}“`,
    sent: 'Betrag',
    fee: 'Gebühr',
    total: 'Summe',
    network: 'Netzwerk',
    transaction: (network: string, version: number) => `${network}, V${version}-Transaktion`,
    id: 'Transaktions-ID',
    spent: (count: number) => plural(count, { one: '# Output ausgegeben', other: '# Outputs ausgegeben' }),
    spentAt: '<output/> an <address/>',
    foreign: 'fremd',
    claims: 'Der Ertrag der Fondsanteile geht an <addresses/>',
    copied: { id: 'Transaktions-ID', output: 'Output-ID', address: 'Adresse', claim: 'Auszahlungsadresse' }
  },
  missing: {
    signatures: (signatures: number, outputs: number) =>
      `<b>${plural(signatures, { one: '# Signatur fehlt', other: '# Signaturen fehlen' })}</b> für ${plural(outputs, { one: '# Output', other: '# Outputs' })} an <address/>`,
    incomplete: (outputs: number) =>
      `<b>Unvollständig</b> für ${plural(outputs, { one: '# Output', other: '# Outputs' })} an <address/>`,
    signed: 'Signiert von',
    candidates: 'Signieren können',
    secret: 'Benötigt das Preimage von <hash/>',
    untilHeight: (height: bigint) => `Gesperrt bis Höhe ${formatCount(height)}.`,
    untilTime: (date: string) => `Gesperrt bis ${date}.`
  },
  export: {
    save: 'Als Datei speichern',
    showQr: 'Als QR-Code anzeigen',
    hideQr: 'QR-Code ausblenden',
    qr: (id: string) => `Transfer ${id} als QR-Code`
  },
  import: {
    file: 'Datei öffnen',
    scan: 'QR-Code scannen',
    stop: 'Kamera stoppen',
    frames: (read: number, of: number) => `${formatCount(read)} von ${formatCount(of)} Teilen gescannt`,
    aim: 'Richten Sie die Kamera auf den anderen Bildschirm. Die Reihenfolge der Teile ist beliebig.',
    otherTransfer: 'Diese Teile gehören zu einer anderen Folge. <again>Neu beginnen</again>',
    failed: 'Dieser Transfer kann nicht gelesen werden'
  },
  here: {
    sign: (wallet: string) => `Mit „${wallet}“ signieren`,
    none: 'Keine Wallet in diesem Browser hat einen der fehlenden Schlüssel.',
    noneSoFar:
      'Unter den bisher abgeleiteten Schlüsseln der Wallets in diesem Browser ist keiner der fehlenden. Eine entsperrte Wallet kann weitere ableiten.',
    look: (wallet: string) => `„${wallet}“ entsperren und nach den Schlüsseln suchen`,
    recognized:
      'Weitere Adressen dieser Wallet wurden erkannt. Prüfen Sie die Beträge noch einmal und signieren Sie dann.'
  },
  server: {
    sign: 'Mit dem Signaturserver signieren',
    signing: 'Wird signiert …',
    note: 'Der Server erhält nur den Hash der obigen Transaktion. Seine Signatur wird hier geprüft.'
  }
} satisfies typeof en;
