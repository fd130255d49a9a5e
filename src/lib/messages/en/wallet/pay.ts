import { plural } from '../../plural';

export default {
  title: 'Payment request',
  lead: 'A link only fills in a form. You review the payment before anything is signed.',
  paste: {
    title: 'Open a link',
    label: 'Payment link or address',
    hint: 'Paste the link you were given.',
    scan: 'Scan QR',
    stop: 'Stop camera'
  },
  request: {
    title: 'Requested',
    address: 'To',
    contact: 'In your address book',
    amount: 'Amount',
    any: 'not specified: you choose',
    funds: (units: bigint) => plural(units, { one: '# fund unit', other: '# fund units' }),
    label: 'Payee, according to the link',
    imitates: {
      wallet: {
        title: 'Not known to be your wallet',
        text: 'One of your wallets has this name or one that looks the same, but this address is not known to belong to it. Ask the payee before you pay.'
      },
      recipient: {
        title: 'Not the recipient in your address book',
        text: 'Your address book has a recipient of this name, or of one that looks the same, at another address. Ask the payee before you pay.'
      }
    },
    message: 'Purpose, according to the link',
    network: 'Network',
    more: 'More',
    untrusted: 'Anyone can write anything into a link. Compare the address with one you received another way.'
  },
  wallets: {
    title: 'Pay from',
    pay: (wallet: string) => `Pay from ${wallet}`,
    otherNetwork: (wallet: string, network: string) => `${wallet} is on the network “${network}”.`,
    noNetwork: (wallet: string) =>
      `${wallet} has not reached a server yet, so its network is unknown. Open it once while connected.`,
    addressesOnly: (wallet: string) => `${wallet} watches addresses only and cannot create payments.`,
    none: 'There is no wallet in this browser. <link>Add a wallet</link>'
  },
  handler: {
    title: 'Open payment links with Quarry',
    text: (scheme: string) =>
      `Lets links that begin with “${scheme}:” open this page. The browser asks you first, and you can undo this in the browser’s settings. Browsers do not open other payment links in a page: paste those above.`,
    register: 'Open these links here',
    unsupported: 'This browser cannot open links in a page. Paste them above.',
    asked: 'If the browser asks for permission, allow it.'
  }
};
