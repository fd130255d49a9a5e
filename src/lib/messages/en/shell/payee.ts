export default {
  title: 'Where should mined coins go?',
  text: 'Create a wallet in this browser, and its own address is paid. Only you have its keys.',
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
    /** @param cap coins, where their amount is the reason; else its age is */
    text: (name: string, cap?: string) =>
      `“${name}” ${cap === undefined ? 'was created more than 7 days ago' : `holds more than ${cap}`}, and its words are not confirmed. If this browser loses its data, its coins are lost. Write the words down, then mining continues.`,
    confirm: 'Write down the words'
  }
};
