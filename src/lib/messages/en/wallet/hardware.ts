import { formatCount } from '../../format';

export default {
  title: 'Hardware wallet',
  lead: 'A Ledger keeps the keys; payments are built and verified in this browser and confirmed on the device.',
  unsupported:
    'This browser cannot reach USB devices. Use Chrome, Edge or another Chromium browser on a computer, on localhost or an https address.',
  connect: {
    title: 'Connect',
    text: (app: string) =>
      `Plug the device in, unlock it, and open the app “${app}” on it. Close other wallet software first.`,
    connect: 'Connect the device',
    connecting: 'Waiting for the device…',
    version: (version: string) => `Connected. App version: ${version}`
  },
  keys: {
    title: 'Keys',
    number: 'Key number',
    numberHint: 'Start with 0. The device shows the address of the key: compare it with the one below, then confirm.',
    wrongNumber: 'Enter a whole number from 0.',
    read: 'Read the key',
    reading: 'Confirm on the device…',
    key: (index: number) => `Key ${formatCount(index)}`
  },
  watch: {
    title: 'Wallet',
    name: 'Wallet name',
    defaultName: 'Hardware wallet',
    hint: 'A wallet that watches these keys. Payments from it are confirmed on the device.',
    watch: 'Add this wallet'
  },
  sign: {
    blind:
      'The app on the device cannot show this kind of transaction. It shows only a hash: compare all of it with this one before you confirm.',
    turnOn: 'Blind signing must be enabled in the app’s settings.',
    second:
      'To check the payment independently, open it on a second device with “Sign on another device”: it shows the same recipients and the same ID.',
    hash: 'Hash on the device',
    sign: 'Sign with the device',
    signing: 'Confirm on the device…'
  }
};
