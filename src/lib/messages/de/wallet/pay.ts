import type en from '../../en/wallet/pay';
import { plural } from '../../plural';

export default {
  title: 'Zahlungsanforderung',
  lead: 'Ein Link füllt nur ein Formular aus. Sie prüfen die Zahlung, bevor etwas signiert wird.',
  paste: {
    title: 'Link öffnen',
    label: 'Zahlungslink oder Adresse',
    hint: 'Fügen Sie den Link ein, den Sie erhalten haben.',
    scan: 'QR-Code scannen',
    stop: 'Kamera stoppen'
  },
  request: {
    title: 'Angefordert',
    address: 'An',
    contact: 'In Ihrem Adressbuch',
    amount: 'Betrag',
    any: 'nicht angegeben: Sie wählen ihn',
    funds: (units: bigint) => plural(units, { one: '# Fondsanteil', other: '# Fondsanteile' }),
    label: 'Empfänger laut Link',
    imitates: {
      wallet: {
        title: 'Nicht als Ihre Wallet bekannt',
        text: 'Eine Ihrer Wallets trägt diesen Namen oder einen, der gleich aussieht. Soweit bekannt, gehört diese Adresse nicht zu ihr. Fragen Sie beim Empfänger nach, bevor Sie zahlen.'
      },
      recipient: {
        title: 'Nicht der Empfänger in Ihrem Adressbuch',
        text: 'In Ihrem Adressbuch steht ein Empfänger mit diesem oder einem gleich aussehenden Namen unter einer anderen Adresse. Fragen Sie beim Empfänger nach, bevor Sie zahlen.'
      }
    },
    message: 'Zweck laut Link',
    network: 'Netzwerk',
    more: 'Weiteres',
    untrusted:
      'In einen Link kann jeder alles schreiben. Vergleichen Sie die Adresse mit einer, die Sie auf anderem Weg erhalten haben.'
  },
  wallets: {
    title: 'Zahlen von',
    pay: (wallet: string) => `Von „${wallet}“ zahlen`,
    otherNetwork: (wallet: string, network: string) => `${wallet} gehört zum Netzwerk „${network}“.`,
    noNetwork: (wallet: string) =>
      `${wallet} hat noch keinen Server erreicht, daher ist das Netzwerk unbekannt. Öffnen Sie die Wallet einmal, während eine Verbindung besteht.`,
    addressesOnly: (wallet: string) => `${wallet} beobachtet nur Adressen und kann keine Zahlungen erstellen.`,
    none: 'In diesem Browser gibt es keine Wallet. <link>Wallet hinzufügen</link>'
  },
  handler: {
    title: 'Zahlungslinks mit Quarry öffnen',
    text: (scheme: string) =>
      `Links, die mit „${scheme}:“ beginnen, öffnen dann diese Seite. Der Browser fragt Sie zuerst; rückgängig machen können Sie es in seinen Einstellungen. Andere Zahlungslinks öffnen Browser nicht in einer Seite: Fügen Sie diese oben ein.`,
    register: 'Solche Links hier öffnen',
    unsupported: 'Dieser Browser kann Links nicht mit einer Seite öffnen. Fügen Sie sie oben ein.',
    asked: 'Wenn der Browser um Erlaubnis fragt, erteilen Sie sie.'
  }
} satisfies typeof en;
