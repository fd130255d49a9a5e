import { plural } from '../../plural';

export default {
  title: 'Payment request',
  lead: 'A link only fills in a form. You review the payment before anything is signed.',
  paste: {
    title: 'Open a link',
    label: 'Payment link or address',
    hint: 'Paste the link that you were given.',
    scan: 'Scan a QR code',
    stop: 'Stop the camera'
  },
  request: {
    title: 'Requested',
    address: 'To',
    amount: 'Amount',
    any: 'not named: you choose',
    funds: (units: bigint) => plural(units, { one: '# fund unit', other: '# fund units' }),
    label: 'Payee, as the link says',
    message: 'For, as the link says',
    network: 'Network',
    more: 'More',
    untrusted: 'Anybody can write anything into a link. Compare the address with one that you got another way.'
  },
  wallets: {
    title: 'Pay from',
    pay: (wallet: string) => `Pay from ${wallet}`,
    otherNetwork: (wallet: string, network: string) => `${wallet} is on the network “${network}”.`,
    none: 'There is no wallet in this browser. <link>Add a wallet</link>'
  },
  handler: {
    title: 'Open payment links with Quarry',
    text: (scheme: string) =>
      `Links that begin with “${scheme}:” then open this page. The browser asks you first; you can undo it in its settings. Links that begin with other names cannot be opened by a page: paste them above.`,
    register: 'Open such links here',
    unsupported: 'This browser cannot open links with a page. Paste them above.',
    asked: 'The browser was asked. If it shows a question, confirm it.'
  }
};
