/** The placeholder in a source's URL, braces included. */
const CURRENCY = '{currency}';

export default {
  /** Shown beside an amount of coins. */
  worth: (value: string) => `≈ ${value}`,
  source: (host: string, age: string) => `Price from ${host}, ${age}`,
  /** Coins of a test or development network. */
  worthless: 'as if these coins were real',
  ofDay: (day: string) => `at the price on ${day}`,
  amount: (currency: string) => `Amount in ${currency}`,
  amountHint: (price: string, host: string, age: string) =>
    `Converted to coins at ${price} for one coin (${host}, ${age}). That number of coins is sent, even if the price changes.`,
  changed: (earlier: string, price: string) =>
    `Within a day, the price of one coin went from ${earlier} to ${price}. Compare it with another source before you convert at it.`,
  accept: (price: string) => `Convert at ${price} for one coin`,
  amountUnclear: 'Enter an amount such as 12.50.',
  settings: {
    title: 'Currency conversion',
    off: 'Off. Quarry fetches no prices until you add a source.',
    on: (host: string) => `Quarry’s server fetches the price from ${host} every 15 minutes.`,
    text: `Quarry’s own server fetches the price of one coin from the URL you enter. It sends no amounts, addresses or payments. The source is stored on that server and applies to every browser that uses it. Put ${CURRENCY} in place of the currency code.`,
    url: 'URL of the price source',
    urlFormat: 'Enter a full URL, starting with https://.',
    urlExample: `https://prices.example/coin/${CURRENCY}`,
    currency: 'Currency',
    currencyHint: 'Three letters, such as EUR.',
    save: 'Use this source',
    stop: 'Stop and delete prices',
    latest: (price: string, age: string) => `One coin: ${price}, ${age}.`,
    days: 'From now on, one price per day is stored for the history and its export.',
    problems: {
      'prices/unreachable': 'The last request failed.',
      'prices/unreadable': 'The last response contained no price in this currency.',
      'prices/jump':
        'The last price differed from the previous one by more than a factor of ten and is not used. To accept it, choose “Use this source” again.',
      'connection/forbidden-address': 'Quarry does not connect to this address.'
    }
  }
};
