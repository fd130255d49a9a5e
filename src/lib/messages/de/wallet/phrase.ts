import type en from '../../en/wallet/phrase';

export default {
  reminder: {
    title: (wallet: string) => `Schreiben Sie die Wiederherstellungswörter von „${wallet}“ auf`,
    until: (day: string, cap?: string) =>
      `Verliert dieser Browser seine Daten, sind die Coins verloren. Ab ${day}${cap === undefined ? '' : ` oder ab einem Guthaben von ${cap}`} ist Mining für diese Wallet erst nach Bestätigung der Wörter möglich.`,
    overdue: (cap?: string) =>
      `${cap === undefined ? '' : `Diese Wallet enthält mehr als ${cap}. `}Verliert dieser Browser seine Daten, sind die Coins verloren. Das Mining für diese Wallet ist pausiert, bis Sie die Wörter bestätigen.`,
    link: 'Wörter aufschreiben'
  },
  page: {
    title: 'Wiederherstellungswörter',
    words: 'Wörter aufschreiben',
    confirm: 'Wörter bestätigen',
    done: 'Die Wiederherstellungswörter sind bestätigt.',
    confirmed:
      'Die Wörter dieser Wallet sind bestätigt. Unter <link>Einstellungen</link> lassen sie sich erneut anzeigen.',
    watched: 'Diese Wallet beobachtet nur Adressen: Sie hat keine Wiederherstellungswörter.'
  }
} satisfies typeof en;
