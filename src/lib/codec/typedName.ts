/** As any keyboard types it: phones replace quotes and dashes, and compose accents in another way than computers. */
const asTyped = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/[‘’‚‛´`′]/g, "'")
    .replace(/[“”„‟«»]/g, '"')
    .replace(/\p{Dash}/gu, '-')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();

/** Whether the user has typed a name to confirm something, apart from what a keyboard may not be able to type. */
export const isTypedName = (typed: string, name: string): boolean =>
  typed.trim() !== '' && asTyped(typed) === asTyped(name);
