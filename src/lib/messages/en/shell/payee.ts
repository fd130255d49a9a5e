export default {
  title: 'Where should mined coins go?',
  text: 'Create a wallet in this browser to receive them. Only you have its keys.',
  later:
    'You can write down its recovery words later. Quarry reminds you, and after 7 days or 100 block rewards it mines to this wallet only once the words are confirmed.',
  name: 'My wallet',
  passwordHint: 'Encrypts the keys on this device and is required to send.',
  deriving: 'Deriving the encryption key (slow by design)',
  create: 'Create wallet and start',
  others: 'Other choices',
  node: 'Mine to the node',
  nodeText: 'Rewards go to the node’s own address. Its coins can be moved to a wallet later.',
  nodeTextRemote: 'Rewards go to the node’s wallet.',
  restore: 'Restore a wallet',
  address: 'Enter an address or choose another source of work',
  phrase: {
    title: 'Confirm the recovery words first',
    /** @param cap coins, if their amount is the reason; otherwise the wallet's age is */
    text: (name: string, cap?: string) =>
      `“${name}” ${cap === undefined ? 'was created more than 7 days ago' : `holds more than ${cap}`}, and its words are not confirmed. If this browser loses its data, the coins are lost. Write down the words to continue mining.`,
    confirm: 'Write down the words'
  }
};
