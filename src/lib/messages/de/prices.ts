import type en from '../en/prices';

const CURRENCY = '{currency}';

export default {
  worth: (value: string) => `≈ ${value}`,
  source: (host: string, age: string) => `Kurs von ${host}, ${age}`,
  /** Coins eines Test- oder Entwicklungsnetzes. */
  worthless: 'als wären diese Coins echt',
  ofDay: (day: string) => `zum Kurs vom ${day}`,
  amount: (currency: string) => `Betrag in ${currency}`,
  amountHint: 'Trägt die Coins zum aktuellen Kurs ein. Gesendet werden die Coins, was sie dann auch wert sind.',
  amountUnclear: 'Geben Sie einen Betrag wie 12,50 ein.',
  settings: {
    title: 'Wert in einer Währung',
    off: 'Aus. Quarry ruft keine Kurse ab, bis Sie eine Quelle angeben.',
    on: (host: string) => `Der Server von Quarry fragt ${host} alle 15 Minuten.`,
    text: `Quarrys eigener Server ruft den Kurs eines Coins von der URL ab, die Sie angeben. Beträge, Adressen und Zahlungen sendet er nicht. Die Quelle wird auf diesem Server gespeichert und gilt für alle Browser, die ihn verwenden. Schreiben Sie ${CURRENCY} an die Stelle des Währungscodes.`,
    url: 'URL der Kursquelle',
    urlFormat: 'Geben Sie die ganze Adresse ein, beginnend mit https://.',
    urlExample: `https://kurse.example/coin/${CURRENCY}`,
    currency: 'Währung',
    currencyHint: 'Drei Buchstaben, etwa EUR.',
    save: 'Diese Quelle verwenden',
    stop: 'Beenden und Kurse löschen',
    latest: (price: string, age: string) => `Ein Coin: ${price}, ${age}.`,
    days: 'Kurse werden ab jetzt für jeden Tag aufbewahrt, für den Verlauf und seinen Export.',
    problems: {
      'prices/unreachable': 'Die letzte Anfrage wurde nicht beantwortet.',
      'prices/unreadable': 'Die letzte Antwort enthielt keinen Kurs in dieser Währung.',
      'prices/jump':
        'Der letzte Kurs wich um mehr als das Zehnfache vom vorigen ab und wird nicht verwendet. Verwenden Sie die Quelle erneut, um ihn zu übernehmen.',
      'connection/forbidden-address': 'Quarry verbindet sich nicht mit dieser Adresse.'
    }
  }
} satisfies typeof en;
