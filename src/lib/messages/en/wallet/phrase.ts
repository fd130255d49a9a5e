export default {
  reminder: {
    title: (wallet: string) => `Write down the recovery words of “${wallet}”`,
    /** @param cap coins */
    until: (day: string, cap?: string) =>
      `If this browser loses its data, the coins are lost. From ${day} on${cap === undefined ? '' : `, or once the wallet holds ${cap}`}, mining to this wallet requires confirmed words.`,
    /** @param cap coins, if their amount is the reason */
    overdue: (cap?: string) =>
      `${cap === undefined ? '' : `This wallet holds more than ${cap}. `}If this browser loses its data, the coins are lost. Mining to this wallet is paused until you confirm the words.`,
    link: 'Write down the words'
  },
  page: {
    title: 'Recovery words',
    words: 'Write down the words',
    confirm: 'Confirm your words',
    done: 'The recovery words are confirmed.',
    confirmed: 'The words of this wallet are confirmed. They can be shown again under <link>Settings</link>.',
    watched: 'This wallet only watches addresses: it has no recovery words.'
  }
};
