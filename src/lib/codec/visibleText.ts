/** Characters that embed, isolate or override text direction, which can make the text after them read differently. */
const CONTROLS = /[\u202a-\u202e\u2066-\u2069]/g;

export const hasDirectionControls = (text: string): boolean => text.search(CONTROLS) !== -1;

/** As many as any script puts on a letter. Each rises further over the lines above and below, such as an address. */
const MAX_MARKS = 6;
/** Marks on one letter: characters between them that nothing is drawn for, such as a soft hyphen, do not end it. */
const STACKED_MARKS = /[\p{M}\p{Default_Ignorable_Code_Point}]{7,}/gu;
const MARK = /\p{M}/u;

function withFewMarks(stacked: string): string {
  let marks = 0;
  return [...stacked].filter((character) => !MARK.test(character) || ++marks <= MAX_MARKS).join('');
}

/** Untrusted text that is shown next to addresses and amounts, without what would change or cover these. */
export const containedText = (text: string): string => text.replace(CONTROLS, '').replace(STACKED_MARKS, withFewMarks);

/** Several times what a network's name needs. */
const MAX_NAME_CHARACTERS = 200;

/** Whether a network's name from a file or server can be shown in a line of text. */
export const isShowableName = (name: string): boolean =>
  name.length <= MAX_NAME_CHARACTERS && containedText(name) === name;

/** Hebrew, Arabic and other right-to-left scripts. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;
const EXCERPT_CHARACTERS = 40;

/**
 * The beginning of user input for quoting in a sentence: long enough to recognize, and isolated so that right-to-left
 * text does not reorder the sentence.
 */
export function excerpt(text: string): string {
  const characters = [...containedText(text)];
  const isLong = characters.length > EXCERPT_CHARACTERS;
  const quoted = isLong ? `${characters.slice(0, EXCERPT_CHARACTERS).join('')}…` : characters.join('');
  return RIGHT_TO_LEFT.test(quoted) ? `\u2068${quoted}\u2069` : quoted;
}

/** Of an error's details, which may quote a file of megabytes. */
const OUTPUT_CHARACTERS = 2_000;

/** Program output, or text that it quotes, as it is shown. */
export function outputExcerpt(text: string): string {
  const shown = containedText(text.slice(0, OUTPUT_CHARACTERS));
  return text.length > OUTPUT_CHARACTERS ? `${shown}…` : shown;
}
