/** How a language writes numbers: `{ decimal: '.', group: ',' }` in English. A language may not group thousands. */
export interface NumberNotation {
  readonly decimal: string;
  readonly group: string;
}

/** The separators that Intl uses in a language, unmodified. */
export function separatorsOf(tag: string): NumberNotation {
  const parts = new Intl.NumberFormat(tag).formatToParts(1_234_567.5);
  const valueOf = (type: 'decimal' | 'group'): string => parts.find((part) => part.type === type)?.value ?? '';
  return { decimal: valueOf('decimal'), group: valueOf('group') };
}
