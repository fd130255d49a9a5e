import type en from '../../en/form/quantity';

export default {
  whichNumber: 'Welche Zahl meinen Sie?',
  unitOf: (field: string) => `Einheit: ${field}`,
  about: (quantity: string) => `etwa ${quantity}`,
  comesTo: (exact: string, rounded: string) => `= ${exact}, etwa ${rounded}`,
  zeroIsUnlimited: '0 bedeutet unbegrenzt.',
  use: 'Übernehmen',
  useFor: (suggestion: string, field: string) => `${field}: ${suggestion} übernehmen`,
  from: 'von',
  to: 'bis',
  problem: {
    empty: 'Geben Sie eine Zahl ein.',
    notANumber: (typed: string) => `„${typed}“ ist keine Zahl.`,
    ambiguous: 'Das lässt sich auf zwei Arten lesen. Wählen Sie unten eine aus.',
    exponent: 'Schreiben Sie die Zahl ohne Exponenten aus.',
    negative: 'Geben Sie 0 oder mehr ein.',
    tooLong: 'Diese Zahl hat zu viele Stellen.',
    tooSmall: (least: string) => `Mindestens ${least}.`,
    tooLarge: (most: string) => `Höchstens ${most}.`
  }
} satisfies typeof en;
