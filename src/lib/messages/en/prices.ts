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
    off: 'Off. Quarry asks nobody for prices until you name a source.',
    on: (host: string) => `Quarry’s server asks ${host} every 15 minutes.`,
    text: `Quarry’s own server asks the address that you name for the price of one coin, and tells it nothing else: no amount, no address, no payment. The source is stored there, for all browsers that use it. Write ${CURRENCY} where the currency’s code belongs.`,
    url: 'Address of the price source',
    urlExample: `https://prices.example/coin/${CURRENCY}`,
    currency: 'Currency',
    currencyHint: 'Three letters, such as EUR.',
    save: 'Use this source',
    stop: 'Stop and forget prices',
    latest: (price: string, age: string) => `One coin: ${price}, ${age}.`,
    days: 'Prices are kept by day from now on, for the history and its export.',
    problems: {
      'prices/unreachable': 'The last request was not answered.',
      'prices/unreadable': 'The last answer held no price in this currency.',
      'prices/jump':
        'The last price was more than ten times another than before and is not used. Use the source again to accept it.',
      'connection/forbidden-address': 'Quarry makes no connection to this address.'
    }
  }
};
