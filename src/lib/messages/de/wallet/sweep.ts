import type en from '../../en/wallet/sweep';
import { plural } from '../../plural';

export default {
  title: 'Andere Wallet leeren',
  lead: 'Überträgt alles, was zu einem alten Seed oder einem einzelnen Schlüssel gehört, in diese Wallet: in einer Zahlung, die Sie vorher prüfen.',
  earlier: {
    title: 'Eine frühere Übertragung wurde verworfen',
    text: 'Ihre Coins liegen noch auf den Schlüsseln der alten Wallet. <link>Senden Sie die Zahlung erneut</link>; dafür sind weder Wörter noch ein Schlüssel nötig.'
  },
  secret: {
    title: 'Alte Wallet',
    kind: 'Was Sie haben',
    kinds: { words: 'Wörter oder privater Schlüssel', text: 'Text (Brain-Wallet)' },
    words: 'Wörter oder privater Schlüssel',
    wordsHint:
      '12 bis 24 Wörter, 28 oder 29 Wörter einer alten Wallet oder 64 oder 128 Hexadezimalziffern. Sie werden nicht gespeichert.',
    text: 'Text',
    textHint: 'Für Wallets, deren Schlüssel aus einem Text abgeleitet wurde. Der Text gilt genau wie eingegeben.',
    passphrase: 'Passphrase',
    passphraseHint: 'Nur, wenn die alte Wallet neben den Wörtern eine hatte. Sonst leer lassen.',
    hardware:
      'Geben Sie nie die Wörter einer Hardware-Wallet ein, die Sie weiter verwenden wollen: Wer sie auf diesem Computer mitliest, kann alle ihre Coins ausgeben. Um diese zu übertragen, senden Sie sie mit dem Gerät.',
    search: 'Nach Coins suchen',
    searching: 'Coins werden gesucht …'
  },
  found: {
    title: 'Gefunden',
    none: 'Keine der für dieses Netzwerk bekannten Ableitungen hat Coins ergeben. Prüfen Sie die Wörter oder den Schlüssel und gegebenenfalls die Passphrase.',
    later:
      'Von diesem Guthaben ist noch nichts verfügbar. Bewahren Sie die Wörter oder den Schlüssel auf, und suchen Sie erneut, sobald es reif ist.',
    immature: (coins: string) => `davon noch nicht verfügbar: ${coins}`,
    funds: (units: bigint) => plural(units, { one: '# Fondsanteil', other: '# Fondsanteile' }),
    left: (count: number) =>
      plural(count, {
        one: '# kleinerer Output bleibt für einen zweiten Durchgang.',
        other: '# kleinere Outputs bleiben für einen zweiten Durchgang.'
      }),
    own: {
      title: 'Diese Schlüssel gehören zu dieser Wallet',
      text: 'Die Zahlung würde Coins nur innerhalb dieser Wallet verschieben und eine Gebühr kosten.'
    },
    cut: {
      title: 'Möglicherweise gibt es weitere Coins',
      text: 'Bis zum Ende der Suche waren Schlüssel in Benutzung. <restore>Stellen Sie die Wörter als Wallet wieder her</restore>, um weiterzusuchen.'
    },
    path: (path: string) => `Schlüssel ${path}`,
    origins: {
      native: 'Wallets dieses Netzwerks, 12 Wörter',
      legacy: 'Alte Wallets, 28 oder 29 Wörter',
      'long-phrase': 'Smartphone-Wallets, ein Schlüssel',
      hardware: 'Hardware-Wallet',
      'multi-coin': 'Multi-Coin-Wallets',
      text: 'Schlüssel aus einem Text (Brain-Wallet)',
      key: 'Privater Schlüssel'
    },
    review: 'Zahlung prüfen',
    again: 'Nach einer anderen Wallet suchen'
  },
  review: {
    title: 'Prüfen und übertragen',
    sweep: 'Signieren und senden',
    sending: 'Wird gesendet …',
    accept: 'Ich nehme in Kauf, dass die Auszahlung umgeleitet werden könnte',
    acceptHint: 'Wenn Sie über Ihren eigenen Node senden, entfällt das Risiko.'
  },
  sent: {
    title: 'Gesendet',
    text: 'Die Coins kommen mit den nächsten Blöcken in dieser Wallet an. Die Schlüssel der alten Wallet wurden aus dem Speicher gelöscht.',
    remains:
      'Bewahren Sie die Wörter oder den Schlüssel der alten Wallet auf: Ein Teil ihrer Coins ließ sich noch nicht übertragen. Leeren Sie die alte Wallet später noch einmal.',
    overview: 'Zur Übersicht'
  },
  dropped: {
    title: 'Zahlung verworfen',
    text: 'Sie ist nicht mehr im Transaktionspool und in keinem Block: Die Coins liegen noch auf den Schlüsseln der alten Wallet. Senden Sie die Zahlung erneut. Wenn das nicht gelingt, leeren Sie die alte Wallet noch einmal; dafür brauchen Sie wieder ihre Wörter oder ihren Schlüssel.',
    resend: 'Erneut senden',
    again: 'Noch einmal leeren'
  }
} satisfies typeof en;
