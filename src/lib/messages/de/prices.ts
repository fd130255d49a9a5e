import type en from '../en/prices';

const CURRENCY = '{currency}';

export default {
  worth: (value: string) => `≈ ${value}`,
  source: (host: string, age: string) => `Kurs von ${host}, ${age}`,
  /** Coins eines Test- oder Entwicklungsnetzes. */
  worthless: 'als wären diese Coins echt',
  ofDay: (day: string) => `zum Kurs vom ${day}`,
  amount: (currency: string) => `Betrag in ${currency}`,
  amountHint: (price: string, host: string, age: string) =>
    `Wird zum Kurs von ${price} je Coin in Coins umgerechnet (${host}, ${age}). Diese Zahl von Coins wird gesendet, auch wenn sich der Kurs ändert.`,
  changed: (earlier: string, price: string) =>
    `Innerhalb eines Tages hat sich der Kurs eines Coins von ${earlier} auf ${price} geändert. Vergleichen Sie ihn mit einer anderen Quelle, bevor Sie zu diesem Kurs umrechnen.`,
  accept: (price: string) => `Zum Kurs von ${price} je Coin umrechnen`,
  amountUnclear: 'Geben Sie einen Betrag wie 12,50 ein.',
  settings: {
    title: 'Umrechnung in eine Währung',
    off: 'Aus. Quarry ruft keine Kurse ab, bis Sie eine Quelle angeben.',
    on: (host: string) => `Quarrys Server ruft den Kurs alle 15 Minuten von ${host} ab.`,
    text: `Quarrys eigener Server ruft den Kurs eines Coins von der URL ab, die Sie angeben. Beträge, Adressen und Zahlungen sendet er nicht. Die Quelle wird auf diesem Server gespeichert und gilt für alle Browser, die ihn verwenden. Schreiben Sie ${CURRENCY} an die Stelle des Währungscodes.`,
    url: 'URL der Kursquelle',
    urlFormat: 'Geben Sie die vollständige URL ein, beginnend mit https://.',
    urlExample: `https://kurse.example/coin/${CURRENCY}`,
    currency: 'Währung',
    currencyHint: 'Drei Buchstaben, etwa EUR.',
    save: 'Diese Quelle verwenden',
    stop: 'Beenden und Kurse löschen',
    latest: (price: string, age: string) => `Ein Coin: ${price}, ${age}.`,
    days: 'Ab jetzt wird für den Verlauf und seinen Export ein Kurs pro Tag gespeichert.',
    problems: {
      'prices/unreachable': 'Die letzte Anfrage ist fehlgeschlagen.',
      'prices/unreadable': 'Die letzte Antwort enthielt keinen Kurs in dieser Währung.',
      'prices/jump':
        'Der letzte Kurs unterscheidet sich um mehr als den Faktor zehn vom vorigen und wird nicht verwendet. Um ihn zu übernehmen, wählen Sie erneut „Diese Quelle verwenden“.',
      'connection/forbidden-address': 'Quarry verbindet sich nicht mit dieser Adresse.'
    }
  }
} satisfies typeof en;
