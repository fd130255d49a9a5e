/** A placeholder of addresses, in braces as it is typed. */
const CURRENCY = '{currency}';

export default {
  /** Beside an amount of coins: what it is worth. */
  worth: (value: string) => `≈ ${value}`,
  source: (host: string, age: string) => `Price from ${host}, ${age}`,
  /** Coins of a test or development network. */
  worthless: 'as if these coins were real',
  ofDay: (day: string) => `at the price of ${day}`,
  amount: (currency: string) => `Amount in ${currency}`,
  amountHint: 'Fills in the coins at the current price. The coins are sent, whatever they are worth then.',
  amountUnclear: 'Enter an amount such as 12.50.',
  settings: {
    title: 'Value in a currency',
    off: 'Off. Quarry fetches no prices until you add a source.',
    on: (host: string) => `Quarry’s server asks ${host} every 15 minutes.`,
    text: `Quarry’s own server fetches the price of one coin from the URL you enter. It sends no amounts, addresses or payments. The source is stored on that server and applies to every browser that uses it. Write ${CURRENCY} where the currency code belongs.`,
    url: 'URL of the price source',
    urlFormat: 'Enter the whole address, beginning with https://.',
    urlExample: `https://prices.example/coin/${CURRENCY}`,
    currency: 'Currency',
    currencyHint: 'Three letters, such as EUR.',
    save: 'Use this source',
    stop: 'Stop and forget prices',
    latest: (price: string, age: string) => `One coin: ${price}, ${age}.`,
    days: 'Prices are kept by day from now on, for the history and its export.',
    problems: {
      'prices/unreachable': 'The last request was not answered.',
      'prices/unreadable': 'The last response contained no price in this currency.',
      'prices/jump':
        'The last price differed from the one before by more than a factor of ten and is not used. Use the source again to accept it.',
      'connection/forbidden-address': 'Quarry does not connect to this address.'
    }
  }
};
