import type en from '../../en/wallet/message';
import { formatCount } from '../../format';

export default {
  title: 'Signierte Nachrichten',
  lead: 'Beweisen Sie, dass Sie die Schlüssel einer Adresse haben, oder prüfen Sie eine Nachricht von jemand anderem. Es werden keine Coins bewegt.',
  mode: 'Signieren oder prüfen',
  sign: 'Signieren',
  verify: 'Prüfen',
  compose: {
    title: 'Zu signierende Nachricht',
    wallet: 'Wallet',
    address: 'Adresse',
    message: 'Nachricht',
    messageHint: 'Wird genau so signiert, wie sie hier steht.',
    challenge: 'Zufälligen Text anfügen',
    challengeText: (random: string) => `Zufälliger Text: ${random}`,
    domain: 'Website',
    domainHint: 'Nur für eine Anmeldung: der Name der Website, etwa example.org. Sonst leer lassen.',
    time: 'Zeitpunkt angeben',
    forEver:
      'Wer die Signatur sieht, kann jederzeit nachprüfen, dass Sie die Schlüssel dieser Adresse haben. Signieren Sie nur Texte, die Sie verstehen und denen Sie zustimmen.',
    noWalletTitle: 'Keine Wallet kann Nachrichten signieren',
    noWallet:
      'Keine Wallet in diesem Browser hat eine Adresse, deren Schlüssel bekannt sind. <link>Wallet hinzufügen</link>',
    noNetwork:
      'Diese Wallet hat noch keinen Server erreicht, ihr Netzwerk ist daher unbekannt. Verbinden Sie sich einmal, danach können Sie offline signieren.'
  },
  signers: {
    sign: (wallet: string) => `Mit „${wallet}“ signieren`,
    signing: 'Wird signiert …',
    none: 'Keine Wallet in diesem Browser hat einen der fehlenden Schlüssel.'
  },
  text: {
    title: 'Signierte Nachricht',
    incomplete:
      'Unvollständig: Geben Sie diesen Text an den nächsten Inhaber eines Schlüssels weiter, der seine Signatur unter „Prüfen“ hinzufügt.',
    label: 'Text zum Weitergeben',
    copied: 'signierte Nachricht',
    qr: 'Signierte Nachricht als QR-Code',
    save: 'Als Datei speichern',
    file: 'signierte-nachricht.txt'
  },
  check: {
    title: 'Zu prüfende Nachricht',
    text: 'Signierte Nachricht',
    textHint: 'Der ganze Block von „BEGIN SIGNED MESSAGE“ bis „END SIGNED MESSAGE“ oder sein JSON.',
    file: 'Datei öffnen',
    window: 'Zeitpunkt der Signatur',
    windows: { any: 'beliebig', hour: 'in der letzten Stunde', day: 'in den letzten 24 Stunden' },
    result: 'Ergebnis',
    none: 'Fügen Sie eine signierte Nachricht ein, um sie zu prüfen. Dabei wird nichts gesendet.',
    message: 'Nachricht',
    address: 'Adresse',
    signedBy: 'Signiert von',
    network: 'Netzwerk',
    time: 'Zeitpunkt',
    noTime: 'nicht angegeben',
    domain: 'Website',
    locks: 'Zeitsperren',
    locksNote: 'Nicht berücksichtigt: Eine signierte Nachricht beweist nur, wer die Schlüssel hat.'
  },
  verdicts: {
    valid: { title: 'Gültig', text: 'Wer das signiert hat, hat die Schlüssel der Adresse.' },
    incomplete: (have: number, needed: number) => ({
      title: `${formatCount(have)} von ${formatCount(needed)} Signaturen`,
      text: 'Die Signaturen sind gültig, aber die Adresse verlangt weitere. Das beweist noch nichts.'
    }),
    'wrong-signature': {
      title: 'Ungültige Signatur',
      text: 'Der Text wurde geändert, oder jemand ohne die Schlüssel hat ihn signiert. Vertrauen Sie ihm nicht.'
    },
    'wrong-policy': {
      title: 'Ausgaberegel passt nicht zur Adresse',
      text: 'Die Signaturen gehören zu einer anderen Adresse als der genannten. Vertrauen Sie ihnen nicht.'
    },
    'not-provable': {
      title: 'Nicht beweisbar',
      text: 'Die Ausgaberegel dieser Adresse verlangt mehr als Signaturen oder gar keine, deshalb kann eine Nachricht nicht beweisen, wem sie gehört.'
    },
    'other-network': {
      title: 'Unbekanntes Netzwerk',
      text: 'Die Nachricht gehört zu einem Netzwerk, das keine Wallet in diesem Browser verwendet, und kann hier nicht geprüft werden.'
    },
    'outside-period': {
      title: 'Außerhalb des Zeitraums',
      text: 'Die Signatur ist gültig, liegt aber nicht im gewählten Zeitraum.'
    }
  }
} satisfies typeof en;
