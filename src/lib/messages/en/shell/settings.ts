import { plural } from '../../plural';

export default {
  title: 'Settings',
  lead: 'Stored in this browser only, unless stated otherwise.',
  display: 'Display',
  language: {
    legend: 'Language',
    browser: (language: string) => `Browser language (${language})`,
    hint: 'The page reloads to apply the language.',
    miningHint: 'This tab is mining. The language applies after the next reload.'
  },
  theme: {
    legend: 'Theme',
    system: 'System',
    light: 'Light',
    dark: 'Dark'
  },
  formats: {
    title: 'Formats',
    amounts: 'Amounts',
    amountIn: { coins: 'Coins (SC)', hastings: 'Hastings (H), exact' },
    decimals: 'Coin decimals',
    decimalCount: (count: number) => plural(count, { one: 'up to #', other: 'up to #' }),
    sizes: 'Sizes',
    sizeIn: { decimal: 'Steps of 1,000 (MB, GB)', binary: 'Steps of 1,024 (MiB, GiB)' },
    times: 'Times',
    timeAs: { relative: 'How long ago', absolute: 'Date and time' },
    timeZone: 'Time zone',
    ownZone: (zone: string) => `This computer’s (${zone.replaceAll('_', ' ')})`,
    example: (example: string) => `Example: ${example}`
  },
  mining: 'Mining',
  privacy: {
    title: 'Privacy',
    nobody:
      'Quarry shares nothing about you: your browser connects only to Quarry’s own server, and its node connects to no one unless it was started with peers.',
    only: 'Your browser connects only to Quarry’s own server. With this connection, that server connects to:',
    browser:
      'There are no analytics, no crash reports and no external fonts or scripts. Wallets, labels and keys stay in this browser. Camera images are processed in the page.',
    learns: {
      daemon: {
        who: 'The daemon of this connection',
        what: 'It learns which blocks you look at, and the blocks you mine.'
      },
      wallet: {
        who: 'The wallet server of this connection',
        what: 'It learns the addresses of your wallets when they are added and when an address is looked up, and your payments.'
      },
      peers: {
        who: 'Other nodes of the network',
        what: 'They learn the IP address of Quarry’s server, and receive your transactions and blocks from it.'
      },
      pool: {
        who: 'The mining pool',
        what: 'It learns the account, the hash rate and the IP address of Quarry’s server.'
      },
      mining: { who: 'The mining server', what: 'It learns when you mine, and the blocks you find.' },
      signing: { who: 'The signing server', what: 'It learns which payments you sign with its keys.' },
      prices: {
        who: 'The price source',
        what: 'It learns the IP address of Quarry’s server and the currency, and nothing about your wallets.'
      },
      webhook: {
        who: 'The webhook that Quarry’s server was started with',
        what: 'It receives what was chosen at startup: blocks found, payments to addresses registered with the node’s wallet server and their amounts, alerts, and overdue blocks. No keys, no seeds.'
      }
    },
    optional: 'Optional features, and what they send where:',
    byChoice: {
      mining: {
        what: 'Mining',
        words:
          'Solved blocks or shares go to the source of work that you choose, with the payout address. The mining history stays in this browser.'
      },
      notifications: {
        what: 'Browser notifications',
        words:
          'Off until you allow them. The page shows them itself, so no push service is involved. Anyone who sees your screen, or a device that mirrors its notifications, can read them.'
      },
      prices: {
        what: 'Prices and exchange rates',
        words:
          'Off unless you add a source under “Currency conversion”. Then Quarry’s server fetches the price of a coin from it and never sends amounts. Electricity prices are the ones you enter, and stay in this browser.'
      },
      idle: {
        what: 'Battery and computer activity',
        words: 'Read by the page to pause mining, and never sent.'
      }
    }
  },
  file: {
    title: 'Settings file',
    lead: 'Language, theme, formats, notifications, mining, electricity and automatic locking. No wallets, no connections, no passwords.',
    save: 'Save as a file',
    load: 'Load a file',
    notSaved: 'The settings were not saved',
    notLoaded: 'The settings were not loaded',
    loaded: (count: number) => plural(count, { one: '# setting loaded.', other: '# settings loaded.' }),
    locksLater: (minutes: number) =>
      `Wallets now lock later than before: ${
        minutes === 0
          ? 'only when their tab closes'
          : `after ${plural(minutes, { one: '# minute', other: '# minutes' })} of inactivity`
      }. If you did not intend this, change it in a wallet’s settings.`
  },
  documentation: 'Documentation',
  licenses: 'Licenses of the software in Quarry'
};
