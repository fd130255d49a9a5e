export default {
  whichNumber: 'Which number do you mean?',
  unitOf: (field: string) => `Unit of ${field}`,
  about: (quantity: string) => `about ${quantity}`,
  comesTo: (exact: string, rounded: string) => `= ${exact}, about ${rounded}`,
  zeroIsUnlimited: '0 means no limit.',
  use: 'Use',
  useFor: (suggestion: string, field: string) => `${field}: use ${suggestion}`,
  from: 'from',
  to: 'to',
  problem: {
    empty: 'Enter a number.',
    notANumber: (typed: string) => `“${typed}” is not a number.`,
    ambiguous: 'This can be read in two ways. Choose one below.',
    exponent: 'Write the number out, without an exponent.',
    negative: 'Enter 0 or more.',
    tooLong: 'This number has too many digits.',
    tooSmall: (least: string) => `At least ${least}.`,
    tooLarge: (most: string) => `At most ${most}.`
  }
};
