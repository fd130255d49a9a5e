export default {
  reminder: {
    title: (wallet: string) => `Write down the recovery words of “${wallet}”`,
    until: (day: string) =>
      `If this browser loses its data, the coins are lost. From ${day} on, mining to this wallet waits for the words.`,
    overdue: 'If this browser loses its data, the coins are lost. Mining to this wallet waits for the words.',
    link: 'Write down the words'
  },
  page: {
    title: 'Recovery words',
    words: 'Write down the words',
    confirm: 'Confirm your words',
    done: 'The recovery words are confirmed.',
    confirmed: 'The words of this wallet are confirmed. They can be shown again under Settings.'
  }
};
